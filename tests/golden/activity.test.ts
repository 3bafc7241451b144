// Activity: by hand, and over random players compared with the naive computation.
import { beforeAll, describe, expect, it } from 'vitest'
import { compilePlayers, compileReport } from '#semantic/compile.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { makeContext } from '../semantic/model.ts'
import { type Active, activity } from './active.ts'
import { behind } from './behind.ts'
import type { Question, Row, Says } from './followed.ts'
import { answer, type Cell, type Golden, isCompared, run } from './golden.ts'
import { byHand, dims, followed, january, makePlayerTables, playersModel, tenth } from './players.ts'

const { visitors, buyers, amount } = followed
const usual = {
  kind: 'activity',
  dims: [dims.day],
  points: [visitors],
  dateRange: january,
} satisfies ReportInfo

const ask = (name: string | null, info: Partial<ReportInfo> = {}, given: Partial<Golden> = {}) =>
  answer(name, {
    info: { ...usual, ...info },
    model: playersModel(),
    ...given,
    context: { ...tenth, ...given.context },
  })

const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}`

describe('activity by hand', () => {
  // Who visits when: player 1 daily until the 3rd and again on the 9th, player 2 on the 1st, player 3 on the 4th.
  const visits: [player: number, day: number][] = [
    [1, 1],
    [1, 2],
    [1, 3],
    [1, 9],
    [2, 1],
    [3, 4],
  ]
  beforeAll(async () => {
    const visit = visits.map(([player, at]) => `'${day(at)} 12:00:00', '${day(at)}', 'a', 1, 'x', ${player}`)
    await makePlayerTables({ ...byHand, visit }, '_hand')
  })
  const byHands = (name: string | null, info: Partial<ReportInfo>) =>
    ask(name, { dateRange: { from: day(1), to: day(9) }, ...info }, { model: playersModel('_hand') })

  it('counts distinct players of the last days up to each day, and their quotient', async () => {
    const { total, rows, compiled } = await byHands('activity-rolling', {
      activity: { show: 'rolling', windows: [2, 30] },
    })
    expect(rows.toReversed()).toEqual([
      // Active on the day, within 2 days, DAU of them; within 30 days, DAU/MAU.
      [day(1), 2, 2, 1, 2, 1],
      [day(2), 1, 2, 1 / 2, 2, 1 / 2],
      [day(3), 1, 1, 1, 2, 1 / 2],
      [day(4), 1, 2, 1 / 2, 3, 1 / 3],
      [day(5), 0, 1, 0, 3, 0],
      [day(6), 0, 0, null, 3, 0],
      [day(7), 0, 0, null, 3, 0],
      [day(8), 0, 0, null, 3, 0],
      [day(9), 1, 1, 1, 3, 1 / 3],
    ])
    // Three players in all; rolling figures have no total.
    expect(total).toEqual([null, 3, null, null, null, null])
    expect(compiled.columns.map(({ key, title, noTotal }) => [key, title, noTotal !== undefined])).toEqual([
      ['d1', '日期', false],
      ['n', '访问用户', false],
      ['a2', '近 2 天访问用户', true],
      ['h2', '当天 ÷ 近 2 天', true],
      ['a30', '近 30 天访问用户（MAU）', true],
      ['h30', 'DAU/MAU', true],
    ])
  })

  it('gives each player one state a day, and what they add up to', async () => {
    const { total, rows } = await byHands('activity-lifecycle', {
      activity: { show: 'lifecycle', windows: [2] },
    })
    expect(rows.toReversed()).toEqual([
      // Active; new, staying, returning; quiet, leaving, gone.
      [day(1), 2, 2, 0, 0, 0, 0, 0],
      [day(2), 1, 0, 1, 0, 1, 0, 0],
      [day(3), 1, 0, 1, 0, 0, 1, 0],
      [day(4), 1, 1, 0, 0, 1, 1, 0],
      [day(5), 0, 0, 0, 0, 1, 1, 1],
      [day(6), 0, 0, 0, 0, 0, 2, 1],
      [day(7), 0, 0, 0, 0, 0, 1, 2],
      [day(8), 0, 0, 0, 0, 0, 0, 3],
      [day(9), 1, 0, 0, 1, 0, 0, 2],
    ])
    for (const [, active, fresh, staying, returning] of rows)
      expect(Number(fresh) + Number(staying) + Number(returning)).toBe(active)
    expect(total).toEqual([null, 3, 3, null, null, null, null, null])
  })

  it('lets the states flow into one another, each player once', async () => {
    const { rows } = await byHands('activity-flow', { activity: { show: 'flow', windows: [2] } })
    const on = (at: number) => rows.filter(([date]) => date === day(at)).map((row) => row.slice(1))
    expect(on(1)).toEqual([['未出现', '新增', 2, 1]])
    expect(on(2)).toEqual([
      ['新增', '持续', 1, 1 / 2],
      ['新增', '沉默', 1, 1 / 2],
    ])
    expect(on(4)).toEqual([
      ['未出现', '新增', 1, 1],
      ['持续', '沉默', 1, 1],
      ['流失', '流失', 1, 1],
    ])
    expect(on(9)).toEqual([
      ['早已流失', '回流', 1, 1 / 3],
      ['早已流失', '早已流失', 2, 2 / 3],
    ])
  })

  it('counts players by their active days, up to the last day of the range', async () => {
    const { total, rows } = await byHands('activity-days', {
      dims: [],
      activity: { show: 'days', windows: [3, 9] },
      dateRange: { from: day(1), to: day(3) },
    })
    expect(rows).toEqual([
      [1, 1, 1 / 2, 1, 1 / 2],
      [2, 0, 0, 0, 0],
      [3, 1, 1 / 2, 1, 1 / 2],
      ...[4, 5, 6, 7, 8, 9].map((times) => [times, null, null, 0, 0]),
    ])
    expect(total).toEqual([null, 2, 1, 2, 1])
  })

  it('shows the last day of the range where there is no date, with a total of everybody', async () => {
    const { total, rows } = await byHands(null, {
      dims: [dims.channel],
      activity: { show: 'rolling', windows: [7] },
      dateRange: { from: day(1), to: day(4) },
    })
    expect(rows).toEqual([['x', 1, 3, 1 / 3]])
    expect(total).toEqual([null, 1, 3, 1 / 3])
  })

  it('shows no day that is still to come', async () => {
    const { rows } = await byHands(null, {
      activity: { show: 'rolling', windows: [7] },
      dateRange: { from: day(9), to: day(20) },
    })
    expect(rows.map(([date]) => date)).toEqual([day(10), day(9)])
  })

  it('lists the players behind a cell, and their rows', async () => {
    const info = {
      ...usual,
      dateRange: { from: day(1), to: day(9) },
      activity: { show: 'lifecycle' as const, windows: [2] },
    }
    const lists = async (key: string, at: number | null) =>
      (await behind(info, key, at === null ? {} : { d1: day(at) }, playersModel('_hand'), tenth)).map(
        ({ title, rows, total }) => [title, rows.length, total],
      )
    expect(await lists('w5', 6)).toEqual([
      ['流失的玩家', 2, 2],
      ['他们最后一次活跃那天的行', 2, 2],
    ])
    expect(await lists('w3', 9)).toEqual([
      ['回流的玩家', 1, 1],
      ['他们当天的行', 1, 1],
    ])
    expect(await lists('n', null)).toEqual([
      ['这些天活跃过的玩家', 3, 3],
      ['这些天的行', 6, 6],
    ])
    expect(await lists('w2', null)).toEqual([])
    expect(() =>
      compilePlayers(info, { key: 'a7', cells: new Map() }, 50, playersModel('_hand'), makeContext(tenth)),
    ).toThrow('报表没有这一列')
  })
})

describe('what activity refuses', () => {
  const refused = (info: Partial<ReportInfo>) =>
    expect(() => compileReport({ ...usual, ...info }, playersModel(), makeContext(tenth)))

  it('says which point and which windows it takes', () => {
    refused({ points: [] }).toThrow(/至少选择一个指标/)
    refused({ points: [visitors, buyers] }).toThrow(/只用一个指标/)
    refused({ points: [amount] }).toThrow(/「购买金额」不是去重指标/)
    refused({ activity: { show: 'rolling', windows: [] } }).toThrow(/至少选择一个活跃天数/)
    refused({ activity: { show: 'rolling', windows: [0] } }).toThrow(/「0」应为 1 到 365 的整数/)
    refused({ activity: { show: 'rolling', windows: [7, 7] } }).toThrow(/「7」重复/)
    refused({ activity: { show: 'rolling', windows: [1, 2, 3, 4, 5, 6, 7] } }).toThrow(/最多 6 个/)
    refused({ activity: { show: 'flow', windows: [7, 30] } }).toThrow(/「状态流向」只用一个天数/)
    refused({ activity: { show: 'what' as 'flow', windows: [7] } }).toThrow(/没有「what」/)
  })

  it('says that its figures are those of single days', () => {
    refused({ grain: 'month' }).toThrow(/维度「日期」请按日/)
    refused({ activity: { show: 'days', windows: [7] } }).toThrow(/请去掉维度「日期」/)
    refused({ filters: [{ dim: dims.day, op: 'in', values: [day(1)] }] }).toThrow(/不能按「日期」筛选/)
    refused({ dateRange: { from: '2026-02-01', to: '2026-02-03' } }).toThrow(/还没有到/)
    refused({ dateRange: { relative: 'all' } }).toThrow(/活跃报表需要日期范围/)
    refused({ compare: 'week' }).toThrow(/活跃报表不能与其他时期对比/)
  })
})

/** Numbers below 1 from a seed, always the same (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const dateOf = (number: number): string => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10)
const momentOf = (time: number): string =>
  new Date(Date.UTC(2026, 0, 1) + time * 1000).toISOString().slice(0, 19).replace('T', ' ')
const quoted = (value: string | null): string => (value === null ? 'NULL' : `'${value}'`)

/** Few players, so that gaps of all lengths occur; some rows lie before the range, some after today. */
function visitsFrom(next: () => number): Row[] {
  const pick = <Item>(items: Item[]): Item => items[Math.floor(next() * items.length)] as Item
  const habits = Array.from({ length: 9 }, () => pick([0.9, 0.4, 0.15, 0.05]))
  return Array.from({ length: 36 }, (_, number) => number - 4).flatMap((own) =>
    habits.flatMap((habit, player): Row[] => {
      if (next() > habit) return []
      return Array.from({ length: pick([1, 1, 2]) }, () => ({
        // On both sides of the fifth hour.
        time: own * 86_400 + pick([0, 17_999, 18_000, 86_399]),
        day: own,
        game: pick(['a', 'a', 'b', null]),
        server: pick([1, 2]),
        channel: pick(['x', 'y', '', null]),
        player: next() < 0.04 ? null : player,
        amount: 0,
        status: 'paid',
      }))
    }),
  )
}

interface Setting {
  ids: number[]
  says: Says[]
  dayAt: number[]
}
const saysDay: Says = (_, own) => dateOf(own)
const settings: Setting[] = [
  { ids: [dims.day], says: [saysDay], dayAt: [0] },
  { ids: [], says: [], dayAt: [] },
  { ids: [dims.channel], says: [({ channel }) => channel], dayAt: [] },
  { ids: [dims.game, dims.day], says: [({ game }) => game, saysDay], dayAt: [1] },
]
const scopes = [
  { games: null, wanted: null, cutoffHour: 0, channel: null },
  { games: ['a'], wanted: null, cutoffHour: 5, channel: null },
  { games: ['a', 'b'], wanted: ['b'], cutoffHour: 5, channel: 'x' },
]
const shows: Pick<Active, 'show' | 'windows'>[] = [
  { show: 'rolling', windows: [1, 3, 30] },
  { show: 'lifecycle', windows: [3] },
  { show: 'lifecycle', windows: [1] },
  { show: 'flow', windows: [4] },
  { show: 'flow', windows: [1] },
  { show: 'days', windows: [3, 7] },
]
const seeds = isCompared() ? [1] : Number(process.env.ROUNDS ?? 1) > 1 ? [1, 2, 3, 4, 5] : [1, 2]

const rounded = (row: Cell[]): Cell[] =>
  row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 1e9) / 1e9 : cell))
const sorted = (rows: Cell[][]): string[] => rows.map((row) => JSON.stringify(rounded(row))).sort()

describe.each(seeds)('activity of random players, %i', (seed) => {
  const suffix = `_active${seed}`
  const next = numbersFrom(seed)
  const visits = visitsFrom(next)
  beforeAll(() =>
    makePlayerTables(
      {
        ...byHand,
        visit: visits.map(
          ({ time, day: own, game, server, channel, player }) =>
            `'${momentOf(time as number)}', '${dateOf(own)}', ${quoted(game)}, ${server}, ${quoted(channel)}, ${player ?? 'NULL'}`,
        ),
      },
      suffix,
    ),
  )
  const cases = settings.flatMap((setting) =>
    scopes.flatMap((scope) =>
      shows
        .filter(({ show }) => show !== 'days' || setting.dayAt.length === 0)
        .map((show) => ({ ...setting, ...scope, ...show })),
    ),
  )

  it.each(cases)(
    '$show over $windows by $ids, games $games of $wanted, from hour $cutoffHour, channel $channel',
    async (given) => {
      const question: Question = {
        dims: given.says,
        tied: [],
        keep: ({ channel }) => given.channel === null || channel === given.channel,
        range: [6, 27],
        games: given.games,
        wanted: given.wanted,
        byGame: given.ids.includes(dims.game),
        cutoffHour: given.cutoffHour,
        today: 25,
      }
      const expected = activity(visits, { ...given, dateOf }, question)
      const info: ReportInfo = {
        ...usual,
        dims: given.ids,
        dateRange: { from: dateOf(6), to: dateOf(27) },
        activity: { show: given.show, windows: given.windows },
        filters: [
          ...(given.channel === null
            ? []
            : [{ dim: dims.channel, op: 'in' as const, values: [given.channel] }]),
          ...(given.wanted === null ? [] : [{ dim: dims.game, op: 'in' as const, values: given.wanted }]),
        ],
      }
      const context = {
        now: new Date(Date.UTC(2026, 0, 1 + question.today, 4)),
        games: given.games ?? ('all' as const),
        cutoffHour: given.cutoffHour,
      }
      const model = playersModel(suffix)
      const { total, rows, compiled } = await ask(null, info, { model, context })
      expect(rounded(total)).toEqual(rounded(expected.total))
      expect(sorted(rows)).toEqual(sorted(expected.rows))

      // The lists behind some cells have as many players as the cells say.
      const named = compiled.columns.filter(({ kind }) => kind === 'dimension')
      const places = compiled.columns.flatMap(({ role }, at) =>
        role === 'share' || role === 'sticky' || at < named.length ? [] : [at],
      )
      const someRows = [0, 1, 2].map(() => rows[Math.floor(next() * rows.length)])
      for (const row of [...someRows, null]) {
        if (row === undefined) continue
        const place = places[Math.floor(next() * places.length)] as number
        const cell = (row ?? total)[place]
        if (cell === null || cell === undefined) continue
        const cells = row ? Object.fromEntries(named.map(({ key }, at) => [key, row[at] as Cell])) : {}
        const [players] = await behind(info, compiled.columns[place]?.key ?? '', cells, model, context)
        expect(players?.total).toBe(cell)
        expect(players?.rows).toHaveLength(players?.total ?? -1)
      }
    },
  )
})

it('is run over rows that the tables have', async () => {
  expect(Number((await run('SELECT count(*) FROM visit_active1'))[0]?.[0])).toBeGreaterThan(100)
})
