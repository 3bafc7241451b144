// Kept sums of facts with extreme values: their answers equal those of the facts and of exact integer arithmetic to
// the last digit; figures that do not add up exactly are never answered from sums.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { RowRule } from '#semantic/model/rowScope.ts'
import type { KeptSums, SumsShape } from '#semantic/model/sums.ts'
import type { CompileContext, Model, ReportInfo, ReportSums } from '#semantic/model/types.ts'
import { sumsQuery } from '#semantic/sums/make.ts'
import { tell } from '../golden/overSums.ts'
import { makeContext, makeDimension, makePoint, makePointTable } from './model.ts'

const columns = {
  moment: 'TIMESTAMP',
  zoned: 'TIMESTAMP WITH TIME ZONE',
  game: 'VARCHAR',
  tag: 'VARCHAR',
  flag: 'BOOLEAN',
  small: 'TINYINT',
  big: 'BIGINT',
  ubig: 'UBIGINT',
  huge: 'HUGEINT',
  money: 'DECIMAL(18,4)',
  wide: 'DECIMAL(38,2)',
  real: 'DOUBLE',
  player: 'BIGINT',
} as const
type Column = keyof typeof columns

const values: Record<Column, (string | null)[]> = {
  moment: [
    '2026-01-01 04:59:59.999999',
    '2026-01-01 05:00:00',
    '2026-01-02 00:00:00',
    '0001-01-02 00:00:00',
    '9999-12-30 23:59:59',
    null,
  ],
  zoned: ['2026-01-01 04:59:59.999999+00', '2025-12-31 21:00:00+00', '2025-12-31 20:59:59+00', null],
  game: ['a', 'A', 'b', '', null],
  tag: ['x', 'X', 'ß', 'SS', '', ' x', 'é', 'e\u0301', 'O\'Brien "\\', '全角　', '𠮷', null],
  flag: ['true', 'false', null],
  small: ['-128', '127', '0', null],
  big: ['9223372036854775807', '-9223372036854775808', '0', '-1', '3', null],
  ubig: ['18446744073709551615', '0', '1', null],
  huge: ['170141183460469231731687303715884105727', '-170141183460469231731687303715884105727', '1', null],
  money: ['99999999999999.9999', '-99999999999999.9999', '0.0001', '-0.0001', '0', null],
  wide: ['999999999999999999999999999999999999.99', '-999999999999999999999999999999999999.99', '0.01', null],
  real: ['NaN', 'Infinity', '-Infinity', '-0.0', '0.0', '0.1', '1e308', '-1e308', null],
  player: ['1', '2', '3', null],
}

const [dayOf, momentOf] = [1, 2]
const pointTable = {
  name: '敌意',
  table_truename: 'hostile',
  date_column: null,
  game_column: 'game',
  grain_key: [],
}
const dims = [
  makeDimension({ id: 1, name: '日期', types: 'date', count_quantum: 'day' }),
  makeDimension({ id: 2, name: '时间', types: 'time', count_quantum: 'hour' }),
  makeDimension({ id: 3, name: '游戏', types: 'game' }),
  makeDimension({ id: 4, name: '标签', types: 'string', info: { expression: 'tag' } }),
  makeDimension({ id: 5, name: '大写', types: 'string', info: { expression: "upper(coalesce(tag, '无'))" } }),
  makeDimension({ id: 6, name: '真假', types: 'string', info: { expression: 'if(flag, small, -1)' } }),
  makeDimension({ id: 7, name: '小数', types: 'number', info: { expression: 'small' } }),
  makeDimension({ id: 8, name: '实数', types: 'number', info: { expression: 'real' } }),
  makeDimension({ id: 9, name: '实数约', types: 'string', info: { expression: 'real > 0' } }),
]
const exactPoints = [
  makePoint({ id: 1, name: '行', table_id: 1, info: { aggregate: 'count' } }),
  makePoint({ id: 2, name: '有实数', table_id: 1, name_sql: 'real', info: { aggregate: 'count' } }),
  makePoint({ id: 3, name: '整', table_id: 1, name_sql: 'big' }),
  makePoint({ id: 4, name: '无号', table_id: 1, name_sql: 'ubig' }),
  makePoint({ id: 5, name: '钱', table_id: 1, name_sql: 'money' }),
  makePoint({ id: 6, name: '小', table_id: 1, name_sql: 'small * small - small' }),
  makePoint({ id: 7, name: '最小钱', table_id: 1, name_sql: 'money', info: { aggregate: 'min' } }),
  makePoint({ id: 8, name: '最大巨', table_id: 1, name_sql: 'huge', info: { aggregate: 'max' } }),
  makePoint({ id: 9, name: '最大签', table_id: 1, name_sql: 'tag', info: { aggregate: 'max' } }),
  makePoint({ id: 10, name: '真的钱', table_id: 1, name_sql: 'money', filter: 'flag' }),
  makePoint({
    id: 11,
    name: '假的行',
    table_id: 1,
    info: { aggregate: 'count' },
    filter: "not flag and tag <> 'x'",
  }),
  makePoint({
    id: 12,
    name: '大单',
    table_id: 1,
    name_sql: 'money > 1 and real > 0',
    info: { aggregate: 'countIf' },
  }),
  makePoint({ id: 13, name: '末', table_id: 1, name_sql: 'moment', info: { aggregate: 'max' } }),
  makePoint({ id: 14, name: '均', types: 'computed', name_sql: '[钱] / [行]' }),
]
const inexactPoints = [
  makePoint({ id: 21, name: '实', table_id: 1, name_sql: 'real' }),
  makePoint({ id: 22, name: '巨', table_id: 1, name_sql: 'huge' }),
  makePoint({ id: 23, name: '宽', table_id: 1, name_sql: 'wide' }),
  makePoint({ id: 24, name: '最大实', table_id: 1, name_sql: 'real', info: { aggregate: 'max' } }),
  makePoint({ id: 25, name: '商', table_id: 1, name_sql: 'money / 3' }),
  makePoint({ id: 26, name: '积', table_id: 1, name_sql: 'money * money' }),
  makePoint({ id: 27, name: '人', table_id: 1, types: 'distinct', name_sql: 'player' }),
  makePoint({ id: 28, name: '中', table_id: 1, types: 'statistic', name_sql: 'money' }),
  makePoint({ id: 29, name: '大的', table_id: 1, info: { aggregate: 'count' }, filter: 'real > 1' }),
]

function modelOf(time: 'moment' | 'zoned'): Model {
  return {
    dimensions: dims,
    points: [...exactPoints, ...inexactPoints],
    pointTables: [makePointTable({ id: 1, ...pointTable, time_column: time })],
    dimensionTables: [],
    tables: [
      {
        name: 'hostile',
        comment: '',
        rowCount: 0,
        columns: Object.entries(columns).map(([name, type]) => ({ name, type, comment: '' })),
        updatedAt: '2026-01-01T00:00:00Z',
      },
    ],
  }
}

/** Numbers that are the same on every run. */
function lottery(seed: number): (count: number) => number {
  let state = seed
  return (count) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
}

type Row = Record<Column, string | null>
const below = lottery(4711)
const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
const names = Object.keys(columns) as Column[]
const rows = Array.from(
  { length: 400 },
  () => Object.fromEntries(names.map((name) => [name, one(values[name])])) as Row,
)

let connection: DuckDBConnection
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect()
  await connection.run(`CREATE TABLE hostile (${names.map((name) => `${name} ${columns[name]}`).join(', ')})`)
  const literal = (text: string | null, name: Column) =>
    text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'::${columns[name]}`
  const lines = rows.map((row) => `(${names.map((name) => literal(row[name], name)).join(', ')})`)
  await connection.run(`INSERT INTO hostile VALUES ${lines.join(', ')}`)
})

async function sumsOf(info: ReportInfo, model: Model, context: Partial<CompileContext> = {}) {
  const compiled = compileReport(info, model, makeContext(context))
  return { compiled, sums: (await compiled.readSums?.()) as ReportSums }
}

let made = 0
async function keep(shapes: readonly SumsShape[]): Promise<KeptSums[]> {
  const kept: KeptSums[] = []
  for (const shape of shapes) {
    made += 1
    const name = `sums_${made}`
    await connection.run(`CREATE TABLE ${name} AS ${sumsQuery(shape, shape.fact)}`)
    kept.push({ ...shape, name, rowCount: 1 })
  }
  return kept
}

const filters: NonNullable<ReportInfo['filters']> = [
  { dim: 4, op: 'in', values: ['x', 'O\'Brien "\\', null] },
  { dim: 4, op: 'notIn', values: ['', 'ß'] },
  { dim: 5, op: 'contains', values: ['SS'] },
  { dim: 7, op: 'gte', values: [0] },
  { dim: dayOf, op: 'gt', values: ['2025-12-31'] },
  { point: 3, op: 'gte', values: [0] },
]

const rowRules: RowRule[] = [
  { dim: 4, how: 'only', values: ['x', null], open: false },
  { dim: 4, how: 'except', values: ['', 'O\'Brien "\\'], open: false },
  { dim: 7, how: 'only', values: [], open: false },
  { dim: 7, how: 'except', values: ['127', null], open: true },
]

function randomInfo(points: readonly { id: number }[], dimensions: readonly number[]): ReportInfo {
  const some = <Item>(items: readonly Item[], most: number) =>
    [...new Set(Array.from({ length: 1 + below(most) }, () => one(items)))] as Item[]
  const chosen = below(5) === 0 ? [] : some(dimensions, 3)
  const info: ReportInfo = { dims: chosen, points: some(points, 4).map(({ id }) => id) }
  if (below(3) === 0) info.dateRange = { from: '2026-01-01', to: '2026-01-02' }
  if (below(2) === 0) info.filters = some(filters, 2)
  if (chosen.includes(dayOf)) info.grain = one(['day', 'week', 'month', 'year'])
  if (chosen.length > 1 && below(2) === 0) info.subtotals = true
  return info
}

describe('sums of hostile facts', () => {
  it.each([
    ['moment', 0],
    ['moment', 5],
    ['zoned', 0],
    ['zoned', 5],
  ] as const)('answer to the last digit: days of %s from %i o’clock', async (time, cutoffHour) => {
    const model = modelOf(time)
    let answered = 0
    for (let turn = 0; turn < 40; turn += 1) {
      const games = one<CompileContext['games']>(['all', ['a'], ['A', 'b', ''], []])
      const rules = below(2) === 0 ? [] : [one(rowRules)]
      const info = randomInfo(exactPoints, [dayOf, momentOf, 3, 4, 5, 6, 7])
      const { compiled, sums } = await sumsOf(info, model, { games, rules, cutoffHour })
      const kept = await keep(sums.wanted())
      const over = sums.over(kept)
      if (over === null) continue
      answered += 1
      const [facts, own] = [
        await tell(connection, compiled.sql, compiled.params),
        await tell(connection, over.sql, over.params),
      ]
      expect(own, JSON.stringify({ info, games, rules })).toEqual(facts)
    }
    expect(answered).toBeGreaterThan(30)
  })

  it('are those of plain arithmetic', async () => {
    const info: ReportInfo = { dims: [4], points: [1, 3, 4, 5, 7] }
    const { sums } = await sumsOf(info, modelOf('moment'), { games: ['a', 'A', ''] })
    const over = sums.over(await keep(sums.wanted()))
    const told = await tell(connection, over?.sql ?? '', over?.params ?? [])
    const seen = rows.filter(({ game }) => game !== null && ['a', 'A', ''].includes(game))
    const scaled = (text: string) => {
      const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
      return BigInt(`${sign}${whole}${part.padEnd(4, '0')}`)
    }
    const expected = [undefined, ...new Set(seen.map(({ tag }) => tag))].map((tag) => {
      const own = seen.filter((row) => tag === undefined || row.tag === tag)
      const present = (name: Column) => own.flatMap((row) => row[name] ?? [])
      const sum = (name: Column) => present(name).reduce((left, right) => left + BigInt(right), 0n)
      const money = present('money').map(scaled)
      const least = money.reduce((left, right) => (right < left ? right : left), 10n ** 30n)
      return [tag ?? null, own.length, sum('big'), sum('ubig'), money.reduce((a, b) => a + b, 0n), least].map(
        String,
      )
    })
    const answered = told.rows.map(([tag, count, big, ubig, money, least]) =>
      [tag, count, big, ubig, scaled(String(money)), scaled(String(least))].map(String),
    )
    const inOrder = (lines: string[][]) => [lines[0], ...lines.slice(1).sort()]
    expect(inOrder(answered)).toEqual(inOrder(expected))
  })

  it('are none of what does not add up exactly, nor by what may stand for two values', async () => {
    const model = modelOf('moment')
    for (const { id } of inexactPoints) {
      const { sums } = await sumsOf({ dims: [4], points: [id] }, model)
      expect(sums.wanted(), String(id)).toEqual([])
      // Beside others they take these from the facts, too, unless they are read apart from them.
      const beside = await sumsOf({ dims: [4], points: [1, id] }, model)
      expect(beside.sums.wanted().length, String(id)).toBe([27, 28].includes(id) ? 1 : 0)
    }
    for (const dim of [8, 9]) {
      const { sums } = await sumsOf({ dims: [dim], points: [1] }, model)
      expect(sums.wanted()).toEqual([])
    }
    const { sums } = await sumsOf(
      { dims: [], points: [1], filters: [{ dim: 8, op: 'gt', values: [0] }] },
      model,
    )
    expect(sums.wanted()).toEqual([])
  })

  it('are read only where they have each key and figure, and the game in any case', async () => {
    const model = modelOf('moment')
    const narrow = (await sumsOf({ dims: [4], points: [3] }, model)).sums
    const [shape] = narrow.wanted() as [SumsShape]
    expect(shape.keys).toContain('f."game"')
    const kept = await keep([shape])
    const over = async (info: ReportInfo, context: Partial<CompileContext> = {}) =>
      (await sumsOf(info, model, context)).sums.over(kept) !== null
    expect(await over({ dims: [4], points: [3] }, { games: ['b'] })).toBe(true)
    expect(await over({ dims: [5], points: [3] })).toBe(true)
    expect(await over({ dims: [3], points: [3], grain: 'month' })).toBe(true)
    expect(await over({ dims: [7], points: [3] })).toBe(false)
    expect(await over({ dims: [4], points: [5] })).toBe(false)
    expect(await over({ dims: [4], points: [3], filters: [{ dim: 7, op: 'gte', values: [0] }] })).toBe(false)
    // A rule on rows by what is no key can't be held over them.
    expect(await over({ dims: [4], points: [3] }, { rules: rowRules.slice(0, 1) })).toBe(true)
    expect(await over({ dims: [4], points: [3] }, { rules: rowRules.slice(3) })).toBe(false)
    // Days that begin at another hour are other days.
    expect(await over({ dims: [4], points: [3], dateRange: { from: '2026-01-01', to: '2026-01-02' } })).toBe(
      true,
    )
    expect(await over({ dims: [dayOf], points: [3] }, { cutoffHour: 5 })).toBe(false)
  })
})
