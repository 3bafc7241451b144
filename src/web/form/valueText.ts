// How a field's value reads outside its field.
import { isEmpty } from './checking.ts'
import type { AnyField, FieldValue } from './types.ts'

export function valueText(field: AnyField, value: FieldValue): string {
  if (field.kind === 'secret') return isEmpty(value) ? '（不变）' : '（已改）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (isEmpty(value)) return '（空）'
  if (Array.isArray(value)) return value.join(field.kind === 'lines' ? '\n' : '、')
  if (field.kind === 'select')
    return field.choices.find((choice) => choice.value === value)?.title ?? String(value)
  return field.kind === 'time' ? String(value).replace('T', ' ') : String(value)
}
