// Attempts to reach beyond reports on ClickHouse, as SQL, formulas and conditions. None of them becomes part of a
// statement, and the account could not write anyway.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import { callsOf } from '#server/slice.ts'
import { permissionKeys } from '#shared/permissions.ts'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import type { Person } from '#tests/factories/house.ts'
import { makeFolder } from '#tests/factories/warehouse.ts'
import { makeOffice, type Office } from '#tests/features/statement/office.ts'
import * as slices from '#features/server.ts'
import {
  exporeExcel,
  getReportDataByInfo,
  getReportQueryParam,
  type ReportTable,
} from '#features/statement/contract.ts'

const canary = 'canary-9d20c4'

describe.skipIf(!hasClickHouse)('on a ClickHouse', () => {
  let engine: ClickHouse
  let office: Office
  let person: Person
  let path: string
  /** Points of the expressions, by them. */
  let formulas: Map<string, number>
  beforeAll(async () => {
    engine = await shareClickHouse()
    office = await makeOffice({ clickhouse: engine })
    person = await office.person({ keys: permissionKeys })
    path = join(await makeFolder(), 'canary.txt')
    writeFileSync(path, `${canary}\n`)
    formulas = await pointsOf(expressions())
    // This engine would read it for whoever is let through.
    expect((await engine.run(`SELECT file('${path}')`)).rows[0]?.[0]).toContain(canary)
  })
  afterAll(() => office?.dispose())

  async function pointsOf(found: string[]): Promise<Map<string, number>> {
    const { db } = office.deps.metadata
    const points = db.selectFrom('point').selectAll().where('id', '=', office.points.minutes)
    const { id: _, ...like } = await points.executeTakeFirstOrThrow()
    const rows = found.map((name_sql, at) => ({ ...like, name_sql, name: `指标 ${at}` }))
    const made = await db.insertInto('point').values(rows).returning(['id', 'name_sql']).execute()
    return new Map(made.map(({ id, name_sql }) => [name_sql, id]))
  }

  /** Expressions that read files, the network, programs, settings, other tables or the server’s state. */
  const expressions = () => [
    `file('${path}')`,
    `(SELECT * FROM file('${path}', 'LineAsString'))`,
    "(SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString'))",
    "(SELECT * FROM remote('127.0.0.1', 'system', 'one'))",
    '(SELECT * FROM system.one)',
    "dictGet('d', 'a', 1)",
    "joinGet('j', 'a', 1)",
    "catboostEvaluate('m', 1)",
    "getSetting('readonly')",
    "getServerPort('tcp_port')",
    'hostName()',
    'currentUser()',
    'version()',
    'sleepEachRow(3)',
    "throwIf(1, 'x')",
    'initializeAggregation(1)',
    "evalMLMethod('m', 1)",
    'transactionID()',
    "arrayMap(x -> file('x'), [1])",
    'minutes) FROM system.one --',
    '1 FORMAT CSV',
    '1 SETTINGS readonly = 0',
    "1 INTO OUTFILE 'x'",
    '{p1:String}',
    '$$x$$',
    '@@version',
  ]

  const statements = () => [
    ...expressions().map((expression) => `SELECT ${expression}`),
    ...[
      "executable('x.sh', 'TSV', 'a String')",
      "s3('http://127.0.0.1:1/bucket/x.csv')",
      "azureBlobStorage('x', 'y', 'z')",
      "hdfs('hdfs://127.0.0.1:1/x', 'TSV')",
      "mysql('127.0.0.1:1', 'd', 't', 'u', 'p')",
      "postgresql('127.0.0.1:1', 'd', 't', 'u', 'p')",
      "mongodb('127.0.0.1:1', 'd', 'c', 'u', 'p', 'a Int32')",
      "redis('127.0.0.1:1', 'k', 'k String')",
      "sqlite('x.db', 't')",
      "odbc('DSN=x', 't')",
      "jdbc('x', 't')",
      "iceberg('http://127.0.0.1:1/x')",
      "deltaLake('http://127.0.0.1:1/x')",
      "cluster('default', system.one)",
      "merge('system', '.*')",
      "input('a String')",
      "dictionary('d')",
      'system.users',
      'system.query_log',
      'information_schema.tables',
    ].map((table) => `SELECT * FROM ${table}`),
    'SELECT 1; DROP TABLE visit',
    ...writing,
  ]

  /** What an account that reads may not do. */
  const writing = [
    "INSERT INTO visit (cgi) VALUES ('x')",
    'ALTER TABLE visit DELETE WHERE 1',
    'ALTER TABLE visit ADD COLUMN x Int32',
    'TRUNCATE TABLE visit',
    'DROP TABLE visit',
    'DETACH TABLE visit',
    'ATTACH TABLE other',
    'RENAME TABLE visit TO other',
    'EXCHANGE TABLES visit AND orders',
    'OPTIMIZE TABLE visit',
    'DELETE FROM visit WHERE 1',
    'CREATE TABLE other (a Int32) ENGINE = Memory',
    "CREATE TABLE other (a String) ENGINE = URL('http://127.0.0.1:1/', 'CSV')",
    "CREATE TABLE other (a String) ENGINE = File('CSV')",
    'CREATE VIEW other AS SELECT 1',
    'CREATE DATABASE other',
    "CREATE DICTIONARY other (a Int32) PRIMARY KEY a SOURCE(EXECUTABLE(COMMAND 'x' FORMAT TSV)) LAYOUT(FLAT())",
    'CREATE FUNCTION other AS (x) -> x',
    'CREATE NAMED COLLECTION other AS a = 1',
    "CREATE USER other IDENTIFIED BY 'x'",
    'CREATE ROLE other',
    'GRANT ALL ON *.* TO reader',
    "BACKUP TABLE visit TO File('x')",
    'SYSTEM FLUSH LOGS',
    'SYSTEM SHUTDOWN',
    'SET readonly = 0',
    'SELECT 1 SETTINGS readonly = 0',
    'SELECT 1; DROP TABLE visit',
  ]

  const rowsOfAll = async () =>
    JSON.stringify(
      await Promise.all(
        ['visit', 'orders', 'channels'].map((table) =>
          engine.run(`SELECT * FROM ${table} ORDER BY ALL`, { database: office.clickhouseDatabase ?? '' }),
        ),
      ),
    )
  const figures = (change: Partial<ReportInfo>) =>
    person.call<ReportTable>(getReportDataByInfo, { body: { info: office.info(change) } })

  it('no statement of a user runs, by whatever call', async () => {
    const ran = vi.spyOn(office.deps.warehouse, 'run')
    const calls = callsOf(slices).filter(({ example }) => 'sql' in ((example.body ?? {}) as object))
    expect(calls.length).toBeGreaterThan(8)
    const all = statements()
    for (const [at, call] of calls.entries()) {
      // They are refused in one place, before the text is looked at: the first call is asked all, the others some.
      for (const sql of at === 0 ? all : [all[0], all[at + 1], 'DROP TABLE visit']) {
        const { status, text } = await person.call(call, {
          ...call.example,
          body: { ...(call.example.body as object), sql },
        })
        // What only keeps a text, or sends it to the background, may.
        const refused = /^save|Async$/.test(call.name) || text.includes('数据仓库是 ClickHouse')
        expect([call.name, sql, status < 500, refused, text.includes(canary)]).toEqual([
          call.name,
          sql,
          true,
          true,
          false,
        ])
      }
    }
    // What the product asks itself before, whether the keys of a look-up table repeat.
    const isOurs = (sql: string) => sql.startsWith('SELECT toString("code") AS "key", count(*) AS "count"')
    expect(ran.mock.calls.map(([{ sql }]) => sql).filter((sql) => !isOurs(sql))).toEqual([])
    ran.mockRestore()
  })

  it('the account writes nothing, defines nothing, and frees itself of nothing', async () => {
    const before = await rowsOfAll()
    for (const sql of writing) {
      const running = office.deps.warehouse.run({ sql, pool: 'report', timeoutMs: 20_000 })
      await expect(running, sql).rejects.toMatchObject({ code: 'query_failed' })
    }
    expect(await rowsOfAll()).toBe(before)
  })

  it('a formula that calls what is not listed is refused before anything of it runs', async () => {
    const ran = vi.spyOn(office.deps.warehouse, 'run')
    for (const [expression, point] of formulas) {
      const { envelope, text } = await figures({ points: [point] })
      expect([expression, envelope?.code, text.includes(canary)]).toEqual([
        expression,
        'formula_invalid',
        false,
      ])
      expect(ran.mock.calls.filter(([{ sql }]) => sql.includes(expression))).toEqual([])
    }
    ran.mockRestore()
  })

  it('a text in a condition, a search or a name stays a text', async () => {
    const before = await rowsOfAll()
    const texts = [
      ...statements(),
      "' OR 1 = 1 --",
      "\\' OR 1 = 1 --",
      "\\\\' OR 1 = 1 --",
      "web') OR 1 = 1 --",
      "%' OR cgi LIKE '%",
      '`visit`',
      '\t\\N\n',
      '\u0001\u007f全角＇',
    ]
    const { channel } = office.dims
    for (const op of ['in', 'contains'] as const) {
      // All at once, then those that would end a literal one by one.
      for (const values of [texts, ...texts.slice(-8).map((text) => [text])]) {
        const { data } = await figures({ dims: [channel], filters: [{ dim: channel, op, values }] })
        expect([values[0], data.rowCount]).toEqual([values[0], 0])
      }
    }
    for (const text of texts.slice(-8)) {
      const query = { options: String(channel), search: text }
      const found = await person.call(getReportQueryParam, { params: { reportId: 0 }, query })
      expect(found.status).toBeLessThan(500)
      const file = await person.call(exporeExcel, { body: { reportName: text, info: office.info() } })
      expect(file.status).toBe(200)
    }
    expect(await rowsOfAll()).toBe(before)
  })
})
