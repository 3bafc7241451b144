// One piece of work in the process: a connection of its own, statements with bound values, cells as they are shown.
import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api'
import { type CellReader, cellReader, cellTypeOf } from '../../warehouse/duckdb/cells.ts'
import type { WarehouseColumn } from '../../warehouse/types.ts'
import type { ResultWindow } from '../types.ts'

export type Values = DuckDBValue[]
/** A cell as it is shown: what goes beyond a number is a text. */
export type Cell = string | number | boolean | null

export class Work {
  readonly connection: DuckDBConnection
  readonly signal: AbortSignal

  constructor(connection: DuckDBConnection, signal: AbortSignal) {
    this.connection = connection
    this.signal = signal
  }

  async run(sql: string, values: Values = []): Promise<void> {
    this.signal.throwIfAborted()
    await this.connection.run(sql, values)
  }

  /** All rows, each cell's text as JSON, by columns; with the columns themselves. */
  async columns(sql: string, values: Values = []): Promise<ResultWindow & { heads: WarehouseColumn[] }> {
    this.signal.throwIfAborted()
    const result = await this.connection.stream(sql, values)
    const types = result.columnTypes()
    const readers = types.map(exactReader)
    const texts: string[][] = types.map(() => [])
    let rowCount = 0
    for (;;) {
      const chunk = await result.fetchChunk()
      if (!chunk || chunk.rowCount === 0) break
      rowCount += chunk.rowCount
      readers.forEach((read, index) => {
        read(chunk, index, chunk.rowCount, texts[index] as string[])
      })
    }
    const heads = result.columnNames().map((name, index) => {
      const type = types[index] as DuckDBType
      return { name, type: cellTypeOf(type), databaseType: String(type) }
    })
    return { from: 0, rowCount, columns: texts.map((column) => `[${column.join(',')}]`), heads }
  }

  /** All rows, their cells as a page shows them. */
  async rows(sql: string, values: Values = []): Promise<Cell[][]> {
    const { rowCount, columns } = await this.columns(sql, values)
    const cells = columns.map((text) => JSON.parse(text) as Cell[])
    return Array.from({ length: rowCount }, (_, row) => cells.map((column) => column[row] as Cell))
  }

  async row(sql: string, values: Values = []): Promise<Cell[]> {
    return (await this.rows(sql, values))[0] ?? []
  }

  async number(sql: string, values: Values = []): Promise<number> {
    return Number((await this.row(sql, values))[0] ?? 0)
  }
}

const special = new Set([
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_TZ,
])

/** As reports read cells, but NaN and infinities are texts, as in users' results. */
function exactReader(type: DuckDBType): CellReader {
  const read = cellReader(type)
  if (!special.has(type.typeId)) return read
  return (chunk: DuckDBDataChunk, column, count, into) => {
    const from = into.length
    read(chunk, column, count, into)
    const vector = chunk.getColumnVector(column)
    for (let row = 0; row < count; row += 1) {
      if (into[from + row] !== 'null') continue
      const value = vector.getItem(row)
      if (value !== null) into[from + row] = JSON.stringify(String(value))
    }
  }
}
