// A button that shows the chosen values of a dictionary by name, and opens the choice.
import { Button } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import { useState } from 'react'
import type { ParameterValue } from '#shared/sql/parameters.ts'
import type { DictionaryLabel } from '#web/api/dictionaries.ts'
import { Popup } from '../menus/Popup.tsx'
import { DictionaryChoice } from './DictionaryChoice.tsx'
import { useDictionaryNames } from './useDictionaryNames.ts'

interface Props {
  id?: string
  /** The button's name, for screen readers; absent: a label belongs to its id. */
  label?: string
  /** What the values are for. */
  name: string
  dictId: number
  /** Must be the same function at each render. */
  load: (dictId: number) => Promise<readonly DictionaryLabel[]>
  value: ParameterValue
  several: boolean
  onChange: (value: ParameterValue) => void
}

const mostNamed = 3

export function DictionaryPicker({ id, label, name, dictId, load, value, several, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const nameOf = useDictionaryNames(dictId, load)
  const codes = Array.isArray(value) ? value : value === '' || value === null ? [] : [value]
  const shown = codes.slice(0, mostNamed).map(nameOf)
  const text = codes.length > mostNamed ? `${shown.join('、')} 等 ${codes.length} 项` : shown.join('、')
  return (
    <Popup
      isOpen={isOpen}
      onOpen={setOpen}
      content={
        <div className="dictionary-picker">
          <DictionaryChoice
            name={name}
            dictId={dictId}
            load={load}
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
        {...(id !== undefined && { id })}
        endIcon={<CaretDown size={14} />}
        active={isOpen}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={label === undefined ? undefined : `${label}：${text || '请选择'}`}
      >
        {text || '请选择'}
      </Button>
    </Popup>
  )
}
