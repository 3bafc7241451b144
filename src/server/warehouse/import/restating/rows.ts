// Rows of a statement as plain values: exact, as reports get them.
import type { DuckDBConnection } from '@duckdb/node-api'
import { cellReader } from '#server/warehouse/duckdb/cells.ts'
import { bindParameters } from '#server/warehouse/duckdb/parameters.ts'

export async function rowsOf(
  connection: DuckDBConnection,
  sql: string,
  params: Parameters<typeof bindParameters>[1] = [],
): Promise<unknown[][]> {
  const statement = await connection.prepare(sql)
  try {
    bindParameters(statement, params)
    const result = await statement.run()
    const readers = result.columnTypes().map(cellReader)
    const chunks = await result.fetchAllChunks()
    return chunks.flatMap((chunk) => {
      const columns = readers.map((read, at) => {
        const cells: string[] = []
        read(chunk, at, chunk.rowCount, cells)
        return JSON.parse(`[${cells.join(',')}]`) as unknown[]
      })
      return Array.from({ length: chunk.rowCount }, (_, row) => columns.map((column) => column[row] ?? null))
    })
  } finally {
    statement.destroySync()
  }
}
