// The text of a cell as it is painted. A megabyte in one cell must not stop the page, so what is painted is cut;
// copies and the opened cell have the whole.
import { emptyText } from '#shared/nothing.ts'

const mostPaintedCharacters = 4_000
export const emptyMark = emptyText

export function cutForPainting(text: string): string {
  if (text.length <= mostPaintedCharacters) return text
  const end = mostPaintedCharacters - 1
  const code = text.charCodeAt(end - 1)
  // Half of a surrogate pair is not a character.
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end)}…`
}

/** Line breaks are white space where a cell has one line only. */
export function asOneLine(text: string): string {
  return /[\n\r\t\u2028\u2029]/.test(text) ? text.replaceAll(/[\n\r\t\u2028\u2029]+/g, ' ') : text
}
