// Users' SQL in a separate process: its answers, and the rows a user sees.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanNode } from '#server/warehouse/sandbox/types.ts'
import { isAlive, makeSandbox, type TestSandbox } from '#tests/factories/sandbox.ts'

let bench: TestSandbox
beforeAll(async () => {
  bench = await makeSandbox({
    zone: 'Asia/Shanghai',
    sql: [
      `CREATE TABLE login AS SELECT i::INTEGER AS id, 'g' || (i % 3) AS game, i % 10 AS score,
        CASE WHEN i % 3 = 2 THEN 'of others' ELSE i::VARCHAR END AS secret FROM range(30000) t(i)`,
      'CREATE TABLE note AS SELECT 1 AS secret',
    ],
  })
})
afterAll(() => bench.dispose())

const [login, note] = [
  { name: 'login', games: null, rules: [] },
  { name: 'note', games: null, rules: [] },
]

describe('a statement', () => {
  it('gives its columns with their types, then its rows', async () => {
    const told: string[] = []
    const result = await bench.run('SELECT id, game FROM login ORDER BY id', {
      onColumns: (columns) => told.push(columns.map(({ name, type }) => `${name} ${type}`).join(', ')),
      onChunk: ({ rowCount }) => void told.push(String(rowCount > 0)),
    })
    expect(told.slice(0, 2)).toEqual(['id integer, game string', 'true'])
    expect(result).toMatchObject({ rowCount: 30_000, truncated: false, plan: null })
    expect(result.columns.map(({ databaseType }) => databaseType)).toEqual(['INTEGER', 'VARCHAR'])
  })

  it('is cut at its limit and says so, and is not cut by a limit that it just reaches', async () => {
    expect(await bench.run('SELECT id FROM login', { limit: 5 })).toMatchObject({
      rowCount: 5,
      truncated: true,
    })
    expect(await bench.run('SELECT id FROM login', { limit: 30_000 })).toMatchObject({
      rowCount: 30_000,
      truncated: false,
    })
  })

  it('without rows has columns all the same', async () => {
    const result = await bench.run('SELECT id FROM login WHERE id < 0')
    expect(result).toMatchObject({ rowCount: 0, truncated: false, columns: [{ name: 'id' }] })
  })

  it('keeps the order of its rows over many chunks', async () => {
    const rows = await bench.rows('SELECT id FROM login ORDER BY id DESC')
    expect(rows.map(([id]) => id)).toEqual(Array.from({ length: 30_000 }, (_, index) => 29_999 - index))
  })

  it('that fails after its first rows fails, and says why', async () => {
    const sql = "SELECT CASE WHEN id < 25000 THEN id ELSE CAST('x' || id AS INTEGER) END FROM login"
    for (const mode of ['rows', 'csv'] as const) {
      await expect(bench.run(sql, { mode, onBytes: () => undefined })).rejects.toMatchObject({
        code: 'sql_error',
        message: expect.stringContaining('x25000'),
      })
    }
  })

  it('takes parameters by name', async () => {
    const params = { low: { value: 3 }, games: { value: ["g1' OR 1=1 --", 'g2'] } }
    const sql = 'SELECT count(*)::INTEGER FROM login WHERE score = :low AND game IN (:games)'
    expect(await bench.rows(sql, { params })).toEqual([[1000]])
  })

  it('that the engine refuses is told with its place', async () => {
    await expect(bench.run('SELECT id,\n  missing FROM login')).rejects.toMatchObject({
      code: 'sql_error',
      data: { line: 2, column: 3, near: 'missing' },
    })
  })

  it('that fails on its way is told as well', async () => {
    const failing = bench.run("SELECT CASE WHEN id = 29000 THEN 'x' ELSE '1' END::INTEGER FROM login")
    await expect(failing).rejects.toMatchObject({ code: 'sql_error' })
  })

  it('knows today and times with a zone by the zone of the business', async () => {
    expect(await bench.rows("SELECT TIMESTAMPTZ '2026-01-05 20:00:00+00'::DATE::VARCHAR")).toEqual([
      ['2026-01-06'],
    ])
  })

  it('ends with its process', async () => {
    await bench.run('SELECT 1')
    await bench.until(() => bench.sandbox.pids().length <= 1)
    const [spare] = bench.sandbox.pids()
    await bench.run('SELECT 1')
    await bench.until(() => spare === undefined || !isAlive(spare))
  })
})

describe('what a user sees', () => {
  it('is the tables of the scope alone, as if there were no others', async () => {
    const scope = { tables: [login], temporary: [] }
    for (const table of ['note', 'main.note', 'memory.main.note']) {
      const run = bench.run(`SELECT * FROM ${table}`, { scope })
      await expect(run).rejects.toMatchObject({ code: 'sql_error', message: expect.stringContaining('note') })
    }
  })

  it('is the rows of the games of the scope', async () => {
    const seen = async (values: string[]) => {
      const tables = [{ name: 'login', games: { column: 'game', values }, rules: [] }, note]
      return bench.rows('SELECT game, count(*)::INTEGER FROM login GROUP BY game ORDER BY game', {
        scope: { tables, temporary: [] },
      })
    }
    expect(await seen(['g1', "g2' OR true --"])).toEqual([['g1', 10_000]])
    expect(await seen(['g0', 'g2'])).toEqual([
      ['g0', 10_000],
      ['g2', 10_000],
    ])
    expect(await seen([])).toEqual([])
  })

  it('stays theirs when a conversion fails only on rows of other games', async () => {
    const tables = [{ name: 'login', games: { column: 'game', values: ['g0', 'g1'] }, rules: [] }]
    const scope = { tables, temporary: [] }
    for (const sql of [
      'SELECT count(*)::INTEGER FROM login WHERE secret::INTEGER >= 0',
      'SELECT count(*)::INTEGER FROM login WHERE id >= 0 AND secret::INTEGER >= 0 AND score < 100',
      'SELECT count(*)::INTEGER FROM login a JOIN login b ON a.secret::INTEGER = b.secret::INTEGER',
    ]) {
      expect(await bench.rows(sql, { scope })).toEqual([[20_000]])
    }
  })

  it('are own temp tables, as tmp.name', async () => {
    const file = join(bench.house.dataDir, 'temporary-one.duckdb')
    const instance = await DuckDBInstance.create(file)
    const connection = await instance.connect()
    await connection.run(`CREATE TABLE "我的 表" AS SELECT 7 AS v`)
    connection.closeSync()
    instance.closeSync()
    const scope = { tables: [login], temporary: [{ name: '我的 表', file }] }
    const sql =
      'SELECT t.v, count(*)::INTEGER FROM tmp."我的 表" AS t JOIN login ON login.score = t.v GROUP BY 1'
    expect(await bench.rows(sql, { scope })).toEqual([[7, 3000]])
    await expect(bench.run('SELECT * FROM tmp.other', { scope })).rejects.toMatchObject({ code: 'sql_error' })
    await rm(file)
  })

  it('without a temp table whose file is gone is said to be missing', async () => {
    const scope = { tables: [login], temporary: [{ name: 'lost', file: '/nowhere/lost.duckdb' }] }
    expect(await bench.rows('SELECT count(*)::INTEGER FROM login', { scope })).toEqual([[30_000]])
    const run = bench.run('SELECT * FROM tmp.lost', { scope })
    await expect(run).rejects.toMatchObject({ code: 'sql_error', message: expect.stringContaining('lost') })
  })
})

describe('a plan', () => {
  const names = (plan: PlanNode | null): string[] =>
    plan ? [plan.name, ...plan.children.flatMap((child) => names(child))] : []
  const scan = (plan: PlanNode | null): PlanNode | undefined =>
    plan?.name.includes('SCAN') ? plan : plan?.children.map(scan).find((found) => found)
  const sql = 'SELECT game, count(*) FROM login WHERE score = :low GROUP BY game;'
  const params = { low: { value: 3 } }

  it('is a tree of steps with what is expected of them', async () => {
    const { plan, rowCount } = await bench.run(sql, { params, mode: 'plan' })
    expect(rowCount).toBe(0)
    expect(names(plan).length).toBeGreaterThan(2)
    expect(scan(plan)).toMatchObject({ details: { Table: 'login' }, rows: null, ms: null })
    expect(scan(plan)?.estimatedRows).toBeGreaterThan(0)
  })

  it('of a run has rows and times', async () => {
    const { plan } = await bench.run(sql, { params, mode: 'profile' })
    expect(scan(plan)?.rows).toBeGreaterThanOrEqual(3000)
    expect(scan(plan)?.ms).toBeGreaterThan(0)
    expect(JSON.stringify(plan)).not.toMatch(/facts_\d/)
  })
})

describe('a publication', () => {
  it('is seen by the next query, also by spares that waited', async () => {
    const own = await makeSandbox({ spares: 2, sql: ['CREATE TABLE fact AS SELECT 1 AS v'] })
    await own.until(() => own.sandbox.pids().length === 2)
    const before = own.sandbox.pids()
    await own.house.publish(['CREATE TABLE fact AS SELECT 2 AS v', 'CREATE TABLE other AS SELECT 3 AS w'])
    await own.until(() => own.house.warehouse.tables().length === 2)
    expect(await own.rows('SELECT v, w FROM fact, other')).toEqual([[2, 3]])
    await own.until(() => before.every((pid) => !isAlive(pid)))
    await own.dispose()
  })
})

it('tells the functions that may be called', async () => {
  const functions = await bench.sandbox.functions()
  expect(functions.map(({ name }) => name)).toContain('date_trunc')
  expect(functions.map(({ name }) => name)).not.toContain('read_csv')
})

describe('where the system offers nothing to limit processes', () => {
  it('queries run all the same, and what is missing is said', async () => {
    const own = await makeSandbox({ tools: false })
    expect(await own.rows('SELECT v FROM fact')).toEqual([[1]])
    expect(own.sandbox.defences().join('\n')).toContain('系统不提供资源限制')
    await own.dispose()
  })

  it('and where it does, that is said', () => {
    const lines = bench.sandbox.defences()
    expect(lines.length).toBeGreaterThan(4)
    for (const line of lines) expect(line).toMatch(/^沙箱：/)
  })
})
