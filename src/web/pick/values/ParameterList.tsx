// The value of a parameter that is a list.
import { type ListItem, listWith } from './list.ts'
import { writtenValue } from './typed.ts'
import { ValuesInput } from './ValuesInput.tsx'

interface Props {
  id?: string
  label?: string
  values: readonly ListItem[]
  autoFocus?: boolean
  onChange: (values: ListItem[]) => void
}

export const ParameterList = ({ id, label, values, autoFocus = false, onChange }: Props) => (
  <ValuesInput<ListItem>
    values={values}
    read={({ text }) => text}
    textOf={(item) => writtenValue(String(item))}
    inputProps={{ autoFocus, ...(id !== undefined && { id }), ...(label && { 'aria-label': label }) }}
    onChange={(next) => {
      const added = next.slice(values.length)
      onChange(added.length > 0 ? listWith(values, added) : next)
    }}
  />
)
