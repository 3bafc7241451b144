// How a cell of a dimension reads: null as –, the empty string as (空文本), so that the two are told apart.

export const emptyText = '–'
/** Where a value is named in words, as in a condition: null. */
export const nullWord = '(空)'
/** For the empty string; `emptyText` is for null. In sheets null is no cell, in a csv it is nothing and the empty string `""`. */
export const emptyWord = '(空文本)'

/** Numbers are codes here and get no thousands separators. */
export function valueText(value: string | number | boolean | null): string {
  if (value === null) return emptyText
  if (value === '') return emptyWord
  if (typeof value === 'boolean') return value ? '是' : '否'
  return String(value)
}
