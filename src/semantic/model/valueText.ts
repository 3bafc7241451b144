// How a cell of a dimension reads: null as –, the empty string as (空文本), so that the two are told apart.
import { emptyWord, nullWord } from '../../shared/emptyWords.ts'

export const emptyText = '–'
/** `emptyWord` is for the empty string; `emptyText` is for null. In sheets null is no cell, in a csv it is nothing and the empty string `""`. */
export { emptyWord, nullWord }

/** Numbers are codes here and get no thousands separators. */
export function valueText(value: string | number | boolean | null): string {
  if (value === null) return emptyText
  if (value === '') return emptyWord
  if (typeof value === 'boolean') return value ? '是' : '否'
  return String(value)
}
