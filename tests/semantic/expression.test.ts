import { describe, expect, it } from 'vitest'
import { kindOfType, readExpression } from '#semantic/model/expression/columns.ts'
import { parseExpression } from '#semantic/model/expression/parse.ts'
import { ReportProblem } from '#semantic/model/problem.ts'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { bindColumns } from '#semantic/plan/tree/build.ts'
import { clickhouse } from '#semantic/sql/clickhouse.ts'
import { duckdb } from '#semantic/sql/duckdb.ts'
import { Writer } from '#semantic/sql/writer.ts'

const table: PhysicalTable = {
  name: 'fact',
  comment: '',
  rowCount: 0,
  updatedAt: '',
  columns: [
    { name: 'a', type: 'INTEGER', comment: '' },
    { name: 'b', type: 'BIGINT', comment: '' },
    { name: 'amount', type: 'DECIMAL(12,2)', comment: '' },
    { name: 'status', type: 'VARCHAR', comment: '' },
    { name: '渠道', type: 'VARCHAR', comment: '' },
    { name: 'day', type: 'DATE', comment: '' },
    { name: 'time', type: 'TIMESTAMP', comment: '' },
    { name: 'ok', type: 'BOOLEAN', comment: '' },
    { name: 'Mixed Case', type: 'INTEGER', comment: '' },
  ],
}

/** What reaches SQL. */
function written(text: string): string {
  const { expression } = readExpression(text, table)
  return new Writer(duckdb).write(bindColumns(expression, table, 'f'))
}

function problemOf(work: () => unknown): ReportProblem {
  try {
    work()
  } catch (error) {
    if (error instanceof ReportProblem) return error
    throw error
  }
  throw new Error('no problem was found')
}

const refused = (text: string): ReportProblem => problemOf(() => readExpression(text, table))

/** The part of the text that a problem points at. */
function marked(text: string): string {
  const { position } = refused(text)
  return text.slice(position?.offset, (position?.offset ?? 0) + (position?.length ?? 0))
}

describe('expressions are written anew from their tree', () => {
  it.each([
    ['b + b * 2', 'f."b" + f."b" * 2'],
    ['(b + b) * 2', '(f."b" + f."b") * 2'],
    ['b - (b - 1)', 'f."b" - (f."b" - 1)'],
    ['b - b - 1', 'f."b" - f."b" - 1'],
    ['-(-b)', '-(-f."b")'],
    ['- b * 2', '-f."b" * 2'],
    ['a * 2', 'CAST(f."a" AS BIGINT) * 2'],
    ['b / a', 'f."b" / nullif(CAST(f."a" AS BIGINT), 0)'],
    ['b / 100', 'f."b" / 100'],
    ['b % 0', 'f."b" % nullif(0, 0)'],
    ['.5 + 1.', '0.5 + 1'],
    ["status = 'it''s'", `f."status" = 'it''s'`],
    ["status != 'x' AND NOT ok", `f."status" <> 'x' AND NOT f."ok"`],
    ['ok or ok and status is not null', 'f."ok" OR f."ok" AND f."status" IS NOT NULL'],
    ['(ok or ok) and ok', '(f."ok" OR f."ok") AND f."ok"'],
    ['not (ok or ok)', 'NOT (f."ok" OR f."ok")'],
    ['(a = 1) is null', '(f."a" = 1) IS NULL'],
    ["status not in ('x', 'y')", `f."status" NOT IN ('x', 'y')`],
    ["status like '10!%%' escape '!'", `f."status" LIKE '10!%%' ESCAPE '!'`],
    ['a not between 1 and 2 and ok', 'f."a" NOT BETWEEN 1 AND 2 AND f."ok"'],
    ["case when a > 1 then 'x' else 'y' end", `CASE WHEN f."a" > 1 THEN 'x' ELSE 'y' END`],
    ["case status when 'x' then 1 end", `CASE f."status" WHEN 'x' THEN 1 END`],
    ['cast(status as decimal(10, 2))', 'TRY_CAST(f."status" AS DECIMAL(10, 2))'],
    ['CAST(a AS TEXT)', 'CAST(f."a" AS VARCHAR)'],
    ['if(ok, 1, 0)', 'CASE WHEN f."ok" THEN 1 ELSE 0 END'],
    ["date_trunc('MONTH', day)", `CAST(date_trunc('month', f."day") AS DATE)`],
    ["day >= date '2026-01-31'", `f."day" >= TRY_CAST('2026-01-31' AS DATE)`],
    ['day - day', 'f."day" - f."day"'],
    ['"Mixed Case" + 1', 'CAST(f."Mixed Case" AS BIGINT) + 1'],
    ['AMOUNT', 'f."amount"'],
    ['渠道', 'f."渠道"'],
    ['round(amount, 2)', 'round(f."amount", 2)'],
    ['substr(status, 1, 3)', 'substring(f."status", 1, 3)'],
    ['  a\n + 1 ', 'CAST(f."a" AS BIGINT) + 1'],
  ])('%s', (text, sql) => {
    expect(written(text)).toBe(sql)
  })
})

describe('what is no expression is refused at its place', () => {
  it.each([
    ['select 1', 'select', '只能写表达式'],
    ['a; drop table fact', ';', '分号'],
    ['(select max(a) from fact)', 'select', '子查询'],
    ['a in (select 1)', 'select', '子查询'],
    ['a from fact', 'from', '只能写表达式'],
    ['a -- comment', '--', '注释'],
    ['a /* comment */', '/*', '注释'],
    ['sum(a)', 'sum', '汇总函数'],
    ['1 + count(*)', 'count', '汇总函数'],
    ['row_number() over ()', 'row_number', '窗口函数'],
    ['lowr(status)', 'lowr', 'lower'],
    ['read_csv(status)', 'read_csv', '没有函数'],
    ['stauts', 'stauts', 'status'],
    ['[充值金额]', '[充值金额]', '不能引用指标'],
    ['(a', '', '不完整'],
    ['a)', ')', '右括号'],
    ['a b', 'b', '运算符'],
    ['a +', '', '不完整'],
    ['a, b', ',', '逗号'],
    ["status = 'x", "'x", '没有结束'],
    ['a ＋ 1', '＋', '半角'],
    ['12abc', '12abc', '不是数字'],
    ["a + 'x'", "'x'", '不能参与'],
    ["day = '2026-01-01'", "'2026-01-01'", "date '"],
    ["day = date '2026-02-30'", "date '2026-02-30'", '不是有效的日期'],
    ['a and ok', 'a', '条件'],
    ['not a', 'a', '条件'],
    ["coalesce(a, 'x')", "'x'", '文字'],
    ['cast(a as blob)', 'blob', '类型'],
    ['cast(day as boolean)', 'cast(day as boolean)', '不能转为'],
    ["date_trunc('decade', day)", "'decade'", '时间单位'],
    ['hour(day)', 'hour(day)', '没有小时'],
    ['nullif(a)', 'nullif(a)', '2 个参数'],
    ['a ?', '?', '无法识别'],
    ['a || a', '|', 'concat'],
    ['a::int', ':', '无法识别'],
    ['$1', '$', '无法识别'],
    ['a.b', '.', '无法识别'],
    ['__proto__', '__proto__', '没有列'],
    ['constructor(a)', 'constructor', '没有函数'],
  ])('%s', (text, place, message) => {
    expect(refused(text).message).toContain(message)
    expect(refused(text).code).toBe('formula_invalid')
    expect(marked(text)).toBe(place)
  })

  it('counts lines and columns from 1', () => {
    expect(refused('a +\n  stauts * 2').position).toEqual({ offset: 6, length: 6, line: 2, column: 3 })
  })

  it('limits length and depth', () => {
    expect(refused(`a${' '.repeat(10_000)}`).message).toContain('10,000')
    expect(refused(`${'('.repeat(200)}a${')'.repeat(200)}`).message).toContain('嵌套过深')
    expect(refused(`a${' + a'.repeat(1000)}`).message).toContain('最多连用')
    expect(() => readExpression(`a${' + a'.repeat(250)}`, table)).not.toThrow()
    expect(refused('- '.repeat(4000)).message).toContain('嵌套过深')
  })

  it('refuses an empty text', () => {
    expect(problemOf(() => parseExpression(' \n ')).message).toContain('为空')
  })
})

describe('kinds', () => {
  it.each([
    ['a', 'integer'],
    ['a / 1', 'number'],
    ['a * 1.5', 'number'],
    ['status', 'string'],
    ['a > 1', 'boolean'],
    ["date_trunc('week', time)", 'date'],
    ["date_trunc('hour', time)", 'datetime'],
    ['day - day', 'integer'],
    ['coalesce(null, amount)', 'number'],
    ["if(ok, 'x', null)", 'string'],
  ])('%s is %s', (text, kind) => {
    expect(readExpression(text, table).kind).toBe(kind)
  })

  it("reads the warehouses' types", () => {
    expect(
      ['UBIGINT', 'DECIMAL(18,3)', 'TIMESTAMP WITH TIME ZONE', 'Nullable(Date32)', 'INTEGER[]'].map(
        kindOfType,
      ),
    ).toEqual(['integer', 'number', 'datetime', 'date', 'unknown'])
  })
})

/** What reaches ClickHouse. */
function writtenElsewhere(text: string): string {
  const { expression } = readExpression(text, table)
  return new Writer(clickhouse).write(bindColumns(expression, table, 'f'))
}

describe('on ClickHouse', () => {
  it.each([
    // Exact or an error: its own integers wrap around.
    ['b + 1', `accurateCast((toInt128(f."b") + 1), 'Int64')`],
    ['a * 2', '(toInt64(f."a") * 2)'],
    // Decimals stay decimals; a column is compared as it is held.
    ['amount * 1.06', `(toDecimal64(f."amount", 2) * toDecimal64('1.06', 2))`],
    ['amount > 10.5', `(f."amount" > toDecimal64('10.5', 2))`],
    ['a / 2', '(toFloat64(f."a") / toFloat64(2))'],
    [`status like '10!%' escape '!'`, `like(f."status", '10\\\\%')`],
    [`status in ('x', null)`, `(f."status" = 'x' OR f."status" = CAST(NULL AS Nullable(String)))`],
    ["day >= date '2026-01-31'", `(f."day" >= toDate32('2026-01-31'))`],
    ['ok and not ok', 'f."ok" AND NOT f."ok"'],
  ])('%s', (text, sql) => {
    expect(writtenElsewhere(text)).toBe(sql)
  })

  it.each([
    ['cast(a as double) % 2', /%.*double/],
    ['1.5 % cast(amount as double)', /%.*double/],
    ["day < date '9999-12-31'", /1900 年到 2299 年/],
    ['substr(status, 1.5)', /substr.*整数/],
  ])('refuses %s, and says why', (text, message) => {
    const { code, message: said } = problemOf(() => writtenElsewhere(text))
    expect(code).toBe('report_invalid')
    expect(said).toMatch(message)
  })
})
