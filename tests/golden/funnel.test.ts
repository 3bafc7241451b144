import { beforeAll, describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { makeContext } from '../semantic/model.ts'
import { answer, type Golden } from './golden.ts'
import { byHand, dims, facts, followed, january, makePlayerTables, playersModel, tenth } from './players.ts'

const { enrolled, visitors, buyers, firstBuyers } = followed
const usual = {
  kind: 'funnel',
  dims: [],
  points: [enrolled, visitors, buyers],
  dateRange: january,
} satisfies ReportInfo

const ask = (name: string | null, info: Partial<ReportInfo> = {}, given: Partial<Golden> = {}) =>
  answer(name, {
    info: { ...usual, ...info },
    model: playersModel(),
    ...given,
    context: { ...tenth, ...given.context },
  })

beforeAll(() => makePlayerTables(byHand))

describe('a funnel', () => {
  it('counts who took each step after the one before, within the days of the first', async () => {
    const { total, compiled } = await ask('funnel-three-steps')
    // 1 to 6 enrolled; 6 never came. After coming: 1 bought on the 8th, 4 in the same second, 5; 2 only after eight
    // days; 1's purchase in game b was refunded.
    expect(total).toEqual([6, 5, 5 / 6, 3, 3 / 5, 0.5])
    expect(compiled.columns.map(({ key, title, role, of }) => [key, title, role, of])).toEqual([
      ['s1', '新增用户', 'step', undefined],
      ['s2', '访问用户', 'step', undefined],
      ['c2', '访问用户转化率', 'conversion', 's2'],
      ['s3', '购买用户', 'step', undefined],
      ['c3', '购买用户转化率', 'conversion', 's3'],
      ['t3', '购买用户总转化率', 'reached', 's3'],
    ])
  })

  it('has the day, the game and the rest from the row of the first step', async () => {
    const { total, rows } = await ask(null, { dims: [dims.day, dims.channel] })
    expect(total.slice(2)).toEqual([6, 5, 5 / 6, 3, 3 / 5, 0.5])
    expect(rows).toEqual([
      ['2026-01-10', null, 1, 0, 0, 0, null, 0],
      ['2026-01-09', 'y', 1, 1, 1, 1, 1, 1],
      ['2026-01-02', 'x', 1, 1, 1, 1, 1, 1],
      ['2026-01-01', 'x', 2, 2, 1, 1, 0.5, 0.5],
      ['2026-01-01', 'y', 1, 1, 1, 0, 0, 0],
    ])
    const games = await ask(null, { dims: [dims.game], order: [{ key: 's3', desc: false }] })
    expect(games.rows).toEqual([
      ['b', 1, 1, 1, 0, 0, 0],
      ['a', 6, 5, 5 / 6, 3, 0.6, 0.5],
    ])
    // By the game one id in two games is two players.
    expect(games.total.slice(1)).toEqual([7, 6, 6 / 7, 3, 0.5, 3 / 7])
    const own = await ask(null, { dims: [dims.game] }, { context: { games: ['b'] } })
    expect(own.rows).toEqual([['b', 1, 1, 1, 0, 0, 0]])
  })

  it('ends with the window, to the day', async () => {
    // 2 came on the 1st and bought on the 9th; 1 came on the 1st and bought on the 8th.
    const bought = async (windowDays: number) =>
      (await ask(null, { points: [visitors, buyers], funnel: { windowDays } })).total.slice(0, 2)
    // By time: 1 bought before coming on the 1st, which does not count. 4 and 5 bought on the day itself.
    expect(await bought(0)).toEqual([6, 2])
    expect(await bought(6)).toEqual([6, 2])
    expect(await bought(7)).toEqual([6, 3])
    expect(await bought(8)).toEqual([6, 4])
    // The steps after the first may lie behind the range.
    const { total } = await ask(null, {
      points: [visitors, buyers],
      funnel: { windowDays: 8 },
      dateRange: { from: '2026-01-01', to: '2026-01-01' },
    })
    expect(total).toEqual([2, 2, 1])
  })

  it('orders steps by time where both have it, by day where one has none', async () => {
    // Enrolment has days only: 1's purchase at 9:59:59 of the day counts, though the visit came a second later.
    const dated = await ask(null, { points: [enrolled, buyers], funnel: { windowDays: 0 } })
    expect(dated.total.slice(0, 2)).toEqual([6, 1])
    // Paying first and coming then: 1 at 10:00 after 9:59:59, 4 in the same second; 5 came before, 2 the day before.
    const turned = await ask(null, { points: [buyers, visitors], funnel: { windowDays: 0 } })
    expect(turned.total.slice(0, 2)).toEqual([4, 2])
    // A day between two times leaves the first of them standing: enrolling on the day of a visit.
    const between = await ask(null, {
      points: [visitors, enrolled, buyers],
      funnel: { windowDays: 0 },
    })
    // 1 and 2 came on the day on which they enrolled; of them 1 bought on that day, but before coming.
    expect(between.total).toEqual([6, 2, 1 / 3, 0, 0, 0])
  })

  it('counts a row for two steps that it takes at once, and a player once', async () => {
    const { total } = await ask(null, { points: [buyers, firstBuyers] })
    // 1 paid 10 and seven days later 60; 2 paid 98 at once; 4 paid 30 twice; 5 paid 6.
    expect(total).toEqual([4, 2, 0.5])
  })

  it('starts with the first row that passes the filters', async () => {
    const { total, rows } = await ask(null, {
      points: [visitors, buyers],
      dims: [dims.channel],
      filters: [{ dim: dims.region, op: 'in', values: ['华东'] }],
    })
    // In 华东: 1 (game a), 2, 3, 5, 7, and 4 from the evening of the 3rd on, after both of the purchases.
    expect(total).toEqual([null, 6, 2, 1 / 3])
    expect(rows).toEqual([
      ['x', 3, 1, 1 / 3],
      ['y', 3, 1, 1 / 3],
    ])
  })

  it("goes by the business's day where it starts later than midnight", async () => {
    const steps = {
      points: [visitors, buyers],
      dims: [dims.day],
      dateRange: { from: '2026-01-01', to: '2026-01-01' },
    }
    const { rows } = await ask(null, steps, { context: { cutoffHour: 5 } })
    // 1, 2, and 3 at half past four; 2's purchase at midnight of the 9th is on the 8th: within seven days.
    expect(rows).toEqual([['2026-01-01', 3, 2, 2 / 3]])
  })

  it('has no rows of nobody', async () => {
    const { total, rows } = await ask(null, { dims: [dims.day] }, { context: { games: [] } })
    expect(rows).toEqual([])
    expect(total).toEqual([null, 0, 0, null, 0, null, null])
  })
})

it('says what a funnel cannot be made of', () => {
  const refused = (info: Partial<ReportInfo>) =>
    expect(() => compileReport({ ...usual, ...info }, playersModel(), makeContext(tenth)))
  refused({ points: [enrolled] }).toThrow(/至少需要两个步骤/)
  refused({ points: [] }).toThrow(/至少需要两个步骤/)
  refused({ points: [enrolled, visitors, enrolled] }).toThrow(/步骤「新增用户」重复/)
  refused({ points: [enrolled, followed.buys] }).toThrow(/「购买次数」不是去重指标.*漏斗/)
  refused({ points: [enrolled, visitors, followed.mailed] }).toThrow(/玩家是整数.*玩家是文字/)
  refused({ points: [enrolled, followed.tippers] }).toThrow(/不能用于漏斗报表：「打赏」没有日期列/)
  refused({ funnel: { windowDays: -1 } }).toThrow(/「-1」应为 0 到 365 天/)
  refused({ funnel: { windowDays: 366 } }).toThrow(/「366」/)
  refused({ funnel: { windowDays: 0.5 } }).toThrow(/「0.5」/)
  refused({ dateRange: { relative: 'all' } }).toThrow(/漏斗报表需要日期范围/)
  refused({ dims: [dims.time] }).toThrow(/不能按小时统计/)
  refused({ filters: [{ point: enrolled, op: 'gt', values: [1] }] }).toThrow(/漏斗报表不能按指标筛选/)
  refused({ compare: 'previous' }).toThrow(/漏斗报表不能与其他时期对比/)
  const broken = playersModel('', { buy: { id: facts.buy, game_column: 'nothing' } })
  expect(() => compileReport(usual, broken, makeContext(tenth))).toThrow(/游戏列 nothing/)
})
