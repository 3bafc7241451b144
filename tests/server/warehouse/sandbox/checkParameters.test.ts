// Parameters of users' SQL: bound by type, never inserted as text; missing or wrong ones are reported.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundText } from '#server/warehouse/sandbox/check/bound.ts'
import type { SandboxParameter } from '#server/warehouse/sandbox/types.ts'
import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'
import { type Gate, openGate } from './gate.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

const given = (value: ParameterValue, type?: ParameterType): SandboxParameter =>
  type ? { value, type } : { value }
const cell = async (sql: string, params: Record<string, SandboxParameter>) =>
  (await gate.run(sql, params))[0]?.[0]

describe('the text', () => {
  it('stays as long as it was, and names one parameter once', () => {
    const sql = 'select :渠道, :from_date, :渠道'
    const bound = boundText(sql, { 渠道: given('ios'), from_date: given('x') })
    expect(bound.text).toBe('select $1 , $2        , $1 ')
    expect(bound.values).toEqual(['ios', 'x'])
  })

  it.each([
    ["select ':a', -- :a\n /* :a */ \":a\", $$:a$$, E'\\':a' from (select 1 as \":a\")", {}],
    ["select '1'::int, [1, 2, 3][1:2], {'k': 1}, {k: 2}, [1, 2][1:], x: 3", {}],
  ])('has no parameters in %s', async (sql, params) => {
    expect(boundText(sql, params).values).toEqual([])
    expect(await gate.run(sql, params)).toHaveLength(1)
  })

  it('has them beside casts, slices and keys', async () => {
    const params = { a: given(2), b: given('5') }
    const sql = "select :b::int, [1, 2, 3][1: :a], [1, 2, 3][:a:3], {'k': :a}"
    expect(await gate.run(sql, params)).toEqual([[5, [1, 2], [2, 3], { k: 2 }]])
  })

  it('gives plain spaces for wide ones', async () => {
    expect(boundText("select\u3000'中\u3000文',\u00a01", {}).text).toBe("select '中\u3000文', 1")
  })
})

describe('values', () => {
  it.each<[string, ParameterValue, ParameterType | undefined, unknown, string]>([
    ['integer', 7, undefined, 7, 'INTEGER'],
    ['large integer', 9007199254740991, undefined, '9007199254740991', 'BIGINT'],
    [
      'integer beyond 64 bits',
      '170141183460469231731687303715884105727',
      'number',
      '170141183460469231731687303715884105727',
      'HUGEINT',
    ],
    ['decimal', 0.1, undefined, '0.1', 'DECIMAL(1,1)'],
    [
      'decimal text',
      '-1234567890123456789012345.678',
      'number',
      '-1234567890123456789012345.678',
      'DECIMAL(28,3)',
    ],
    ['exponent', 1e300, undefined, 1e300, 'DOUBLE'],
    ['text', "o'x; drop table pay --", 'text', "o'x; drop table pay --", 'VARCHAR'],
    ['number as text', 12, 'text', '12', 'VARCHAR'],
    ['truth', true, undefined, true, 'BOOLEAN'],
    ['nothing', null, 'number', null, '"NULL"'],
    ['date', '2026-02-28', 'date', '2026-02-28', 'DATE'],
    ['time', '2026-02-28T08:09:10.5', 'date', '2026-02-28 08:09:10.5', 'TIMESTAMP'],
    ['list of numbers', [1, 2], 'list', ['1', '2'], 'BIGINT[]'],
    ['list of texts', ['a', '2026-01-01'], 'list', ['a', '2026-01-01'], 'VARCHAR[]'],
    ['list of dates', ['2026-01-01'], undefined, ['2026-01-01'], 'DATE[]'],
    ['dictionary value', 'ios', 'dictionary', 'ios', 'VARCHAR'],
  ])('%s', async (_, value, type, result, engineType) => {
    expect(await gate.run('select :x, typeof(:x)', { x: given(value, type) })).toEqual([[result, engineType]])
  })

  it.each([
    ['ds = :d', 97],
    ['ds in (:d)', 97],
    ['ds between :d and :d', 97],
    ['ds > :d - interval 1 day and ds <= :d', 97],
    ['ds = :d - 0', 97],
    ["ds = date_trunc('day', :d)", 97],
    ['login_time >= :d and login_time < :d + interval 1 day', 110],
    ['ds::varchar = :d', 97],
  ])('a text that is a date compares as one: %s', async (condition, count) => {
    for (const type of [undefined, 'date'] as const) {
      const found = await cell(`select count(*) from login where ${condition}`, {
        d: given('2026-01-05', type),
      })
      expect(Number(found)).toBe(count)
    }
  })

  it.each<[string, ParameterValue, number]>([
    ['server_id in (:x)', [1, 2], 86],
    ['server_id in :x', [1, 2], 86],
    ['server_id in (:x)', ['1', '2'], 86],
    ['server_id IN ( :x )', [1], 43],
    ['server_id in (3, :x)', [1], 86],
    ['platform in :x', ['ios', 'pc'], 200],
    ['platform in :x', 'ios', 100],
    ['register_date in (:x)', ['2026-01-01', '2026-01-02'], 30],
    ['register_date not in (:x)', ['2026-01-01'], 285],
    ['server_id in (:x)', [], 0],
    ['server_id in :x', [], 0],
    ['server_id in (3, :x)', [], 43],
    ['server_id not in (:x)', [], 300],
    ['register_date in (:x)', [], 0],
    ['platform in (select unnest(:x))', ['ios'], 100],
    ['list_contains(:x, role_id)', [1, 2, 3], 3],
    ['role_id = any(:x)', [1, 2, 3], 3],
    ['server_id in (:x) and 1 in :x', [1, 2], 86],
  ])('a list in %s', async (condition, value, count) => {
    expect(Number(await cell(`select count(*) from role where ${condition}`, { x: given(value) }))).toBe(
      count,
    )
  })

  it('takes the longest lists', async () => {
    const items = Array.from({ length: 50_000 }, (_, index) => index)
    const params = { x: given(items, 'list'), y: given(items.slice(0, 15_000), 'list') }
    expect(
      await gate.run('select count(*) from role where role_id in (:x) and role_id in :y', params),
    ).toEqual([['300']])
  })

  it('limits rows', async () => {
    expect(await gate.run('select 1 from pay limit :rows', { rows: given(3) })).toHaveLength(3)
  })
})

describe('refusals', () => {
  it('names all that are missing, at the place of the first', async () => {
    const failure = await gate.failure("select ':x', :a,\n :中文 + :b + :中文", { a: given(1) })
    expect(failure).toEqual({
      code: 'sql_error',
      message: '缺少参数：中文、b',
      problem: { line: 2, column: 2, length: 3, near: ':中文' },
    })
  })

  it('does not take what objects have by nature for a value', async () => {
    expect((await gate.failure('select :constructor')).message).toBe('缺少参数：constructor')
  })

  it.each<[ParameterType, ParameterValue, string]>([
    ['number', '12a', '数字，给的是 "12a"'],
    ['number', [1], '数字，给的是 [1]'],
    ['date', '2026-02-30', '日期（如 2026-01-31 或 2026-01-31 08:00:00），给的是 "2026-02-30"'],
    ['date', 20260101, '日期（如 2026-01-31 或 2026-01-31 08:00:00），给的是 20260101'],
    ['list', 'a', '列表，给的是 "a"'],
    ['text', ['a'], '文本，给的是 ["a"]'],
  ])('a wrong %s: %j', async (type, value, told) => {
    const failure = await gate.failure('select 1,\n  :x', { x: given(value, type) })
    expect(failure.message).toBe(`参数 x 应为${told}`)
    expect(failure.problem).toEqual({ line: 2, column: 3, length: 2, near: ':x' })
  })

  it.each(['select ?', 'select $1', 'select $name', 'select :a + $1'])('engine’s own: %s', async (sql) => {
    const failure = await gate.failure(sql, { a: given(1) })
    expect(failure.message).toMatch(/^不支持参数 .+，请写成 :名称$/)
  })

  it('tells places behind parameters that became longer', async () => {
    const sql = 'select :d as 日, count(*) from role where server_id in (:many) and nosuch = :a'
    const params = {
      d: given('x'),
      many: given(Array.from({ length: 300 }, (_, index) => index)),
      a: given(1),
    }
    const { problem } = await gate.failure(sql, params)
    expect(problem).toEqual({ line: 1, column: sql.indexOf('nosuch') + 1, length: 6, near: 'nosuch' })
  })
})
