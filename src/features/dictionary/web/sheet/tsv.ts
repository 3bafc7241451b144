// Parses the clipboard format of spreadsheets: tabs between cells, line breaks between rows, quotes around
// cells that contain such characters. Needs one pass over the text, whatever it contains.

/** Use another `separator` than tab for CSV. Stops at a cell limit; then `isCut` is true. */
export function readTsv(
  given: string,
  mostCells: number,
  separator = '\t',
): { rows: string[][]; isCut: boolean } {
  const text = given.replace(/^\uFEFF/, '')
  const rows: string[][] = []
  let row: string[] = []
  let cells = 0
  let at = 0
  while (at < text.length) {
    const quoted = text[at] === '"' ? quotedCell(text, at, separator) : null
    const end = quoted ? quoted.end : plainEnd(text, at, separator)
    row.push(quoted ? quoted.cell : text.slice(at, end))
    cells += 1
    if (cells > mostCells) return { rows, isCut: true }
    const sign = text[end]
    at = end + 1
    if (sign === separator) {
      if (at >= text.length) row.push('')
      continue
    }
    if (sign === '\r' && text[at] === '\n') at += 1
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return { rows, isCut: false }
}

function plainEnd(text: string, from: number, separator: string): number {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return end
}

/** Null when the quote does not enclose the cell: it is not closed, or text follows it. */
function quotedCell(text: string, from: number, separator: string): { cell: string; end: number } | null {
  let cell = ''
  let at = from + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) return null
    cell += text.slice(at, close)
    if (text[close + 1] === '"') {
      cell += '"'
      at = close + 2
      continue
    }
    const end = close + 1
    const isEnd = end >= text.length || text[end] === separator || text[end] === '\n' || text[end] === '\r'
    return isEnd ? { cell: cell.replace(/\r\n?/g, '\n'), end } : null
  }
}
