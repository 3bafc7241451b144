// Which statements the check accepts, and the messages for the others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  isAllowedFunction,
  isAllowedType,
  isRefusedFunction,
} from '#server/warehouse/sandbox/check/allowed.ts'
import { functionsOf } from '#server/warehouse/sandbox/check/functions.ts'
import { checkStatement } from '#server/warehouse/sandbox/check/statement.ts'
import { type Gate, known, openGate } from './gate.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

const alone = 'DESCRIBE、SHOW、SUMMARIZE 须单独成句，不能写在查询里'
const only = '只能运行一条 SELECT 查询，不能使用'

describe('one SELECT', () => {
  it.each([
    ['select 1; select 2', '一次只能运行一条语句，请分开运行', 'select', 11],
    ['select 1;\tdrop table pay', '一次只能运行一条语句，请分开运行', 'drop', 11],
    ["select ';' /* ; */; select 2", '一次只能运行一条语句，请分开运行', 'select', 21],
    ['drop table pay', '这里不能删除表，自己的临时表请在左侧「临时表」里删除', 'drop', 1],
    ['  update pay set amount = 1', `${only} UPDATE`, 'update', 3],
    ['set threads = 1', `${only} SET`, 'set', 1],
    ['explain select 1', 'EXPLAIN 后面须是一条查询，如 EXPLAIN SELECT …', 'explain', 1],
    ['describe pay', alone, 'describe', 1],
    ['show tables', alone, 'show', 1],
    ['summarize pay', alone, 'summarize', 1],
    ['select * from (summarize pay)', alone, 'select', 1],
  ])('%j', async (sql, message, near, column) => {
    const failure = await gate.failure(sql)
    expect(failure).toEqual({
      code: 'sql_error',
      message,
      problem: { line: 1, column, length: near.length, near },
    })
  })

  it.each([[''], ['  \n'], ['-- nothing'], ['/* a /* b */ c */'], [';;']])('%j says nothing', async (sql) => {
    expect(await gate.failure(sql)).toEqual({
      code: 'sql_error',
      message: '没有可运行的语句，请输入一条 SELECT',
      problem: null,
    })
  })

  it('asks PIVOT for its values', async () => {
    const failure = await gate.failure('from (pivot pay on currency using sum(amount))')
    expect(failure.message).toMatch('PIVOT 须写明取值')
    expect(failure.problem).toMatchObject({ column: 7, near: 'pivot' })
  })

  it('refuses a NUL and half a character', async () => {
    expect((await gate.failure("select 'a\0b'")).message).toMatch('NUL')
    expect((await gate.failure("select '\ud800'")).message).toMatch('不完整的字符')
  })

  it('tells a word that is too long for the engine’s own message', async () => {
    expect(await gate.failure('😀'.repeat(250_000))).toMatchObject({
      code: 'sql_error',
      message: expect.stringContaining('语法错误'),
    })
  })
})

describe('known tables', () => {
  it.each([
    ["from 'x.parquet'", 'FROM 里只能用表，不能读取文件和网址', "'x.parquet'"],
    ['select * from "/etc/passwd"', 'FROM 里只能用表，不能读取文件和网址', '"/etc/passwd"'],
    [
      "from 'https://example.com/x.csv'",
      'FROM 里只能用表，不能读取文件和网址',
      "'https://example.com/x.csv'",
    ],
    ['select * from logn', '找不到表 logn，是否想用 login', 'logn'],
    ['select * from tmp.mne', '找不到表 tmp.mne，是否想用 tmp.mine', 'tmp'],
    ['select * from mine', '找不到表 mine，是否想用 tmp.mine', 'mine'],
    ['select * from main.pay', '找不到表 main.pay，表名前不能写库名', 'main'],
    ['select * from memory.main.pay', '找不到表 memory.main.pay，表名前不能写库名', 'memory'],
    ['select * from memory.tmp.mine', '找不到表 memory.tmp.mine，表名前不能写库名', 'memory'],
    [
      'from information_schema.tables',
      '找不到表 information_schema.tables，表名前不能写库名',
      'information_schema',
    ],
    ['from pg_catalog.pg_class', '找不到表 pg_catalog.pg_class，表名前不能写库名', 'pg_catalog'],
    ['from duckdb_tables', '找不到表 duckdb_tables', 'duckdb_tables'],
    ['from sqlite_master', '找不到表 sqlite_master', 'sqlite_master'],
    ['select 1 where exists (from nosuch)', '找不到表 nosuch', 'nosuch'],
    ['select 1 union select 2 from nosuch', '找不到表 nosuch', 'nosuch'],
    ['select * from pay at (version => 1)', '不支持按版本查询（AT）', 'pay'],
  ])('%s', async (sql, message, near) => {
    const failure = await gate.failure(sql)
    expect([failure.code, failure.message, failure.problem?.near]).toEqual(['sql_error', message, near])
    expect(failure.problem?.column).toBe(sql.indexOf(near) + 1)
  })

  it('takes tables in any case, and temp tables by their schema', async () => {
    expect(await gate.run('select count(*) from PAY, TMP.Mine')).toEqual([['600']])
  })

  describe('names of WITH', () => {
    it.each([
      ['their own, without recursion', 'with "a.csv" as (from "a.csv") from "a.csv"', 23],
      ['a later one', 'with a as (from b), b as (select 1) from a', 17],
      [
        'the part of a recursion that begins it',
        'with recursive r as (select 1 from r union all select 2) from r',
        36,
      ],
      ['one of another subquery', 'select * from (with a as (select 1) from a), a', 46],
      ['one of an inner WITH', 'with a as (with b as (select 1) from b) from b', 46],
    ])('are not seen by %s', async (_, sql, column) => {
      const { message, problem } = await gate.failure(sql)
      expect(message).toMatch(/^找不到表|^FROM 里只能用表/)
      expect(problem?.column).toBe(column)
    })

    it('are seen by those that follow and by what is within', async () => {
      const sql =
        'with a as (select 1 as x), b as (from a) select (select max(x) from a) from b, lateral (from a)'
      expect(await gate.run(sql)).toEqual([[1]])
    })
  })
})

describe('listed functions', () => {
  it.each([
    ["select read_blob('x')", '不能使用函数 read_blob', 'read_blob'],
    ["select 中, getvariable('x') from pay", '不能使用函数 getvariable', 'getvariable'],
    ["select upper.current_setting('x')", '不能使用函数 current_setting', 'upper'],
    ["select ('x').current_setting()", '不能使用函数 current_setting', 'current_setting'],
    ['select main.nextval(1)', '不能使用函数 nextval', 'main'],
    ["select list_transform([1], lambda x: write_log('x'))", '不能使用函数 write_log', 'write_log'],
    ['select [sleep_ms(1) for x in [1] if true]', '不能使用函数 sleep_ms', 'sleep_ms'],
    [
      "select columns(lambda c: c = current_setting('x')) from pay",
      '不能使用函数 current_setting',
      'current_setting',
    ],
    ['select * replace (current_query() as amount) from pay', '不能使用函数 current_query', 'current_query'],
    ['select count(*) filter (where pg_sleep(1) = 1) from pay', '不能使用函数 pg_sleep', 'pg_sleep'],
    ['select sum(1) over (order by version()) from pay', '不能使用函数 version', 'version'],
    ["select 1 order by getvariable('x')", '不能使用函数 getvariable', 'getvariable'],
    ["select 1 limit (select getvariable('x'))", '不能使用函数 getvariable', 'getvariable'],
    ['select case when true then stats(1) end', '不能使用函数 stats', 'stats'],
    ['select 1 from pay join role on setseed(1) = 1', '不能使用函数 setseed', 'setseed'],
    ["values (json_serialize_sql('x'))", '不能使用函数 json_serialize_sql', 'json_serialize_sql'],
    [
      'select 1 group by grouping sets ((inet_client_addr()))',
      '不能使用函数 inet_client_addr',
      'inet_client_addr',
    ],
    ["from pay pivot (max(error('x')) for currency in ('USD'))", '不能使用函数 error', 'error'],
    ['select datetrunk(1)', '找不到函数 datetrunk，是否想用 datetrunc、date_trunc', 'datetrunk'],
    ["select getenv('HOME')", '找不到函数 getenv', 'getenv'],
  ])('%s', async (sql, message, near) => {
    const failure = await gate.failure(sql)
    expect([failure.message, failure.problem?.column]).toEqual([message, sql.indexOf(near) + 1])
  })

  it.each([
    ["read_csv('x')"],
    ["glob('*')"],
    ["query('select 1')"],
    ["query_table('pay')"],
    ["histogram('pay', amount)"],
    ['duckdb_settings()'],
    ["pragma_table_info('pay')"],
    ['enable_logging()'],
    ["json_execute_serialized_sql('{}')"],
    ['main.range(3)'],
  ])('from %s', async (call) => {
    const failure = await gate.failure(`select * from ${call}`)
    expect(failure.message).toMatch(/^FROM 里不能使用函数/)
    expect(failure.problem?.column).toBe(15)
  })

  it('refuses names that the engine reads as functions of the catalog', async () => {
    expect((await gate.failure('select current_schema')).message).toBe('不能使用 current_schema')
  })

  it('refuses unknown types, and those of a schema', async () => {
    expect((await gate.failure('select 1::nosuch')).message).toBe('不支持类型 nosuch')
    expect((await gate.failure('select 1::elsewhere.kind')).message).toBe('不支持类型 kind')
  })

  it('has looked at every function and type of the engine', async () => {
    const rows = await gate.connection.runAndReadAll(
      "select distinct lower(function_name), function_type in ('table', 'table_macro') from duckdb_functions() where function_type <> 'pragma'",
    )
    const twice: unknown[] = []
    const unknown: unknown[] = []
    for (const [name, table] of rows.getRowsJson() as [string, boolean][]) {
      const place = table ? 'table' : 'value'
      const looked = [isAllowedFunction(name, place), isRefusedFunction(name, place)]
      if (looked[0] && looked[1]) twice.push(name)
      if (!looked[0] && !looked[1]) unknown.push(name)
    }
    expect({ twice, unknown }).toEqual({ twice: [], unknown: [] })
    expect(isAllowedFunction('made_by_a_newer_engine', 'value')).toBe(false)
    expect(isAllowedType('made_by_a_newer_engine')).toBe(false)
  })

  it('names nothing that reads files, settings or catalogs', () => {
    const names =
      'read_text read_blob read_csv read_parquet glob getenv current_setting getvariable query query_table'
    for (const name of names.split(' ')) {
      expect([isAllowedFunction(name, 'value'), isAllowedFunction(name, 'table')]).toEqual([false, false])
    }
  })

  it('tells the functions with their signatures, the usual ones in Chinese', async () => {
    const functions = await functionsOf(gate.connection)
    const byName = (name: string) => functions.find((found) => found.name === name)
    expect(byName('date_trunc')).toMatchObject({
      kind: 'scalar',
      description: '截到年、季、月、周、日、时等',
    })
    expect(byName('date_trunc')?.signatures).toContain('date_trunc(part VARCHAR, timestamp DATE)')
    expect(byName('sum')?.kind).toBe('aggregate')
    expect(functions.filter(({ name }) => name === 'range').map(({ kind }) => kind)).toEqual([
      'scalar',
      'table',
    ])
    expect(functions.filter(({ description }) => /[\u4e00-\u9fff]/.test(description)).length).toBeGreaterThan(
      150,
    )
    expect(byName('read_csv') ?? byName('current_setting') ?? byName('+')).toBeUndefined()
  })
})

describe('large and deep texts', () => {
  const nested = (open: string, close: string, count: number) =>
    `select ${open.repeat(count)}1${close.repeat(count)}`
  it.each([
    ['brackets', nested('(', ')', 20_000), '括号嵌套过深'],
    ['lists', nested('[', ']', 450), '嵌套过深'],
    ['calls', nested('abs(', ')', 450), '嵌套过深'],
    ['subqueries', nested('(select ', ')', 450), '嵌套过深'],
    ['sums', `select 1${'+1'.repeat(5_000)}`, '嵌套过深'],
    ['sums that the engine would take seconds for', `select 1${'+1'.repeat(900)}`, '嵌套过深'],
    ['words', `select ${'not '.repeat(20_000)}true`, '嵌套过深'],
    ['cases', `select ${'case when 1 then '.repeat(3_000)}1${' end'.repeat(3_000)}`, '嵌套过深'],
    ['comments that do not end', `select 1 ${'/*'.repeat(200_000)}`, '注释没有结束'],
    ['an unknown table after many', `select 1 from pay${', pay'.repeat(500)}, nosuch`, '找不到表'],
    ['a megabyte of nonsense', 'x '.repeat(500_000), '语法错误'],
  ])('%s are refused', async (_, sql, message) => {
    const failure = await gate.failure(sql)
    expect([failure.code, failure.message]).toEqual(['sql_error', expect.stringContaining(message)])
  })

  it('takes 60,000 items of IN, a long UNION, and a megabyte of text', async () => {
    const items = Array.from({ length: 60_000 }, (_, index) => index).join()
    expect(await gate.run(`select count(*) from pay where role_id in (${items})`)).toEqual([['600']])
    await checkStatement(gate.connection, `select 1${' union all select 1'.repeat(5_000)}`, known)
    await checkStatement(gate.connection, `select '${'中'.repeat(900_000)}'`, known)
  })

  it('takes constants that JSON has no numbers for', async () => {
    const sql = "select 1e400, -1e308 * 10, 99999999999999999999999999999999999999, 'inf'::double, 0.1"
    expect((await gate.run(sql))[0]?.slice(2)).toEqual([expect.anything(), 'Infinity', '0.1'])
  })
})
