// Runs imports like the terminal command, into a real warehouse folder and a real metadata store.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { makeLog } from '#server/log.ts'
import { type Metadata, openMetadata } from '#server/metadata/open.ts'
import { readSettings } from '#server/settings.ts'
import type { ClickHouseWriter } from '#server/warehouse/clickhouse/writing/writer.ts'
import { cellReader } from '#server/warehouse/duckdb/cells.ts'
import { readImport } from '#server/warehouse/import/arguments.ts'
import { addFile, importFile } from '#server/warehouse/import/command.ts'
import type { Proposer } from '#server/warehouse/import/proposal.ts'
import { readSource } from '#server/warehouse/import/source.ts'
import { publish } from '#server/warehouse/publish.ts'
import { openTable } from '#server/warehouse/snapshot/attach.ts'
import { quoteName } from '#server/warehouse/snapshot/describe.ts'
import {
  catalogOf,
  type PublishedTable,
  partsOf,
  readManifest,
  warehouseFolder,
} from '#server/warehouse/snapshot/manifest.ts'
import { tableParts } from '#server/warehouse/snapshot/parts.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import type { BusinessClock } from '#shared/businessDay.ts'
import { loadGuard } from '#features/checks/server/index.ts'
import { reportProposer } from '#features/config/server/index.ts'
import { tables } from '../../src/main-tables.ts'
import { copyHouse } from './clickhouse/copy.ts'
import type { ClickHouse } from './clickhouse.ts'
import { copyMigrated } from './migrated.ts'
import { makeFolder, rowsOf } from './warehouse.ts'

export interface ImportHouse {
  dataDir: string
  metadata: Metadata
  clock: BusinessClock
  /** Loads into the ClickHouse that was given. */
  writer: ClickHouseWriter | undefined
  /** Writes a file to import and returns its path. */
  file(name: string, content: string | Buffer): Promise<string>
  /** Runs the command with these arguments, the file's path first. */
  run(args: string[], proposer?: Proposer): Promise<{ viewMetaId: number; lines: string[] }>
  /** A table as currently published. */
  published(name: string): Promise<PublishedTable>
  /** Its rows as reports show them, read without a separate process; `rest` is SQL after the table's name. */
  rows(name: string, rest?: string): Promise<unknown[][]>
  /** Everything that an import may change. */
  state(): Promise<unknown>
  dispose(): Promise<void>
}

/** With a ClickHouse, loads go there. */
export async function makeImportHouse(options: { clickhouse?: ClickHouse } = {}): Promise<ImportHouse> {
  const dataDir = await makeFolder()
  await copyMigrated(dataDir)
  const metadata = await openMetadata({ metadata: 'embedded', dataDir }, makeLog('silent'), tables)
  await addManager(metadata)
  await publish(dataDir, async ({ connection }) => {
    await connection.run(`CREATE TABLE login_day AS SELECT DATE '2026-01-01' AS login_date, 'yhxt' AS cgi`)
  })
  const folder = warehouseFolder(dataDir)
  const instance = await DuckDBInstance.create(':memory:')
  const published: ImportHouse['published'] = async (name) => {
    const found = (await readManifest(folder)).tables.find((table) => table.name === name)
    if (!found) throw new Error(`no table ${name} is published`)
    return found
  }
  const clock = { zone: 'Asia/Shanghai', cutoffHour: 0 }
  const settings = { ...readSettings({ DATA_DIR: dataDir, NODE_ENV: 'test' }), ...clock }
  const copied =
    options.clickhouse &&
    (await copyHouse(options.clickhouse, [], settings, makeLog('silent'), { writes: true }))
  const writer = copied?.stores.warehouse.writer
  return {
    dataDir,
    metadata,
    clock,
    published,
    writer,
    rows: async (name, rest = '') => {
      if (copied) return rowsThere(copied.stores.warehouse, name)
      return readRows(instance, folder, await published(name), rest)
    },
    file: async (name, content) => {
      const path = join(dataDir, 'files', name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content)
      return path
    },
    run: async (args, proposer = reportProposer) => {
      const request = readImport(args)
      const source = await readSource(request.file)
      const guard = loadGuard({ settings, metadata })
      const given = { request, source, settings, metadata, proposer, guard, ...(writer && { writer }) }
      if (!request.addition) return importFile(given)
      const { viewMetaId, lines } = await addFile(given, request.addition)
      return { viewMetaId: viewMetaId ?? 0, lines }
    },
    state: async () => ({
      tables: (await readManifest(folder)).tables,
      definitions: await countDefinitions(metadata),
    }),
    dispose: async () => {
      instance.closeSync()
      await copied?.stores.warehouse.stop()
      await metadata.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function rowsThere(warehouse: Warehouse, name: string): Promise<unknown[][]> {
  const { columns = [] } = warehouse.tables().find((table) => table.name === name) ?? {}
  const list = columns.map((column) => `\`${column.name}\``).join(', ')
  const { chunks } = await warehouse.run({ sql: `SELECT ${list} FROM \`${name}\``, pool: 'report' })
  return rowsOf(chunks)
}

async function readRows(
  instance: DuckDBInstance,
  folder: string,
  table: PublishedTable,
  rest: string,
): Promise<unknown[][]> {
  const connection = await instance.connect()
  const rows = await openTable(connection, folder, table.name, tableParts(table))
  try {
    const result = await connection.run(`FROM ${rows} AS read ${rest}`)
    const readers = result.columnTypes().map(cellReader)
    const chunks = await result.fetchAllChunks()
    return rowsOf(
      chunks.map((chunk) => ({
        rowCount: chunk.rowCount,
        columns: readers.map((read, index) => {
          const cells: string[] = []
          read(chunk, index, chunk.rowCount, cells)
          return `[${cells.join(',')}]`
        }),
      })),
    )
  } finally {
    for (const file of partsOf(table)) await connection.run(`DETACH ${quoteName(catalogOf(file))}`)
    connection.closeSync()
  }
}

async function addManager({ db }: Metadata): Promise<void> {
  const authority = JSON.stringify({ authorityRule: ['manage_authority'] })
  const role = await db
    .insertInto('role')
    .values({ name: '管理员', authority_info: authority })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('user')
    .values({
      email: 'manager@example.com',
      username: 'manager',
      password_hash: '',
      role_id: role.id,
      games: '"*"',
      disabled: 0,
      created_at: new Date().toISOString(),
    })
    .execute()
}

const definitions = [
  'point_table',
  'dimension',
  'point',
  'category',
  'view_type',
  'view_meta',
  'report',
  'game',
] as const

async function countDefinitions({ db }: Metadata): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of definitions) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(count)
  }
  return counts
}
