// `npm run move`: the metadata go from SQLite to a PostgreSQL whole, or the PostgreSQL stays as it was.
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findPostgres } from '#setup/postgres.mjs'
import { makeInstallation } from '#tests/factories/installation.ts'
import { dropDatabase, makeDatabase } from '#tests/factories/postgres.ts'
import { addRecords } from '#tests/factories/records.ts'
import { tables } from '../../../src/main-tables.ts'

describe.skipIf(!findPostgres())('the metadata of an installation', () => {
  let installation: Awaited<ReturnType<typeof makeInstallation>>
  let folder: string
  let dataDir: string
  let address: string
  beforeAll(async () => {
    installation = await makeInstallation()
    // The folder notes what it was served with.
    await (await installation.serve()).stop()
    fillIn(installation.dataDir)
  })
  afterAll(() => installation.dispose())
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'move-'))
    dataDir = join(folder, 'data')
    cpSync(installation.dataDir, dataDir, { recursive: true })
    address = await makeDatabase('empty')
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true })
    await dropDatabase(address)
  })

  const move = (env: Record<string, string> = {}) =>
    installation.run(['move', address], { DATA_DIR: dataDir, ...env })
  const users = async (metadata: string) =>
    (await installation.run(['user', 'list'], { DATA_DIR: dataDir, METADATA: metadata })).out
  const stands = () => existsSync(join(dataDir, 'metadata.sqlite'))
  const formerOf = () => {
    const name = readdirSync(dataDir).find((each) => each.startsWith('before-move-'))
    return join(dataDir, name ?? 'none')
  }

  test('are the same there, row by row, count on, and are the ones that are served', async () => {
    const { code, out, err } = await move()
    expect([code, err]).toEqual([0, ''])
    const before = readSqlite(join(formerOf(), 'metadata.sqlite'))
    const found = await readPostgres(address)
    expect(found).toEqual(before)
    const rows = Object.values(before).flat().length
    expect(rows).toBeGreaterThan(3000)
    expect(out).toContain(`${rows} 行；两边都已读回`)
    const env = { DATA_DIR: dataDir, METADATA: address }
    expect((await installation.run(['user', 'add', 'later@example.com', '--role', '管理员'], env)).code).toBe(
      0,
    )
    expect(await users(address)).toMatch(/boss@example\.com[\s\S]*later@example\.com/)
  })

  test('are looked for nowhere else afterwards, and can be taken back', async () => {
    await move()
    const refused = await installation.startRefused({ DATA_DIR: dataDir })
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('元数据已迁到 PostgreSQL')
    for (const name of readdirSync(formerOf())) renameSync(join(formerOf(), name), join(dataDir, name))
    expect(await users('embedded')).toContain('boss@example.com')
  })

  test('stay where they are when the PostgreSQL holds something else, and nothing there changes', async () => {
    await ask(address, 'create table others (a text)')
    const { code, err } = await move()
    expect([code, err]).toEqual([1, expect.stringContaining('目标库里已有数据（表 others）')])
    expect(await tablesOf(address)).toEqual(['others'])
    expect(stands()).toBe(true)
    expect(await users('embedded')).toContain('boss@example.com')
  })

  test('stay where they are when another installation’s metadata are there', async () => {
    const other = await makeInstallation()
    try {
      expect((await other.run(['move', address])).code).toBe(0)
      const { code, err } = await move()
      expect([code, err]).toEqual([1, expect.stringMatching(/目标库里已有数据（表 \w+），与这里的不同/)])
      expect(stands()).toBe(true)
    } finally {
      other.dispose()
    }
  })

  test('stay where they are while a server runs, and under a METADATA that leads elsewhere', async () => {
    const server = await installation.serve(dataDir)
    const running = await move()
    await server.stop()
    expect([running.code, running.err]).toEqual([1, expect.stringContaining('请先停止它')])
    const led = await move({ METADATA: address })
    expect([led.code, led.err]).toEqual([1, expect.stringContaining('请去掉 METADATA')])
    expect(await tablesOf(address)).toEqual([])
  })

  test('go to a PostgreSQL in which a refused start has left tables', async () => {
    const refused = await installation.startRefused({ DATA_DIR: dataDir, METADATA: address })
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('npm run move')])
    expect(await tablesOf(address)).toContain('user')
    expect((await move()).code).toBe(0)
    expect(await users(address)).toContain('boss@example.com')
  })

  test('are not half there when the command is killed, and go at the next try', async () => {
    addRecords(dataDir, 20_000_000)
    const child = installation.begin(['move', address], { DATA_DIR: dataDir })
    const ended = once(child, 'exit')
    await vi.waitFor(async () => expect(await writing(address)).toBe(true), { timeout: 60_000, interval: 5 })
    child.kill('SIGKILL')
    await ended
    expect(child.signalCode).toBe('SIGKILL')
    await vi.waitFor(async () => expect(await writing(address)).toBe(false), { timeout: 60_000 })
    expect(await tablesOf(address)).toEqual([])
    expect(await users('embedded')).toContain('boss@example.com')
    expect((await move()).code).toBe(0)
    expect(await readPostgres(address)).toEqual(readSqlite(join(formerOf(), 'metadata.sqlite')))
  })

  test('are found to be there already when only the last step was cut off', async () => {
    await move()
    for (const name of readdirSync(formerOf())) renameSync(join(formerOf(), name), join(dataDir, name))
    const { code, out } = await move()
    expect([code, out]).toEqual([0, expect.stringContaining('目标库里已是这些内容')])
    expect(stands()).toBe(false)
  })

  test('are taken back when what is read there differs in one row', async () => {
    // Each table gets a trigger as it is made, which alters what is written to one of them.
    await ask(
      address,
      `create function alter_it() returns trigger language plpgsql as $$ begin
         new.name := new.name || '?'; return new; end $$;
       create function watch() returns event_trigger language plpgsql as $$ begin
         if exists (select 1 from pg_event_trigger_ddl_commands() where object_identity = 'public.game') then
           execute 'create trigger alters before insert on game for each row execute function alter_it()';
         end if; end $$;
       create event trigger watching on ddl_command_end when tag in ('CREATE TABLE') execute function watch()`,
    )
    const { code, err } = await move()
    expect([code, err]).toEqual([1, expect.stringContaining('表 game：原有 1 行，读回 1 行')])
    expect(await tablesOf(address)).toEqual([])
    expect(stands()).toBe(true)
  })

  test('name the table whose text no PostgreSQL can hold', async () => {
    change(dataDir, "insert into game (cgi, name) values ('zero', 'a' || char(0) || 'b')")
    const { code, err } = await move()
    expect([code, err]).toEqual([1, expect.stringContaining('表 game 里有 PostgreSQL 存不下的内容')])
    expect(await tablesOf(address)).toEqual([])
  })

  test('are refused to a PostgreSQL of another encoding, to none, and to what is no address', async () => {
    const latin = `${new URL(address).pathname.slice(1)}_latin`
    await ask(address, `create database ${latin} encoding 'LATIN1' template template0`)
    const elsewhere = new URL(address)
    elsewhere.pathname = `/${latin}`
    try {
      const one = await installation.run(['move', elsewhere.href], { DATA_DIR: dataDir })
      expect([one.code, one.err]).toEqual([1, expect.stringContaining('encoding 是 LATIN1')])
    } finally {
      await dropDatabase(elsewhere.href)
    }
    const none = await installation.run(['move', 'postgres://a:pass-word@127.0.0.1:1/b'], {
      DATA_DIR: dataDir,
    })
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('无法使用目标 PostgreSQL')])
    expect(none.err).not.toContain('pass-word')
    const wrong = await installation.run(['move', 'mysql://a'], { DATA_DIR: dataDir })
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('postgres://')])
    expect(stands()).toBe(true)
  })
})

/** Folders below each other in an order that is not that of their ids, texts of all kinds, and years of records. */
function fillIn(dataDir: string): void {
  addRecords(dataDir, 5_000_000)
  change(
    dataDir,
    `insert into game (cgi, name) values ('a', '引号 '' "😀" \\ ' || char(10) || char(8232));
     insert into view_type (id, name, parent_id, owner_id, position) values (7, '父', null, 1, 1), (3, '子', 7, 1, 1);`,
  )
}

function change(dataDir: string, statements: string): void {
  const path = join(dataDir, 'metadata.sqlite')
  rmSync(`${path}.sha256`, { force: true })
  const database = new DatabaseSync(path)
  database.exec(statements)
  database.close()
}

type Rows = Record<string, string[]>
const names = tables.map(({ name }) => name)
const columnsOf = (name: string) => Object.keys(tables.find((table) => table.name === name)?.columns ?? {})

/** Each row as JSON, in an order of our own. */
const textsOf = (name: string, rows: Record<string, unknown>[]) =>
  rows.map((row) => JSON.stringify(columnsOf(name).map((column) => row[column]))).sort()

function readSqlite(path: string): Rows {
  const database = new DatabaseSync(path, { readOnly: true })
  const read = (name: string) => database.prepare(`select * from "${name}"`).all()
  const rows = Object.fromEntries(names.map((name) => [name, textsOf(name, read(name))]))
  database.close()
  return rows
}

async function readPostgres(address: string): Promise<Rows> {
  // Whole numbers beyond 32 bits come as texts.
  const number = (text: string) => Number(text)
  const types = { getTypeParser: (id: number) => (id === 20 ? number : pg.types.getTypeParser(id)) }
  const client = new pg.Client({ connectionString: address, types: types as never })
  await client.connect()
  const found: Rows = {}
  for (const name of names) found[name] = textsOf(name, (await client.query(`select * from "${name}"`)).rows)
  await client.end()
  return found
}

async function ask(address: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const tablesOf = async (address: string) =>
  (await ask(address, `select tablename from pg_tables where schemaname = 'public'`)).map(
    (row) => row.tablename,
  )

/** Whether somebody's transaction there has written something. */
const writing = async (address: string) => {
  const others = `select 1 from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and backend_xid is not null and query ilike 'insert%'`
  return (await ask(address, others)).length > 0
}
