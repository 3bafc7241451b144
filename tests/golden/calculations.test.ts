// Calculations over a report's rows. The expected values are computed by hand from calculationData.ts.
import { beforeAll, describe, expect, it } from 'vitest'
import { requestsOf } from '#semantic/model/pivot/requests.ts'
import type { Calculation, ReportInfo } from '#semantic/model/types.ts'
import { ask, dims, makeSales, march, oldestFirst, points } from './calculationData.ts'

beforeAll(makeSales)

type Asked = Omit<Calculation, 'number' | 'of'> & { of?: number }

/** By day, oldest first, unless told; the calculations stand behind the amount in the order given. */
async function calculated(asked: Asked[], info: Partial<ReportInfo> = {}, name: string | null = null) {
  const calculations = asked.map((one, index) => ({ number: index + 1, of: points.amount, ...one }))
  const whole: ReportInfo = {
    dims: [dims.day],
    points: [points.amount],
    dateRange: march,
    order: oldestFirst,
    ...info,
    calculations,
  }
  const { total, rows, compiled } = await ask(whole, name)
  return { total, rows, titles: compiled.columns.map(({ title }) => title), compiled }
}

/** Of each row what stands at a place. */
const at = (rows: unknown[][], place: number) => rows.map((row) => row[place])
const refusal = (asked: Asked, info: Partial<ReportInfo> = {}) =>
  calculated([asked], info).then(
    () => 'not refused',
    (error: Error) => error.message,
  )
const both = [dims.day, dims.channel]

describe('ranks', () => {
  it('are shared by equal figures, and not given to rows without one', async () => {
    const { rows, total, titles, compiled } = await calculated(
      [{ kind: 'rank' }, { kind: 'rank', ascending: true }, { kind: 'rank', of: points.kept }],
      { dims: both, points: [points.amount, points.kept], order: [{ key: `d${dims.channel}`, desc: false }] },
      null,
    )
    expect(titles).toEqual([
      '日期',
      '渠道',
      '金额',
      '金额 排名',
      '金额 排名（从小到大）',
      '留空',
      '留空 排名',
    ])
    expect(compiled.columns[3]).toMatchObject({
      key: 'p11_c1',
      role: 'calculation',
      of: 'p11',
      type: 'integer',
      unit: '',
    })
    // 100, 80, 50, 40 twice, 30, 20, 10, 5, 0 twice: on the 5th b sold nothing, and has no amount.
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['a', 10, 8, 4, 10, 8],
      ['a', 20, 7, 5, 20, 7],
      ['a', 40, 4, 7, 40, 4],
      ['a', 40, 4, 7, 40, 4],
      ['a', 80, 2, 10, 80, 2],
      ['a', 100, 1, 11, 100, 1],
      ['b', 5, 9, 3, 5, 9],
      ['b', 0, 10, 1, 0, 10],
      ['b', 0, 10, 1, null, null],
      ['b', 50, 3, 9, 50, 3],
      [null, 30, 6, 6, 30, 6],
    ])
    expect(total).toEqual([null, null, 375, null, null, 375, null])
  })

  it('count within the values of a dimension, at each level, and rows may be ordered and cut by them', async () => {
    const within = await calculated([{ kind: 'rank', within: [dims.day] }], {
      dims: both,
      subtotals: true,
      dateRange: { from: '2026-03-02', to: '2026-03-04' },
    })
    expect(within.titles.at(-1)).toBe('金额 排名（同一日期内）')
    expect(within.rows).toEqual([
      ['2026-03-02', null, 25, null, 1],
      ['2026-03-02', 'a', 20, 1, 2],
      ['2026-03-02', 'b', 5, 2, 2],
      ['2026-03-04', null, 70, null, 1],
      ['2026-03-04', 'a', 40, 1, 2],
      ['2026-03-04', 'b', 0, 3, 2],
      ['2026-03-04', null, 30, 2, 2],
    ])
    const cut = await calculated([{ kind: 'rank' }], { order: [{ key: 'p11_c1', desc: false }], limit: 2 })
    // The row after the limit tells that there are more.
    expect(cut.rows).toEqual([
      ['2026-03-10', 150, 1],
      ['2026-03-08', 80, 2],
      ['2026-03-04', 70, 3],
    ])
  })

  it('leave 其他 out where its values are ranked', async () => {
    const top = { dim: dims.channel, count: 1, by: points.amount }
    const { rows } = await calculated([{ kind: 'rank' }], { dims: [dims.channel], top, order: [] })
    expect(rows).toEqual([
      ['a', 290, 1, false],
      [null, 85, null, true],
    ])
  })
})

describe('running totals', () => {
  it('go along the date, whatever the order of the rows, over gaps and empty figures', async () => {
    const { rows, total, titles } = await calculated([{ kind: 'running' }], {}, null)
    expect(titles.at(-1)).toBe('金额 累计')
    expect(at(rows, 2)).toEqual([10, 35, 105, 145, 225, 375])
    expect(total).toEqual([null, 375, 375])
    const newestFirst = await calculated([{ kind: 'running' }], { order: [], limit: 2 })
    expect(at(newestFirst.rows, 2)).toEqual([375, 225, 145])
    const filled = await calculated([{ kind: 'running' }], { fillDates: true })
    expect(at(filled.rows, 2)).toEqual([10, 35, 35, 105, 145, 145, 145, 225, 225, 375])
    const kept = await calculated([{ kind: 'running', of: points.kept }], {
      dims: both,
      points: [points.kept],
      filters: [{ dim: dims.channel, op: 'in', values: ['b'] }],
    })
    expect(kept.rows.map((row) => row.slice(2))).toEqual([
      [5, 5],
      [0, 5],
      [null, 5],
      [50, 55],
    ])
  })

  it('begin anew for each value of the others, and at an outer month, but not at what a day decides', async () => {
    const { rows } = await calculated([{ kind: 'running' }], { dims: both, subtotals: true })
    expect(rows.filter((row) => row[4] === 1).map((row) => row[3])).toEqual([10, 35, 105, 145, 225, 375])
    expect(rows.filter((row) => row[1] === 'b').map((row) => row[3])).toEqual([5, 5, 5, 55])
    const edge = { dateRange: { from: '2026-02-27', to: '2026-03-02' } }
    const months = await calculated([{ kind: 'running' }, { kind: 'average', periods: 2 }], {
      ...edge,
      dims: [dims.month, dims.day],
      subtotals: true,
    })
    expect(months.rows).toEqual([
      ['2026-02-01', null, 14, 14, null, 1],
      ['2026-02-01', '2026-02-27', 7, 7, 7, 2],
      ['2026-02-01', '2026-02-28', 7, 14, 7, 2],
      ['2026-03-01', null, 35, 35, null, 1],
      ['2026-03-01', '2026-03-01', 10, 10, 8.5, 2],
      ['2026-03-01', '2026-03-02', 25, 35, 17.5, 2],
    ])
    const weekdays = await calculated([{ kind: 'running' }, { kind: 'average', periods: 2 }], {
      ...edge,
      dims: [dims.day, dims.weekday],
    })
    expect(at(weekdays.rows, 3)).toEqual([7, 14, 24, 49])
    expect(at(weekdays.rows, 4)).toEqual([7, 7, 8.5, 17.5])
  })

  it('go in the rows’ order where there is no date, anew for each value of the outer dimensions', async () => {
    const { rows, total } = await calculated([{ kind: 'running' }], {
      dims: [dims.weekday, dims.channel],
      order: [
        { key: `d${dims.weekday}`, desc: false },
        { key: 'p11', desc: true },
      ],
    })
    expect(at(rows, 3)).toEqual([20, 25, 100, 150, 40, 70, 70, 40, 40, 90])
    expect(total.at(-1)).toBe(375)
    const top = { dim: dims.channel, count: 2, by: points.amount }
    const cut = await calculated([{ kind: 'running' }], { dims: [dims.channel], top, order: [], limit: 1 })
    expect(at(cut.rows, 2)).toEqual([290, 345])
  })

  it('count the rows that filters on figures leave', async () => {
    const filters: ReportInfo['filters'] = [{ point: points.amount, op: 'gte', values: [40] }]
    const { rows, total } = await calculated([{ kind: 'running' }, { kind: 'average', periods: 7 }], {
      filters,
    })
    expect(rows.map((row) => row.slice(1))).toEqual([
      [70, 70, 18],
      [40, 110, 159 / 7],
      [80, 190, 215 / 7],
      [150, 340, 340 / 7],
    ])
    expect(total).toEqual([null, 340, 340, null])
  })
})

describe('moving means and sums', () => {
  it('read the days before the range, and count a missing day as their point says of nothing', async () => {
    const { rows, total, titles } = await calculated(
      [
        { kind: 'average', periods: 7 },
        { kind: 'sum', periods: 7 },
        { kind: 'average', periods: 7, of: points.players },
        { kind: 'average', periods: 7, of: points.perPlayer },
        { kind: 'average', periods: 7, of: points.kept },
        { kind: 'average', periods: 7, of: points.plus },
      ],
      { points: [points.amount, points.players, points.perPlayer, points.kept, points.plus] },
      'calculations-moving',
    )
    expect(titles.slice(1, 4)).toEqual(['金额', '金额 7 日均', '金额 7 日合计'])
    expect(at(rows, 2)).toEqual([52 / 7, 10, 18, 159 / 7, 215 / 7, 340 / 7])
    expect(at(rows, 3)).toEqual([52, 70, 126, 159, 215, 340])
    // 2 + 0 + 3 + 2 + 0 + 0 + 1 players; a quotient has no figure on days without players.
    expect(rows[4]?.slice(4)).toEqual([1, 8 / 7, 80, (12.5 + 70 / 3 + 20 + 80) / 4, 80, 215 / 4, 81, 222 / 7])
    expect(total.filter((cell) => cell === null)).toHaveLength(7)
    const filled = await calculated([{ kind: 'average', periods: 7 }], { fillDates: true })
    expect(filled.rows[2]).toEqual(['2026-03-03', 0, (4 * 7 + 10 + 25) / 7])
  })

  it('of a value of another dimension and of each subtotal by itself', async () => {
    const { rows } = await calculated([{ kind: 'sum', periods: 3 }], { dims: both, subtotals: true })
    expect(rows.filter((row) => row[4] === 1).map((row) => row[3])).toEqual([24, 42, 95, 110, 80, 230])
    expect(rows.filter((row) => row[1] === 'b').map((row) => row[3])).toEqual([5, 5, 0, 50])
  })

  it('hold rows that conditions on figures hide, in rows and subtotals alike', async () => {
    const asked: Asked[] = [
      { kind: 'sum', periods: 3 },
      { kind: 'average', periods: 3 },
    ]
    const info: Partial<ReportInfo> = {
      dims: both,
      subtotals: true,
      dateRange: { from: '2026-03-04', to: '2026-03-05' },
    }
    const least: NonNullable<ReportInfo['filters']> = [{ point: points.amount, op: 'gte', values: [40] }]
    const grown: NonNullable<ReportInfo['filters']> = [
      { point: points.amount, op: 'gt', values: [], than: { past: 'previous', times: 1.5 } },
    ]
    // Of all channels 25 on the 2nd, 70 on the 4th, 40 on the 5th; of a alone 20, 40 and 40.
    const fourth = [
      ['2026-03-04', null, 40, 95, 95 / 3, 1],
      ['2026-03-04', 'a', 40, 60, 20, 2],
    ]
    const fifth = [
      ['2026-03-05', null, 40, 110, 110 / 3, 1],
      ['2026-03-05', 'a', 40, 80, 80 / 3, 2],
    ]
    const { rows, total } = await calculated(asked, { ...info, filters: least })
    expect(rows).toEqual([...fourth, ...fifth])
    // What means nothing for all days together is empty.
    expect(total).toEqual([null, null, 80, null, null, 0])
    const whole = await calculated(asked, info)
    const placeOf = (row: unknown[]) => JSON.stringify([row[0], row[1], row.at(-1)])
    const windows = new Map(whole.rows.map((row) => [placeOf(row), row.slice(3, 5)]))
    const past = await calculated(asked, { ...info, filters: grown })
    expect(past.rows.length).toBeGreaterThan(1)
    for (const row of past.rows) expect(row.slice(3, 5)).toEqual(windows.get(placeOf(row)))
  })

  it('are empty around a day whose window holds one that is not over, and marked with it up to it', async () => {
    const { rows } = await calculated(
      [
        { kind: 'average', periods: 3, centred: true },
        { kind: 'average', periods: 7 },
      ],
      { dateRange: { from: '2026-03-05', to: '2026-03-11' } },
    )
    expect(rows.map((row) => row.slice(2))).toEqual([
      [110 / 3, 159 / 7],
      [80 / 3, 215 / 7],
      [null, 340 / 7],
      [null, 281 / 7],
    ])
    const past = await calculated([{ kind: 'sum', periods: 4, centred: true }], {
      dateRange: { from: '2026-03-04', to: '2026-03-05' },
    })
    // Two before, one after: those after the range are read, too.
    expect(at(past.rows, 2)).toEqual([135, 110])
  })

  it('of all days begin where a whole window lies behind', async () => {
    const { rows } = await calculated([{ kind: 'average', periods: 7 }], { dateRange: { relative: 'all' } })
    expect(at(rows, 2)).toEqual([
      ...Array.from({ length: 6 }, () => null),
      52 / 7,
      10,
      18,
      159 / 7,
      215 / 7,
      340 / 7,
      281 / 7,
    ])
  })

  it('hold whole weeks where the asked days cut them', async () => {
    const { rows, titles } = await calculated([{ kind: 'sum', periods: 2 }], {
      grain: 'week',
      dateRange: { from: '2026-03-04', to: '2026-03-10' },
    })
    expect(titles.at(-1)).toBe('金额 2 周合计')
    expect(rows).toEqual([
      ['2026-03-02', 190, 52 + 215],
      ['2026-03-09', 150, 215 + 161],
    ])
    const months = await calculated([{ kind: 'sum', periods: 2 }], { grain: 'month' })
    expect(months.rows).toEqual([['2026-03-01', 375, 42 + 386]])
  })

  it('by hours', async () => {
    const { rows } = await calculated([{ kind: 'sum', periods: 2 }], {
      grain: 'hour',
      dateRange: { from: '2026-03-04', to: '2026-03-05' },
    })
    expect(rows.map((row) => row.slice(1))).toEqual([
      [40, 40],
      [0, 40],
      [30, 30],
      [40, 40],
      [0, 40],
    ])
  })
})

describe('shares of each level', () => {
  it('of the parent, of the total, of rows alike; subtotals that nobody asked for stay hidden', async () => {
    const { rows, total, titles } = await calculated(
      [{ kind: 'share', parent: true }, { kind: 'share', within: [dims.channel] }, { kind: 'share' }],
      { dims: both, dateRange: { from: '2026-03-02', to: '2026-03-04' } },
      null,
    )
    expect(titles.slice(3)).toEqual(['金额 占上级', '金额 占同一渠道', '金额 占合计'])
    expect(rows).toEqual([
      ['2026-03-02', 'a', 20, 20 / 25, 20 / 60, 20 / 95],
      ['2026-03-02', 'b', 5, 5 / 25, 1, 5 / 95],
      ['2026-03-04', 'a', 40, 40 / 70, 40 / 60, 40 / 95],
      ['2026-03-04', 'b', 0, 0, 0, 0],
      ['2026-03-04', null, 30, 30 / 70, 1, 30 / 95],
    ])
    expect(total).toEqual([null, null, 95, null, 1, 1])
  })

  it('of people are of those counted once; with filters on figures of the rows left', async () => {
    const info = { dims: both, points: [points.players], dateRange: { from: '2026-03-02', to: '2026-03-05' } }
    const asked: Asked[] = [
      { kind: 'share', parent: true, of: points.players },
      { kind: 'share', within: [dims.channel], of: points.players },
    ]
    const { rows } = await calculated(asked, { ...info, subtotals: true })
    // a: players 2, 1, 1; b: 3 on each of three days; the third day 1, 3 and 4.
    expect(rows.map((row) => row.slice(1, 5))).toEqual([
      [null, 2, 2 / 4, 2 / 4],
      ['a', 1, 1 / 2, 1 / 2],
      ['b', 1, 1 / 2, 1],
      [null, 3, 3 / 4, 3 / 4],
      ['a', 1, 1 / 3, 1 / 2],
      ['b', 1, 1 / 3, 1],
      [null, 1, 1 / 3, 1],
      [null, 2, 2 / 4, 2 / 4],
      ['a', 1, 1 / 2, 1 / 2],
      ['b', 1, 1 / 2, 1],
    ])
    const left = await calculated([{ kind: 'share', within: [dims.channel] }], {
      dims: both,
      filters: [{ point: points.amount, op: 'gte', values: [40] }],
    })
    expect(at(left.rows, 3)).toEqual([40 / 260, 40 / 260, 80 / 260, 100 / 260, 1])
  })
})

describe('against a fixed row', () => {
  it('the first and the last that are over, of each series', async () => {
    const { rows, total, titles } = await calculated(
      [
        { kind: 'difference' },
        { kind: 'change', base: 'last' },
        { kind: 'index' },
        { kind: 'difference', base: { value: '2026-03-02' } },
      ],
      { dateRange: { from: '2026-03-01', to: '2026-03-11' } },
      null,
    )
    expect(titles.slice(2)).toEqual([
      '金额 较首日之差',
      '金额 较末日变化',
      '金额 指数（首日 = 100）',
      '金额 较 2026-03-02 之差',
    ])
    expect(rows[1]?.slice(1)).toEqual([25, 15, 25 / 150 - 1, 250, 0])
    expect(rows.at(-1)?.slice(1)).toEqual([11, 1, 11 / 150 - 1, (11 / 10) * 100, -14])
    expect(total).toEqual([null, 386, null, null, null, null])
  })

  it('a value’s, which has nothing where it has no row; nothing by zero', async () => {
    const { rows } = await calculated(
      [
        { kind: 'difference', along: dims.channel, base: { value: 'b' } },
        { kind: 'change', along: dims.channel, base: { value: 'b' } },
        { kind: 'difference', along: dims.channel, base: { value: 'b' }, of: points.plus },
        { kind: 'difference', along: dims.channel, base: { value: 'b' }, of: points.kept },
        { kind: 'difference', along: dims.channel, base: { value: null } },
      ],
      {
        dims: both,
        points: [points.amount, points.plus, points.kept],
        dateRange: { from: '2026-03-01', to: '2026-03-04' },
      },
    )
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['a', 10, 10, null, 10, 11, 10, 10, null],
      ['a', 20, 15, 3, 20, 21, 15, 20, 15],
      ['b', 5, 0, 0, 5, 6, 0, 5, 0],
      ['a', 40, 40, null, 10, 41, 40, 40, 40],
      ['b', 0, 0, null, -30, 1, 0, 0, 0],
      [null, 30, 30, null, 0, 31, 30, 30, 30],
    ])
  })

  it('in the rows’ order, where 其他 is never the fixed row; of percentages in points', async () => {
    const top = { dim: dims.channel, count: 2, by: points.amount }
    const { rows } = await calculated(
      [{ kind: 'difference' }, { kind: 'difference', base: 'last' }, { kind: 'difference', of: points.rate }],
      { dims: [dims.channel], points: [points.amount, points.rate], top, order: [] },
    )
    // a: players 1 and 2; b: 3 and 1; 其他: 4.
    expect(
      rows.map((row) => row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 10) / 10 : cell))),
    ).toEqual([
      ['a', 290, 0, 235, 0.2, 0, false],
      ['b', 55, -235, 0, 0.2, 0, false],
      [null, 30, -260, -25, 0.1, -0.1, true],
    ])
  })
})

describe('against a fixed row that the answer lacks', () => {
  const dated = { base: { value: '2026-03-02' } }
  const few = { from: '2026-03-04', to: '2026-03-05' }
  const all: Asked[] = [
    { kind: 'difference', ...dated },
    { kind: 'change', ...dated },
    { kind: 'index', ...dated },
    { kind: 'difference', of: points.players, ...dated },
    { kind: 'change', of: points.perPlayer, ...dated },
  ]

  it('outside of the asked days, hidden by a condition, beside a comparison: the same figure of the facts', async () => {
    // 25 of two players on the 2nd, 70 of three on the 4th, 40 of two on the 5th.
    const shown = { points: [points.amount, points.players, points.perPlayer] }
    const { rows } = await calculated(all, { ...shown, dateRange: few }, null)
    expect(rows).toEqual([
      ['2026-03-04', 70, 45, 70 / 25 - 1, 280, 3, 1, 70 / 3, 70 / 3 / 12.5 - 1],
      ['2026-03-05', 40, 15, 40 / 25 - 1, 160, 2, 0, 20, 20 / 12.5 - 1],
    ])
    const hidden: ReportInfo['filters'] = [{ point: points.amount, op: 'gte', values: [40] }]
    const left = await calculated(all, { ...shown, filters: hidden })
    expect(left.rows.slice(0, 2)).toEqual(rows)
    const compared = await calculated(all, { ...shown, dateRange: few, compare: 'previous' })
    expect(at(compared.rows, 4)).toEqual([45, 15])
    const filled = await calculated(all, {
      ...shown,
      dateRange: { from: '2026-03-03', to: '2026-03-03' },
      fillDates: true,
    })
    expect(filled.rows[0]?.slice(0, 5)).toEqual(['2026-03-03', 0, -25, -1, 0])
  })

  it('fallen into 其他, and of 其他 itself; at each level', async () => {
    const top = { dim: dims.channel, count: 1, by: points.amount }
    const ofB: Asked = { kind: 'difference', along: dims.channel, base: { value: 'b' } }
    const { rows } = await calculated([ofB], { dims: [dims.channel], top, order: [] })
    expect(rows).toEqual([
      ['a', 290, 235, false],
      [null, 85, 30, true],
    ])
    const both = await calculated([{ kind: 'difference', ...dated }, ofB], {
      dims: [dims.day, dims.channel],
      subtotals: true,
      dateRange: few,
      top,
    })
    expect(both.rows).toEqual([
      ['2026-03-04', null, 70, 45, null, 1, false],
      ['2026-03-04', 'a', 40, 20, 40, 2, false],
      ['2026-03-04', null, 30, 25, 30, 2, true],
      ['2026-03-05', null, 40, 15, null, 1, false],
      ['2026-03-05', 'a', 40, 20, 40, 2, false],
      ['2026-03-05', null, 0, -5, 0, 2, true],
    ])
    expect(both.total.slice(0, 5)).toEqual([null, null, 110, null, null])
  })

  it('of whole weeks where the asked days cut them, and of another month', async () => {
    const weeks = await calculated([{ kind: 'difference', ...dated }], {
      grain: 'week',
      dateRange: { from: '2026-03-04', to: '2026-03-10' },
    })
    expect(weeks.rows).toEqual([
      ['2026-03-02', 190, 190 - 215],
      ['2026-03-09', 150, 150 - 215],
    ])
    const months = await calculated([{ kind: 'difference', ...dated }], {
      dims: [dims.month, dims.day],
      dateRange: { from: '2026-02-27', to: '2026-03-01' },
    })
    expect(months.rows.map((row) => row.slice(1))).toEqual([
      ['2026-02-27', 7, -18],
      ['2026-02-28', 7, -18],
      ['2026-03-01', 10, -15],
    ])
  })

  it('tells the figure of the fixed row, which explains the others', async () => {
    const calculations = all
      .slice(0, 3)
      .map((one, index) => ({ number: index + 1, of: points.amount, ...one }))
    const info: ReportInfo = { dims: [dims.day], points: [points.amount], dateRange: few, calculations }
    const { bases, compiled } = await ask(info)
    expect(compiled.bases).toEqual(['p11_c1', 'p11_c2', 'p11_c3'])
    expect(bases).toEqual([
      [null, null, null],
      [25, 25, 25],
      [25, 25, 25],
    ])
  })

  it('is empty only where it cannot be computed, and its title says why', async () => {
    const none = async (asked: Asked, info: Partial<ReportInfo>, context = {}) => {
      const calculations = [{ number: 1, of: points.amount, ...asked }]
      const told: ReportInfo = {
        dims: [dims.day],
        points: [points.amount],
        dateRange: few,
        ...info,
        calculations,
      }
      const { rows, compiled } = await ask(told, null, context)
      const column = compiled.columns.find(({ role }) => role === 'calculation')
      const place = compiled.columns.findIndex(({ role }) => role === 'calculation')
      expect(rows.length).toBeGreaterThan(0)
      expect(new Set(at(rows, place))).toEqual(new Set([null]))
      expect(column?.title).toContain(column?.noBase)
      return column?.noBase
    }
    const ofB: Asked = { kind: 'difference', along: dims.channel, base: { value: 'b' } }
    const rule = { dim: dims.channel, values: ['b'], how: 'except', open: false }
    expect(await none({ kind: 'index', base: { value: '2026-03-12' } }, {})).toBe('基准的日期还没到')
    expect(await none(ofB, { dims: both, filters: [{ dim: dims.channel, op: 'in', values: ['a'] }] })).toBe(
      '基准不在筛选之内',
    )
    expect(await none(ofB, { dims: both }, { rules: [rule] })).toBe('看不到基准的数据')
    const other: ReportInfo['filters'] = [
      {
        any: [
          { dim: dims.channel, op: 'in', values: ['a'] },
          { dim: dims.weekday, op: 'in', values: [4] },
        ],
      },
    ]
    // On Thursdays rows of b are within the condition.
    const { rows } = await calculated([ofB], { dims: both, dateRange: few, filters: other })
    expect(rows.map((row) => row.slice(1, 4))).toEqual([
      ['a', 40, 40],
      ['a', 40, 40],
      ['b', 0, 0],
    ])
  })

  it('in a pivot, of its cells', async () => {
    const calculations: Calculation[] = [
      { number: 1, of: points.amount, kind: 'difference', base: { value: '2026-03-02' } },
    ]
    const info: ReportInfo = {
      dims: both,
      points: [points.amount],
      dateRange: few,
      order: oldestFirst,
      pivot: [dims.channel],
      calculations,
    }
    const [cells] = requestsOf(info).map((request) => request.info) as [ReportInfo]
    const { pivot: _, ...asked } = cells
    const { rows } = await ask(asked)
    expect(rows.map((row) => row.slice(1, 4))).toEqual([
      [null, 70, 45],
      ['a', 40, 20],
      ['b', 0, -5],
      [null, 30, 30],
      [null, 40, 15],
      ['a', 40, 20],
      ['b', 0, -5],
    ])
  })
})

it('are of the cells in a pivot; of its totals shares alone, each of its own column', async () => {
  const calculations: Calculation[] = [
    { number: 1, of: points.amount, kind: 'share', within: [dims.channel] },
    { number: 2, of: points.amount, kind: 'sum', periods: 3 },
    { number: 3, of: points.amount, kind: 'rank', within: [dims.day] },
  ]
  const info: ReportInfo = {
    dims: both,
    points: [points.amount],
    dateRange: { from: '2026-03-02', to: '2026-03-04' },
    order: oldestFirst,
    pivot: [dims.channel],
    calculations,
  }
  const [cells, totals] = requestsOf(info).map((request) => request.info) as [ReportInfo, ReportInfo]
  const { pivot: _, ...asked } = cells
  const { rows } = await ask(asked)
  // Days' totals are of all channels: of the whole that is theirs, ranked by none.
  expect(rows.map((row) => row.slice(1, -1))).toEqual([
    [null, 25, 25 / 95, 42, null],
    ['a', 20, 20 / 60, 37, 1],
    ['b', 5, 1, 5, 2],
    [null, 70, 70 / 95, 95, null],
    ['a', 40, 40 / 60, 60, 1],
    ['b', 0, 0, 5, 3],
    [null, 30, 1, 30, 2],
  ])
  expect(totals.calculations).toEqual([calculations[0]])
  const { pivot: __, ...columns } = totals
  const { rows: channels, total } = await ask(columns)
  expect(channels).toEqual([
    ['a', 60, 1],
    [null, 30, 1],
    ['b', 5, 1],
  ])
  expect(total).toEqual([null, 95, 1])
})

it('stand beside a comparison, and leave it as it is', async () => {
  const { rows, titles } = await calculated(
    [{ kind: 'running' }, { kind: 'sum', periods: 2 }, { kind: 'rank' }],
    { compare: 'previous', dateRange: { from: '2026-03-01', to: '2026-03-04' } },
  )
  expect(titles).toEqual([
    '日期',
    '金额',
    '金额 上期',
    '金额 环比',
    '金额 累计',
    '金额 2 日合计',
    '金额 排名',
  ])
  expect(rows).toEqual([
    ['2026-03-01', 10, 7, 10 / 7 - 1, 10, 17, 3],
    ['2026-03-02', 25, 10, 1.5, 35, 35, 2],
    // Nothing was sold on the 3rd, and 25 on the day before it.
    ['2026-03-03', 0, 25, -1, 35, 25, 4],
    ['2026-03-04', 70, 0, null, 105, 70, 1],
  ])
})

it('are the same beside any comparison, and where missing days are filled in', async () => {
  const asked: Asked[] = [
    { kind: 'rank' },
    { kind: 'running' },
    { kind: 'average', periods: 4 },
    { kind: 'sum', periods: 3, centred: true },
    { kind: 'share', parent: true },
    { kind: 'share', within: [dims.channel] },
    { kind: 'index', base: { value: '2026-03-04' } },
    { kind: 'difference', along: dims.channel, base: { value: 'a' } },
    { kind: 'difference', base: 'last' },
  ]
  const told = async (info: Partial<ReportInfo>) => {
    const { rows, compiled } = await calculated(asked, { dims: both, subtotals: true, ...info })
    const places = compiled.columns.flatMap(({ role }, place) => (role === 'calculation' ? [place] : []))
    return new Map(
      rows.map((row) => [JSON.stringify([row[0], row[1], row.at(-1)]), places.map((place) => row[place])]),
    )
  }
  const plain = await told({})
  expect(plain.size).toBeGreaterThan(12)
  for (const beside of [{ compare: 'previous' }, { compare: 'week' }, { fillDates: true }] as const) {
    const other = await told(beside)
    // The last day of b and of no channel is another one once days without sales are rows: filled in, or held against
    // the day before.
    const own = 'compare' in beside && beside.compare === 'week' ? undefined : -1
    for (const [key, cells] of plain)
      expect(other.get(key)?.slice(0, own), `${JSON.stringify(beside)} ${key}`).toEqual(cells.slice(0, own))
  }
})

describe('what cannot be calculated is refused by name, with the reason', () => {
  it.each([
    [
      { kind: 'running', of: points.players },
      {},
      '指标「人数」没有累计：它去重计数，同一个人在几行里会重复计算；可以改用移动平均',
    ],
    [
      { kind: 'running', of: points.plus },
      {},
      '指标「加一」没有累计：它由公式算出，各行相加没有意义；可以改用移动平均',
    ],
    [
      { kind: 'sum', periods: 7, of: points.stock },
      {},
      '指标「余额」没有移动合计：它是余额，沿日期不能相加；可以改用移动平均',
    ],
    [
      { kind: 'running', of: points.least },
      {},
      '指标「最小」没有累计：它不是相加得到的，各行不能再相加；可以改用移动平均',
    ],
    [{ kind: 'rank', of: points.first }, {}, '指标「最早」没有排名：它不是数值'],
    [
      { kind: 'share', of: points.perPlayer },
      {},
      '指标「人均」没有各级占比：它由公式算出，各行的值不是合计的一部分',
    ],
    [{ kind: 'average', periods: 1 }, {}, '指标「金额」的移动平均的期数「1」应为 2 到 366 的整数'],
    [
      { kind: 'average', periods: 7 },
      { dims: [dims.channel], order: [] },
      '指标「金额」的移动平均沿日期计算，报表要按日期分组；请加上日期维度，或去掉这个计算',
    ],
    [
      { kind: 'rank' },
      { dims: [], order: [] },
      '指标「金额」的排名需要分组维度：没有维度时只有一行；请先选择维度，或去掉这个计算',
    ],
    [
      { kind: 'rank', within: [dims.channel] },
      {},
      '指标「金额」的排名用到的维度「渠道」不在报表里，请先加上它，或换一个维度',
    ],
    [{ kind: 'rank', within: [99] }, {}, '指标「金额」的排名用到的维度已被删除，请重新选择'],
    [
      { kind: 'index', base: { value: '三月' } },
      {},
      '指标「金额」的指数的基准「三月」应为维度「日期」的一个值：日期，如 2026-03-01',
    ],
    [
      { kind: 'running' },
      { dims: [dims.channel], order: [{ key: 'p11_c1', desc: true }] },
      '不能按「金额 累计」排序：它按行的顺序算出，请按别的列排序，或加上日期维度',
    ],
    [
      { kind: 'average', periods: 7 },
      { filters: [{ dim: dims.day, op: 'in', values: ['2026-03-02'] }] },
      '指标「金额」的移动平均要读所选日期之外的数据，不能再用维度「日期」筛选：请改用日期范围',
    ],
    [{ kind: 'rank', of: 999 }, {}, '要计算的指标已被删除，请重新选择'],
    [{ kind: 'best' as never }, {}, '没有计算「best」'],
  ] as [Asked, Partial<ReportInfo>, string][])('%j', async (asked, info, message) => {
    const all = Object.values(points).filter((id) => id !== points.kept)
    expect(await refusal(asked, { points: all, ...info })).toBe(message)
  })

  it('numbers that two have, and reports of players', async () => {
    const one: Calculation = { number: 1, of: points.amount, kind: 'rank' }
    const of = (info: Partial<ReportInfo>) =>
      ask({ dims: [dims.day], points: [points.amount], calculations: [one, one], ...info })
    await expect(of({})).rejects.toThrow('两个计算列的编号都是 1，请给其中一个换一个编号')
    await expect(of({ kind: 'retention', points: [points.players, points.players] })).rejects.toThrow(
      '留存报表不能显示计算列，请去掉计算列后再查询',
    )
  })
})
