// The text of a cell as it is painted. A megabyte in one cell must not block the page, so the painted text is cut;
// copies and the opened cell have the whole text.
import { emptyText } from '#shared/nothing.ts'

const mostPaintedCharacters = 4_000
export const emptyMark = emptyText

export function cutForPainting(text: string): string {
  if (text.length <= mostPaintedCharacters) return text
  const end = mostPaintedCharacters - 1
  const code = text.charCodeAt(end - 1)
  // Never ends with half of a surrogate pair.
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end)}…`
}

/** Replaces line breaks with spaces, for cells of one line. */
export function asOneLine(text: string): string {
  return /[\n\r\t\u2028\u2029]/.test(text) ? text.replaceAll(/[\n\r\t\u2028\u2029]+/g, ' ') : text
}
