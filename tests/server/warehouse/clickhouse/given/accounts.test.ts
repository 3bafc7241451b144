// What the accounts of a ClickHouse enforce by themselves, past our check of texts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ClickHouseWarehouse } from '#server/warehouse/clickhouse/warehouse.ts'
import { openClickHouseSandbox } from '#server/warehouse/sandbox/clickhouse/open.ts'
import { accountScript } from '#server/warehouse/sandbox/clickhouse/script.ts'
import { roleOf } from '#server/warehouse/sandbox/clickhouse/sight.ts'
import type { Sandbox, SandboxTable } from '#server/warehouse/sandbox/types.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { rowsOf } from '#tests/factories/warehouse.ts'
import { GivenServer, isGiven } from './given.ts'

const zone = 'Asia/Shanghai'
const columns = ['day', 'cgi', 'minutes']
const all: SandboxTable = { name: 'visit', games: null, rules: [] }
const onlyA: SandboxTable = { name: 'visit', games: { column: 'cgi', values: ['a'] }, rules: [] }
/** Refused for want of a right, by readonly, or by a constraint of the profile. */
const refusals = [164, 497, 291, 452, 392, 511, 512]

describe.skipIf(!isGiven)('accounts of a given ClickHouse', () => {
  const server = new GivenServer()
  const { database } = server
  const reader = `${database}_reader`
  const sql = `${database}_sql`
  const roleA = () => roleOf(database, onlyA, columns)
  let warehouse: ClickHouseWarehouse
  let sandbox: Sandbox

  beforeAll(async () => {
    await server.run(
      `CREATE DATABASE ${database}`,
      `CREATE TABLE ${database}.visit (day Date32, cgi String, minutes Int32) ENGINE = MergeTree ORDER BY day`,
      `INSERT INTO ${database}.visit VALUES ('2026-10-01', 'a', 1), ('2026-10-02', 'b', 2), ('2026-10-02', 'a', 4)`,
      `CREATE TABLE ${database}.hidden (secret String) ENGINE = MergeTree ORDER BY secret`,
      `CREATE USER ${reader} IDENTIFIED BY '${server.password}' SETTINGS readonly = 2`,
      `GRANT SELECT ON ${database}.* TO ${reader}`,
      `GRANT SELECT ON system.parts TO ${reader}`,
      `GRANT SELECT ON system.processes TO ${reader}`,
    )
    warehouse = new ClickHouseWarehouse({
      address: server.address(reader),
      zone,
      log: silentLog,
      pollMs: 200,
    })
    await warehouse.open()
    const { password } = server
    const tables = warehouse.tables()
    const script = accountScript({ database, username: sql, password, zone, tables, sights: [all, onlyA] })
    const lines = script.split('\n').filter((line) => line !== '' && !line.startsWith('--'))
    await server.run(...lines)
    sandbox = await openClickHouseSandbox({ address: server.address(sql), warehouse, zone, log: silentLog })
  })
  afterAll(async () => {
    if (!isGiven) return
    await sandbox?.stop()
    await warehouse?.stop()
    await server.run(
      `DROP USER IF EXISTS ${reader}, ${sql}`,
      `DROP ROLE IF EXISTS ${roleA()}, ${roleOf(database, all, columns)}`,
      'DROP QUOTA IF EXISTS analytics_sql',
      'DROP SETTINGS PROFILE IF EXISTS analytics_sql',
      `DROP DATABASE ${database}`,
    )
  })

  const rows = async (table: SandboxTable, text: string) => {
    const chunks: Parameters<typeof rowsOf>[0] = []
    const onChunk = (chunk: (typeof chunks)[number]) => void chunks.push(chunk)
    const scope = { tables: [table], temporary: [] }
    await sandbox.run({ userId: 1, sql: text, params: {}, scope, limit: null, mode: 'rows', onChunk })
    return rowsOf(chunks)
  }

  it('the reports’ account reads, and one that may write is refused', async () => {
    const sum = await warehouse.run({ sql: 'SELECT sum(minutes) AS n FROM visit', pool: 'report' })
    expect(rowsOf(sum.chunks)).toEqual([[7]])
    await server.run(`GRANT INSERT ON ${database}.visit TO ${reader}`)
    const other = new ClickHouseWarehouse({ address: server.address(reader), zone, log: silentLog })
    // With readonly = 2 the right is there and can't be used.
    await other.open()
    await other.stop()
    await server.run(`ALTER USER ${reader} SETTINGS readonly = 0`)
    const writing = new ClickHouseWarehouse({ address: server.address(reader), zone, log: silentLog })
    await expect(writing.open()).rejects.toThrow('可以写入数据')
    await server.run(
      `REVOKE INSERT ON ${database}.visit FROM ${reader}`,
      `ALTER USER ${reader} SETTINGS readonly = 2`,
    )
  })

  it('the account of users’ SQL is found sound, and each sees their own rows', async () => {
    expect(await rows(all, 'SELECT sum(minutes) FROM visit')).toEqual([[7]])
    expect(await rows(onlyA, 'SELECT sum(minutes) FROM visit')).toEqual([[5]])
  })

  it('a role gives its own rows, whatever the statement, and no role gives none', async () => {
    const read = `SELECT DISTINCT cgi FROM ${database}.visit`
    expect(await server.ask(read, { user: sql, roles: [roleA()] })).toEqual({ code: 0, text: 'a' })
    expect((await server.ask(read, { user: sql })).code).toBe(497)
    const hidden = `SELECT * FROM ${database}.hidden`
    expect((await server.ask(hidden, { user: sql, roles: [roleA()] })).code).toBe(497)
    const error = `SELECT throwIf(cgi = 'b', 'told') FROM ${database}.visit`
    expect((await server.ask(error, { user: sql, roles: [roleA()] })).code).toBe(0)
  })

  it.each([
    'SELECT 1 SETTINGS max_threads = 3',
    'SET readonly = 0',
    "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')",
    "SELECT * FROM file('x', 'LineAsString')",
    "SELECT * FROM remote('127.0.0.2', 'system', 'one')",
    "SELECT * FROM cluster('default', system.one)",
    "SELECT * FROM s3('http://127.0.0.1:1/x', 'TSV', 'a String')",
    "SELECT * FROM mysql('127.0.0.1:1', 'd', 't', 'u', 'p')",
    "SELECT * FROM executable('x', 'TSV', 'a String')",
    'SELECT * FROM system.users',
    'SELECT * FROM system.query_log',
    'CREATE TEMPORARY TABLE x (a Int8)',
    "INSERT INTO FUNCTION null('a Int8') SELECT 1",
    'KILL QUERY WHERE 1',
    'SYSTEM FLUSH LOGS',
    'CREATE USER x',
  ])('the server itself refuses %s', async (text) => {
    expect(refusals).toContain((await server.ask(text, { user: sql, roles: [roleA()] })).code)
  })

  it('limits of the profile end a statement, in words', async () => {
    const heavy = 'SELECT length(groupArray(number)) FROM numbers(2000000000)'
    await expect(rows(all, heavy)).rejects.toThrow('内存')
  })

  it('a quota that is used up is told', async () => {
    await server.run(`CREATE QUOTA ${database} FOR INTERVAL 1 hour MAX queries = 1 TO ${reader}`)
    const asked = async () => {
      for (let at = 0; at < 3; at += 1) await warehouse.run({ sql: 'SELECT 1 AS n', pool: 'report' })
    }
    await expect(asked()).rejects.toThrow('配额已用完')
    await server.run(`DROP QUOTA ${database}`)
  })

  it('a canceled statement ends there', async () => {
    const leaving = new AbortController()
    const text = 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)'
    const asked = warehouse.run({ sql: text, pool: 'report', signal: leaving.signal })
    const running = () =>
      server.run(`SELECT count() FROM system.processes WHERE user = '${reader}' AND query LIKE '%sipHash64%'`)
    await expect.poll(running).toBe('1')
    leaving.abort()
    await expect(asked).rejects.toMatchObject({ code: 'query_canceled' })
    await expect.poll(running).toBe('0')
  })
})
