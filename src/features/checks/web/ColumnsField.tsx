// Several columns of the chosen table.
import { Checkbox } from '@blueprintjs/core'
import type { DrawnProps } from '#web/form/types.ts'
import { reference } from './reference.ts'

export function ColumnsField({
  id,
  label,
  value,
  values,
  readOnly,
  describedBy,
  onChange,
  onBlur,
}: DrawnProps) {
  const chosen = value as readonly string[]
  const columns = reference().tables.find(({ name }) => name === values.table)?.columns ?? []
  // A column that is gone can be taken away.
  const gone = chosen.filter((name) => !columns.some((column) => column.name === name))
  return (
    <fieldset className="checks-columns" aria-label={label} aria-describedby={describedBy}>
      {[...columns.map(({ name }) => name), ...gone].map((name, at) => (
        <Checkbox
          key={name}
          {...(at === 0 && { id })}
          inline
          checked={chosen.includes(name)}
          disabled={readOnly}
          label={gone.includes(name) ? `${name}（已没有）` : name}
          onBlur={onBlur}
          onChange={() =>
            onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
          }
        />
      ))}
    </fieldset>
  )
}
