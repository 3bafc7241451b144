// Chooses one dictionary value, or several if the parameter allows it, by name, code or pinyin.
import { Button } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import { useState } from 'react'
import type { ParameterValue } from '#shared/sql/parameters.ts'
import { call } from '#web/api/client.ts'
import { cachedDictionaries, type DictionaryLabel, labelsOf } from '#web/api/dictionaries.ts'
import { DictionaryChoice } from '#web/ui/dictionary/DictionaryChoice.tsx'
import { useDictionaryNames } from '#web/ui/dictionary/useDictionaryNames.ts'
import { Popup } from '#web/ui/menus/Popup.tsx'
import type { CustomParameter } from '#features/custom/contract.ts'
import { anaDictListsByDictId, type Dictionary } from '#features/dictionary/contract.ts'

const fetchMissing = (ids: number[]) =>
  call(anaDictListsByDictId, { body: ids }, { quiet: true, loading: null })

async function loadLabels(dictId: number): Promise<DictionaryLabel[]> {
  const [dictionary] = await cachedDictionaries<Dictionary>([dictId], fetchMissing)
  return dictionary ? labelsOf(dictionary) : []
}

interface Props {
  id: string
  parameter: CustomParameter
  dictId: number
  value: ParameterValue
  onChange: (value: ParameterValue) => void
}

const mostNamed = 3

export function DictionaryField({ id, parameter, dictId, value, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const nameOf = useDictionaryNames(dictId, loadLabels)
  const several = Array.isArray(parameter.default)
  const codes = Array.isArray(value) ? value : value === '' || value === null ? [] : [value]
  const shown = codes.slice(0, mostNamed).map(nameOf)
  const text = codes.length > mostNamed ? `${shown.join('、')} 等 ${codes.length} 项` : shown.join('、')
  return (
    <Popup
      isOpen={isOpen}
      onOpen={setOpen}
      content={
        <div className="custom-choice">
          <DictionaryChoice
            name={`「${parameter.label || parameter.name}」`}
            dictId={dictId}
            load={loadLabels}
            value={value}
            several={several}
            onChange={(changed) => {
              onChange(changed)
              if (!several) setOpen(false)
            }}
          />
        </div>
      }
    >
      <Button
        id={id}
        endIcon={<CaretDown size={14} />}
        active={isOpen}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        {text || '请选择'}
      </Button>
    </Popup>
  )
}
