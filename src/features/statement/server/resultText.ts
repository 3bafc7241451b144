// Builds the wire's table from the warehouse's column texts without parsing cells.

import type { ColumnChunk } from '#server/warehouse/types.ts'
import type { ReportTable } from '../contract.ts'

export type Cell = string | number | boolean | null

/** The first element of a JSON array's text, and the array without it. */
function splitFirst(text: string): { first: Cell; rest: string } {
  const end = endOfCell(text, 1)
  const first = JSON.parse(text.slice(1, end)) as Cell
  return { first, rest: text[end] === ',' ? `[${text.slice(end + 1)}` : '[]' }
}

/** Cells are no arrays or objects: one ends at a comma or bracket, or at its closing quote. */
function endOfCell(text: string, start: number): number {
  let at = start
  if (text[at] !== '"') {
    while (text[at] !== ',' && text[at] !== ']') at += 1
    return at
  }
  at += 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Separates the first row, the total, from the first chunk. */
export function splitTotal(chunk: ColumnChunk): { total: Cell[]; rest: ColumnChunk } {
  const columns = chunk.columns.map(splitFirst)
  return {
    total: columns.map(({ first }) => first),
    rest: { rowCount: chunk.rowCount - 1, columns: columns.map(({ rest }) => rest) },
  }
}

/** The table as JSON text, in pieces. */
export function* tableText(
  table: Omit<ReportTable, 'data'>,
  chunks: readonly ColumnChunk[],
): Generator<string> {
  const filled = chunks.filter((chunk) => chunk.rowCount > 0)
  yield `${JSON.stringify(table).slice(0, -1)},"data":[`
  for (const index of table.columns.keys()) {
    yield index === 0 ? '[' : ',['
    for (const [position, chunk] of filled.entries()) {
      const cells = (chunk.columns[index] ?? '[]').slice(1, -1)
      yield position === 0 ? cells : `,${cells}`
    }
    yield ']'
  }
  yield ']}'
}
