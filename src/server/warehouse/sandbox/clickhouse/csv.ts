// A result's chunks as csv, cell by cell as the page shows them: a header line, CRLF, an empty field for no value.

import type { ColumnChunk, WarehouseColumn } from '#server/warehouse/types.ts'
import { csvText } from '#shared/csvText.ts'

type Cell = string | number | boolean | null

export const csvHead = (columns: readonly WarehouseColumn[]): Buffer =>
  Buffer.from(`${columns.map(({ name }) => csvText(name)).join(',')}\r\n`)

export function csvRows(
  columns: readonly WarehouseColumn[],
  { rowCount, columns: cells }: ColumnChunk,
): Buffer {
  const written = cells.map((text, at) => fields(text, columns[at] as WarehouseColumn))
  const lines: string[] = []
  for (let row = 0; row < rowCount; row += 1) {
    const line = written.map((column) => column[row] ?? '').join(',')
    // Many readers skip an empty line, so an empty row is written as "".
    lines.push(line === '' ? '""' : line)
  }
  return Buffer.from(rowCount === 0 ? '' : `${lines.join('\r\n')}\r\n`)
}

/** Numbers with all their digits: those beyond a double's are texts in a chunk. */
function fields(text: string, { type }: WarehouseColumn): string[] {
  const isText = type === 'string' || type === 'json'
  const values = JSON.parse(text, (_key, value, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  ) as Cell[]
  return values.map((value) => {
    if (value === null) return ''
    return isText ? csvText(String(value)) : String(value)
  })
}
