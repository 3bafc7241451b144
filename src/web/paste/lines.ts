// Splits text pasted from a spreadsheet into lines and cells: tabs or commas between cells, quoted cells,
// Windows line ends, a byte order mark, full-width characters of Chinese keyboards.

export interface PastedLine {
  /** Line number from 1, as in an editor. */
  number: number
  raw: string
}

/** A quoted cell may contain line breaks; one not closed within this many lines was no quote. */
const mostQuotedLines = 20

/** Blank lines are skipped but counted. */
export function linesOf(text: string): PastedLine[] {
  const rows = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const lines: PastedLine[] = []
  for (let at = 0; at < rows.length; at++) {
    const number = at + 1
    let raw = rows[at] as string
    const end = endOfQuoted(rows, at)
    if (end > at) {
      raw = rows.slice(at, end + 1).join('\n')
      at = end
    }
    if (raw.trim() !== '') lines.push({ number, raw })
  }
  return lines
}

/** The last row of a line with quoted cells: the row that closes all cells opened in the first one. */
function endOfQuoted(rows: readonly string[], from: number): number {
  if (!isOpen(rows[from] as string)) return from
  let whole = rows[from] as string
  for (let at = from + 1; at < Math.min(rows.length, from + mostQuotedLines); at++) {
    whole += `\n${rows[at]}`
    if (!isOpen(whole)) return at
  }
  return from
}

/** Whether a cell that began with a quote is still open. */
function isOpen(row: string): boolean {
  if (!row.includes('"')) return false
  const opened = row.match(/(^|[\t,，])"/g)
  return opened !== null && (row.split('"').length - 1) % 2 === 1
}

type Separator = 'tab' | 'comma' | 'none'

/** Tabs where there are any: spreadsheets write them, and commas are then part of texts. */
export function separatorOf(text: string, columns: number): Separator {
  if (text.includes('\t')) return 'tab'
  return columns > 1 ? 'comma' : 'none'
}

const signs: Record<Separator, RegExp> = { tab: /\t/, comma: /[,，]/, none: /(?!)/ }

export function cellsOf(raw: string, separator: Separator): string[] {
  if (!raw.includes('"')) return raw.split(signs[separator]).map((cell) => cell.trim())
  const cells: string[] = []
  let rest = raw
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest)
    const after = quoted ? rest.slice(quoted[0].length) : ''
    const isWhole = quoted !== null && (after === '' || after.search(signs[separator]) === 0)
    const end = isWhole ? 0 : rest.search(signs[separator])
    const cell = isWhole ? (quoted[1] as string).replaceAll('""', '"') : end < 0 ? rest : rest.slice(0, end)
    cells.push(cell.trim())
    rest = isWhole ? after : end < 0 ? '' : rest.slice(end)
    if (rest === '') return cells
    rest = rest.slice(1)
    if (rest === '') return [...cells, '']
  }
}

/** Full-width letters, digits and signs become half-width, and invisible characters are removed. */
export function halfWidth(text: string): string {
  return text
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u3000\u00A0]/g, ' ')
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .trim()
}
