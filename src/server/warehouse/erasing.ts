// Removes rows for good, file by file. A file that holds a wanted row is written anew without it, and without the rows
// that later parts hide, which are still in it; files without such rows stay as they are. Former versions with such a
// file go. Each file is a publication of its own, so a kill loses nothing: whoever goes on looks at what is left.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { engineSettings } from './duckdb/engineSettings.ts'
import { foldedId, foldedSql } from './identity.ts'
import { locked } from './publish.ts'
import { openTable } from './snapshot/attach.ts'
import { commentTable, describeTables, quoteName, quoteText } from './snapshot/describe.ts'
import {
  catalogOf,
  dataFileName,
  filesOf,
  formersOf,
  type Manifest,
  nextGeneration,
  type PublishedTable,
  partsOf,
  readManifest,
  stillRetained,
  syncPath,
  warehouseFolder,
  writeManifest,
} from './snapshot/manifest.ts'
import { hiddenRows, noteParts, preparePart, relationOf, tableParts } from './snapshot/parts.ts'
import { publicationSpill, sweepLocked } from './snapshot/sweep.ts'

interface Erasing {
  /** The value, as text, whose rows go. */
  value: string
  /** The table's columns that may hold it. */
  columnsOf(table: PhysicalTable): readonly string[]
  signal: AbortSignal
  /** After each step, with what it removed. */
  onErased?(erased: ErasedRows): Promise<void> | void
}

export interface ErasedRows {
  /** Rows that readers saw until then, by table. */
  tables: Map<string, number>
  /** Tables of former versions that are gone, each as often as versions went. */
  formers: string[]
  files: number
}

/** Pause between looks whether a publication may still be taken back (ms). */
const retainedMs = 500

export async function eraseRows(dataDir: string, order: Erasing): Promise<void> {
  const folder = warehouseFolder(dataDir)
  // A name stands for one content for ever.
  const clean = new Set<string>()
  for (;;) {
    order.signal.throwIfAborted()
    const erased: ErasedRows = { tables: new Map(), formers: [], files: 0 }
    const step = await locked(folder, 120_000, () => eraseNext(folder, order, { erased, clean }))
    if (step === 'waits') await delay(retainedMs, undefined, { signal: order.signal })
    else await order.onErased?.(erased)
    if (step === 'done') return
  }
}

interface Progress {
  erased: ErasedRows
  clean: Set<string>
}

/** Writes one file anew, if one has to be. */
async function eraseNext(
  folder: string,
  order: Erasing,
  { erased, clean }: Progress,
): Promise<'waits' | 'goes on' | 'done'> {
  const manifest = await readManifest(folder)
  await sweepLocked(folder)
  // Its files would come back with rows that are gone here.
  if (stillRetained(manifest).length > 0) return 'waits'
  const isTouched = async (file: string): Promise<boolean> => {
    if (clean.has(file) || !existsSync(join(folder, file))) return false
    if (await holdsValue(folder, file, order)) return true
    clean.add(file)
    return false
  }
  const touched = new Set<string>()
  for (const file of filesOf(manifest)) if (await isTouched(file)) touched.add(file)
  const kept = []
  for (const former of formersOf(manifest)) {
    const files = partsOf(former.table)
    const found = await Promise.all(files.map(async (file) => touched.has(file) || isTouched(file)))
    if (found.includes(true)) erased.formers.push(former.table.name)
    else kept.push(former)
  }
  const [file] = touched
  if (file !== undefined) {
    const { next, fresh } = await rewritten(folder, { ...manifest, formers: kept }, file, { order, erased })
    await writeManifest(folder, next)
    clean.add(fresh)
    erased.files += 1
  } else if (kept.length < formersOf(manifest).length) {
    const generation = await nextGeneration(folder, manifest)
    await writeManifest(folder, { ...manifest, generation, formers: kept })
  }
  await sweepLocked(folder)
  return file === undefined ? 'done' : 'goes on'
}

/** In any table of the file, those that no longer count too. */
async function holdsValue(folder: string, file: string, order: Erasing): Promise<boolean> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const settings = { ...engineSettings({ share: 2 }), access_mode: 'READ_ONLY' }
  const instance = await DuckDBInstance.create(join(folder, file), settings)
  try {
    const connection = await instance.connect()
    try {
      for (const table of await describeTables(connection, '')) {
        const holds = holding(table, order)
        if (holds === null) continue
        const found = await connection.runAndReadAll(
          `SELECT 1 FROM main.${quoteName(table.name)} WHERE ${holds} LIMIT 1`,
        )
        if (found.currentRowCount > 0) return true
      }
      return false
    } finally {
      connection.closeSync()
    }
  } finally {
    instance.closeSync()
  }
}

/** True for rows with the value; null where no column may hold it. */
function holding(table: PhysicalTable, order: Erasing): string | null {
  const columns = order.columnsOf(table)
  if (columns.length === 0) return null
  const value = quoteText(foldedId(order.value))
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]))
  const holds = columns.map(
    (column) => `coalesce(${foldedSql(quoteName(column), typeOf.get(column) ?? '')} = ${value}, false)`,
  )
  return `(${holds.join(' OR ')})`
}

interface Rewriting {
  order: Erasing
  erased: ErasedRows
}

async function rewritten(
  folder: string,
  before: Manifest,
  file: string,
  { order, erased }: Rewriting,
): Promise<{ next: Manifest; fresh: string }> {
  const generation = await nextGeneration(folder, before)
  const fresh = dataFileName(generation)
  const path = join(folder, fresh)
  const spill = join(folder, `${publicationSpill}${generation}`)
  try {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const instance = await DuckDBInstance.create(path, engineSettings({ share: 1, spill }))
    const tables: PublishedTable[] = []
    try {
      const connection = await instance.connect()
      try {
        await preparePart(connection)
        for (const table of before.tables)
          tables.push(
            partsOf(table).includes(file)
              ? await tableWithout(connection, folder, table, { file, fresh, order, erased })
              : table,
          )
        await noteParts(
          connection,
          tables.filter((table) => partsOf(table).includes(fresh)),
        )
        await connection.run('CHECKPOINT')
      } finally {
        connection.closeSync()
      }
    } finally {
      instance.closeSync()
    }
    if (existsSync(`${path}.wal`)) throw new Error(`${fresh} was closed with changes left in its log`)
    await syncPath(path)
    await syncPath(folder)
    return { next: { ...before, generation, tables }, fresh }
  } catch (error) {
    await rm(path, { force: true })
    await rm(`${path}.wal`, { force: true })
    throw error
  } finally {
    await rm(spill, { force: true, recursive: true })
  }
}

interface Without extends Rewriting {
  file: string
  fresh: string
}

/** Writes the table's rows of one file into the new one; returns what the manifest says of the table then. */
async function tableWithout(
  connection: DuckDBConnection,
  folder: string,
  table: PublishedTable,
  { file, fresh, order, erased }: Without,
): Promise<PublishedTable> {
  const { name } = table
  const parts = tableParts(table)
  await openTable(connection, folder, name, parts)
  const rows = relationOf(name, parts, [file])
  const holds = holding(table, order)
  const before = await countOf(connection, `(FROM ${rows})`)
  const wanted = holds === null ? '' : ` WHERE NOT ${holds}`
  await connection.run(`CREATE TABLE ${quoteName(name)} AS SELECT * FROM ${rows} AS given${wanted}`)
  await commentTable(connection, table)
  const after = await countOf(connection, quoteName(name))
  const gone = before - after
  if (gone > 0) erased.tables.set(name, (erased.tables.get(name) ?? 0) + gone)
  const own = parts.added.find((part) => part.file === file)
  for (const older of Object.keys(own?.hides ?? {}).filter((one) => partsOf(table).includes(one)))
    await connection.run(
      `INSERT INTO parts.hidden FROM ${quoteName(catalogOf(file))}.parts.hidden WHERE file = ${quoteText(older)}`,
    )
  const hides = own ? await hiddenRows(connection) : {}
  const named = (one: string) => (one === file ? fresh : one)
  return {
    ...table,
    file: named(table.file),
    rowCount: table.rowCount - gone,
    updatedAt: new Date().toISOString(),
    content: fresh,
    ...(table.loads && { loads: table.loads.map((load) => ({ ...load, file: named(load.file) })) }),
    ...(table.added && {
      added: table.added.map((part) =>
        part.file === file
          ? { file: fresh, rows: after, hides }
          : {
              ...part,
              hides: Object.fromEntries(Object.entries(part.hides).filter(([one]) => one !== file)),
            },
      ),
    }),
  }
}

async function countOf(connection: DuckDBConnection, from: string): Promise<number> {
  const reader = await connection.runAndReadAll(`SELECT count(*)::DOUBLE FROM ${from}`)
  return Number(reader.getRows()[0]?.[0] ?? 0)
}
