// Data folders that need not be made anew: the embedded store with all its tables, and published warehouses.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLog } from '#server/log.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { publish } from '#server/warehouse/publish.ts'
import { tables } from '../../src/main-tables.ts'

const made = new Map<string, Promise<string>>()

/** A folder that is made once a process and copied from then on. */
function once(key: string, make: (folder: string) => Promise<void>): Promise<string> {
  const known = made.get(key)
  if (known) return known
  const folder = mkdtempSync(join(tmpdir(), 'template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const making = make(folder).then(() => folder)
  made.set(key, making)
  return making
}

/** Puts an embedded store with all tables into the folder, unless one is there. */
export async function copyMigrated(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'metadata.sqlite'))) return
  const source = await once('metadata', async (folder) => {
    await (await openMetadata({ metadata: 'embedded', dataDir: folder }, makeLog('silent'), tables)).stop()
  })
  cpSync(source, dataDir, { recursive: true })
}

/** Puts a warehouse into the folder whose tables the statements make; one that is there gets them beside its own. */
export async function copyPublished(dataDir: string, statements: string[]): Promise<void> {
  if (existsSync(join(dataDir, 'warehouse'))) return publishAll(dataDir, statements)
  const source = await once(JSON.stringify(statements), (folder) => publishAll(folder, statements))
  cpSync(source, dataDir, { recursive: true })
}

export async function publishAll(dataDir: string, statements: string[]): Promise<void> {
  await publish(dataDir, async ({ connection }) => {
    for (const statement of statements) await connection.run(statement)
  })
}
