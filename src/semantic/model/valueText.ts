// How a value of a dimension reads.

export const emptyText = '–'
/** Text that is there and empty, apart from no value at all. */
export const emptyWord = '(空文本)'

/** Codes and names, never grouped. */
export function valueText(value: string | number | boolean | null): string {
  if (value === null) return emptyText
  if (value === '') return emptyWord
  if (typeof value === 'boolean') return value ? '是' : '否'
  return String(value)
}
