// Reads a consistent snapshot on a connection of its own: writers never wait for it, and rows are read on
// demand.
import { DatabaseSync } from 'node:sqlite'
import type { Table } from '../table.ts'
import type { MetadataSnapshot } from '../types.ts'

export async function readSnapshot<Result>(
  path: string,
  work: (snapshot: MetadataSnapshot) => Promise<Result>,
): Promise<Result> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    database.exec('begin')
    // The snapshot begins with the first statement.
    const noted = database.prepare('select name from migration order by name').all()
    return await work({
      migrations: noted.map(({ name }) => String(name)),
      rows: (table) => rowsOf(database, table),
    })
  } finally {
    database.close()
  }
}

async function* rowsOf(database: DatabaseSync, { name, key }: Table) {
  const order = key.map((column) => `"${column}"`).join()
  for (const row of database.prepare(`select * from "${name}" order by ${order}`).iterate()) yield { ...row }
}
