import { beforeAll, describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { makeContext } from '../semantic/model.ts'
import { answer, type Golden } from './golden.ts'
import { byHand, dims, followed, january, makePlayerTables, playersModel, tenth } from './players.ts'

const { buyers, amount, visitors } = followed
const usual = {
  kind: 'distribution',
  dims: [],
  points: [buyers, amount],
  dateRange: january,
  distribution: { bounds: [0, 50, 60, 70] },
} satisfies ReportInfo

const ask = (name: string | null, info: Partial<ReportInfo> = {}, given: Partial<Golden> = {}) =>
  answer(name, {
    info: { ...usual, ...info },
    model: playersModel(),
    ...given,
    context: { ...tenth, ...given.context },
  })

beforeAll(() => makePlayerTables(byHand))

describe('a distribution', () => {
  it('counts players by what each of them has in all', async () => {
    const { total, rows, compiled } = await ask(null)
    // 1: 10 + 60 (the refund in game b is none of it), 2: 98, 4: 30 + 30, 5: 6.
    expect(total).toEqual([null, 4, 1, 234])
    expect(rows).toEqual([
      ['0–50', 1, 0.25, 6],
      // A bucket of nobody has its row between the others.
      ['50–60', 0, 0, 0],
      ['60–70', 1, 0.25, 60],
      ['70 以上', 2, 0.5, 168],
    ])
    expect(compiled.columns.map(({ key, title, kind, role }) => [key, title, kind, role])).toEqual([
      ['b', '购买金额区间', 'dimension', 'bucket'],
      ['n', '购买用户', 'point', 'size'],
      ['n_share', '购买用户占比', 'computed', 'share'],
      ['v', '购买金额', 'point', undefined],
    ])
    expect(compiled.columns.at(-1)).toMatchObject({ type: 'number', unit: '元' })
  })

  it('buckets the values within the dimensions', async () => {
    const { total, rows } = await ask('distribution-by-channel', {
      dims: [dims.channel],
      distribution: { bounds: [0, 50] },
    })
    expect(total).toEqual([null, null, 4, 1, 234])
    expect(rows).toEqual([
      ['x', '0–50', 0, 0, 0],
      ['x', '50 以上', 3, 1, 228],
      ['y', '0–50', 1, 1, 6],
      ['y', '50 以上', 0, 0, 0],
    ])
    const days = await ask(null, {
      dims: [dims.day],
      grain: 'week',
      distribution: { bounds: [20] },
    })
    // Player 1 paid 10 in the first week and 60 in the second: in both weeks, and once in the total. Shares are of the
    // week's own players.
    expect(days.compiled.columns.map(({ title }) => title)).toContain('购买用户占比（各日期内）')
    expect(days.total).toEqual([null, null, 4, 1, 234])
    expect(days.rows).toEqual([
      ['2026-01-05', '不足 20', 1, 1 / 3, 6],
      ['2026-01-05', '20 以上', 2, 2 / 3, 158],
      ['2025-12-29', '不足 20', 1, 1 / 2, 10],
      ['2025-12-29', '20 以上', 1, 1 / 2, 60],
    ])
  })

  it('shows what lies below the first bound, and what has no value, where they occur', async () => {
    const info = {
      points: [followed.tippers, followed.tips],
      distribution: { bounds: [0, 5, 7] },
      dateRange: { relative: 'all' as const },
    }
    const { total, rows } = await ask(null, info)
    // 1: 5, 2: nothing and 7, 3: -1. A bound belongs to the bucket that it begins.
    expect(rows).toEqual([
      ['不足 0', 1, 1 / 3, -1],
      ['0–4', 0, 0, 0],
      ['5–6', 1, 1 / 3, 5],
      ['7 以上', 1, 1 / 3, 7],
    ])
    expect(total).toEqual([null, 3, 1, 11])
    const channels = await ask(null, { ...info, dims: [dims.channel] })
    // In x player 2 has a row without an amount: a sum of nothing is 0.
    expect(channels.rows.filter(([channel, , n]) => channel === 'x' && n !== 0)).toEqual([
      ['x', '0–4', 1, 1 / 2, 0],
      ['x', '5–6', 1, 1 / 2, 5],
    ])
    expect(channels.total).toEqual([null, null, 3, 1, 11])
  })

  it('counts by other rows of the same fact than those that make a player', async () => {
    const { total, rows } = await ask(null, {
      points: [buyers, followed.refunded],
      distribution: { bounds: [0, 1] },
    })
    // Who has paid, by what was refunded to them: to player 1 5, in another game; who was only refunded is no buyer.
    expect(total).toEqual([null, 4, 1, 5])
    expect(rows).toEqual([
      ['0–1', 3, 0.75, 0],
      ['1 以上', 1, 0.25, 5],
    ])
    // By the game the two are apart.
    const byGame = await ask(null, {
      points: [buyers, followed.refunded],
      dims: [dims.game],
      distribution: { bounds: [0, 1] },
    })
    expect(byGame.rows.filter(([, , n]) => n !== 0)).toEqual([['a', '0–1', 4, 1, 0]])
    // By further dimensions too a total counts each once: players 1 (in a) and 4 bought twice.
    const byDay = await ask(null, {
      points: [buyers, followed.buys],
      dims: [dims.game, dims.day],
      distribution: { bounds: [1] },
    })
    expect(byDay.total).toEqual([null, null, null, 4, 1, 6])
    const counted = await ask(null, {
      points: [buyers, followed.buys],
      distribution: { bounds: [1, 2, 3] },
    })
    expect(counted.rows).toEqual([
      ['1', 2, 0.5, 2],
      ['2', 1, 0.25, 2],
      // Player 1, of all games.
      ['3 以上', 1, 0.25, 3],
    ])
    const largest = await ask(null, { points: [buyers, followed.largest] })
    expect(largest.rows).toEqual([
      ['0–50', 2, 0.5, 30],
      ['50–60', 0, 0, null],
      ['60–70', 1, 0.25, 60],
      ['70 以上', 1, 0.25, 98],
    ])
    expect(largest.total).toEqual([null, 4, 1, 98])
  })

  it('takes the value from another fact, by player', async () => {
    const { total, rows } = await ask(null, {
      points: [visitors, amount],
      distribution: { bounds: [0, 1, 70] },
    })
    // Came: 1 (to both games, and stands in one bucket), 2, 3, 4, 5, 7. Nothing: 3, 7.
    expect(total).toEqual([null, 6, 1, 234])
    expect(rows).toEqual([
      ['0–1', 2, 1 / 3, 0],
      ['1–70', 2, 1 / 3, 66],
      ['70 以上', 2, 1 / 3, 168],
    ])
    const largest = await ask(null, {
      points: [visitors, followed.largest],
      dims: [dims.game],
      distribution: { bounds: [0] },
    })
    expect(largest.rows).toEqual([
      ['a', '0 以上', 4, 4 / 6, 98],
      ['a', null, 2, 2 / 6, null],
      ['b', '0 以上', 1, 1, 5],
    ])
    // Player 1 is two of the seven here. A reader of one game sees theirs alone.
    const own = await ask(null, { points: [visitors, amount] }, { context: { games: ['b'] } })
    expect(own.total).toEqual([null, 1, 1, 0])
  })

  it('chooses bounds by the unit, and whole numbers by both ends', async () => {
    const { distribution: _, ...open } = usual
    const asked = (points: number[]) =>
      answer(null, { info: { ...open, points }, model: playersModel(), context: tenth })
    const labels = (rows: unknown[][]) => rows.map(([bucket]) => bucket)
    expect(labels((await asked([buyers, amount])).rows).slice(0, 4)).toEqual([
      '0–6',
      '6–30',
      '30–98',
      '98–198',
    ])
    expect(labels((await asked([buyers, followed.buys])).rows)).toEqual([
      '0',
      '1',
      '2',
      '3–4',
      '5–9',
      '10–19',
      '20–49',
      '50–99',
      '100 以上',
    ])
    expect(labels((await asked([visitors, followed.visits])).rows).at(-1)).toBe('1,000,000 以上')
  })

  it('orders by anything, buckets by their bounds, and cuts rows alone', async () => {
    const fewest = await ask(null, { order: [{ key: 'n', desc: true }], limit: 2 })
    expect(fewest.rows.map(([bucket, n]) => [bucket, n])).toEqual([
      ['70 以上', 2],
      ['0–50', 1],
      ['60–70', 1],
    ])
    expect(fewest.total).toEqual([null, 4, 1, 234])
    const falling = await ask(null, { order: [{ key: 'b', desc: true }] })
    expect(falling.rows.map(([bucket]) => bucket)).toEqual(['70 以上', '60–70', '50–60', '0–50'])
  })

  it('has no rows of nobody', async () => {
    const { total, rows } = await ask(null, {}, { context: { games: [] } })
    expect(rows).toEqual([])
    expect(total).toEqual([null, 0, null, 0])
  })
})

it('says what a distribution cannot be made of', () => {
  const refused = (info: Partial<ReportInfo>) =>
    expect(() => compileReport({ ...usual, ...info }, playersModel(), makeContext(tenth)))
  refused({ points: [buyers] }).toThrow(/需要两个指标/)
  refused({ points: [buyers, amount, amount] }).toThrow(/需要两个指标/)
  refused({ points: [amount, buyers] }).toThrow(/「购买金额」不是去重指标.*分布/)
  refused({ points: [buyers, visitors] }).toThrow(/「访问用户」不能作为分布的数值/)
  refused({ points: [buyers, followed.average] }).toThrow(/「人均购买」不能作为分布的数值/)
  refused({ points: [buyers, followed.earliest] }).toThrow(/「最早购买」不是数值/)
  refused({ points: [followed.mailed, amount] }).toThrow(/收信用户.*不是同一种编号/)
  refused({ points: [buyers, 22] }).toThrow(
    /「点击」不能按指标「购买用户」的玩家（player_id）统计.*没有列 player_id/,
  )
  refused({ distribution: { bounds: [] } }).toThrow(/至少填写一个区间下限/)
  refused({ distribution: { bounds: [1, 1] } }).toThrow(/须从小到大：1 之后是 1/)
  refused({ distribution: { bounds: [3, 2] } }).toThrow(/须从小到大：3 之后是 2/)
  refused({ distribution: { bounds: [Number.NaN] } }).toThrow(/「NaN」不是数字/)
  refused({ distribution: { bounds: Array.from({ length: 101 }, (_, at) => at) } }).toThrow(/最多 100 个/)
  refused({ points: [followed.tippers, followed.tips] }).toThrow(
    /「打赏用户」不能按日期筛选：「打赏」没有日期列/,
  )
  refused({ subtotals: true }).toThrow(/分布报表不能显示小计/)
  refused({ filters: [{ point: amount, op: 'gt', values: [1] }] }).toThrow(/分布报表不能按指标筛选/)
})
