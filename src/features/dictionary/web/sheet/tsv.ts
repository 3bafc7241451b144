// What a table program puts on the clipboard: tabs between cells, lines between rows, quotes around cells that hold
// such signs. One pass over the text, whatever is in it.

/** `separator` other than a tab for csv. Stops where there are more cells than anybody pastes; `isCut` tells then. */
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

/** Null where the quote is none: it is not closed, or something follows its close. */
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
