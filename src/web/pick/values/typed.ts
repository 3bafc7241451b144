// Parses typed and pasted values. Typed values are separated by commas or line breaks; quotes keep a value
// literally, with its commas and blanks. A spreadsheet's copy has one value per cell.
import { cellsOf, linesOf } from '#web/paste/lines.ts'

export interface TypedValue {
  text: string
  /** Quoted: kept literally. */
  isQuoted: boolean
}

const separator = /[,，、;；\n\r\t]/
const quoted = /^\s*"((?:[^"]|"")*)"\s*(?=[,，、;；\n\r\t]|$)/

/** Parses one or several typed lines. */
export function typedValues(text: string): TypedValue[] {
  const values: TypedValue[] = []
  let rest = text
  while (rest !== '') {
    const whole = quoted.exec(rest)
    const end = whole ? whole[0].length : rest.search(separator)
    const part = end < 0 ? rest : rest.slice(0, end)
    if (whole) values.push({ text: (whole[1] ?? '').replaceAll('""', '"'), isQuoted: true })
    else if (part.trim() !== '') values.push({ text: part.trim(), isQuoted: false })
    rest = end < 0 ? '' : rest.slice(end + 1)
  }
  return values
}

/** Null where the pasted text is neither a column nor a row: it is then text to be edited. */
export function pastedValues(text: string): TypedValue[] | null {
  if (!/[\n\r\t]/.test(text.replace(/[\n\r]+$/, ''))) return null
  return linesOf(text)
    .flatMap(({ raw }) => cellsOf(raw, 'tab'))
    .filter((cell) => cell !== '')
    .map((cell) => ({ text: cell, isQuoted: false }))
}

/** The notation that is parsed back to the same text. */
export function writtenValue(text: string, isWord: (text: string) => boolean = () => false): string {
  const [read, ...more] = typedValues(text)
  const isPlain = read?.text === text && !read.isQuoted && more.length === 0 && !isWord(text)
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`
}
