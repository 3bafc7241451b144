// How a cell of a dimension reads: no value and the empty text are told apart.
import { emptyText, emptyWord } from '#shared/nothing.ts'

export { emptyText, emptyWord }

/** Numbers are codes here and get no thousands separators. */
export function valueText(value: string | number | boolean | null): string {
  if (value === null) return emptyText
  if (value === '') return emptyWord
  if (typeof value === 'boolean') return value ? '是' : '否'
  return String(value)
}
