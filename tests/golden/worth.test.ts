// What players are worth, computed by hand. Random players: followed.test.ts.
import { beforeAll, describe, expect, it } from 'vitest'
import { compilePlayers, compileReport } from '#semantic/compile.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { makeContext } from '../semantic/model.ts'
import { behind } from './behind.ts'
import { answer, ask as askBoth, type Golden } from './golden.ts'
import { byHand, dims, followed, january, makePlayerTables, playersModel, tenth } from './players.ts'

const { enrolled, visitors, amount, net, cost, plainCost } = followed
const usual = {
  kind: 'ltv',
  dims: [dims.day],
  points: [enrolled, amount, cost],
  dateRange: january,
  ltv: { days: [1, 3, 8] },
} satisfies ReportInfo

const ask = (name: string | null, info: Partial<ReportInfo> = {}, given: Partial<Golden> = {}) =>
  answer(name, {
    info: { ...usual, ...info },
    model: playersModel(),
    ...given,
    context: { ...tenth, ...given.context },
  })

beforeAll(() => makePlayerTables(byHand))

describe('LTV', () => {
  it('counts what the players of a first day paid in their first n days, over all of them', async () => {
    const { total, rows, bases, compiled } = await ask('ltv')
    // n, cost, each, then revenue, LTV and ROI of the first 1, 3 and 8 days, payback.
    expect(rows).toEqual([
      // Player 6: today is day 1, begun and not over; nothing paid.
      ['2026-01-10', 1, null, null, 0, 0, null, null, null, null, null, null, null, null],
      // Player 5 paid 6 on day 2, which is today; a cost of 0 is none.
      ['2026-01-09', 1, 0, null, 0, 0, null, null, null, null, null, null, null, null],
      // A cost and nobody new.
      ['2026-01-05', 0, 8, null, null, null, 0, null, null, 0, null, null, null, null],
      // Player 4 paid 60 on day 2: twice 30 for 5.
      ['2026-01-02', 1, 5, 5, 0, 0, 0, 60, 60, 12, 60, 60, 12, 2],
      // Players 1, 2, 3: player 1 paid 10 on day 1 and 60 on day 8; player 2 paid on day 9.
      ['2026-01-01', 3, 66, 22, 10, 10 / 3, 10 / 66, 10, 10 / 3, 10 / 66, 70, 70 / 3, 70 / 66, 8],
    ])
    // Day 1 is over for five players, day 3 and day 8 for four. The cost of 5 January has no 8 days behind it. Payback:
    // with seven days the cohorts of the 1st and 2nd have paid 70 of 71, with eight 130.
    expect(total).toEqual([
      ...[null, 6, 79, 19.75],
      ...[10, 2, 10 / 79],
      ...[70, 17.5, 70 / 79],
      ...[130, 32.5, 130 / 71],
      8,
    ])
    // Over how many players each LTV is, and payback.
    expect(bases).toEqual([
      [5, 4, 4, 4],
      [1, 0, 0, null],
      [1, 0, 0, null],
      [0, 0, 0, null],
      [1, 1, 1, 1],
      [3, 3, 3, 3],
    ])
    expect(compiled.bases).toEqual(['l1', 'l3', 'l8', 'q'])
    expect(compiled.unfinishedFrom).toBe('2026-01-10')
    expect(compiled.columns.map(({ key, title, role, day }) => [key, title, role, day])).toEqual([
      ['d1', '日期', undefined, undefined],
      ['n', '新增用户', 'size', undefined],
      ['k', '投放花费', 'spent', undefined],
      ['u', '人均投放花费', 'each', undefined],
      ['v1', '前 1 天购买金额', 'earned', 0],
      ['l1', 'LTV1（第 1 天 = 新增当天）', 'worth', 0],
      ['i1', 'ROI1', 'recovered', 0],
      ['v3', '前 3 天购买金额', 'earned', 2],
      ['l3', 'LTV3', 'worth', 2],
      ['i3', 'ROI3', 'recovered', 2],
      ['v8', '前 8 天购买金额', 'earned', 7],
      ['l8', 'LTV8', 'worth', 7],
      ['i8', 'ROI8', 'recovered', 7],
      ['q', '回本天数', 'payback', undefined],
    ])
    expect(compiled.tables.sort()).toEqual(['ad', 'buy', 'enrol'])
  })

  it('keeps the revenue of cohorts without a cost out of ROI and payback, and in LTV', async () => {
    const { total, rows } = await ask(null, { dims: [dims.channel], ltv: { days: [2] } })
    // Channel x: players 1 and 2 of 1 January for 60, and 8 on the 5th for nobody; player 4 of the 2nd, who paid 60 at
    // once, cost nothing. Payback: player 1 pays 70 in 8 days. Channel y: player 3 for 6, 5 on the 2nd for nobody,
    // and player 5 of the 9th for nothing.
    expect(rows).toEqual([
      ['x', 3, 68, 34, 70, 70 / 3, 10 / 68, 8],
      ['y', 2, 11, 11, 0, 0, 0, null],
      [null, 1, null, null, null, null, null, null],
    ])
    expect(total.slice(1, 4)).toEqual([6, 79, 79 / 3])
  })

  it('counts refunds as the point does, so that LTV may fall again', async () => {
    const { rows } = await ask(null, { points: [enrolled, net, plainCost], ltv: { days: [1, 3, 4] } })
    // Player 1 was given back 5 on day 3, in another game; with 8 days they have 65 of 66, with player 2's 98 on day 9
    // they are paid back.
    expect(rows.at(-1)).toEqual([
      '2026-01-01',
      ...[3, 66, 22],
      ...[10, 10 / 3, 10 / 66],
      ...[5, 5 / 3, 5 / 66],
      ...[5, 5 / 3, 5 / 66],
      9,
    ])
  })

  it('finds payback on days that were not asked for', async () => {
    const { rows } = await ask(null, { ltv: { days: [1] } })
    expect(rows.map((row) => [row[0], row.at(-1)])).toEqual([
      ['2026-01-10', null],
      ['2026-01-09', null],
      ['2026-01-05', null],
      ['2026-01-02', 2],
      ['2026-01-01', 8],
    ])
  })

  it('leaves rows finer than the cost without one, with the reason, and compares them in the total', async () => {
    const { total, rows, compiled } = await ask('ltv-unreached', {
      dims: [dims.day, dims.channel],
      points: [enrolled, amount, plainCost],
      ltv: { days: [1] },
    })
    expect(rows.map((row) => row.slice(3))).toEqual(
      rows.map((row) => [null, null, row[5] ?? null, row[6] ?? null, null, null]),
    )
    // Of the days with a cost: 10 paid for 74, and three players of 1 January, who pay 70 of 66 in 8 days.
    expect(total.slice(2)).toEqual([6, 74, 74 / 3, 10, 2, 10 / 74, 8])
    const reasons = new Set(compiled.columns.map(({ unreached }) => unreached))
    expect([...reasons]).toEqual([undefined, '「总花费」没有按「渠道」分开，只有合计有成本和ROI'])
  })

  it('has no cost where a filter cannot be applied to it', async () => {
    const filters = [{ dim: dims.channel, op: 'in' as const, values: ['x'] }]
    const { total, compiled } = await ask(null, {
      points: [enrolled, amount, plainCost],
      filters,
      ltv: { days: [1] },
    })
    expect(total).toEqual([null, 3, null, null, 10, 10 / 3, null, null])
    expect(compiled.columns[2]?.unreached).toBe('「总花费」不能按「渠道」筛选，所以没有成本')
    const own = await ask(null, { filters, ltv: { days: [1] } })
    expect(own.total.slice(1, 4)).toEqual([3, 68, 34])
  })

  it("stays within the reader's games, and goes by the business's day", async () => {
    const { total } = await ask(null, { dims: [], ltv: { days: [1] } }, { context: { games: ['b'] } })
    // In b alone player 1 is new on the 2nd, and was given back 5, which this revenue does not count.
    expect(total).toEqual([1, 5, 5, 0, 0, 0, null])
    const none = await ask(null, { dims: [], ltv: { days: [1] } }, { context: { games: [] } })
    expect(none.total).toEqual([0, null, null, null, null, null, null])
    // Where the day starts at ten, player 4 pays 60 on their first day, and player 5 pays 6 on the 9th, which is over.
    const early = await ask(
      null,
      { points: [visitors, amount], dims: [], ltv: { days: [1] } },
      { context: { cutoffHour: 10 } },
    )
    expect(early.total.at(-2)).toBe(66)
  })
})

describe('behind a cell of LTV', () => {
  const lists = async (key: string, cells = {}) =>
    (await behind(usual, key, cells, playersModel(), tenth)).map(({ title, rows, total }) => [
      title,
      rows.length,
      total,
    ])

  it('lists players, revenue and cost, of numerator and denominator', async () => {
    const first = { d1: '2026-01-01' }
    expect(await lists('l8', first)).toEqual([
      ['分子：前 8 天付过的玩家', 1, 1],
      ['分母：满 8 天的玩家', 3, 3],
      ['分子：前 8 天的收入', 2, 2],
      ['分母：首日的行', 3, 3],
    ])
    // Of the total, those of cohorts with a cost: players 1 and 4 with their four purchases.
    expect(await lists('i8')).toEqual([
      ['分子：前 8 天付过的玩家', 2, 2],
      ['分子：前 8 天的收入', 4, 4],
      ['分母：成本的行', 4, 4],
    ])
    expect(await lists('q', first)).toEqual([
      ['有成本的玩家', 3, 3],
      ['成本的行', 3, 3],
    ])
  })

  it('refuses columns that the report does not have', () => {
    expect(() =>
      compilePlayers(usual, { key: 'l2', cells: new Map() }, 50, playersModel(), makeContext(tenth)),
    ).toThrow('报表没有这一列')
  })
})

describe('what a forecast of LTV learns from', () => {
  it('is the players of each first day, and what they paid by the days behind it', async () => {
    const info = { ...usual, dims: [dims.channel], ltv: { days: [1, 8], forecast: [8] } }
    const compile = (dialect: 'duckdb' | 'clickhouse') => {
      const compiled = compileReport(info, playersModel(), { ...makeContext(tenth), dialect })
      const { sql, ...learned } = compiled.forecast?.learned ?? { sql: '', params: [], tables: [] }
      // Any order will do for a forecast, none for a comparison.
      return { ...learned, sql: `SELECT * FROM (${sql}) AS learned ORDER BY 2, 1, 4 NULLS FIRST, 3` }
    }
    const { cells } = await askBoth(compile)
    const players = cells.filter(([, , , age]) => age === null)
    const paid = cells.filter(([, , , age]) => age !== null)
    expect(players.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(6)
    expect(players.filter(([, day]) => day === '2026-01-01')).toEqual([
      ['x', '2026-01-01', 2, null, null],
      ['y', '2026-01-01', 1, null, null],
    ])
    // As the report says: each sum of the first 8 days.
    const { rows } = await ask(null, { ...info, dims: [dims.channel, dims.day], ltv: { days: [8] } })
    for (const row of rows.filter(([, , , , , earned]) => earned !== null)) {
      const own = paid.filter(
        ([channel, day, , age]) => channel === row[0] && day === row[1] && Number(age) < 8,
      )
      expect(own.reduce((sum, [, , , , amount]) => sum + Number(amount), 0)).toBe(Number(row[5]))
    }
  })
})

describe('what LTV refuses', () => {
  const refused = (info: Partial<ReportInfo>) =>
    expect(() => compileReport({ ...usual, ...info }, playersModel(), makeContext(tenth)))

  it('says which point can be no revenue or cost, and why', () => {
    refused({ points: [enrolled] }).toThrow(/LTV报表需要两个或三个指标/)
    refused({ points: [enrolled, amount, cost, amount] }).toThrow(/两个或三个/)
    refused({ points: [amount, amount] }).toThrow(/「购买金额」不是去重指标/)
    refused({ points: [enrolled, visitors] }).toThrow(/「访问用户」不能作为LTV报表的收入/)
    refused({ points: [enrolled, followed.largest] }).toThrow(/「最大一笔」不能作为LTV报表的收入/)
    refused({ points: [enrolled, amount, followed.average] }).toThrow(/「人均购买」不能作为LTV报表的成本/)
    refused({ points: [enrolled, followed.tips] }).toThrow(/「打赏」没有日期列/)
    refused({ points: [followed.mailed, amount] }).toThrow(/「购买金额」/)
  })

  it('says what is wrong with the days', () => {
    refused({ ltv: { days: [] } }).toThrow(/至少选择一个LTV天数/)
    refused({ ltv: { days: [0] } }).toThrow(/「0」应为 1 到 730 的整数，第 1 天是新增当天/)
    refused({ ltv: { days: [1.5] } }).toThrow(/「1.5」/)
    refused({ ltv: { days: [731] } }).toThrow(/「731」/)
    refused({ ltv: { days: [7, 7] } }).toThrow(/「7」重复/)
    refused({ ltv: { days: Array.from({ length: 61 }, (_, day) => day + 1) } }).toThrow(/最多 60 个/)
    refused({ dateRange: { relative: 'all' } }).toThrow(/LTV报表需要日期范围/)
    refused({ compare: 'week' }).toThrow(/LTV报表不能与其他时期对比/)
  })
})
