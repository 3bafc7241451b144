// Cells as text for the clipboard, tab separated, quoted as Excel does. Texts that look like formulas stay as they
// are: what is pasted is what was seen, and a leading apostrophe would end up in the reader's data.
import type { GridRange } from './selection.ts'
import { inSlices } from './slices.ts'
import type { CellSource } from './statistics.ts'

/** Chromium takes about a second for so much; a spreadsheet refuses more anyway. */
export const mostCopiedCells = 5_000_000
export const mostCopiedCharacters = 100_000_000

export type CopyOutcome = { text: string; cells: number } | { refused: 'cells' | 'characters' | 'aborted' }

const needsQuotes = /[\t\n\r"]/

export function quoteCell(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function headerText(title: string, unit: string): string {
  return quoteCell(unit ? `${title} (${unit})` : title)
}

/** Null is an empty cell; `–` is only how it is painted. */
export function cellText(source: CellSource, row: number, column: number): string {
  const value = source.read(row, column)
  return value === null ? '' : quoteCell(source.columns[column]?.format(value) ?? '')
}

export async function rangeAsTsv(
  source: CellSource,
  range: GridRange,
  withHeaders: boolean,
  signal: AbortSignal,
): Promise<CopyOutcome> {
  const rows = range.lastRow - range.firstRow + 1
  const columns = range.lastColumn - range.firstColumn + 1
  if (rows * columns > mostCopiedCells) return { refused: 'cells' }
  const shown = Array.from({ length: columns }, (_, offset) => range.firstColumn + offset)
  const lines: string[] = []
  if (withHeaders) {
    lines.push(
      shown
        .map((index) => headerText(source.columns[index]?.title ?? '', source.columns[index]?.unit ?? ''))
        .join('\t'),
    )
  }
  const limit = new AbortController()
  let characters = 0
  const copyRow = (offset: number) => {
    if (limit.signal.aborted) return
    const line = shown.map((column) => cellText(source, range.firstRow + offset, column)).join('\t')
    characters += line.length + 2
    if (characters > mostCopiedCharacters) limit.abort()
    else lines.push(line)
  }
  const finished = await inSlices(rows, copyRow, AbortSignal.any([signal, limit.signal]))
  if (limit.signal.aborted) return { refused: 'characters' }
  if (!finished) return { refused: 'aborted' }
  return { text: lines.join('\r\n'), cells: rows * columns }
}
