// How a cell of a dimension reads: null as –, the empty string as (空文本), so that the two are told apart.

export const emptyText = '–'
/** For the empty string; `emptyText` is for null. */
export const emptyWord = '(空文本)'

/** Numbers are codes here and get no thousands separators. */
export function valueText(value: string | number | boolean | null): string {
  if (value === null) return emptyText
  if (value === '') return emptyWord
  if (typeof value === 'boolean') return value ? '是' : '否'
  return String(value)
}
