// The engine's failures in Chinese, with their position in the text as sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlFailure } from '#server/warehouse/sandbox/check/failure.ts'
import { AppError } from '#shared/errors.ts'
import { type Gate, openGate } from './gate.ts'

const wide = '中'.repeat(60)
const sentences: [sql: string, message: string | RegExp, near: string | null][] = [
  ['selec 1', '语法错误，在「selec」附近', 'selec'],
  ['select 1 from pay where', '语句没有写完', 'where'],
  ["select 'abc", "文本没有结束，请补上单引号 '", "'abc"],
  ['select count（*） from pay', '找不到列 count（，标点须用半角', 'count（'],
  ['select amout from pay', '找不到列 amout，是否想用 amount', 'amout'],
  ['select pay.amout from pay', /^表 pay 里找不到列 amout/, 'pay'],
  ['select x.amount from pay', 'FROM 里没有 x，可用的表：pay', 'x'],
  [
    'select role_id from role, pay',
    'role_id 不明确，不止一个表有它，请写成 role.role_id 或 pay.role_id',
    'role_id',
  ],
  ['select sum(amount), ds from pay', '列 ds 须写进 GROUP BY，或放进汇总函数（如 any_value(ds)）', 'ds'],
  ['select 1 from pay join role using (nosuch)', 'USING 的列 nosuch 在左边的表里不存在', 'nosuch'],
  [
    'select sum(order_id) from pay',
    '函数的参数不合：sum(VARCHAR)，请检查个数与类型，或用 ::类型 转换',
    'sum',
  ],
  ["select '中文', order_id::int from pay", /^「o0」不能转换成 INTEGER；改用 TRY_CAST/, '::'],
  ["select * from pay where ds > '中文'", '「中文」不是日期，应写成 2026-01-31', "'中文'"],
  ['select 9223372036854775807 * 2', /^计算结果超出 BIGINT 的范围/, null],
  ['select 1 from pay where sum(amount) > 1', 'WHERE 里不能用汇总函数，请放进 HAVING', 'sum'],
  ['select sum(sum(amount)) from pay', '汇总函数不能套汇总函数，请先用子查询算出里面的', 'sum'],
  ['select (select ds, amount from pay)', '子查询只能返回 1 列，这里有 2 列', '('],
  ['select (select ds from pay)', /^作为一个值的子查询返回了多行/, null],
  ['select 1 order by 3', 'ORDER BY 的列号须在 1 到 1 之间', '3'],
  ['select 1 union select 1, 2', 'UNION 等两边的列数须相同', null],
  ["select strptime('x', '%Y')", '「x」不合日期格式 %Y', null],
  ["select json_extract('{', '$.a')", /^不是合法的 JSON/, null],
  ["select regexp_matches('a', '(')", /^正则表达式有误：缺少 \)/, null],
  ['select nosuch', "找不到列 nosuch：语句没有 FROM；若是文本，请用单引号 'nosuch'", 'nosuch'],
  ['select “文本”', '找不到列 “文本”：语句没有 FROM，标点须用半角', '“文本”'],
  ['select 300::tinyint', '数值 300 超出 TINYINT 的范围', '::'],
  ['select 99999::decimal(4, 2)', '数值 99999 超出 DECIMAL(4,2) 的范围', '::'],
  ['select row_number() from pay', 'row_number 是窗口函数，须写成 row_number(…) OVER (…)', 'row_number'],
  ['select * exclude (a) from (select 1 as a)', 'SELECT 里没有剩下任何列', null],
  ['select * exclude (nosuch) from pay', 'EXCLUDE 里的列 nosuch 不存在', 'nosuch'],
  ['select sqrt(-1)', '不能对负数开平方', null],
  ['select ln(0)', '对数的值须大于 0，可先用 nullif 去掉 0', null],
  ["select date_part('nosuch', date '2026-01-01')", /^无法识别的日期部分「nosuch」/, null],
  ["select strftime(date '2026-01-01', '%Q')", /^日期格式「%Q」有误/, null],
  ["select timezone('Foo/Bar', now())", '没有时区「Foo/Bar」，如 Asia/Shanghai、UTC', null],
  ['select map([1, 1], [2, 3])', 'MAP 的键不能重复', null],
  ['select unnest(1)', 'UNNEST 只能用于列表或结构', 'unnest'],
  ['select 1::decimal(50, 2)', 'DECIMAL 的总位数须在 1 到 38 之间', null],
  ['select * from (select 1, 2) t(a, b, c)', 't 有 2 列，却写了 3 个列名', null],
  ['select * from pay natural join (select 1 as q)', /^NATURAL JOIN 的两边没有同名的列/, 'natural'],
  ["select '中文😀' as 渠道, ds from pay where where", '语法错误，在「where」附近', 'where'],
  ["select ds as 日期, '没有结束", "文本没有结束，请补上单引号 '", "'没有结束"],
  ["select '31/12/2026'::date", '「31/12/2026」不是日期，应写成 2026-01-31', '::'],
  ["select '是'::boolean", /^「是」不能转换成 BOOLEAN/, '::'],
  ['select quantile_disc(amount, amount) from pay', '分位数须是固定的数', null],
  ['select 1 =< 2', '没有运算符 =<', '='],
  ['select 1 qualify 1', 'QUALIFY 须与窗口函数一起用', null],
]

describe.each([
  ['as JSON', true],
  ['as lines with a mark', false],
])('told by the engine %s', (_, json) => {
  let gate: Gate
  beforeAll(async () => {
    gate = await openGate(json)
  })
  afterAll(() => gate.close())

  it.each(sentences)('%s', async (sql, message, near) => {
    const failure = await gate.failure(sql)
    expect(failure.code).toBe('sql_error')
    if (typeof message === 'string') expect(failure.message).toBe(message)
    else expect(failure.message).toMatch(message)
    if (near !== null) expect(failure.problem?.near).toBe(near)
  })

  it.each([
    ['behind wide characters', `select '${wide}', nosuch from pay`, 1, 72],
    ['behind those of two units', "select '😀😀中', nosuch from pay", 1, 17],
    ['behind wide spaces', "select\u3000'中',\u3000nosuch\u3000from pay", 1, 13],
    ['on the last of 2,000 lines', `${'-- 行\n'.repeat(1_999)}select nosuch from pay`, 2_000, 8],
    ['after lines that end with a return', 'select 1,\r\n  nosuch from pay', 2, 3],
    ['in the middle of a long line', `select '${'x'.repeat(300)}', nosuch, '${wide}' from pay`, 1, 312],
    ['behind a mark of byte order', '\ufeffselect nosuch from pay', 1, 9],
  ])('finds the place %s', async (__, sql, line, column) => {
    expect((await gate.failure(sql)).problem).toEqual({ line, column, length: 6, near: 'nosuch' })
  })
})

describe('a failure', () => {
  it('is told where the text was, not what was put before it', () => {
    const told = new Error(
      'Binder Error: Referenced column "x" not found in FROM clause!\n\nLINE 1: EXPLAIN select 中, x\n                           ^',
    )
    expect(sqlFailure(told, 'select 中, x', 'EXPLAIN ').data).toMatchObject({ column: 11, near: 'x' })
    const json = new Error('{"exception_type":"Binder","exception_message":"odd","position":"20"}')
    expect(sqlFailure(json, 'select 中, x', 'EXPLAIN ').data).toMatchObject({ column: 11, near: 'x' })
  })

  it.each([
    'IO Error: Cannot open file "/srv/data/warehouse/facts_12.duckdb": Permission denied',
    'Catalog Error: Table "facts_12"."main"."pay" is odd, see /srv/data/warehouse/facts_12.duckdb',
    'Binder Error: Catalog "facts_12" and file C:\\data\\facts_12.duckdb.wal of facts_12.main.pay',
  ])('names no file: %s', (message) => {
    expect(sqlFailure(new Error(message), 'select 1').message).not.toMatch(/srv|data|\.duckdb|facts_12\.|\\/)
  })

  it('of memory or of the engine itself is no fault of the text', () => {
    const memory = sqlFailure(
      new Error('{"exception_type":"Out of Memory","exception_message":"failed to allocate"}'),
      'x',
    )
    expect([memory.code, memory.message.slice(0, 13)]).toEqual(['query_failed', '查询用的内存超出上限，请缩'])
    expect(sqlFailure(new Error('INTERNAL Error: Attempted to access index 0'), 'x').code).toBe(
      'query_failed',
    )
    expect(sqlFailure(new Error('INTERRUPT Error: Interrupted!'), 'x').code).toBe('query_canceled')
  })

  it('that is ours already stays as it is', () => {
    const own = new AppError('query_timeout')
    expect(sqlFailure(own, 'x')).toBe(own)
  })

  it('that nobody knows is told by its kind, and by the engine’s own sentence', () => {
    expect(
      sqlFailure(new Error('Binder Error: Cannot use new "odd"\nof two lines'), 'x as odd').message,
    ).toBe('语句有误\n引擎原文：Cannot use new "odd"')
    expect(sqlFailure('odd', 'x').message).toBe('语句有误，请检查这里的写法与类型')
  })
})
