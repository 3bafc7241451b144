// Comparisons of small random data, each cell against loops over the same rows (naiveCompare.ts).
import { beforeAll, describe, expect, it } from 'vitest'
import type { Grain, Model, ReportInfo } from '#semantic/model/types.ts'
import { makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { answer, type Cell, isCompared, run } from './golden.ts'
import {
  type Compared,
  changeOf,
  daysBetween,
  type Figures,
  figuresOf,
  noFigures,
  periodOf,
  plus,
  randomFrom,
  type Sale,
  type TwoSides,
  twoSides,
} from './naiveCompare.ts'
import { overSumsCount } from './overSums.ts'

const dims = { day: 1, channel: 2, server: 3 }
const keys = ['amount', 'orders', 'buyers', 'perBuyer', 'largest'] as const
const points = { amount: 11, orders: 12, buyers: 13, perBuyer: 14, largest: 15, purse: 16 }

const columns = [
  'on_day DATE',
  'channel VARCHAR',
  'server INTEGER',
  'player BIGINT',
  'amount INTEGER',
  'purse INTEGER',
]

const model: Model = {
  dimensions: [
    makeDimension({ id: dims.day, name: '日期', types: 'date', count_quantum: 'day' }),
    makeDimension({ id: dims.channel, name: '渠道', types: 'string', info: { expression: 'channel' } }),
    makeDimension({ id: dims.server, name: '区服', types: 'number', info: { expression: 'server' } }),
  ],
  points: [
    makePoint({ id: points.amount, name: '金额', table_id: 1, name_sql: 'amount' }),
    makePoint({ id: points.orders, name: '单数', table_id: 1, info: { aggregate: 'count' } }),
    makePoint({ id: points.buyers, name: '人数', table_id: 1, types: 'distinct', name_sql: 'player' }),
    makePoint({ id: points.perBuyer, name: '人均', types: 'computed', name_sql: '[金额] / [人数]' }),
    makePoint({
      id: points.largest,
      name: '最大',
      table_id: 1,
      name_sql: 'amount',
      info: { aggregate: 'max' },
    }),
    makePoint({ id: points.purse, name: '余额', table_id: 1, types: 'semiAdditive', name_sql: 'purse' }),
  ],
  pointTables: [
    makePointTable({
      id: 1,
      name: '销售',
      table_truename: 'random_sale',
      date_column: 'on_day',
      grain_key: ['on_day', 'player'],
    }),
  ],
  dimensionTables: [],
  tables: [
    {
      name: 'random_sale',
      comment: '',
      rowCount: 0,
      updatedAt: '',
      columns: columns.map((column) => {
        const [name = '', type = ''] = column.split(' ')
        return { name, type, comment: '' }
      }),
    },
  ],
}

const sales: Sale[] = []
const first = '2023-10-01'
const last = '2025-12-31'

beforeAll(async () => {
  const random = randomFrom(20260311)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  // A purse is noted once a day.
  const noted = new Set<string>()
  const isFirst = (day: string, player: number) =>
    !noted.has(`${day} ${player}`) && noted.add(`${day} ${player}`)
  for (const day of daysBetween(first, last))
    for (let count = Math.floor(random() * 5); count > 0; count -= 1) {
      const sale: Sale = {
        day,
        hour: 0,
        channel: pick(['x', 'y', '', null]),
        server: pick([1, 2]),
        player: Math.floor(random() * 12),
        amount: Math.floor(random() * 50) - 5,
        purse: pick([null, 3, 10, 25]),
      }
      if (sale.purse !== null && !isFirst(day, sale.player)) sale.purse = null
      sales.push(sale)
    }
  await run(`CREATE TABLE random_sale (${columns.join(', ')})`)
  const values = sales.map(
    ({ day, channel, server, player, amount, purse }) =>
      `('${day}', ${channel === null ? 'NULL' : `'${channel}'`}, ${server}, ${player}, ${amount}, ${purse})`,
  )
  await run(`INSERT INTO random_sale VALUES ${values.join(', ')}`)
})

interface Case {
  asked: Compared
  grain: Grain
  dims: (keyof typeof dims)[]
  compareRange?: { from: string; to: string }
  subtotals?: true
  /** So many channels by their amounts, the others as one. */
  top?: number
  /** A balance beside the others. */
  purse?: true
}

type Counted = Figures & { purse: number | null }
const uncompared: Counted = { ...noFigures, purse: null }

/** Stands for the channels that are not among the first. */
const rest = '\0rest'

function within(days: string[], of: Sale[] = sales): Sale[] {
  const wanted = new Set(days)
  return of.filter(({ day }) => wanted.has(day))
}

/** Sales of the other period; of lunar comparisons for each day those of its partner, as if they were of that day. */
function past({ asked }: Case, { base, prior }: TwoSides, of: Sale[] = sales): Sale[] {
  if (asked.comparison !== 'lunar') return within(prior, of)
  const byDay = Map.groupBy(of, ({ day }) => day)
  return prior.flatMap((day, at) =>
    (byDay.get(day) ?? []).map((sale) => ({ ...sale, day: base[at] as string })),
  )
}

function counted(own: Sale[]): Counted {
  const lasts = new Map<number, { day: string; value: number }>()
  for (const { day, player, purse } of own) {
    if (purse === null) continue
    const known = lasts.get(player)
    if (known === undefined || day > known.day) lasts.set(player, { day, value: purse })
  }
  const purse = lasts.size === 0 ? null : [...lasts.values()].reduce((sum, { value }) => sum + value, 0)
  return { ...figuresOf(own), purse }
}

/** Starts of the periods that rows can stand for; the range as one, null, where they are not cut by the day. */
const periodsOf = ({ asked, grain }: Case, grouped: Case['dims']): (string | null)[] =>
  grouped.includes('day')
    ? [...new Set(daysBetween(asked.from, asked.to).map((day) => periodOf(day, grain)))]
    : [null]

const sidesOf = ({ asked, grain }: Case, start: string | null) =>
  twoSides(asked, start === null ? null : { start, grain })

function firstChannels(made: Case): Set<string | null> | null {
  const { asked, top, dims: grouped } = made
  if (top === undefined) return null
  const amounts = new Map<string | null, number>()
  for (const { channel, amount } of within(daysBetween(asked.from, asked.to)))
    amounts.set(channel, (amounts.get(channel) ?? 0) + amount)
  // Whoever has a past alone has nothing now.
  for (const start of periodsOf(made, grouped))
    for (const { channel } of past(made, sidesOf(made, start)))
      amounts.set(channel, amounts.get(channel) ?? 0)
  // Of equal ones the lesser value is first, the empty one last.
  const byValue = (one: string | null, other: string | null) =>
    one === null || other === null ? Number(one === null) - Number(other === null) : one < other ? -1 : 1
  const ranked = [...amounts].sort((one, other) => other[1] - one[1] || byValue(one[0], other[0]))
  return new Set(ranked.slice(0, top).map(([channel]) => channel))
}

/** The cells of a row or the total: each figure, the other one, the change. */
function expected(made: Case, shown: Counted, base: Counted, prior: Counted): (number | null)[] {
  return keysOf(made).flatMap((key) => [shown[key], prior[key], changeOf(base[key], prior[key])])
}

const keysOf = ({ purse }: Case): (keyof Counted)[] => (purse ? [...keys, 'purse'] : [...keys])

/** Rows of the level that these dimensions make, by their coordinates; those with a past and no present too. */
function naiveRows(made: Case, grouped: Case['dims']): Map<string, (number | null)[]> {
  const { asked, grain } = made
  const first = firstChannels(made)
  const at = (sale: Sale, dim: keyof typeof dims): Cell => {
    if (dim === 'day') return periodOf(sale.day, grain)
    return dim === 'channel' && first !== null && !first.has(sale.channel) ? rest : sale[dim]
  }
  const others = grouped.filter((dim) => dim !== 'day')
  const alike = Map.groupBy(sales, (sale) => JSON.stringify(others.map((dim) => at(sale, dim))))
  const rows = new Map<string, (number | null)[]>()
  for (const start of periodsOf(made, grouped))
    for (const [key, all] of alike) {
      const values = JSON.parse(key) as Cell[]
      const place = grouped.map((dim) => (dim === 'day' ? start : values[others.indexOf(dim)]))
      const own = within(daysBetween(asked.from, asked.to), all).filter(
        ({ day }) => start === null || periodOf(day, grain) === start,
      )
      const sides = sidesOf(made, start)
      const [base, prior] = [within(sides.base, all), past(made, sides, all)]
      // Without any dimension there is one row in any case.
      if (own.length === 0 && prior.length === 0 && grouped.length > 0) continue
      const [shown, held] =
        sides.prior.length === 0 ? [uncompared, uncompared] : [counted(base), counted(prior)]
      rows.set(JSON.stringify(place), expected(made, counted(own), shown, held))
    }
  return rows
}

/** A row of neither side. */
function emptyRow(made: Case, grouped: Case['dims'], place: Cell[]): (number | null)[] {
  const day = grouped.indexOf('day')
  const { prior } = sidesOf(made, day < 0 ? null : String(place[day]))
  const side = prior.length === 0 ? uncompared : counted([])
  return expected(made, counted([]), side, side)
}

function naiveTotal(made: Case): (number | null)[] {
  const { asked } = made
  const sides = twoSides(asked, null)
  const shown = counted(within(daysBetween(asked.from, asked.to)))
  if (sides.prior.length === 0) return expected(made, shown, uncompared, uncompared)
  return expected(made, shown, counted(within(sides.base)), counted(past(made, sides)))
}

const close = (cells: Cell[]): Cell[] =>
  cells.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(9)) + 0 : cell))

async function check(made: Case): Promise<void> {
  const info: ReportInfo = {
    dims: made.dims.map((dim) => dims[dim]),
    points: keysOf(made).map((key) => points[key]),
    grain: made.grain,
    dateRange: { from: made.asked.from, to: made.asked.to },
    compare: made.asked.comparison,
    ...(made.compareRange && { compareRange: made.compareRange }),
    ...(made.subtotals && { subtotals: true }),
    ...(made.top && { top: { dim: dims.channel, count: made.top, by: points.amount } }),
  }
  const { rows, total, compiled } = await answer(null, {
    info,
    model,
    context: { now: new Date(`${made.asked.today}T04:00:00Z`) },
  })
  const told = JSON.stringify({ ...made, sides: twoSides(made.asked, null) }).slice(0, 600)
  const width = made.dims.length
  const end = width + keysOf(made).length * 3
  const mark = (row: Cell[], name: 'level' | 'other'): Cell | undefined => {
    const place = compiled.marks.indexOf(name)
    return place < 0 ? undefined : row[end + place]
  }
  expect(close(total.slice(width, end)), `total of ${told}`).toEqual(close(naiveTotal(made)))
  const wanted = new Map<string, (number | null)[]>()
  for (let level = width; level >= (made.subtotals ? 1 : width); level -= 1) {
    for (const [key, cells] of naiveRows(made, made.dims.slice(0, level)))
      wanted.set(`${level} ${key}`, cells)
    // Each row stands under its subtotals, also where these have neither a present nor a past.
    for (const key of [...wanted.keys()].filter((own) => own.startsWith(`${level + 1} `))) {
      const above = (JSON.parse(key.slice(2)) as Cell[]).slice(0, level)
      const own = `${level} ${JSON.stringify(above)}`
      if (!wanted.has(own)) wanted.set(own, emptyRow(made, made.dims.slice(0, level), above))
    }
  }
  const keyOf = (row: Cell[]): string => {
    const level = Number(mark(row, 'level') ?? width)
    const cells = row.slice(0, level)
    if (mark(row, 'other') === true) cells[made.dims.indexOf('channel')] = rest
    return `${level} ${JSON.stringify(cells)}`
  }
  expect(rows.map(keyOf).sort(), told).toEqual([...wanted.keys()].sort())
  for (const row of rows)
    expect(close(row.slice(width, end)), `${keyOf(row)} of ${told}`).toEqual(
      close(wanted.get(keyOf(row)) as Cell[]),
    )
}

/** More of them: ROUNDS=100. */
const rounds = Number(process.env.ROUNDS ?? 24)

describe('comparisons of random data', () => {
  const grains: Grain[] = ['day', 'week', 'month', 'quarter', 'year']
  const groupings: Case['dims'][] = [
    [],
    ['day'],
    ['channel'],
    ['day', 'channel'],
    ['channel', 'day', 'server'],
    ['day', 'server', 'channel'],
  ]

  it.each(['previous', 'week', 'year52', 'year', 'range', 'lunar'] as const)('%s', async (comparison) => {
    const random = randomFrom(comparison.length * 7919)
    const whole = (most: number) => Math.floor(random() * most)
    for (let round = 0; round < rounds; round += 1) {
      // Lunar ones around the middles between festivals: after one days have no partner's day before, after the other two.
      const lunar = plus(round % 2 === 0 ? '2024-07-01' : '2025-06-20', whole(50))
      let from = comparison === 'lunar' ? lunar : plus('2024-02-01', whole(400))
      let to = plus(from, whole(round % 3 === 0 ? 120 : 20))
      // Some ranges are whole months.
      if (round % 4 === 1) {
        from = periodOf(from, 'month')
        to = plus(periodOf(plus(from, 40), 'month'), -1)
      }
      const length = daysBetween(from, to).length
      // Today lies after the range, in it, or at its start.
      const later = comparison === 'lunar' ? '2026-06-01' : '2025-06-01'
      const today =
        round % 2 === 0 || (comparison === 'lunar' && round % 3 > 0) ? later : plus(from, whole(length + 1))
      // Half of them overlap.
      const shift = 1 + whole(round % 2 === 0 ? 60 : 10)
      const chosen =
        comparison === 'range'
          ? { shift, compareRange: { from: plus(from, -shift), to: plus(to, -shift) } }
          : {}
      const grouped = groupings[whole(groupings.length)] as Case['dims']
      await check({
        asked: { comparison, from, to, today, ...('shift' in chosen && { shift: chosen.shift }) },
        grain: grains[round % grains.length] as Grain,
        dims: grouped,
        ...(grouped.length > 1 && whole(2) === 0 && { subtotals: true }),
        ...(grouped.includes('channel') && whole(3) === 0 && { top: 1 + whole(3) }),
        ...(whole(4) === 0 && { purse: true }),
        ...('compareRange' in chosen && { compareRange: chosen.compareRange }),
      })
    }
  })
})

it('answered many of them from kept sums too', () => {
  if (!isCompared()) expect(overSumsCount.answered).toBeGreaterThan(15)
})
