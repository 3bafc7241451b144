// Reads a consistent snapshot by cursors, with only a few rows in memory at a time.
import type pg from 'pg'
import type { Table } from '../table.ts'
import type { MetadataSnapshot } from '../types.ts'

const mostRows = 1000
const goalCharacters = 4_000_000

export async function readSnapshot<Result>(
  pool: pg.Pool,
  work: (snapshot: MetadataSnapshot) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    // The snapshot begins with the first statement.
    const { rows } = await client.query<{ name: string }>('select name from migration order by name')
    const result = await work({
      migrations: rows.map(({ name }) => name).sort(),
      rows: (table) => cursorRows(async (text) => (await client.query<Row>(text)).rows, table),
    })
    await client.query('commit')
    return result
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // A connection with an open transaction is not reused.
    client.release(failure)
  }
}

type Row = Record<string, unknown>

/** In key order. `query` runs a statement of a transaction, which reads nothing else meanwhile. */
export async function* cursorRows(
  query: (text: string) => Promise<Row[]>,
  { name, key }: Table,
): AsyncGenerator<Row> {
  const order = key.map((column) => `"${column}"`).join()
  await query(`declare dumped no scroll cursor for select * from "${name}" order by ${order}`)
  for (let wanted = 1; ; ) {
    const rows = await query(`fetch forward ${wanted} from dumped`)
    yield* rows
    if (rows.length < wanted) break
    const longest = Math.max(...rows.map(lengthOf))
    wanted = Math.max(1, Math.min(mostRows, wanted * 4, Math.trunc(goalCharacters / longest)))
  }
  await query('close dumped')
}

export const lengthOf = (row: Row): number =>
  Object.values(row).reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
