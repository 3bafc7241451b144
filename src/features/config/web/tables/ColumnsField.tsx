// The form field for several columns of the chosen table, in order.
import { Button, HTMLSelect, Tag } from '@blueprintjs/core'
import type { DrawnProps } from '#web/form/types.ts'
import { columnChoices } from '../form/choices.ts'

export function ColumnsField({
  id,
  label,
  value,
  values,
  isWrong,
  describedBy,
  onChange,
  onBlur,
}: DrawnProps) {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : []
  const rest = columnChoices(values.table_truename).filter((choice) => !chosen.includes(choice.value))
  return (
    <div className="config-columns">
      {chosen.map((column) => (
        <Tag key={column} minimal>
          {column}
          <Button
            variant="minimal"
            size="small"
            text="×"
            aria-label={`移除列 ${column}`}
            onClick={() => onChange(chosen.filter((one) => one !== column))}
          />
        </Tag>
      ))}
      <HTMLSelect
        id={id}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        value=""
        disabled={rest.length === 0}
        onBlur={onBlur}
        onChange={(event) => onChange([...chosen, event.currentTarget.value])}
        options={[
          { value: '', label: '添加列' },
          ...rest.map((choice) => ({ value: choice.value, label: choice.title })),
        ]}
      />
    </div>
  )
}
