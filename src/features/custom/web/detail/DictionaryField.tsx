// Chooses one dictionary value, or several if the parameter allows it, by name, code or pinyin.
import type { ParameterValue } from '#shared/sql/parameters.ts'
import { call } from '#web/api/client.ts'
import { labelsBy } from '#web/api/dictionaries.ts'
import { DictionaryPicker } from '#web/ui/dictionary/DictionaryPicker.tsx'
import type { CustomParameter } from '#features/custom/contract.ts'
import { anaDictListsByDictId } from '#features/dictionary/contract.ts'

const load = labelsBy((ids) => call(anaDictListsByDictId, { body: ids }, { quiet: true, loading: null }))

interface Props {
  id: string
  parameter: CustomParameter
  dictId: number
  value: ParameterValue
  onChange: (value: ParameterValue) => void
}

export const DictionaryField = ({ id, parameter, dictId, value, onChange }: Props) => (
  <DictionaryPicker
    id={id}
    name={`「${parameter.label || parameter.name}」`}
    dictId={dictId}
    load={load}
    value={value}
    several={Array.isArray(parameter.default)}
    onChange={onChange}
  />
)
