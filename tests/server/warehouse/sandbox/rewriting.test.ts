// Statements rewritten to SELECT: DESCRIBE, SHOW, SUMMARIZE, EXPLAIN, PIVOT without values, CREATE TEMP TABLE AS.
// Each runs through a sandbox process's steps, for a user of all games and a user of some.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rewritten } from '#server/warehouse/sandbox/rewrite/rewritten.ts'
import type { SandboxRequest, SandboxScope } from '#server/warehouse/sandbox/types.ts'
import { AppError } from '#shared/errors.ts'
import { runSteps } from '#tests/factories/sandboxSteps.ts'
import { makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'
import { type Gate, known, openGate } from './gate.ts'

let house: TestWarehouse
beforeAll(async () => {
  house = await makeWarehouse({
    sql: [
      `CREATE TABLE pay AS SELECT i AS id, ['a', 'b', 'canary'][i % 3 + 1] AS game, ['ios', 'android', 'web''s'][i % 3 + 1] AS os,
         i % 2 AS half, (i * 1.5)::DECIMAL(18, 2) AS amount, DATE '2026-01-01' + (i % 5)::INTEGER AS day, {'x': i} AS facts
         FROM range(30) t(i)`,
      'CREATE TABLE secret AS SELECT 1 AS hidden',
    ],
  })
})
afterAll(() => house.dispose())

const all: SandboxScope = { tables: [{ name: 'pay', games: null, rules: [] }], temporary: [] }
const some: SandboxScope = {
  tables: [{ name: 'pay', games: { column: 'game', values: ['a', 'b'] }, rules: [] }],
  temporary: [],
}

interface Answer {
  names: string[]
  rows: unknown[][]
}

async function ask(sql: string, more: Partial<SandboxRequest> = {}): Promise<Answer> {
  const columns: unknown[][] = []
  let names: string[] = []
  await runSteps(house, {
    sql,
    params: {},
    scope: all,
    limit: 1000,
    mode: 'rows',
    onColumns: (found) => {
      names = found.map(({ name }) => name)
    },
    onChunk: (chunk) => {
      for (const [at, cells] of chunk.columns.entries()) {
        columns[at] = [...(columns[at] ?? []), ...(JSON.parse(cells) as unknown[])]
      }
    },
    ...more,
  })
  return { names, rows: (columns[0] ?? []).map((_, row) => columns.map((cells) => cells[row])) }
}

async function failure(sql: string, more: Partial<SandboxRequest> = {}): Promise<AppError> {
  const error = await ask(sql, more).then(
    ({ rows }) => new Error(`ran: ${JSON.stringify(rows).slice(0, 300)}`),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw error
  return error
}

describe('columns', () => {
  const paid = [
    ['id', 'BIGINT'],
    ['game', 'VARCHAR'],
    ['os', 'VARCHAR'],
    ['half', 'BIGINT'],
    ['amount', 'DECIMAL(18,2)'],
    ['day', 'DATE'],
    ['facts', 'STRUCT("x" BIGINT)'],
  ]
  it.each([
    'describe pay',
    'DESC pay;',
    'show pay',
    'show columns from pay',
    '-- 列\ndescribe table pay -- 完',
    'describe select * from pay where id > 1',
  ])('%j', async (sql) => {
    const { names, rows } = await ask(sql)
    expect(names).toEqual(['column_name', 'column_type'])
    expect(rows).toEqual(paid)
  })

  it('describes with parameters and WITH', async () => {
    const params = { n: { value: 3 } }
    expect(
      (await ask('describe with a as (select id, :n as n from pay) from a', { params })).rows,
    ).toHaveLength(2)
  })
})

describe('tables', () => {
  it.each(['show tables', 'SHOW ALL TABLES;', 'show tables from main', "show tables like 'p%'", 'describe'])(
    '%j',
    async (sql) => {
      expect((await ask(sql)).rows).toEqual([['pay']])
    },
  )
  it('without any', async () => {
    expect((await ask("show tables like 'x%'")).rows).toEqual([])
    expect((await ask('show tables', { scope: { tables: [], temporary: [] } })).rows).toEqual([])
    expect((await ask('show schemas')).rows).toEqual([['dict'], ['main'], ['tmp']])
  })
})

describe('SUMMARIZE', () => {
  it('measures each column', async () => {
    const { names, rows } = await ask('summarize pay')
    expect(names.slice(0, 5)).toEqual(['column_name', 'column_type', 'min', 'max', 'approx_unique'])
    expect(rows.map(([name]) => name)).toEqual(['id', 'game', 'os', 'half', 'amount', 'day', 'facts'])
    expect(rows[0]?.slice(2, 6)).toEqual(['0', '29', expect.any(Number), '14.5'])
    expect(rows[5]?.slice(2, 4)).toEqual(['2026-01-01', '2026-01-05'])
    expect(rows.map((row) => row.at(-2))).toEqual(rows.map(() => 30))
  })
  it('of a query, with names that need quotes and are there twice', async () => {
    const { rows } = await ask('summarize select id as "a""b", id as x, id as x from pay where id < :n;', {
      params: { n: { value: 2 } },
    })
    expect(rows.map(([name, , min, max]) => [name, min, max])).toEqual([
      ['a"b', '0', '1'],
      ['x', '0', '1'],
      ['x_1', '0', '1'],
    ])
  })
  it('counts the rows of the games alone', async () => {
    const { rows } = await ask('summarize pay', { scope: some })
    expect(rows[1]?.slice(2, 4)).toEqual(['a', 'b'])
    expect(rows.map((row) => row.at(-2))).toEqual(rows.map(() => 20))
  })
})

describe('PIVOT finds its values', () => {
  it.each([
    ['pivot pay on os using sum(amount)', ['android', 'ios', "web's"]],
    ['pivot pay on os using count(*) group by half order by half', ['half', 'android', 'ios', "web's"]],
    ['with p as (select * from pay where id < 2) pivot p on os using count(*)', ['android', 'ios']],
    ['select * from (pivot pay on half using count(*))', ['0', '1']],
    [
      'with p as (select * from pay where id < 2), q as (pivot p on os using count(*)) select * from q',
      ['android', 'ios'],
    ],
    [
      'with p(o, i) as (select os, id from pay), q as materialized (select * from p where i < 2), r as (pivot q on o using count(*)) select * from r',
      ['android', 'ios'],
    ],
    [
      'select * from (with p as (select * from pay where id < 2) pivot p on os using count(*))',
      ['android', 'ios'],
    ],
    [
      'with p as (select * from pay) select * from (with q as (select * from p where id < 2) pivot q on os using count(*))',
      ['android', 'ios'],
    ],
    [
      'with p as (select * from pay where id < 2), q as (pivot p on os using count(*) group by half) pivot q on half using sum(ios)',
      ['0', '1'],
    ],
    [
      'pivot (select * from (pivot pay on os using count(*) group by half)) on half using sum(ios)',
      ['0', '1'],
    ],
    [
      'with p as (select 1 as os), q as (with p as (select * from pay where id < 2) pivot p on os using count(*)) from q',
      ['android', 'ios'],
    ],
    ["pivot pay on half, os in ('ios') using count(*)", ['0_ios', '1_ios']],
    ["pivot pay on os || '!' using count(*) group by game", ['game', 'android!', 'ios!', "web's!"]],
    [
      'pivot (select os, day from pay) on day using count(*)',
      ['os', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'],
    ],
  ])('%j', async (sql, wanted) => {
    const { names } = await ask(sql)
    expect(names.slice(-wanted.length)).toEqual(wanted)
  })
  it('with parameters, for some games', async () => {
    const sql =
      'pivot (select game, half, id from pay where id >= :from) on game using count(*) group by half'
    const { names, rows } = await ask(sql, { scope: some, params: { from: { value: 0 } } })
    expect(names).toEqual(['half', 'a', 'b'])
    expect(rows).toHaveLength(2)
  })
  it('says what is too many, none, or wrong', async () => {
    expect(
      (await failure('pivot (select i, 1 as n from range(600) t(i)) on i using sum(n)')).message,
    ).toMatch('超过 500 个')
    expect((await failure('pivot (select * from pay where false) on os using count(*)')).message).toMatch(
      '没有取值',
    )
    const wrong = await failure('pivot pay on nosuch using count(*)')
    expect(wrong.message).toMatch('找不到列 nosuch')
    expect(wrong.data).toMatchObject({ line: 1, column: 14, near: 'nosuch' })
  })
  it('UNPIVOT of what is not listed', async () => {
    const { names } = await ask(
      'unpivot (select id, half, amount::bigint as amount from pay) on columns(* exclude (id)) into name what value n',
    )
    expect(names).toEqual(['id', 'what', 'n'])
  })
})

describe('EXPLAIN', () => {
  it.each([
    'explain select sum(id) from pay',
    'EXPLAIN ANALYZE select sum(id) from pay',
    'explain (analyze, format json) from pay',
  ])('%j', async (sql) => {
    const { names, rows } = await ask(sql)
    expect(names).toEqual(['步骤', '内容', '估计行数', '行数', '毫秒'])
    expect(JSON.stringify(rows)).toMatch('pay')
    expect(rows.some((row) => row[4] !== null)).toBe(/analyze/i.test(sql))
  })
  it('tells no count of other games', async () => {
    expect(
      JSON.stringify((await ask("explain select * from pay where os = 'x'", { scope: some })).rows),
    ).not.toMatch(/canary|30/)
  })
})

describe('CREATE TEMP TABLE AS', () => {
  it.each([
    'create temp table x as select id from pay',
    'create or replace temporary table tmp.x as (select id from pay)',
    'create table tmp.x as from (select id from pay)',
  ])('%j gives its rows', async (sql) => {
    expect((await ask(sql)).rows).toHaveLength(30)
  })
})

describe('nothing else comes in by these', () => {
  let gate: Gate
  beforeAll(async () => {
    gate = await openGate()
    await gate.connection.run('CREATE TABLE secret AS SELECT 1 AS hidden')
  })
  afterAll(() => gate.close())
  const scope: SandboxScope = {
    tables: known.tables.map(({ name }) => ({ name, games: null, rules: [] })),
    temporary: [],
  }
  const refusal = (sql: string): Promise<AppError | null> =>
    rewritten(gate.connection, { kind: 'run', sql, params: {}, scope, limit: 10, mode: 'rows' }).then(
      () => null,
      (error: AppError) => error,
    )
  const bodies = [
    'secret',
    'select * from secret',
    "read_csv('/etc/passwd')",
    "'/etc/passwd'",
    "select * from read_text('/etc/passwd')",
    'duckdb_settings()',
    'duckdb_tables()',
    'information_schema.tables',
    'main.secret',
    "select * from query('select 1')",
    "select getenv('HOME')",
    'select 1; drop table pay',
    'select 1) union all select * from secret where (1 = 1',
    'pay) as a, (select * from secret',
    "pay; copy pay to '/tmp/x'",
    '(pay) union all from secret',
    "select current_setting('threads')",
  ]
  const heads = [
    'describe ',
    'summarize ',
    'show columns from ',
    'explain ',
    'explain analyze ',
    'explain (format json) ',
    'create temp table x as ',
    'create or replace table tmp.x as ',
  ]
  const hostile = heads.flatMap((head) => bodies.map((body) => [head + body] as const))
  it.each(hostile)('%s', async (sql) => {
    const error = await refusal(sql)
    expect(error?.code).toBe('sql_error')
    expect(error?.message).toMatch(/[\u4e00-\u9fff]/)
  })

  it.each([
    'pivot secret on hidden using count(*)',
    "pivot read_csv('/etc/passwd') on column0 using count(*)",
    'pivot pay on (select hidden from secret) using count(*)',
    "pivot pay on getenv('HOME') using count(*)",
    'pivot pay) as a, (select * from secret on currency using count(*)',
    'pivot pay on currency) from secret -- using count(*)',
    'pivot pay on currency using count(*); drop table pay',
    'with a as (select * from secret) pivot a on hidden using count(*)',
    'explain create table x as select 1',
    'explain drop table pay',
    'explain analyze insert into pay select * from pay',
    'explain explain select 1',
    'describe explain select 1',
    'summarize describe pay',
    'select * from (describe pay)',
    'select * from (show tables)',
    'create table x as select 1',
    'create table main.pay as select 1',
    'create temp view x as select 1',
    'create temp macro x() as 1',
    'create temp table x (id int)',
    'show functions',
    'show variables',
    'explain',
    'summarize',
    'show tables; drop table pay',
    "show tables like 'x' union all select * from secret",
    'show tables limit 1',
    'drop table tmp.x',
  ])('%s', async (sql) => {
    const error = await refusal(sql)
    expect(error?.code).toBe('sql_error')
    expect(error?.message).toMatch(/[\u4e00-\u9fff]/)
  })

  it('a value that is SQL stays a value', async () => {
    const sql = `pivot (select 'a'') ; drop table pay --' as os, 1 as n) on os using sum(n)`
    expect((await ask(sql)).names).toEqual(["a') ; drop table pay --"])
    expect((await ask(`describe select 1 as "x'), (select hidden from secret) --"`)).rows).toEqual([
      ["x'), (select hidden from secret) --", 'INTEGER'],
    ])
    expect((await ask(`summarize select 1 as "x'""), hidden --"`)).rows).toHaveLength(1)
  })
})
