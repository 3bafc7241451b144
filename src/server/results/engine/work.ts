// One piece of work in the process: its own connection, statements with bound values, cells as displayed.
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { type ColumnCells, columnCells, longestCutCell } from '#server/warehouse/sandbox/output/cells.ts'
import { TextBuffer } from '#server/warehouse/sandbox/output/textBuffer.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'

export type Values = DuckDBValue[]
/** A cell as displayed; numbers beyond a double's precision are texts. */
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

  /** All rows column-wise, with cells in the text format of users' results. */
  async columns(sql: string, values: Values = []): Promise<ColumnChunk> {
    this.signal.throwIfAborted()
    const result = await this.connection.stream(sql, values)
    const cells = result.columnTypes().map((type) => columnCells(type, universal, longestCutCell))
    const texts = cells.map(() => new TextBuffer())
    let rowCount = 0
    for (;;) {
      const chunk = await result.fetchChunk()
      if (!chunk || chunk.rowCount === 0) break
      const count = chunk.rowCount
      rowCount += count
      cells.forEach((column, index) => {
        column.load(chunk, index, count)
        write(column, count, texts[index] as TextBuffer)
      })
    }
    return { rowCount, columns: texts.map((text) => `[${text.take().toString('utf8', 1)}]`) }
  }

  /** All rows, with cells as a page shows them. */
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

/** Times with a zone are kept as the displayed texts, so no time zone is needed here. */
const universal = () => 0

const comma = 0x2c

function write(cells: ColumnCells, count: number, out: TextBuffer): void {
  for (let row = 0; row < count; row += 1) {
    out.reserve(1)
    out.byte(comma)
    cells.json(row, out)
  }
}
