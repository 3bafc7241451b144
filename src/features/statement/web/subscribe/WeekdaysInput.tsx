// Seven checkboxes for the days of the week, Monday first.
import { Checkbox } from '@blueprintjs/core'
import type { DrawnProps, FieldValue } from '#web/form/types.ts'

const days = [
  ['1', '一'],
  ['2', '二'],
  ['3', '三'],
  ['4', '四'],
  ['5', '五'],
  ['6', '六'],
  ['0', '日'],
] as const

const chosenOf = (value: FieldValue): readonly string[] => (Array.isArray(value) ? (value as string[]) : [])

export const weekdaysText = (value: FieldValue): string =>
  days.flatMap(([day, name]) => (chosenOf(value).includes(day) ? [`周${name}`] : [])).join('、')

export function WeekdaysInput({
  id,
  label,
  value,
  readOnly,
  isWrong,
  describedBy,
  onChange,
  onBlur,
}: DrawnProps) {
  const chosen = chosenOf(value)
  return (
    <fieldset
      aria-label={label}
      aria-describedby={describedBy}
      className="subscribe-weekdays"
      data-wrong={isWrong || undefined}
    >
      {days.map(([day, name], at) => (
        <Checkbox
          key={day}
          inline
          {...(at === 0 && { id })}
          checked={chosen.includes(day)}
          disabled={readOnly}
          onBlur={onBlur}
          onChange={() =>
            onChange(chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day])
          }
        >
          {`周${name}`}
        </Checkbox>
      ))}
    </fieldset>
  )
}
