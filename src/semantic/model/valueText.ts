// Formats a dimension's cell: null and the empty text are distinguished.
import { emptyText, emptyWord } from '#shared/nothing.ts'

export { emptyText, emptyWord }

/** Numbers are codes here, without thousands separators. */
export function valueText(value: string | number | boolean | null): string {
  if (value === null) return emptyText
  if (value === '') return emptyWord
  if (typeof value === 'boolean') return value ? '是' : '否'
  return String(value)
}
