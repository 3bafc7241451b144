// Funnels whose windows are opened by moments: answers by hand, and random players beside the naive computation.
import { beforeAll, describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { Funnel } from '#semantic/model/funnels.ts'
import type { CompileContext, ReportInfo } from '#semantic/model/types.ts'
import { makeContext } from '../semantic/model.ts'
import { behind } from './behind.ts'
import type { Question, Row, Says } from './followed.ts'
import { answer, type Cell, type Golden } from './golden.ts'
import { Lottery } from './lottery.ts'
import { byHand, dims, followed, january, makePlayerTables, playersModel, tenth } from './players.ts'
import { type Windows, windowed } from './windowed.ts'

const { enrolled, visitors, buyers, firstBuyers } = followed
const usual = {
  kind: 'funnel',
  dims: [],
  points: [visitors, buyers],
  dateRange: january,
} satisfies ReportInfo

const ask = (
  name: string | null,
  funnel: Funnel,
  info: Partial<ReportInfo> = {},
  given: Partial<Golden> = {},
) =>
  answer(name, {
    info: { ...usual, ...info, funnel },
    model: playersModel(),
    ...given,
    context: { ...tenth, ...given.context },
  })
const hours = (count: number): Funnel => ({ within: { count, unit: 'hour' } })

beforeAll(() => makePlayerTables(byHand))

describe('a funnel by moments, by hand', () => {
  it('opens a window with each first step, and counts a player by the one that goes farthest', async () => {
    const { total, rows, compiled } = await ask('windows', hours(24), { dims: [dims.day] })
    expect(compiled.columns.map(({ key, title }) => [key, title])).toEqual([
      ['d1', '日期'],
      ['s1', '访问用户（24 小时内）'],
      ['s2', '购买用户'],
      ['c2', '购买用户转化率'],
    ])
    // 2 visits on the 8th one second before midnight and buys at midnight; 4 in the same second; 5 after half an hour.
    expect(rows).toEqual([
      ['2026-01-10', 1, 1, 1],
      ['2026-01-08', 1, 1, 1],
      ['2026-01-05', 1, 0, 0],
      ['2026-01-04', 1, 0, 0],
      // 1 in game b, 4 twice, 7.
      ['2026-01-03', 3, 1, 1 / 3],
      ['2026-01-02', 2, 0, 0],
      ['2026-01-01', 2, 0, 0],
    ])
    // Of all days, each once: 1, 2, 3, 4, 5, 7.
    expect(total).toEqual([null, 6, 3, 0.5])
    expect(compiled.unfinishedFrom).toBe('2026-01-10')
  })

  it('lets each window count where that is asked, and tells how long steps took', async () => {
    const funnel: Funnel = { within: { count: 120, unit: 'minute' }, each: true, times: true }
    const { total, compiled } = await ask('windows-each', funnel)
    expect(compiled.columns.map(({ key, unit }) => [key, unit])).toEqual([
      ['s1', '次'],
      ['s2', '次'],
      ['c2', '%'],
      ['m2', '分钟'],
      ['w2', '分钟'],
    ])
    // 12 visits of somebody; after one second, none and half an hour.
    expect(total.slice(0, 3)).toEqual([12, 3, 0.25])
    expect(total[3]).toBeCloseTo(1 / 60, 9)
    expect(total[4]).toBeCloseTo(1 / 60 + (30 - 1 / 60) * 0.8, 9)
  })

  it('follows a property that is the same in all steps', async () => {
    const day = { within: { count: 365, unit: 'day' } } as const
    expect((await ask(null, day)).total).toEqual([6, 4, 2 / 3])
    // 1 bought on server 1 after the visits there; 4 visited on server 2 and bought on server 1, and again on 1 on the
    // 3rd in the evening and the 5th, after the purchase.
    expect((await ask('windows-same', { ...day, same: dims.serverId })).total).toEqual([6, 3, 0.5])
  })

  it('strictly lets no other step of the funnel lie between two', async () => {
    const asked = { points: [visitors, firstBuyers, buyers] }
    const day: Funnel = { within: { count: 30, unit: 'day' } }
    // 1 bought for 60 on the 8th, 2 for 98 on the 9th: each is both.
    expect((await ask(null, day, asked)).total.slice(0, 2)).toEqual([6, 2])
    const strict = await ask('windows-strict', { ...day, strictly: true }, asked)
    expect(strict.total).toEqual([6, 2, 1 / 3, 2, 1, 1 / 3])
    const other = await ask(null, { ...day, strictly: true }, { points: [buyers, visitors, firstBuyers] })
    // 1 bought, visited and bought for 60, but bought nothing else in between.
    expect(other.total.slice(0, 2)).toEqual([4, 2])
  })

  it('lists behind a cell who took the step and who fell out, with the moments', async () => {
    const lists = await behind({ ...usual, funnel: hours(24) }, 'c2', {}, playersModel(), tenth)
    expect(lists.map(({ title, total }) => [title, total])).toEqual([
      ['分子：走到「购买用户」的玩家', 3],
      ['分母：走到「访问用户」的玩家', 6],
      ['走到「访问用户」、没有走到「购买用户」的玩家', 3],
    ])
    expect(lists[0]?.rows).toEqual([
      [4, '2026-01-03 07:00:00', '2026-01-03 07:00:00'],
      [2, '2026-01-08 23:59:59', '2026-01-09 00:00:00'],
      [5, '2026-01-10 09:00:00', '2026-01-10 09:30:00'],
    ])
    expect(lists[2]?.rows.map(([player]) => player)).toEqual([1, 3, 7])
  })

  it('refuses in words what it cannot do', () => {
    const refused = (funnel: Funnel, info: Partial<ReportInfo> = {}) =>
      expect(() => compileReport({ ...usual, ...info, funnel }, playersModel(), makeContext(tenth)))
    refused({ within: { count: 0, unit: 'hour' } }).toThrow(/期限「0」应为 1 到 720 小时/)
    refused({ within: { count: 1.5, unit: 'minute' } }).toThrow(/应为 1 到 10080 分钟/)
    refused({ windowDays: 7, strictly: true }).toThrow(/要先把期限改为从第一步的时刻算起/)
    refused(hours(24), { points: [enrolled, buyers] }).toThrow(/「新增用户」的「注册」没有时间列/)
    refused({ ...hours(24), same: dims.day }).toThrow(/维度「日期」是日期/)
    refused({ ...hours(24), same: 99_999 }).toThrow(/维度已被删除/)
    refused(hours(24), { points: [visitors] }).toThrow(/至少需要两个步骤/)
  })
})

// ---- random players

const lastDay = 12
const dateOf = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
const timeOf = (time: number): string =>
  new Date(Date.UTC(2026, 0, 1) + time * 1000).toISOString().slice(0, 19).replace('T', ' ')
const quoted = (value: string | null): string => (value === null ? 'NULL' : `'${value}'`)
const timed = (row: Row): string =>
  `'${timeOf(row.time as number)}', '${dateOf(row.day)}', ${quoted(row.game)}, ${row.server}, ${quoted(row.channel)}, ${row.player ?? 'NULL'}`

/** Few players with many rows whose moments meet, some of them right at the ends of windows. */
function makeWorld(seed: number): { visit: Row[]; buy: Row[] } {
  const lottery = new Lottery(seed)
  const rows = (count: number): Row[] =>
    Array.from({ length: count }, () => {
      const day = lottery.below(lastDay + 1)
      return {
        time: day * 86_400 + lottery.one([0, 1_800, 3_600, 17_999, 18_000, 19_800, 36_000, 36_001, 86_399]),
        day,
        game: lottery.one(['a', 'a', 'a', 'b', null]),
        server: lottery.one([1, 2]),
        channel: lottery.one(['x', 'y', '', null]),
        player: lottery.chance(4) ? null : lottery.below(9),
        amount: lottery.below(100),
        status: lottery.one(['paid', 'paid', 'paid', 'refunded']),
      }
    })
  return { visit: rows(90), buy: rows(90) }
}

const saysDay: Says = (_, day) => dateOf(day)
const saysWeek: Says = (_, day) => dateOf(day - ((day + 3) % 7))
const saysGame: Says = ({ game }) => game
const saysChannel: Says = ({ channel }) => channel
const settings: { ids: number[]; says: Says[]; periodOf: Windows['periodOf']; grain?: 'week' }[] = [
  { ids: [], says: [], periodOf: null },
  { ids: [dims.day], says: [saysDay], periodOf: saysDay },
  { ids: [dims.day, dims.game], says: [saysWeek, saysGame], periodOf: saysWeek, grain: 'week' },
  { ids: [dims.channel], says: [saysChannel], periodOf: null },
  { ids: [dims.channel, dims.day], says: [saysChannel, saysDay], periodOf: saysDay },
]
const windowsAsked: Funnel[] = [
  { within: { count: 30, unit: 'minute' }, times: true },
  { within: { count: 1, unit: 'hour' }, strictly: true },
  { within: { count: 24, unit: 'hour' }, each: true, times: true },
  { within: { count: 5, unit: 'hour' }, same: dims.channel },
  { within: { count: 3, unit: 'day' }, strictly: true, times: true },
  { within: { count: 2, unit: 'day' }, each: true, strictly: true, same: dims.channel },
  { within: { count: 7, unit: 'day' } },
]
const unitSeconds = { minute: 60, hour: 3_600, day: 86_400 }

const rounded = (row: Cell[]): Cell[] =>
  row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 1e9) / 1e9 : cell))
const sorted = (rows: Cell[][]): string[] => rows.map((row) => JSON.stringify(rounded(row))).sort()

/** More of them: ROUNDS=100 takes five. */
const seeds = Number(process.env.ROUNDS ?? 1) > 1 ? [1, 2, 3, 4, 5] : [1]

describe.each(seeds)('windows at random, %i', (seed) => {
  const world = makeWorld(seed)
  const suffix = `_win${seed}`
  beforeAll(() =>
    makePlayerTables(
      {
        enrol: [],
        visit: world.visit.map(timed),
        buy: world.buy.map((row) => `${timed(row)}, ${row.amount}, '${row.status}'`),
        mail: [],
        tip: [],
      },
      suffix,
    ),
  )
  const given = [
    { games: null, cutoffHour: 0, channel: null },
    { games: ['a'], cutoffHour: 5, channel: null },
    { games: null, cutoffHour: 5, channel: 'x' },
  ]
  const cases = windowsAsked.flatMap((funnel, at) =>
    settings.map((setting, place) => ({
      funnel,
      ...setting,
      ...(given[(at + place + seed) % given.length] as (typeof given)[number]),
    })),
  )

  it.each(cases)(
    '$funnel, dimensions $ids, games $games, from hour $cutoffHour, channel $channel',
    async ({ funnel, ids, says, periodOf, grain, games, cutoffHour, channel }) => {
      const question: Question = {
        dims: says,
        tied: [],
        keep: (row) => channel === null || row.channel === channel,
        range: [1, 9],
        games,
        wanted: null,
        byGame: ids.includes(dims.game),
        cutoffHour,
        today: 20,
      }
      const context: Partial<CompileContext> = {
        now: new Date(Date.UTC(2026, 0, 21, 4)),
        games: games ?? 'all',
        cutoffHour,
      }
      const info: ReportInfo = {
        kind: 'funnel',
        dims: ids,
        points: [],
        dateRange: { from: dateOf(1), to: dateOf(9) },
        ...(grain && { grain }),
        filters: channel === null ? [] : [{ dim: dims.channel, op: 'in', values: [channel] }],
        funnel,
      }
      const paid = world.buy.filter(({ status }) => status === 'paid')
      const large = paid.filter(({ amount }) => amount >= 50)
      const { unit, count } = funnel.within as NonNullable<Funnel['within']>
      const funnels: [number[], Row[][]][] = [
        [
          [visitors, buyers],
          [world.visit, paid],
        ],
        [
          [visitors, buyers, firstBuyers],
          [world.visit, paid, large],
        ],
        [
          [firstBuyers, visitors, buyers],
          [large, world.visit, paid],
        ],
      ]
      const model = playersModel(suffix)
      for (const [points, steps] of funnels) {
        const found = await answer(null, { info: { ...info, points }, model, context })
        const expected = windowed(
          {
            steps,
            seconds: count * unitSeconds[unit],
            strictly: funnel.strictly ?? false,
            each: funnel.each ?? false,
            same: funnel.same === undefined ? null : (row) => row.channel,
            periodOf,
            unit: funnel.times ? unitSeconds[unit] : null,
          },
          question,
        )
        expect(rounded(found.total)).toEqual(rounded(expected.total))
        expect(sorted(found.rows)).toEqual(sorted(expected.rows))
        if (funnel.each) continue
        const lists = await behind({ ...info, points }, 'c2', {}, model, context)
        const at = found.compiled.columns.findIndex(({ key }) => key === 's1')
        expect(lists.map(({ total }) => total)).toEqual([
          found.total[at + 1],
          found.total[at],
          Number(found.total[at]) - Number(found.total[at + 1]),
        ])
      }
    },
  )
})
