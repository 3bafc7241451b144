// Formats a field's value outside its field.

import { emptyText } from '#shared/nothing.ts'
import { isEmpty } from './checking.ts'
import type { AnyField, AnyValues, Choice, FieldValue } from './types.ts'

/** Choices of a select, given the other fields' values. */
export const choicesOf = (
  { choices }: Extract<AnyField, { kind: 'select' }>,
  values: AnyValues,
): readonly Choice[] => (typeof choices === 'function' ? choices(values) : choices)

export function valueText(field: AnyField, value: FieldValue, values: AnyValues): string {
  if (field.kind === 'secret') return isEmpty(value) ? '（不变）' : '（已改）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (isEmpty(value)) return emptyText
  if (field.kind === 'drawn' && field.text) return field.text(value, values)
  if (Array.isArray(value)) return value.join(field.kind === 'lines' ? '\n' : '、')
  if (field.kind === 'select')
    return choicesOf(field, values).find((choice) => choice.value === value)?.title ?? String(value)
  return field.kind === 'time' ? String(value).replace('T', ' ') : String(value)
}
