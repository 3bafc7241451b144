import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeBackup } from '#server/backup/backup.ts'
import { readBackupCommand, readRestoreCommand } from '#server/backup/command.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { completeSwap } from '#server/backup/swap.ts'
import { readTar, TarWriter } from '#server/backup/tar.ts'
import { type Metadata, openMetadata } from '#server/metadata/open.ts'
import type { Database } from '#server/metadata/schema.ts'
import { counted, defineTable, type RowsOf, type Table, text, whole } from '#server/metadata/table.ts'
import { occupy, occupyAlone } from '#server/occupancy.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { publish } from '#server/warehouse/publish.ts'
import { dumpMetadata, loadMetadata } from '#tests/factories/dump.ts'
import { describeStores, type Store, silentLog } from '#tests/factories/stores.ts'
import { makeWarehouse } from '#tests/factories/warehouse.ts'
import { authorityOf, createUser, upsertRole } from '#features/session/server/index.ts'
import { tables } from '../../../src/main-tables.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const archive = () => join(folder, 'backup.tar')

async function settle(store: Store): Promise<Settings> {
  const { metadata, dataDir } = await store.make()
  return { ...readSettings({ DATA_DIR: dataDir }), metadata }
}

const makeTable = (dataDir: string, sql: string) =>
  publish(dataDir, async ({ connection }) => {
    await connection.run(sql)
  })

/** An installation with something of everything. */
async function fill({ dataDir, metadata: address }: Settings): Promise<void> {
  const metadata = await openMetadata({ dataDir, metadata: address }, silentLog, tables)
  const { db } = metadata
  const roleId = await upsertRole(db, '管理员', authorityOf(['search_config']))
  const owner_id = await createUser(db, { email: 'mei@example.com', passwordHash: 'p', roleId, games: ['a'] })
  const folderRow = { owner_id, deleted_at: null, position: 1 }
  const child = await db
    .insertInto('view_type')
    .values({ ...folderRow, name: '子', parent_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const parent = await db
    .insertInto('view_type')
    .values({ ...folderRow, name: '父', parent_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('view_type').set({ parent_id: parent.id }).where('id', '=', child.id).execute()
  await db.insertInto('setting').values({ key: 'k', value: '"引号 \' 😀"' }).execute()
  await db
    .insertInto('session')
    .values({
      id_hash: 'h',
      user_id: owner_id,
      created_at: '',
      last_seen_at: '',
      address: '',
      user_agent: '',
    })
    .execute()
  await fillSql(metadata, owner_id)
  await metadata.stop()
  await makeTable(dataDir, "CREATE TABLE one AS SELECT range AS id, '甲' AS name FROM range(1000)")
  await makeTable(dataDir, 'CREATE TABLE two AS SELECT 2 AS id')
  writeFileSync(join(dataDir, 'settings.json'), '{"title":"甲"}')
  mkdirSync(join(dataDir, 'brand'))
  writeFileSync(join(dataDir, 'brand', 'logo.svg'), '<svg/>')
}

const runRow = {
  kind: 'query' as const,
  status: 'done' as const,
  title: '日报',
  sql: "select '甲'",
  params: '{}',
  row_limit: null,
  cache_key: 'key',
  cached: 0,
  columns: '[]',
  row_count: 7,
  truncated: 0,
  elapsed_ms: 1.5,
  queued_ms: 0,
  problem: null,
  pinned: 0,
  expires_at: null as string | null,
  file: null,
  started_at: '2026-01-01T00:00:00.000Z',
  ended_at: '2026-01-01T00:00:01.000Z' as string | null,
}

/** A saved query with two versions, and a run of it whose result is gone. */
async function fillSql({ db }: Metadata, owner_id: number): Promise<void> {
  const text = { name: '日报', sql: "select '甲'", params: '[]' }
  const at = '2026-01-01T00:00:00.000Z'
  await db
    .insertInto('saved_query')
    .values({
      ...text,
      id: 'shared-id_1',
      owner_id,
      folder: '运营/日报',
      tags: '["日报"]',
      version: 2,
      share: 'query',
      created_at: at,
      modified_at: at,
      deleted_at: null,
      modified_by: owner_id,
      revision: 2,
    })
    .execute()
  for (const version of [1, 2]) {
    await db
      .insertInto('saved_query_version')
      .values({ ...text, query_id: 'shared-id_1', version, saved_at: at })
      .execute()
  }
  await db
    .insertInto('sql_run')
    .values({ ...runRow, id: 'run-1', user_id: owner_id, query_id: 'shared-id_1' })
    .execute()
}

async function contentOf({ dataDir, metadata: address }: Settings) {
  const metadata = await openMetadata({ dataDir, metadata: address }, silentLog, tables)
  const dump = await dumpMetadata(metadata)
  const sessions = await metadata.db.selectFrom('session').selectAll().execute()
  // What each backup and restore adds to.
  delete dump.tables.audit
  await metadata.stop()
  const { warehouse, rows } = await makeWarehouse({ dataDir })
  const names = warehouse
    .tables()
    .map(({ name }) => name)
    .sort()
  const facts = []
  for (const name of names) facts.push(await rows(`SELECT count(*), sum(id) FROM ${name}`))
  await warehouse.stop()
  const read = (name: string) =>
    existsSync(join(dataDir, name)) ? readFileSync(join(dataDir, name), 'utf8') : null
  return {
    tables: dump.tables,
    sessions,
    names,
    facts,
    title: read('settings.json'),
    logo: read('brand/logo.svg'),
  }
}

async function auditOf({ dataDir, metadata: address }: Settings) {
  const metadata = await openMetadata({ dataDir, metadata: address }, silentLog, tables)
  const rows = await metadata.db.selectFrom('audit').selectAll().orderBy('id').execute()
  await metadata.stop()
  return rows.map(({ action, detail }) => [action, JSON.parse(detail)] as const)
}

async function change({ dataDir, metadata: address }: Settings): Promise<void> {
  const metadata = await openMetadata({ dataDir, metadata: address }, silentLog, tables)
  await metadata.db.deleteFrom('view_type').where('parent_id', 'is not', null).execute()
  await metadata.db.updateTable('user').set({ username: 'changed' }).execute()
  await metadata.stop()
  await makeTable(dataDir, 'CREATE TABLE one AS SELECT 1 AS id')
  writeFileSync(join(dataDir, 'settings.json'), '{"title":"乙"}')
}

describeStores('backup and restore', (store) => {
  test('bring back all content, but for sessions, and keep what was there', async () => {
    const settings = await settle(store)
    await fill(settings)
    const before = await contentOf(settings)
    await readBackupCommand([archive()], tables)(settings, silentLog)
    await change(settings)
    const changed = await contentOf(settings)
    expect(changed).not.toEqual(before)
    await readRestoreCommand([archive()], tables)(settings, silentLog)
    expect(await contentOf(settings)).toEqual({ ...before, sessions: [] })
    const kept = readdirSync(settings.dataDir).find((name) => name.startsWith('before-restore-')) ?? ''
    expect(readdirSync(join(settings.dataDir, kept))).toContain('warehouse')
    expect(readFileSync(join(settings.dataDir, kept, 'settings.json'), 'utf8')).toContain('乙')
    // New rows get ids that no restored row has.
    const metadata = await openMetadata(settings, silentLog, tables)
    await metadata.db.insertInto('role').values({ name: 'new', authority_info: '{}' }).execute()
    const version = { query_id: 'shared-id_1', version: 3, name: '', sql: '', params: '[]', saved_at: '' }
    await metadata.db.insertInto('saved_query_version').values(version).execute()
    await metadata.stop()
  })

  test('leave their rows in the audit, the restore’s in what it brought back', async () => {
    const settings = await settle(store)
    await fill(settings)
    await readBackupCommand([archive()], tables)(settings, silentLog)
    const made = await auditOf(settings)
    const by = userInfo().username
    expect(made).toEqual([
      ['backup.begin', { by, file: 'backup.tar' }],
      ['backup.end', { by, file: 'backup.tar', rows: expect.any(Number), bytes: expect.any(Number) }],
    ])
    expect(made[1]?.[1].rows).toBeGreaterThan(8)
    expect(made[1]?.[1].bytes).toBeGreaterThan(500_000)
    await change(settings)
    await readRestoreCommand([archive()], tables)(settings, silentLog)
    expect(await auditOf(settings)).toEqual([
      ['backup.begin', { by, file: 'backup.tar' }],
      ['backup.restore', { by, file: 'backup.tar', madeAt: expect.stringMatching(/^20/) }],
    ])
  })

  test('bring back runs as history: results, exports and temp tables stay behind', async () => {
    const settings = await settle(store)
    await fill(settings)
    const metadata = await openMetadata(settings, silentLog, tables)
    const { db } = metadata
    const user_id = (await db.selectFrom('user').select('id').executeTakeFirstOrThrow()).id
    const kept = { user_id, query_id: null, expires_at: '2099-01-01T00:00:00.000Z', pinned: 1 }
    const at_work = { ...runRow, ...kept, id: 'run-3', status: 'running' as const, ended_at: null }
    await db
      .insertInto('sql_run')
      .values([{ ...runRow, ...kept, id: 'run-2' }, at_work])
      .execute()
    const table = { id: 't', owner_id: user_id, name: 'mine', columns: '[]', row_count: 1, bytes: 1 }
    const times = { created_at: '', expires_at: '2099-01-01T00:00:00.000Z' }
    await db
      .insertInto('temporary_table')
      .values({ ...table, ...times, file: 'mine.db', games: '"*"', sql: '' })
      .execute()
    await metadata.stop()
    await readBackupCommand([archive()], tables)(settings, silentLog)
    await readRestoreCommand([archive()], tables)(settings, silentLog)
    const restored = await openMetadata(settings, silentLog, tables)
    const runs = await restored.db.selectFrom('sql_run').selectAll().orderBy('id').execute()
    expect(runs.map(({ id, status, expires_at, pinned }) => [id, status, expires_at, pinned])).toEqual([
      ['run-1', 'done', null, 0],
      ['run-2', 'done', null, 0],
      ['run-3', 'canceled', null, 0],
    ])
    expect(JSON.parse(runs[2]?.problem ?? '')).toMatchObject({ code: 'query_canceled' })
    expect(await restored.db.selectFrom('temporary_table').selectAll().execute()).toEqual([])
    await restored.stop()
  })

  test('move an installation from one store to the other', async () => {
    const settings = await settle(store)
    await fill(settings)
    const before = await contentOf(settings)
    await readBackupCommand([archive()], tables)(settings, silentLog)
    const embedded = { ...settings, metadata: 'embedded', dataDir: join(folder, 'elsewhere') }
    await readRestoreCommand([archive()], tables)(embedded, silentLog)
    expect(await contentOf(embedded)).toEqual({ ...before, sessions: [] })
  })

  test('carry a table for its declaration alone: its order, its folders, its ids, what it leaves out', async () => {
    const from = await openShelves(await store.make(), shelf, draft)
    // A shelf stands on one that was made after it.
    await from.db.insertInto('shelf').values({ name: 'low', shelf_id: null }).execute()
    await from.db.insertInto('shelf').values({ name: 'high', shelf_id: null }).execute()
    await from.db.updateTable('shelf').set({ shelf_id: 2 }).where('name', '=', 'low').execute()
    await from.db.insertInto('draft').values({ code: 'a', shelf_id: 1 }).execute()
    const dump = await dumpMetadata(from)
    expect(dump.tables.draft).toBeUndefined()
    const shelves = await from.db.selectFrom('shelf').selectAll().orderBy('id').execute()
    await from.db.insertInto('shelf').values({ name: 'new', shelf_id: 1 }).execute()
    await loadMetadata(from, dump)
    expect(await from.db.selectFrom('shelf').selectAll().orderBy('id').execute()).toEqual(shelves)
    expect(await from.db.selectFrom('draft').selectAll().execute()).toEqual([])
    const next = await from.db
      .insertInto('shelf')
      .values({ name: 'next', shelf_id: null })
      .returning('id')
      .execute()
    expect(next[0]?.id).toBeGreaterThan(2)
    await from.stop()
  })

  test('of a version before: tables and columns that came later are empty and filled, one that went is left', async () => {
    const before = await openShelves(await store.make(), shelf)
    await before.db.insertInto('shelf').values({ name: 'low', shelf_id: null }).execute()
    const dump = await dumpMetadata(before)
    for (const row of dump.tables.shelf ?? []) row.color = 'red'
    await before.stop()
    const now = await openShelves(await store.make(), shelfInRoom, draft)
    await now.db.insertInto('draft').values({ code: 'a', shelf_id: null }).execute()
    await loadMetadata(now, dump)
    expect(await now.db.selectFrom('shelf').selectAll().execute()).toEqual([
      { id: 1, name: 'low', shelf_id: null, room: 'cellar' },
    ])
    expect(await now.db.selectFrom('draft').selectAll().execute()).toEqual([])
    await now.stop()
  })
})

const shelfColumns = { id: counted(), name: text(), shelf_id: whole().refersTo('shelf').nullable() }
const asShelf = { name: 'shelf', made: '9001-shelves', key: 'id', backup: 'rows' } as const
const shelf = defineTable({ ...asShelf, columns: shelfColumns })
const shelfInRoom = defineTable({
  ...asShelf,
  columns: { ...shelfColumns, room: text().since('9002-rooms', 'cellar') },
})
const draft = defineTable({
  name: 'draft',
  made: '9003-drafts',
  key: 'code',
  columns: { code: text(), shelf_id: whole().refersTo('shelf').nullable() },
  backup: { leftOut: 'minutes' },
})

/** A store with tables that only this test declares; those that refer stand before what they refer to. */
async function openShelves(settings: Awaited<ReturnType<Store['make']>>, ...more: Table[]) {
  const metadata = await openMetadata(settings, silentLog, [...more.toReversed(), ...tables])
  return metadata as Omit<Metadata, 'db'> & { db: Kysely<Database & RowsOf<[typeof shelf, typeof draft]>> }
}

/** Filled once, copied by each test that begins with it. */
const template = mkdtempSync(join(tmpdir(), 'filled-'))
beforeAll(() => fill(readSettings({ DATA_DIR: template })))
afterAll(() => rmSync(template, { recursive: true, force: true }))

function embedded(): Settings {
  const settings = readSettings({ DATA_DIR: join(folder, 'data') })
  cpSync(template, settings.dataDir, { recursive: true })
  return settings
}

/** Every file below, with its bytes. */
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, readFileSync(path).toString('base64')])

test('a backup is refused where its file exists', async () => {
  const settings = embedded()
  writeFileSync(archive(), '')
  await expect(readBackupCommand([archive()], tables)(settings, silentLog)).rejects.toThrow('已存在')
  expect(readFileSync(archive(), 'utf8')).toBe('')
})

test('a backup is whole while tables are published and rows are written', async () => {
  const settings = embedded()
  const metadata = await openMetadata(settings, silentLog, tables)
  let writing = true
  const work = (async () => {
    for (let at = 0; writing; at++) {
      await metadata.db
        .insertInto('role')
        .values({ name: `r${at}`, authority_info: '{}' })
        .execute()
      await makeTable(settings.dataDir, `CREATE TABLE one AS SELECT ${at} AS id`)
    }
  })()
  await writeBackup(settings.dataDir, metadata, archive())
  writing = false
  await work
  await metadata.stop()
  await restoreBackup(settings, archive(), silentLog, tables)
  expect((await contentOf(settings)).names).toEqual(['one', 'two'])
})

/** The archive as an earlier release would have written it: its metadata as one JSON text. */
async function asFormer(from: string, to: string, format: number): Promise<void> {
  const file = await open(to, 'wx')
  const tar = new TarWriter(file)
  const files: { name: string; size: number; sha256: string }[] = []
  const add = async (name: string, bytes: Buffer) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    files.push({ name, size: await tar.add(name, [bytes]), sha256 })
  }
  let madeAt = ''
  for await (const { name, chunks } of readTar(from)) {
    const bytes = Buffer.concat(await Array.fromAsync(chunks))
    if (name === 'backup.json') madeAt = JSON.parse(bytes.toString()).madeAt
    else if (name === 'metadata.jsonl') await add('metadata.json', Buffer.from(formerText(bytes.toString())))
    else await add(name, bytes)
  }
  await tar.add('backup.json', [Buffer.from(JSON.stringify({ format, madeAt, files }))])
  await tar.end()
  await file.close()
}

function formerText(lines: string): string {
  const former: { migrations: string[]; tables: Record<string, unknown[]> } = { migrations: [], tables: {} }
  let rows: unknown[] = []
  for (const line of lines.trim().split('\n')) {
    const part = JSON.parse(line)
    if (part.migrations) former.migrations = part.migrations
    else if (part.table) rows = former.tables[part.table] = []
    else rows.push(part.row)
  }
  return JSON.stringify(former)
}

test('a backup of the release before is restored, one of a later release is refused', async () => {
  const settings = embedded()
  const before = await contentOf(settings)
  await readBackupCommand([archive()], tables)(settings, silentLog)
  const [former, later] = [join(folder, 'former.tar'), join(folder, 'later.tar')]
  await asFormer(archive(), former, 1)
  await asFormer(archive(), later, 3)
  await change(settings)
  await expect(restoreBackup(settings, later, silentLog, tables)).rejects.toThrow(
    '来自更新的版本，请升级程序',
  )
  await restoreBackup(settings, former, silentLog, tables)
  expect(await contentOf(settings)).toEqual({ ...before, sessions: [] })
})

test('a restore is refused while a server or a command works on the folder', async () => {
  const settings = embedded()
  await readBackupCommand([archive()], tables)(settings, silentLog)
  const server = occupy(settings.dataDir)
  expect(server).not.toBeNull()
  expect(occupy(settings.dataDir)?.leave()).toBeUndefined()
  await expect(readRestoreCommand([archive()], tables)(settings, silentLog)).rejects.toThrow('请先停止')
  server?.leave()
  const restoring = occupyAlone(settings.dataDir)
  expect(occupy(settings.dataDir)).toBeNull()
  restoring?.leave()
  await readRestoreCommand([archive()], tables)(settings, silentLog)
})

test.each([
  ['a flipped bit', (bytes: Buffer) => Buffer.from(bytes).fill(0xff, 700, 701)],
  ['a flipped bit in a table', (bytes: Buffer) => Buffer.from(bytes).fill(0xff, 40_000, 40_001)],
  ['a missing end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5000)],
  ['half of it', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['nothing', () => Buffer.alloc(0)],
  ['something else', () => Buffer.from('hello'.repeat(1000))],
])('a backup with %s is refused, and nothing changes', async (_, spoil) => {
  const settings = embedded()
  await readBackupCommand([archive()], tables)(settings, silentLog)
  writeFileSync(archive(), spoil(readFileSync(archive())))
  const before = filesIn(settings.dataDir)
  await expect(readRestoreCommand([archive()], tables)(settings, silentLog)).rejects.toThrow(
    `备份 ${archive()} 不能使用`,
  )
  expect(filesIn(settings.dataDir)).toEqual(before)
  expect(readdirSync(settings.dataDir).filter((name) => name.includes('restore'))).toEqual([])
})

test('a restore that was killed in its middle is completed by whoever comes next', async () => {
  const settings = embedded()
  const { dataDir } = settings
  const before = await contentOf(settings)
  // As it lies after a kill: the intent written, the old metadata moved, the new not yet.
  mkdirSync(join(dataDir, 'restore-x', 'warehouse'), { recursive: true })
  writeFileSync(join(dataDir, 'restore-x', 'settings.json'), '{"title":"丙"}')
  mkdirSync(join(dataDir, 'before-restore-x'))
  writeFileSync(
    join(dataDir, 'restore.json'),
    JSON.stringify({ staged: 'restore-x', before: 'before-restore-x' }),
  )
  await completeSwap(dataDir)
  expect(readFileSync(join(dataDir, 'settings.json'), 'utf8')).toContain('丙')
  expect(existsSync(join(dataDir, 'restore.json'))).toBe(false)
  expect(existsSync(join(dataDir, 'restore-x'))).toBe(false)
  expect(readFileSync(join(dataDir, 'before-restore-x', 'settings.json'), 'utf8')).toBe(before.title)
})
