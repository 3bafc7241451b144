// Who works on a data folder. One server and any commands share it; a restore wants it alone. The locks are SQLite's
// on a file, which the system lets go of when their holder dies in whatever way.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface Occupancy {
  leave(): void
}

/** Null while somebody restores the folder. */
export const occupy = (dataDir: string): Occupancy | null =>
  take(dataDir, 'occupied.lock', ['begin', 'select count(*) from sqlite_schema'])

/** Null while a server or a command works on the folder. */
export const occupyAlone = (dataDir: string): Occupancy | null =>
  take(dataDir, 'occupied.lock', ['begin exclusive'])

/** Null while another server serves the folder. */
export const occupyAsServer = (dataDir: string): Occupancy | null =>
  take(dataDir, 'server.lock', ['begin exclusive'])

function take(dataDir: string, name: string, statements: string[]): Occupancy | null {
  mkdirSync(dataDir, { recursive: true })
  const database = new DatabaseSync(join(dataDir, name), { timeout: 100 })
  try {
    for (const statement of statements) database.prepare(statement).all()
    return { leave: () => database.close() }
  } catch (error) {
    database.close()
    if (/locked|busy/i.test((error as Error).message)) return null
    throw error
  }
}
