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
      rows: (table) => rowsOf(client, table),
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

async function* rowsOf(client: pg.PoolClient, { name, key }: Table) {
  const order = key.map((column) => `"${column}"`).join()
  await client.query(`declare dumped no scroll cursor for select * from "${name}" order by ${order}`)
  for (let wanted = 1; ; ) {
    const { rows } = await client.query<Record<string, unknown>>(`fetch forward ${wanted} from dumped`)
    yield* rows
    if (rows.length < wanted) break
    const longest = Math.max(...rows.map(lengthOf))
    wanted = Math.max(1, Math.min(mostRows, wanted * 4, Math.trunc(goalCharacters / longest)))
  }
  await client.query('close dumped')
}

const lengthOf = (row: Record<string, unknown>): number =>
  Object.values(row).reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
