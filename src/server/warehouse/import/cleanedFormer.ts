// A former version without the rows of players that were erased since: written anew where it has some.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { engineSettings } from '../duckdb/engineSettings.ts'
import { openTable } from '../snapshot/attach.ts'
import { commentTable, quoteName } from '../snapshot/describe.ts'
import {
  dataFileName,
  nextGeneration,
  type PublishedTable,
  readManifest,
  syncPath,
} from '../snapshot/manifest.ts'
import { tableParts } from '../snapshot/parts.ts'
import { publicationSpill } from '../snapshot/sweep.ts'
import { KeepingOut, type KeptOut } from './keepingOut.ts'

interface Cleaned {
  table: PublishedTable
  /** Rows that were left out. */
  keptOut: number
}

/** While nobody publishes. A file that the manifest does not name in the end is swept. */
export async function cleanedFormer(
  folder: string,
  table: PublishedTable,
  keptOut: KeptOut | null,
): Promise<Cleaned> {
  if (keptOut === null) return { table, keptOut: 0 }
  const generation = await nextGeneration(folder, await readManifest(folder))
  const file = dataFileName(generation)
  const path = join(folder, file)
  const spill = join(folder, `${publicationSpill}${generation}`)
  try {
    const rows = await written(path, spill, async (connection) => {
      const keeping = new KeepingOut(keptOut)
      const all = await openTable(connection, folder, table.name, tableParts(table))
      const left = await keeping.without(connection, all)
      if (keeping.rows === 0) return 0
      await connection.run(`CREATE TABLE ${quoteName(table.name)} AS FROM ${left}`)
      await commentTable(connection, table)
      return keeping.rows
    })
    if (rows === 0) await rm(path, { force: true })
    return rows === 0 ? { table, keptOut: 0 } : { table: inFile(table, file, rows), keptOut: rows }
  } catch (error) {
    await rm(path, { force: true })
    await rm(`${path}.wal`, { force: true })
    throw error
  } finally {
    await rm(spill, { force: true, recursive: true })
  }
}

async function written(
  path: string,
  spill: string,
  write: (connection: DuckDBConnection) => Promise<number>,
): Promise<number> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(path, engineSettings({ share: 1, spill }))
  let rows: number
  try {
    const connection = await instance.connect()
    try {
      rows = await write(connection)
      await connection.run('CHECKPOINT')
    } finally {
      connection.closeSync()
    }
  } finally {
    instance.closeSync()
  }
  if (existsSync(`${path}.wal`)) throw new Error(`${path} was closed with changes left in its log`)
  await syncPath(path)
  return rows
}

function inFile({ added: _, ...table }: PublishedTable, file: string, gone: number): PublishedTable {
  return {
    ...table,
    file,
    content: file,
    rowCount: table.rowCount - gone,
    updatedAt: new Date().toISOString(),
    ...(table.loads && { loads: table.loads.map((load) => ({ ...load, file })) }),
  }
}
