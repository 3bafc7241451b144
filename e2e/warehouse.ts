// Computes figures in a second, independent way: plain SQL on the published file, without the report engine.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** The first row of `sql` over the file that contains `table`. */
export async function figures(dataDir: string, table: string, sql: string): Promise<unknown[]> {
  const folder = join(dataDir, 'warehouse')
  const manifest = JSON.parse(await readFile(join(folder, 'current.json'), 'utf8')) as {
    tables: { name: string; file: string }[]
  }
  const file = manifest.tables.find(({ name }) => name === table)?.file
  if (!file) throw new Error(`${table} is not published`)
  const instance = await DuckDBInstance.create(join(folder, file), { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  try {
    const reader = await connection.runAndReadAll(sql)
    return (reader.getRowsJson()[0] ?? []) as unknown[]
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
