// Small random data with requests on it, from seeds: for comparisons with the naive evaluation, and between warehouses.
import { DuckDBInstance } from '@duckdb/node-api'
import type { Calculation, Model, ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import { makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import type { Lottery } from './lottery.ts'
import type { FactRow, NaiveFormula, NaiveModel, NaivePoint } from './naive.ts'
import { followsRows } from './naiveCalculations.ts'

export const columns = {
  pay: {
    day: 'DATE',
    channel: 'VARCHAR',
    server: 'INTEGER',
    player: 'INTEGER',
    amount: 'INTEGER',
    ok: 'BOOLEAN',
  },
  held: { day: 'DATE', channel: 'VARCHAR', server: 'INTEGER', kind: 'VARCHAR', amount: 'INTEGER' },
  stock: { day: 'DATE', channel: 'VARCHAR', amount: 'INTEGER' },
} as const
export type Fact = keyof typeof columns
export const series: Record<Fact, string[]> = { pay: [], held: ['server', 'kind'], stock: [] }

export const dims = { day: 1, channel: 2, server: 3, player: 4 }
const facts = { pay: 1, held: 2, stock: 3 }

export const model: Model = {
  dimensions: [
    makeDimension({ id: dims.day, name: '日期', types: 'date', count_quantum: 'day' }),
    makeDimension({ id: dims.channel, name: '渠道', types: 'string', info: { expression: 'channel' } }),
    makeDimension({ id: dims.server, name: '区服', types: 'number', info: { expression: 'server' } }),
    makeDimension({ id: dims.player, name: '玩家', types: 'number', info: { expression: 'player' } }),
  ],
  points: [
    makePoint({ id: 1, name: '金额', table_id: facts.pay, name_sql: 'amount' }),
    makePoint({ id: 2, name: '单数', table_id: facts.pay, info: { aggregate: 'count' } }),
    makePoint({ id: 3, name: '最小', table_id: facts.pay, name_sql: 'amount', info: { aggregate: 'min' } }),
    makePoint({ id: 4, name: '最大', table_id: facts.pay, name_sql: 'amount', info: { aggregate: 'max' } }),
    makePoint({ id: 5, name: '人数', table_id: facts.pay, types: 'distinct', name_sql: 'player' }),
    makePoint({ id: 6, name: '实收', table_id: facts.pay, name_sql: 'amount', filter: 'ok' }),
    makePoint({
      id: 7,
      name: '实付人数',
      table_id: facts.pay,
      types: 'distinct',
      name_sql: 'player',
      filter: 'ok',
    }),
    makePoint({
      id: 8,
      name: '未付单数',
      table_id: facts.pay,
      info: { aggregate: 'count' },
      filter: 'not ok',
    }),
    makePoint({
      id: 9,
      name: '留空',
      table_id: facts.pay,
      name_sql: 'amount',
      filter: 'ok',
      info: { fill: 'empty' },
    }),
    makePoint({
      id: 10,
      name: '留空人数',
      table_id: facts.pay,
      types: 'distinct',
      name_sql: 'player',
      filter: 'not ok',
      info: { fill: 'empty' },
    }),
    makePoint({ id: 11, name: '存量', table_id: facts.held, types: 'semiAdditive', name_sql: 'amount' }),
    makePoint({
      id: 12,
      name: '金币',
      table_id: facts.held,
      types: 'semiAdditive',
      name_sql: 'amount',
      filter: "kind = 'g'",
    }),
    makePoint({ id: 13, name: '行数', table_id: facts.held, info: { aggregate: 'count' } }),
    makePoint({ id: 14, name: '服数', table_id: facts.held, types: 'distinct', name_sql: 'server' }),
    makePoint({
      id: 15,
      name: '币服数',
      table_id: facts.held,
      types: 'distinct',
      name_sql: 'server',
      filter: "kind = 'g'",
    }),
    makePoint({
      id: 16,
      name: '补零',
      table_id: facts.held,
      name_sql: 'amount',
      info: { aggregate: 'max', fill: 'zero' },
    }),
    makePoint({
      id: 17,
      name: '期初',
      table_id: facts.held,
      types: 'semiAdditive',
      name_sql: 'amount',
      info: { aggregate: 'first' },
    }),
    makePoint({
      id: 18,
      name: '币期初',
      table_id: facts.held,
      types: 'semiAdditive',
      name_sql: 'amount',
      filter: "kind = 'g'",
      info: { aggregate: 'first' },
    }),
    makePoint({ id: 41, name: '中位', table_id: facts.pay, types: 'statistic', name_sql: 'amount' }),
    makePoint({
      id: 42,
      name: '实付九成',
      table_id: facts.pay,
      types: 'statistic',
      name_sql: 'amount',
      filter: 'ok',
      info: { aggregate: 'percentile', percentile: 90 },
    }),
    makePoint({
      id: 43,
      name: '离散',
      table_id: facts.pay,
      types: 'statistic',
      name_sql: 'amount * 2',
      info: { aggregate: 'stddev' },
    }),
    makePoint({
      id: 44,
      name: '大单',
      table_id: facts.pay,
      name_sql: 'amount > 5 and ok',
      info: { aggregate: 'countIf' },
    }),
    makePoint({
      id: 45,
      name: '入库中位',
      table_id: facts.stock,
      types: 'statistic',
      name_sql: 'amount',
      info: { aggregate: 'median', fill: 'zero' },
    }),
    makePoint({ id: 46, name: '中位比', types: 'computed', name_sql: '[中位] / [大单]' }),
    makePoint({ id: 21, name: '库存', table_id: facts.stock, types: 'semiAdditive', name_sql: 'amount' }),
    makePoint({ id: 22, name: '入库', table_id: facts.stock, name_sql: 'amount' }),
    makePoint({ id: 31, name: '人均', types: 'computed', name_sql: '[金额] / [人数]' }),
    makePoint({ id: 32, name: '单均存量', types: 'computed', name_sql: '[存量] / [单数]' }),
    makePoint({ id: 33, name: '差', types: 'computed', name_sql: '[人均] - coalesce([入库], 0)' }),
  ],
  pointTables: (Object.keys(columns) as Fact[]).map((name) =>
    makePointTable({
      id: facts[name],
      name,
      table_truename: name,
      date_column: 'day',
      grain_key: name === 'held' ? ['day', ...series.held] : [],
    }),
  ),
  dimensionTables: [],
  tables: Object.entries(columns).map(([name, own]) => ({
    name,
    comment: '',
    rowCount: 0,
    columns: Object.entries(own).map(([column, type]) => ({ name: column, type, comment: '' })),
    updatedAt: '2026-01-01T00:00:00Z',
  })),
}

const ratio = ([part, whole]: (number | null)[]) =>
  part === null || part === undefined || !whole ? null : part / whole
export const points: NaiveModel['points'] = new Map<number, NaivePoint | NaiveFormula>([
  [1, { fact: 'pay', aggregate: 'sum', column: 'amount' }],
  [2, { fact: 'pay', aggregate: 'count' }],
  [3, { fact: 'pay', aggregate: 'min', column: 'amount' }],
  [4, { fact: 'pay', aggregate: 'max', column: 'amount' }],
  [5, { fact: 'pay', aggregate: 'distinct', column: 'player' }],
  [6, { fact: 'pay', aggregate: 'sum', column: 'amount', condition: (row) => row.ok === true }],
  [7, { fact: 'pay', aggregate: 'distinct', column: 'player', condition: (row) => row.ok === true }],
  [8, { fact: 'pay', aggregate: 'count', condition: (row) => row.ok === false }],
  [
    9,
    { fact: 'pay', aggregate: 'sum', column: 'amount', condition: (row) => row.ok === true, nothing: null },
  ],
  [
    10,
    {
      fact: 'pay',
      aggregate: 'distinct',
      column: 'player',
      condition: (row) => row.ok === false,
      nothing: null,
    },
  ],
  [16, { fact: 'held', aggregate: 'max', column: 'amount', nothing: 0 }],
  [17, { fact: 'held', aggregate: 'first', column: 'amount' }],
  [18, { fact: 'held', aggregate: 'first', column: 'amount', condition: (row) => row.kind === 'g' }],
  [41, { fact: 'pay', aggregate: 'percentile', share: 0.5, column: 'amount' }],
  [
    42,
    {
      fact: 'pay',
      aggregate: 'percentile',
      share: 0.9,
      column: 'amount',
      condition: (row) => row.ok === true,
    },
  ],
  [43, { fact: 'pay', aggregate: 'deviation', column: 'twice' }],
  // Its condition makes no rows of the report: all rows of its table do.
  [44, { fact: 'pay', aggregate: 'sum', column: 'large' }],
  [45, { fact: 'stock', aggregate: 'percentile', share: 0.5, column: 'amount', nothing: 0 }],
  [46, { of: [41, 44], value: ratio }],
  [11, { fact: 'held', aggregate: 'last', column: 'amount' }],
  [12, { fact: 'held', aggregate: 'last', column: 'amount', condition: (row) => row.kind === 'g' }],
  [13, { fact: 'held', aggregate: 'count' }],
  [14, { fact: 'held', aggregate: 'distinct', column: 'server' }],
  [15, { fact: 'held', aggregate: 'distinct', column: 'server', condition: (row) => row.kind === 'g' }],
  [21, { fact: 'stock', aggregate: 'last', column: 'amount' }],
  [22, { fact: 'stock', aggregate: 'sum', column: 'amount' }],
  [31, { of: [1, 5], value: ratio }],
  [32, { of: [11, 2], value: ratio }],
  [
    33,
    {
      of: [31, 22],
      value: ([mean, stock]) => (mean === null || mean === undefined ? null : mean - (stock ?? 0)),
    },
  ],
])
/** Points that each dimension's facts have. */
const within: Record<number, number[]> = {
  [dims.server]: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 17, 18, 41, 42, 43, 44, 46, 11, 12, 13, 14, 15, 31, 32],
  [dims.player]: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 31, 41, 42, 43, 44, 46],
}
const countable = [1, 2, 5, 6, 7, 8, 9, 10, 44, 13, 14, 15, 22]

export const days = ['2025-12-28', '2025-12-29', '2025-12-31', '2026-01-01', '2026-01-04', '2026-01-05']

export function randomRows(lottery: Lottery): Record<Fact, FactRow[]> {
  const make = (fact: Fact) =>
    Array.from({ length: lottery.below(25) }, (): FactRow => {
      const row: FactRow = {}
      for (const column of Object.keys(columns[fact])) row[column] = randomCell(column, lottery)
      return row
    })
  // Of one series and day one row: of two no one could say which is the balance.
  const clear = (fact: Fact): FactRow[] => {
    const known = new Set<string>()
    return make(fact).filter((row) => {
      const key = JSON.stringify(['day', ...series[fact]].map((column) => row[column]))
      return !known.has(key) && known.add(key)
    })
  }
  return { pay: make('pay'), held: clear('held'), stock: clear('stock') }
}

function randomCell(column: string, lottery: Lottery) {
  switch (column) {
    case 'day':
      return lottery.one(days)
    case 'channel':
      return lottery.one(['x', 'y', 'z', '', null])
    case 'server':
      return lottery.one([1, 2, 3, null])
    case 'player':
      return lottery.one([1, 2, 3, 4, 5, null])
    case 'kind':
      return lottery.one(['g', 's'])
    case 'ok':
      return lottery.one([true, false, null])
    default:
      return lottery.chance(20) ? null : lottery.below(20) - 5
  }
}

/** In percent; `beside`: calculations are of those that read more than the report's own rows. */
export interface Odds {
  range: number
  subtotals: number
  top: number
  condition: number
  calculations: number
  beside: boolean
}
export const usually: Odds = {
  range: 40,
  subtotals: 50,
  top: 50,
  condition: 30,
  calculations: 60,
  beside: false,
}
export const hiding: Odds = {
  range: 75,
  subtotals: 60,
  top: 45,
  condition: 60,
  calculations: 100,
  beside: true,
}

export function randomInfo(lottery: Lottery, odds: Odds): ReportInfo {
  const chosen = lottery.some(Object.values(dims), 3)
  const reachable = chosen.reduce(
    (left, dim) => left.filter((id) => within[dim]?.includes(id) ?? true),
    [...points.keys()],
  )
  const shown = [lottery.one(reachable), ...lottery.some(reachable, 4)]
  const info: ReportInfo = { dims: chosen, points: [...new Set(shown)] }
  if (lottery.chance(odds.range)) {
    const [from, to] = [lottery.one(days), lottery.one(days)].sort() as [string, string]
    info.dateRange = { from, to }
  }
  if (chosen.includes(dims.day)) info.grain = lottery.one(['day', 'week', 'month'])
  if (chosen.length > 0 && lottery.chance(odds.subtotals)) info.subtotals = true
  const shares = info.points.filter((id) => countable.includes(id))
  if (lottery.chance(30)) info.shares = lottery.some(shares, 2)
  const cut = chosen.filter((id) => id !== dims.day)
  if (cut.length > 0 && lottery.chance(odds.top))
    info.top = { dim: lottery.one(cut), count: 1 + lottery.below(3), by: lottery.one(reachable) }
  info.filters = []
  const channels = lottery.some(['x', '', null], 3)
  if (lottery.chance(25) && channels.length > 0)
    info.filters.push({ dim: dims.channel, op: lottery.one(['in', 'notIn']), values: channels })
  if (lottery.chance(30)) info.filters.push(randomGroup(lottery, info, reachable, 3))
  if (lottery.chance(odds.condition))
    info.filters.push({
      point: lottery.one(reachable),
      op: lottery.one(['gte', 'lt']),
      values: [lottery.below(8)],
    })
  const keys = [...info.dims.map((id) => `d${id}`), ...info.points.map((id) => `p${id}`)]
  if (lottery.chance(60)) info.order = lottery.some(keys, 2).map((key) => ({ key, desc: lottery.chance(50) }))
  if (chosen.length > 0 && lottery.chance(odds.calculations))
    info.calculations = randomCalculations(info, lottery, odds.beside)
  const calculated = (info.calculations ?? []).filter(
    (one) => !followsRows(one, { info, model: { dims: columnsOf } }),
  )
  if (calculated.length > 0 && lottery.chance(30)) {
    const { of, number } = lottery.one(calculated)
    info.order = [{ key: `p${of}_c${number}`, desc: lottery.chance(50) }, ...(info.order ?? []).slice(0, 1)]
  }
  return info
}

/** Of one kind alone, or of both: then of the report's own dimensions, on the result's rows. */
function randomGroup(
  lottery: Lottery,
  { dims: own, top }: ReportInfo,
  reachable: number[],
  depth: number,
): ReportCondition {
  const onRows = own.filter((id) => id !== dims.day && id !== top?.dim)
  const offered = lottery.one([['dim'], ['point'], onRows.length > 0 ? ['dim', 'point'] : ['point']] as const)
  const named = offered.length > 1 ? onRows : [dims.channel]
  const group = (left: number): ReportCondition => {
    const parts = Array.from({ length: 1 + lottery.below(3) }, (): ReportCondition => {
      if (left > 1 && lottery.chance(30)) return group(left - 1)
      if (lottery.one([...offered]) === 'point') return randomFigure(lottery, reachable)
      const dim = lottery.one(named)
      const values: (string | number | null)[] = dim === dims.channel ? ['x', '', null] : [1, 2, null]
      return { dim, op: lottery.one(['in', 'notIn']), values: [lottery.one(values)] }
    })
    return lottery.chance(60) ? { any: parts } : { all: parts }
  }
  return group(depth)
}

function randomFigure(lottery: Lottery, reachable: number[]): ReportCondition {
  const point = lottery.one(reachable)
  if (lottery.chance(40)) return { point, op: lottery.one(['gte', 'lt']), values: [lottery.below(8)] }
  const times = lottery.one([undefined, 1.2, 2])
  const than = { point: lottery.one(reachable), ...(times !== undefined && { times }) }
  return { point, op: lottery.one(['gt', 'gte', 'lt']), values: [], than }
}

type Draw = () => Omit<Calculation, 'number'> | null

/** Those of sums alone that add up; of any point the others. */
function randomCalculations(info: ReportInfo, lottery: Lottery, beside: boolean): Calculation[] {
  const adding = info.points.filter((id) => [1, 2, 6, 8, 9, 44, 13, 22].includes(id))
  const shared = info.points.filter((id) => countable.includes(id))
  const isDated = info.dims.includes(dims.day)
  const draws: Draw[] = [
    () => ({
      of: lottery.one(info.points),
      kind: 'rank',
      ...(lottery.chance(50) && { ascending: true }),
      ...(lottery.chance(50) && { within: lottery.some(info.dims, 2) }),
    }),
    () => (adding.length === 0 ? null : { of: lottery.one(adding), kind: 'running' }),
    () =>
      isDated
        ? {
            of: lottery.one(info.points),
            kind: 'average',
            periods: 2 + lottery.below(6),
            ...(lottery.chance(40) && { centred: true }),
          }
        : null,
    () =>
      isDated && adding.length > 0
        ? {
            of: lottery.one(adding),
            kind: 'sum',
            periods: 2 + lottery.below(6),
            ...(lottery.chance(40) && { centred: true }),
          }
        : null,
    () =>
      shared.length === 0
        ? null
        : {
            of: lottery.one(shared),
            kind: 'share',
            ...lottery.one([{ parent: true }, { within: lottery.some(info.dims, 2) }, {}]),
          },
    () => {
      const along = lottery.one(info.dims)
      const values = { [dims.day]: days, [dims.channel]: ['x', '', null], [dims.server]: ['2', null] }
      const value = lottery.one(values[along] ?? ['3', null])
      return {
        of: lottery.one(info.points),
        kind: lottery.one(['difference', 'change', 'index']),
        base: lottery.one([
          ...(beside ? [] : (['first', 'last'] as const)),
          { value: along === dims.day ? cutTo(value, info.grain) : value },
        ]),
        along,
      }
    },
  ]
  const [rank, running, average, sum, share, fixed] = draws as [Draw, Draw, Draw, Draw, Draw, Draw]
  const drawn = beside ? [average, sum, fixed, fixed, fixed] : [rank, running, average, sum, share, fixed]
  return Array.from({ length: 1 + lottery.below(3) }, () => lottery.one(drawn)()).flatMap((draw, index) =>
    draw === null ? [] : [{ number: index + 1, ...draw }],
  )
}

/** The first day of the period, as its row is called. */
function cutTo(day: string | null, grain = 'day'): string {
  if (grain === 'month') return `${String(day).slice(0, 7)}-01`
  const date = new Date(`${day}T00:00:00Z`)
  if (grain === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

export const columnsOf: NaiveModel['dims'] = new Map([
  [dims.day, 'day'],
  [dims.channel, 'channel'],
  [dims.server, 'server'],
  [dims.player, 'player'],
])

const literal = (cell: unknown): string =>
  typeof cell === 'string' ? `'${cell}'` : cell === null ? 'NULL' : String(cell)

export async function fill(rows: Record<Fact, FactRow[]>) {
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  for (const [name, own] of Object.entries(columns)) {
    const types = Object.entries(own).map(([column, type]) => `${column} ${type}`)
    await connection.run(`CREATE TABLE ${name} (${types.join(', ')})`)
    const values = rows[name as Fact].map((row) => `(${Object.values(row).map(literal).join(', ')})`)
    if (values.length > 0) await connection.run(`INSERT INTO ${name} VALUES ${values.join(', ')}`)
  }
  return connection
}
