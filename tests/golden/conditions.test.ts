// Conditions in groups, on points against points and against their own past: expected values by hand, then random
// ones against loops over the same rows.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Grain, Model, PastPeriod, ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import { dims, makeDimension, makeModel, makePoint, makePointTable, points } from '../semantic/model.ts'
import { answer, type Cell, isCompared, run } from './golden.ts'
import { daysBetween, periodOf, plus, randomFrom, twoSides } from './naiveCompare.ts'

const { revenue, orders, users, minutes, arpu } = points
const channel = dims.channel

/** Revenue and orders by channel: x 130.5 of 3, null 7 of 1, y 5.25 of 1, '' 3 of 1. */
async function channels(name: string | null, ...filters: ReportCondition[]) {
  const { total, rows } = await answer(name, {
    info: {
      dims: [channel],
      points: [revenue, orders],
      filters,
      order: [{ key: `d${channel}`, desc: false }],
    },
  })
  return { total: total.slice(1), rows: rows.map(([value]) => value) }
}

describe('groups of dimensions', () => {
  it('restrict the facts, by dimensions that the report is not cut by too', async () => {
    const either: ReportCondition = {
      any: [
        { dim: channel, op: 'in', values: ['y'] },
        { dim: dims.amountBand, op: 'in', values: ['大'] },
      ],
    }
    // y's 5.25, and of x what is large.
    const large = await answer(null, {
      info: { dims: [], points: [revenue], filters: [{ dim: dims.amountBand, op: 'in', values: ['大'] }] },
    })
    expect((await channels(null, either)).rows).toEqual(['x', 'y'])
    expect((await channels(null, either)).total[0]).toBe(Number(large.total[0]) + 5.25)
  })

  it('of all conditions are what the conditions are', async () => {
    const both: ReportCondition[] = [
      { dim: channel, op: 'in', values: ['x', 'y'] },
      { dim: channel, op: 'notIn', values: ['y'] },
    ]
    expect(await channels(null, { all: both })).toEqual(await channels(null, ...both))
    expect(await channels(null, { all: [{ all: both }] })).toEqual(await channels(null, ...both))
  })

  it('in which nothing is chosen restrict nothing; what is not chosen lets nothing more pass', async () => {
    const open: ReportCondition = { dim: channel, op: 'in', values: [] }
    expect((await channels(null, { any: [open] })).rows).toHaveLength(4)
    expect((await channels(null, { any: [open, { dim: channel, op: 'in', values: ['x'] }] })).rows).toEqual([
      'x',
    ])
    // A dimension that the report is not cut by beside a point, not yet chosen.
    const figure: ReportCondition = { point: revenue, op: 'gt', values: [100] }
    expect(
      (await channels(null, { any: [{ dim: dims.amountBand, op: 'in', values: [] }, figure] })).rows,
    ).toEqual(['x'])
  })

  it('reach each fact by its own way', async () => {
    const info: ReportInfo = {
      dims: [channel],
      points: [revenue, minutes],
      filters: [
        {
          any: [
            { dim: channel, op: 'in', values: ['y'] },
            { dim: dims.serverId, op: 'in', values: ['3'] },
          ],
        },
      ],
    }
    const { rows } = await answer('conditions-two-facts', { info })
    // Server 3: an order of null for 7, and a login of null for 60 minutes.
    expect(rows).toEqual([
      [null, 7, 60],
      ['y', 5.25, 30],
    ])
  })
})

describe('groups of points', () => {
  it('hide rows, and their facts from the total', async () => {
    const found = await channels(null, {
      any: [
        { point: revenue, op: 'gt', values: [100] },
        { point: revenue, op: 'lt', values: [4] },
      ],
    })
    expect(found).toEqual({ rows: ['', 'x'], total: [133.5, 4] })
  })

  it('with a dimension are decided on the row', async () => {
    const filters: ReportCondition[] = [
      {
        any: [
          { dim: channel, op: 'in', values: [null] },
          {
            all: [
              { point: orders, op: 'gte', values: [1] },
              { point: revenue, op: 'between', values: [4, 6] },
            ],
          },
        ],
      },
    ]
    expect(await channels(null, ...filters)).toEqual({ rows: ['y', null], total: [12.25, 2] })
    // Subtotals and the distinct count are of the rows left: players 3 and 5.
    const { rows, total } = await answer(null, {
      info: { dims: [channel, dims.day], points: [users, revenue], subtotals: true, filters },
    })
    expect(total.slice(2, 4)).toEqual([2, 12.25])
    expect(rows.map((row) => [row[0], row[1], row[3]])).toContainEqual(['y', null, 5.25])
  })

  it('say why a dimension can’t be told on the row, and what to do', async () => {
    const either = (dim: number): ReportCondition => ({
      any: [
        { dim, op: 'in', values: ['2026-01-01'] },
        { point: revenue, op: 'gt', values: [1] },
      ],
    })
    const refused = async (info: Partial<ReportInfo>, filters: ReportCondition[]) =>
      await answer(null, { info: { dims: [channel], points: [revenue], ...info, filters } }).then(
        () => '',
        (error: Error) => error.message,
      )
    expect(await refused({}, [either(dims.serverId)])).toMatch(/维度「.+」.*不在报表的维度里.*加到维度/)
    expect(await refused({ dims: [dims.day], grain: 'month' }, [either(dims.day)])).toMatch(/不止一天/)
    expect(await refused({ dims: [dims.day], grain: 'day' }, [either(dims.day)])).toBe('')
    expect(await refused({ top: { dim: channel, count: 1, by: revenue } }, [either(channel)])).toMatch(
      /只显示前 1 个/,
    )
  })

  it('are refused where there are too many, too deep or none', async () => {
    const one: ReportCondition = { point: revenue, op: 'gt', values: [1] }
    const nested = (depth: number): ReportCondition => (depth === 0 ? one : { any: [nested(depth - 1)] })
    const info = (filters: ReportCondition[]) => ({ info: { dims: [], points: [revenue], filters } })
    await answer(null, info([nested(3)]))
    await expect(answer(null, info([nested(4)]))).rejects.toThrow('条件组最多套 3 层')
    await expect(answer(null, info([{ any: [] }]))).rejects.toThrow('不能为空')
    await expect(answer(null, info(Array.from({ length: 501 }, () => one)))).rejects.toThrow('筛选条件过多')
    await expect(answer(null, info([{ any: [one], all: [one] } as ReportCondition]))).rejects.toThrow('之一')
  })
})

describe('a point against another', () => {
  it('compares the figures of the row, in all their digits', async () => {
    const against = (op: 'gt' | 'gte' | 'lt', times?: number): ReportCondition => ({
      point: revenue,
      op,
      values: [],
      than: { point: orders, ...(times !== undefined && { times }) },
    })
    expect((await channels(null, against('gt', 5.25))).rows).toEqual(['x', null])
    expect((await channels(null, against('gte', 5.25))).rows).toEqual(['x', 'y', null])
    expect((await channels(null, against('lt', 5))).rows).toEqual([''])
    expect((await channels(null, against('gt'))).rows).toEqual(['', 'x', 'y', null])
  })

  it('and formulas, and holds nowhere without a figure', async () => {
    const { rows } = await answer(null, {
      info: {
        dims: [channel],
        points: [revenue],
        filters: [{ point: points.clickCost, op: 'lt', values: [], than: { point: arpu } }],
      },
    })
    // Cost a click: x 5, z 3; revenue a user: x 65.25, z has none.
    expect(rows.map(([value]) => value)).toEqual(['x'])
  })

  it('says what does not go together', async () => {
    const refused = (filter: object) =>
      answer(null, {
        info: { dims: [channel], points: [revenue], filters: [filter as ReportCondition] },
      }).then(
        () => '',
        (error: Error) => error.message,
      )
    const than = { point: orders }
    expect(await refused({ point: revenue, op: 'in', values: [], than })).toContain('不能用「等于」')
    expect(await refused({ point: revenue, op: 'gt', values: [1], than })).toContain('不能既有筛选值')
    expect(await refused({ point: revenue, op: 'gt', values: [], than: { ...than, times: 0 } })).toContain(
      '倍数「0」',
    )
    expect(await refused({ point: revenue, op: 'gt', values: [], than: { ...than, times: 1e-9 } })).toContain(
      '倍数',
    )
    expect(await refused({ dim: channel, op: 'gt', values: [], than })).toContain('只有指标的条件')
    expect(await refused({ point: revenue, op: 'gt', values: [], than: { past: 'decade' } })).toContain(
      'decade',
    )
    expect(await refused({ point: revenue, op: 'gt', values: [], than: { point: 4711 } })).toContain(
      '指标 #4711',
    )
    expect(await refused({ point: revenue, op: 'gt', values: [], than: { past: 'week' } })).toContain(
      '日期范围',
    )
  })
})

// ---- against the past

const own = { day: 1, channel: 2, amount: 11, buyers: 12, perBuyer: 13, most: 14 }

interface Sale {
  day: string
  channel: string | null
  player: number
  amount: number
}
const sales: Sale[] = []
const first = '2025-11-01'
const last = '2026-03-31'

const model: Model = {
  ...makeModel(),
  dimensions: [
    makeDimension({ id: own.day, name: '日期', types: 'date', count_quantum: 'day' }),
    makeDimension({ id: own.channel, name: '渠道', types: 'string', info: { expression: 'channel' } }),
  ],
  points: [
    makePoint({ id: own.amount, name: '金额', table_id: 1, name_sql: 'amount' }),
    makePoint({ id: own.buyers, name: '人数', table_id: 1, types: 'distinct', name_sql: 'player' }),
    makePoint({ id: own.perBuyer, name: '人均', types: 'computed', name_sql: '[金额] / [人数]' }),
    makePoint({ id: own.most, name: '最大', table_id: 1, name_sql: 'amount', info: { aggregate: 'max' } }),
  ],
  pointTables: [
    makePointTable({
      id: 1,
      name: '销售',
      table_truename: 'past_sale',
      date_column: 'on_day',
      grain_key: [],
    }),
  ],
  dimensionTables: [],
  tables: [
    {
      name: 'past_sale',
      comment: '',
      rowCount: 0,
      updatedAt: '',
      columns: [
        { name: 'on_day', type: 'DATE', comment: '' },
        { name: 'channel', type: 'VARCHAR', comment: '' },
        { name: 'player', type: 'BIGINT', comment: '' },
        { name: 'amount', type: 'INTEGER', comment: '' },
      ],
    },
  ],
}

beforeAll(async () => {
  const random = randomFrom(15_07)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  for (const day of daysBetween(first, last))
    for (let count = Math.floor(random() * 4); count > 0; count -= 1)
      sales.push({
        day,
        channel: pick(['x', 'y', null]),
        player: pick([1, 2, 3, 4]),
        amount: pick([1, 2, 5, 10]),
      })
  await run('CREATE TABLE past_sale (on_day DATE, channel VARCHAR, player BIGINT, amount INTEGER)')
  const values = sales.map(
    ({ day, channel: of, player, amount }) =>
      `('${day}', ${of === null ? 'NULL' : `'${of}'`}, ${player}, ${amount})`,
  )
  await run(`INSERT INTO past_sale VALUES ${values.join(', ')}`)
})

type Figure = keyof Pick<typeof own, 'amount' | 'buyers' | 'perBuyer' | 'most'>

function figureOf(figure: Figure, rows: Sale[]): number | null {
  const amount = rows.reduce((sum, sale) => sum + sale.amount, 0)
  const buyers = new Set(rows.map(({ player }) => player)).size
  if (figure === 'amount') return amount
  if (figure === 'buyers') return buyers
  if (rows.length === 0) return null
  return figure === 'most' ? Math.max(...rows.map((sale) => sale.amount)) : amount / buyers
}

interface Case {
  by: ('day' | 'channel')[]
  grain: Grain
  from: string
  to: string
  today: string
  past: Exclude<PastPeriod, 'lunar'>
  how: 'gt' | 'lt' | 'isNull' | 'isNotNull'
  figure: Figure
  times?: number
  /** Beside it, as an alternative: amounts from here on. */
  or?: number
  compare?: 'previous' | 'year'
  fill?: true
}

/** Whether the figure and its past pass. Empty and 0 are nothing. */
function holds(how: Case['how'], now: number | null, then: number | null, times: number): boolean {
  if (how === 'isNull') return !now && Boolean(then)
  if (how === 'isNotNull') return Boolean(now) && !then
  if (now === null || then === null) return false
  const bound = (then * Math.round(times * 10)) / 10
  return how === 'gt' ? now > bound : now < bound
}

/** The rows that are left, by their coordinates, with the facts of each. */
function left(made: Case): Map<string, Sale[]> {
  const { by, grain, from, to, today, past, figure, times = 1, or } = made
  const within = (days: string[], rows: Sale[]) => rows.filter(({ day }) => days.includes(day))
  const own = within(daysBetween(from, to), sales)
  const periods = by.includes('day')
    ? [...new Set(daysBetween(from, to).map((day) => periodOf(day, grain)))]
    : [null]
  const channelsOf = by.includes('channel') ? ['x', 'y', null] : [undefined]
  const kept = new Map<string, Sale[]>()
  const shownIn = new Set<Cell | undefined>()
  const candidates = periods.flatMap((start) =>
    channelsOf.map((of) => {
      const alike = of === undefined ? sales : sales.filter((sale) => sale.channel === of)
      const sidesOf = (comparison: Exclude<PastPeriod, 'lunar'>) =>
        twoSides({ comparison, from, to, today }, start === null ? null : { start, grain })
      const rows = own.filter(
        (sale) => alike.includes(sale) && (start === null || periodOf(sale.day, grain) === start),
      )
      const { base, prior } = sidesOf(past)
      const compared = made.compare ? within(sidesOf(made.compare).prior, alike) : []
      const before = within(prior, alike)
      const isThere = rows.length + before.length + compared.length > 0 || by.length === 0
      if (isThere) shownIn.add(of)
      return { start, of, rows, isThere, isCompared: prior.length > 0, base: within(base, alike), before }
    }),
  )
  for (const { start, of, rows, isThere, isCompared, base, before } of candidates) {
    // Missing dates are filled for whoever is somewhere in the result.
    if (!isThere && !(made.fill && shownIn.has(of))) continue
    const place = by.map((dim): Cell => (dim === 'day' ? start : (of ?? null)))
    const shown = figureOf(figure, rows)
    const [now, then] = [figureOf(figure, base), figureOf(figure, before)]
    const passes =
      (or !== undefined && shown !== null && shown >= or) || (isCompared && holds(made.how, now, then, times))
    if (passes) kept.set(JSON.stringify(place), rows)
  }
  return kept
}

async function check(made: Case): Promise<void> {
  const { by, grain, from, to, figure, past, times, or } = made
  const against: ReportCondition = {
    point: own[figure],
    op: made.how,
    values: [],
    than: { past, ...(times !== undefined && { times }) },
  }
  const { rows, total, compiled } = await answer(null, {
    model,
    context: { now: new Date(`${made.today}T04:00:00Z`) },
    info: {
      dims: by.map((dim) => own[dim]),
      points: [own.amount, own.buyers],
      grain,
      dateRange: { from, to },
      filters: [
        or === undefined ? against : { any: [against, { point: own[figure], op: 'gte', values: [or] }] },
      ],
      ...(made.compare && { compare: made.compare }),
      ...(made.fill && { fillDates: true }),
    },
  })
  const told = JSON.stringify(made)
  const expected = left(made)
  const width = by.length
  const figures = (row: Cell[]) =>
    ['p11', 'p12'].map((key) => row[compiled.columns.findIndex((column) => column.key === key)])
  const found = new Map(rows.map((row) => [JSON.stringify(row.slice(0, width)), figures(row)]))
  expect([...found.keys()].sort(), told).toEqual([...expected.keys()].sort())
  for (const [key, own] of expected)
    expect(found.get(key), `${key} of ${told}`).toEqual([figureOf('amount', own), figureOf('buyers', own)])
  const facts = [...expected.values()].flat()
  expect(figures(total), `total of ${told}`).toEqual([figureOf('amount', facts), figureOf('buyers', facts)])
  // Of rows that are chosen by their past no total of another period is told.
  const previous = compiled.columns.findIndex(({ key }) => key === 'p11_prev')
  if (previous >= 0) expect(total[previous]).toBeNull()
}

const rounds = isCompared() ? 8 : 48

describe('a point against its own past', () => {
  it('is of the same row, a day later, a week, a year', async () => {
    await run(`DELETE FROM past_sale WHERE on_day >= '2027-01-01';
      INSERT INTO past_sale VALUES ('2027-01-04', 'x', 1, 10), ('2027-01-05', 'x', 1, 12), ('2027-01-05', 'y', 2, 5),
        ('2027-01-11', 'x', 1, 12), ('2027-01-12', 'x', 1, 14), ('2027-01-12', 'y', 2, 6), ('2027-01-13', 'x', 1, 99)`)
    const asked = async (name: string | null, than: object, by: number[]) =>
      (
        await answer(name, {
          model,
          context: { now: new Date('2027-01-13T04:00:00Z') },
          info: {
            dims: by,
            points: [own.amount],
            grain: 'day',
            dateRange: { from: '2027-01-11', to: '2027-01-13' },
            filters: [{ point: own.amount, op: 'gte', values: [], than: than as never }],
          },
        })
      ).rows.map((row) => row.slice(0, by.length))
    // x: 12 after 10 and 14 after 12; y: 6 after 5. The 13th is not over: it has no past.
    expect(await asked(null, { past: 'week', times: 1.2 }, [own.day, own.channel])).toEqual([
      ['2027-01-12', 'y'],
      ['2027-01-11', 'x'],
    ])
    expect(await asked(null, { past: 'previous' }, [own.day, own.channel])).toEqual([
      ['2027-01-12', 'x'],
      ['2027-01-12', 'y'],
      ['2027-01-11', 'x'],
    ])
    // Two days that are over, 32, against the first two of the three before, of which there is none.
    expect(await asked(null, { past: 'previous', times: 1000 }, [])).toEqual([[]])
  })

  it('of random rows, by what it means', async () => {
    const random = randomFrom(7)
    const whole = (most: number) => Math.floor(random() * most)
    const pick = <Item>(items: readonly Item[]): Item => items[whole(items.length)] as Item
    for (let round = 0; round < rounds; round += 1) {
      const from = round % 3 === 0 ? pick(['2026-01-01', '2026-02-01']) : plus('2026-01-05', whole(40))
      const length = pick([3, 10, 31, 45])
      const by = pick([['day'], ['channel'], ['day', 'channel'], []] as const)
      await check({
        by: [...by],
        grain: pick(['day', 'day', 'week', 'month']),
        from,
        to: plus(from, length),
        today: round % 2 === 0 ? '2026-06-01' : plus(from, whole(length + 2)),
        past: pick(['previous', 'week', 'year52', 'year']),
        figure: pick(['amount', 'buyers', 'perBuyer', 'most']),
        ...pick([
          () => ({ how: 'gt' as const, ...(whole(2) === 0 && { times: pick([0.5, 1.2, 2]) }) }),
          () => ({ how: pick(['lt', 'lt', 'isNull', 'isNotNull'] as const) }),
        ])(),
        ...(whole(3) === 0 && { or: pick([5, 20]) }),
        ...(whole(4) === 0 && { compare: pick(['previous', 'year']) }),
        ...(by[0] === 'day' && by.length === 1 && whole(3) === 0 && { fill: true }),
      })
    }
  })

  it('stands beside calculations, whose wholes are of the rows left', async () => {
    const info: ReportInfo = {
      dims: [own.day, own.channel],
      points: [own.amount],
      dateRange: { from: '2026-02-01', to: '2026-02-20' },
      filters: [{ point: own.amount, op: 'gt', values: [], than: { past: 'week' } }],
      calculations: [
        { number: 1, of: own.amount, kind: 'share', within: [own.channel] },
        { number: 2, of: own.amount, kind: 'average', periods: 7 },
      ],
    }
    const context = { now: new Date('2026-06-01T04:00:00Z') }
    const { rows } = await answer(null, { model, info, context })
    expect(rows.length).toBeGreaterThan(5)
    const sums = new Map<Cell, number>()
    for (const [, of, amount] of rows) sums.set(of ?? null, (sums.get(of ?? null) ?? 0) + Number(amount))
    for (const [day, of, amount, share, mean] of rows) {
      expect(share).toBeCloseTo(Number(amount) / (sums.get(of ?? null) as number), 9)
      // Windows hold all rows, also those that the condition hides.
      const days = daysBetween(plus(String(day), -6), String(day))
      const within = sales.filter((sale) => sale.channel === of && days.includes(sale.day))
      expect(mean).toBeCloseTo(within.reduce((sum, sale) => sum + sale.amount, 0) / 7, 9)
    }
    // So do those of subtotals.
    const levels = await answer(null, { model, context, info: { ...info, subtotals: true } })
    const ofDays = levels.rows.filter((row) => row.at(-1) === 1)
    expect(ofDays.length).toBeGreaterThan(5)
    for (const [day, , , , mean] of ofDays) {
      const days = daysBetween(plus(String(day), -6), String(day))
      const within = sales.filter((sale) => days.includes(sale.day))
      expect(mean).toBeCloseTo(within.reduce((sum, sale) => sum + sale.amount, 0) / 7, 9)
    }
  })

  it('of first values and the rest is that of the same values', async () => {
    const range = { from: '2026-02-01', to: '2026-02-28' }
    const amounts = (from: string, to: string) =>
      Map.groupBy(
        sales.filter(({ day }) => day >= from && day <= to),
        ({ channel: of }) => of,
      )
    const [now, then] = [amounts(range.from, range.to), amounts('2026-01-01', '2026-01-31')]
    const sum = (rows: Sale[] | undefined) => figureOf('amount', rows ?? []) as number
    const [best] = [...now.keys()].toSorted((one, other) => sum(now.get(other)) - sum(now.get(one)))
    const others = (of: typeof now) => [...of].flatMap(([key, rows]) => (key === best ? [] : rows))
    const expected = [
      [best, sum(now.get(best as string)), sum(then.get(best as string))],
      ['rest', sum(others(now)), sum(others(then))],
    ] as const
    for (const times of [0.5, 0.9, 1.1]) {
      const { rows, compiled } = await answer(null, {
        model,
        context: { now: new Date('2026-06-01T04:00:00Z') },
        info: {
          dims: [own.channel],
          points: [own.amount],
          dateRange: range,
          top: { dim: own.channel, count: 1, by: own.amount },
          filters: [{ point: own.amount, op: 'gt', values: [], than: { past: 'previous', times } }],
        },
      })
      expect(compiled.marks).toEqual(['other'])
      expect(rows.map(([of, amount, isOther]) => [isOther ? 'rest' : of, amount])).toEqual(
        expected.flatMap(([of, amount, before]) => (amount > before * times ? [[of, amount]] : [])),
      )
    }
  })

  it('refuses a filter on the days themselves', async () => {
    const info: ReportInfo = {
      dims: [own.channel],
      points: [own.amount],
      dateRange: { from: '2026-01-01', to: '2026-01-31' },
      filters: [
        { dim: own.day, op: 'between', values: ['2026-01-02', '2026-01-03'] },
        { point: own.amount, op: 'gt', values: [], than: { past: 'week' } },
      ],
    }
    await expect(answer(null, { model, info })).rejects.toThrow(/不能再用维度「日期」筛选/)
  })
})
