// Prepared data folders: an embedded store with all its tables, and published warehouses.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLog } from '#server/log.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { publish } from '#server/warehouse/publish.ts'
import { tables } from '../../src/main-tables.ts'

const made = new Map<string, Promise<string>>()

/** Makes a folder once per process; later callers copy it. */
function once(key: string, make: (folder: string) => Promise<void>): Promise<string> {
  const known = made.get(key)
  if (known) return known
  const folder = mkdtempSync(join(tmpdir(), 'template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const making = make(folder).then(() => folder)
  made.set(key, making)
  return making
}

/** Copies an embedded store with all tables into the folder, unless the folder has one. */
export async function copyMigrated(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'metadata.sqlite'))) return
  const source = await once('metadata', async (folder) => {
    await (await openMetadata({ metadata: 'embedded', dataDir: folder }, makeLog('silent'), tables)).stop()
  })
  cpSync(source, dataDir, { recursive: true })
}

/**
 * Copies a warehouse with the statements' tables into the folder; an existing warehouse gets the tables in addition.
 */
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
