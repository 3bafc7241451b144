import { describe, expect, it } from 'vitest'
import { tokenize } from '#shared/sql/tokens.ts'
import { FormatProblem, formatSql, placeAfter } from '#web/editor/formatSql.ts'

const says = (sql: string) =>
  tokenize(sql)
    .filter(({ kind }) => kind !== 'space')
    .map(({ start, end }) => sql.slice(start, end).replace(/\s+/g, ' '))

describe('formatting', () => {
  it.each([
    'select a,b from t where c=:p and d in (:q,:r) order by 1',
    'select 渠道, count(*) as 人数 from 表 where 日期 between :起始 and :结束 group by 渠道',
    '-- head\nselect 1 /* in /* nested */ */ from t -- tail\n',
    "select 'a  b', e'\\n', $$x ; y$$, \"a b\" from t",
    'select a::date, l[1:2], x->>1, {a: 1}, [1, 2] from t; select 2',
    'with recursive r(n) as (select 1 union all select n+1 from r where n<10) from r select *',
    'select * exclude (a) from t qualify row_number() over (partition by b order by c)=1',
    'select list_transform(l, x -> x + 1), list_filter(l, lambda x: x > 1) from t',
    'select 1_000, .5, 2 ** 3, 7 // 2, a == b from t asof join u using (k)',
    'select count(*) filter (where a > 1), sum(b) over (rows between unbounded preceding and current row) from t',
  ])('keeps what %j says', (sql) => {
    try {
      expect(says(formatSql(sql))).toEqual(says(sql))
    } catch (error) {
      // Refusing is right as well, as long as it says so.
      expect(error).toBeInstanceOf(FormatProblem)
    }
  })
  it('makes clauses stand on their own lines', () => {
    const formatted = formatSql('select a, sum(b) n from t where c = :p group by a')
    expect(formatted.split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining(['select', 'from', 'where', 'group by']),
    )
    expect(formatted).toContain(':p')
  })
  it('gives its own work back unchanged', () => {
    const once = formatSql('select a, b from t join u using (c) where d = 1; select 2')
    expect(formatSql(once)).toBe(once)
  })
  it.each(["select 'a", 'select /* a', 'select "a', 'select ((1)'])('refuses %j in Chinese', (sql) => {
    expect(() => formatSql(sql)).toThrow(FormatProblem)
    expect(() => formatSql(sql)).toThrow(/[\u4e00-\u9fff]/)
  })
  it('leaves comments and nothing alone', () => {
    expect(formatSql('-- a')).toBe('-- a')
    expect(formatSql('')).toBe('')
  })
  it('finds the cursor again by what stands before it', () => {
    expect(placeAfter('select  a', 'select\n  a', 8)).toBe(6)
    expect(placeAfter('select  ab', 'select\n  ab', 9)).toBe(10)
  })
})

describe('formatting ClickHouse’s SQL', () => {
  it.each([
    'select day, arrayJoin([1,2]) as n from visit final prewhere a=1 array join l as m where b=:p limit 2 by day',
    'select sumIf(a, b>1) from visit any left join orders using (day) order by day with fill step 1',
    'select arrayMap(x -> x+1, l), a::Nullable(Int64) from visit group by all with totals',
  ])('keeps what %j says', (sql) => {
    try {
      const formatted = formatSql(sql, 'clickhouse')
      expect(says(formatted)).toEqual(says(sql))
      expect(formatted.split('\n').length).toBeGreaterThan(2)
    } catch (error) {
      expect(error).toBeInstanceOf(FormatProblem)
    }
  })
  it('puts its clauses on lines of their own', () => {
    const formatted = formatSql('select a from visit prewhere b = 1 limit 2 by a', 'clickhouse')
    expect(formatted.split('\n').map((line) => line.trim())).toContain('prewhere')
  })
})
