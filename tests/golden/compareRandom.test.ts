// Comparisons of random small data, each cell against loops over the same rows (naiveCompare.ts).
import { beforeAll, describe, expect, it } from 'vitest'
import type { Grain, Model, ReportInfo } from '../../src/semantic/model/types.ts'
import { makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { answer, type Cell, run } from './golden.ts'
import {
  type Compared,
  changeOf,
  daysBetween,
  type Figures,
  figuresOf,
  periodOf,
  plus,
  randomFrom,
  type Sale,
  twoSides,
} from './naiveCompare.ts'

const dims = { day: 1, channel: 2, server: 3 }
const keys = ['amount', 'orders', 'buyers', 'perBuyer', 'largest'] as const
const points = { amount: 11, orders: 12, buyers: 13, perBuyer: 14, largest: 15 }

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
  ],
  pointTables: [
    makePointTable({ id: 1, name: '销售', table_truename: 'random_sale', date_column: 'on_day' }),
  ],
  dimensionTables: [],
  tables: [
    {
      name: 'random_sale',
      comment: '',
      rowCount: 0,
      updatedAt: '',
      columns: ['on_day DATE', 'channel VARCHAR', 'server INTEGER', 'player BIGINT', 'amount INTEGER'].map(
        (column) => {
          const [name = '', type = ''] = column.split(' ')
          return { name, type, comment: '' }
        },
      ),
    },
  ],
}

const sales: Sale[] = []
const first = '2023-10-01'
const last = '2025-04-30'

beforeAll(async () => {
  const random = randomFrom(20260311)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  for (const day of daysBetween(first, last))
    for (let count = Math.floor(random() * 5); count > 0; count -= 1)
      sales.push({
        day,
        hour: 0,
        channel: pick(['x', 'y', '', null]),
        server: pick([1, 2]),
        player: Math.floor(random() * 12),
        amount: Math.floor(random() * 50) - 5,
        purse: null,
      })
  await run(
    'CREATE TABLE random_sale (on_day DATE, channel VARCHAR, server INTEGER, player BIGINT, amount INTEGER)',
  )
  const values = sales.map(
    ({ day, channel, server, player, amount }) =>
      `('${day}', ${channel === null ? 'NULL' : `'${channel}'`}, ${server}, ${player}, ${amount})`,
  )
  await run(`INSERT INTO random_sale VALUES ${values.join(', ')}`)
})

interface Case {
  asked: Compared
  grain: Grain
  dims: (keyof typeof dims)[]
  compareRange?: { from: string; to: string }
}

const dimensionOf = (sale: Sale, dim: keyof typeof dims, grain: Grain): Cell =>
  dim === 'day' ? periodOf(sale.day, grain) : sale[dim]

/** The cells of a row or the total: each figure, the other one, the change. */
function expected(shown: Figures, base: Figures, prior: Figures): (number | null)[] {
  return keys.flatMap((key) => [shown[key], prior[key], changeOf(base[key], prior[key])])
}

function naiveRows({ asked, grain, dims: grouped }: Case): Map<string, (number | null)[]> {
  const inRange = sales.filter(({ day }) => day >= asked.from && day <= asked.to)
  const groups = Map.groupBy(inRange, (sale) =>
    JSON.stringify(grouped.map((dim) => dimensionOf(sale, dim, grain))),
  )
  return new Map(
    [...groups].map(([key, own]) => {
      const sample = own[0] as Sale
      const others = grouped.filter((dim) => dim !== 'day')
      const alike = sales.filter((sale) => others.every((dim) => sale[dim] === sample[dim]))
      const period = grouped.includes('day') ? { start: periodOf(sample.day, grain), grain } : null
      const sides = twoSides(asked, period)
      const within = (days: string[]) => alike.filter(({ day }) => days.includes(day))
      const nothing = figuresOf([], false)
      const [base, prior] =
        sides.prior.length === 0
          ? [nothing, nothing]
          : [figuresOf(within(sides.base), false), figuresOf(within(sides.prior), false)]
      return [key, expected(figuresOf(own, false), base, prior)]
    }),
  )
}

function naiveTotal({ asked }: Case): (number | null)[] {
  const within = (days: string[]) => sales.filter(({ day }) => days.includes(day))
  const sides = twoSides(asked, null)
  const shown = figuresOf(within(daysBetween(asked.from, asked.to)), true)
  if (sides.prior.length === 0) return expected(shown, figuresOf([], false), figuresOf([], false))
  return expected(shown, figuresOf(within(sides.base), true), figuresOf(within(sides.prior), true))
}

const close = (cells: Cell[]): Cell[] =>
  cells.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(9)) + 0 : cell))

async function check(made: Case): Promise<void> {
  const info: ReportInfo = {
    dims: made.dims.map((dim) => dims[dim]),
    points: keys.map((key) => points[key]),
    grain: made.grain,
    dateRange: { from: made.asked.from, to: made.asked.to },
    compare: made.asked.comparison,
    ...(made.compareRange && { compareRange: made.compareRange }),
  }
  const { rows, total } = await answer(null, {
    info,
    model,
    context: { now: new Date(`${made.asked.today}T04:00:00Z`) },
  })
  const told = JSON.stringify({ ...made, sides: twoSides(made.asked, null) }).slice(0, 600)
  const width = made.dims.length
  expect(close(total.slice(width)), `total of ${told}`).toEqual(close(naiveTotal(made)))
  const wanted = naiveRows(made)
  expect(rows.map((row) => JSON.stringify(row.slice(0, width))).sort(), told).toEqual(
    [...wanted.keys()].sort(),
  )
  for (const row of rows)
    expect(close(row.slice(width)), `${JSON.stringify(row.slice(0, width))} of ${told}`).toEqual(
      close(wanted.get(JSON.stringify(row.slice(0, width))) as Cell[]),
    )
}

describe('comparisons of random data', () => {
  const grains: Grain[] = ['day', 'week', 'month', 'quarter', 'year']
  const groupings: Case['dims'][] = [
    [],
    ['day'],
    ['channel'],
    ['day', 'channel'],
    ['channel', 'day', 'server'],
  ]

  it.each(['previous', 'week', 'year52', 'year', 'range'] as const)('%s', async (comparison) => {
    const random = randomFrom(comparison.length * 7919)
    const whole = (most: number) => Math.floor(random() * most)
    for (let round = 0; round < 60; round += 1) {
      let from = plus('2024-02-01', whole(400))
      let to = plus(from, whole(round % 3 === 0 ? 120 : 20))
      // Some ranges are whole months.
      if (round % 4 === 1) {
        from = periodOf(from, 'month')
        to = plus(periodOf(plus(from, 40), 'month'), -1)
      }
      const length = daysBetween(from, to).length
      // Today lies after the range, in it, or at its start.
      const today = round % 2 === 0 ? '2025-06-01' : plus(from, whole(length + 1))
      const shift = 1 + whole(60)
      const chosen =
        comparison === 'range'
          ? { shift, compareRange: { from: plus(from, -shift), to: plus(to, -shift) } }
          : {}
      await check({
        asked: { comparison, from, to, today, ...('shift' in chosen && { shift: chosen.shift }) },
        grain: grains[round % grains.length] as Grain,
        dims: groupings[whole(groupings.length)] as Case['dims'],
        ...('compareRange' in chosen && { compareRange: chosen.compareRange }),
      })
    }
  })
})
