// Attaches the published files to an engine, read-only. A file that is damaged, missing or changed makes only
// its own tables unreadable.
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName, quoteText } from './describe.ts'
import { fingerprintOf } from './fingerprint.ts'
import { catalogOf, type Manifest, type PublishedTable, partsOf } from './manifest.ts'
import { relationOf, stayingIn, type TableParts, tableParts } from './parts.ts'

export interface PublishedFiles {
  folder: string
  /** Table name and the files that hold it. */
  tables: [name: string, parts: TableParts][]
  fingerprints: Record<string, string>
}

export const publishedFiles = (folder: string, { tables, fingerprints }: Manifest): PublishedFiles => ({
  folder,
  tables: tables.map((table) => [table.name, tableParts(table)]),
  fingerprints,
})

/** Returns the tables that can't be read. */
export async function attachPublished(
  connection: DuckDBConnection,
  { folder, tables, fingerprints }: PublishedFiles,
): Promise<string[]> {
  const damaged = new Set<string>()
  for (const file of new Set(tables.flatMap(([, parts]) => partsOf(parts)))) {
    const isThere = await attach(connection, join(folder, file), fingerprints[file], catalogOf(file))
    if (!isThere) damaged.add(file)
  }
  const isDamaged = (parts: TableParts) => partsOf(parts).some((file) => damaged.has(file))
  return tables.filter(([, parts]) => isDamaged(parts)).map(([name]) => name)
}

/**
 * Whether the file is unchanged (fingerprint null: from before fingerprints were recorded) and the engine
 * opens it.
 */
export async function attach(
  connection: DuckDBConnection,
  path: string,
  fingerprint: string | null | undefined,
  catalog: string,
): Promise<boolean> {
  try {
    if (fingerprint && (await fingerprintOf(path)) !== fingerprint) return false
    await connection.run(`ATTACH ${quoteText(path)} AS ${quoteName(catalog)} (READ_ONLY)`)
    return true
  } catch (error) {
    if (isOutOfFiles(error)) throw error
    return false
  }
}

/** Too many open files: nothing is wrong with the file then. */
const isOutOfFiles = (error: unknown): boolean =>
  /too many open files|Out of Memory/i.test((error as Error).message)

/** Attaches the files of one table, unchecked; returns its rows for use after FROM. */
export async function openTable(
  connection: DuckDBConnection,
  folder: string,
  name: string,
  parts: TableParts,
): Promise<string> {
  for (const file of partsOf(parts))
    await connection.run(
      `ATTACH IF NOT EXISTS ${quoteText(join(folder, file))} AS ${quoteName(catalogOf(file))} (READ_ONLY)`,
    )
  return relationOf(name, parts)
}

/** The rows of a table that stay beside those of the new part, for use after FROM. */
export async function stayingRows(
  connection: DuckDBConnection,
  folder: string,
  table: PublishedTable,
): Promise<string> {
  const parts = tableParts(table)
  await openTable(connection, folder, table.name, parts)
  return stayingIn(table.name, parts)
}
