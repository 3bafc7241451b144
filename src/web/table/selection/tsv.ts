// Cells as text for the clipboard, tab separated, quoted as Excel does. Texts that look like formulas are not escaped:
// a leading apostrophe would end up in the user's data.

import { inChunks } from '../chunks.ts'
import type { CellValue, TableColumn } from '../types.ts'
import type { GridRange } from './selection.ts'
import type { CellSource } from './statistics.ts'

/** Chromium takes about a second for this much; a spreadsheet refuses more anyway. */
export const mostCopiedCells = 5_000_000
export const mostCopiedCharacters = 100_000_000

/** For rows that must be loaded first. */
export const mostFetchedCells = 1_000_000

export type CopyOutcome =
  | { text: string; cells: number }
  | { refused: 'cells' | 'fetched' | 'characters' | 'aborted' | 'failed'; problem?: unknown }

const needsQuotes = /[\t\n\r"]/

export function quoteCell(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function headerText(title: string, unit: string): string {
  return quoteCell(unit ? `${title} (${unit})` : title)
}

/** Null is copied as an empty cell; `–` is only painted. */
function textOf(column: TableColumn | undefined, value: CellValue): string {
  return value === null ? '' : quoteCell((column?.copy ?? column?.format)?.(value) ?? '')
}

/** A range of loaded rows, read by row and displayed column position. */
interface CopyPiece {
  firstRow: number
  endRow: number
  read: CellSource['read']
}
export type CopyPieces = (firstRow: number, endRow: number, signal: AbortSignal) => AsyncIterable<CopyPiece>

/** `fetched` loads the rows in pieces; without it, all rows are in `source`. */
export async function rangeAsTsv(
  source: CellSource,
  range: GridRange,
  withHeaders: boolean,
  signal: AbortSignal,
  fetched?: CopyPieces,
): Promise<CopyOutcome> {
  const rows = range.lastRow - range.firstRow + 1
  const columns = range.lastColumn - range.firstColumn + 1
  if (rows * columns > mostCopiedCells) return { refused: 'cells' }
  if (fetched && rows * columns > mostFetchedCells) return { refused: 'fetched' }
  const shown = Array.from({ length: columns }, (_, offset) => range.firstColumn + offset)
  const lines: string[] = []
  if (withHeaders) {
    lines.push(
      shown
        .map((index) => {
          const column = source.columns[index]
          return headerText(column?.fullTitle ?? column?.title ?? '', column?.unit ?? '')
        })
        .join('\t'),
    )
  }
  const limit = new AbortController()
  const stopped = AbortSignal.any([signal, limit.signal])
  let characters = 0
  const copyRow = (read: CellSource['read'], row: number) => {
    if (limit.signal.aborted) return
    const texts = shown.map((column) => {
      const given = source.textAt?.(row, column)
      return given === undefined ? textOf(source.columns[column], read(row, column)) : quoteCell(given)
    })
    const line = texts.join('\t')
    characters += line.length + 2
    if (characters > mostCopiedCharacters) limit.abort()
    else lines.push(line)
  }
  const end = range.lastRow + 1
  try {
    for await (const piece of fetched?.(range.firstRow, end, stopped) ?? wholePiece(source, range)) {
      const copyOne = (offset: number) => copyRow(piece.read, piece.firstRow + offset)
      if (!(await inChunks(piece.endRow - piece.firstRow, copyOne, stopped))) break
    }
  } catch (problem) {
    if (!stopped.aborted) return { refused: 'failed', problem }
  }
  if (limit.signal.aborted) return { refused: 'characters' }
  if (signal.aborted) return { refused: 'aborted' }
  return { text: lines.join('\r\n'), cells: rows * columns }
}

async function* wholePiece(source: CellSource, range: GridRange): AsyncGenerator<CopyPiece> {
  yield { firstRow: range.firstRow, endRow: range.lastRow + 1, read: source.read }
}
