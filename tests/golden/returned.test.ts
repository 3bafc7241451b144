// Retention in all its meanings: answers by hand, and random players beside the naive computation.
import { beforeAll, describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { Returns } from '#semantic/model/returns.ts'
import type { CompileContext, ReportInfo } from '#semantic/model/types.ts'
import { makeContext } from '../semantic/model.ts'
import { behind } from './behind.ts'
import type { Question, Row, Says } from './followed.ts'
import { answer, type Cell, type Golden } from './golden.ts'
import { Lottery } from './lottery.ts'
import { byHand, dims, followed, january, makePlayerTables, playersModel, tenth } from './players.ts'
import { type Asked, returned } from './returned.ts'

const { enrolled, visitors, buyers } = followed
const usual = {
  kind: 'retention',
  dims: [dims.day],
  points: [enrolled, visitors],
  dateRange: january,
} satisfies ReportInfo

const ask = (
  name: string | null,
  retention: Returns,
  info: Partial<ReportInfo> = {},
  given: Partial<Golden> = {},
) =>
  answer(name, {
    info: { ...usual, ...info, retention },
    model: playersModel(),
    ...given,
    context: { ...tenth, ...given.context },
  })

beforeAll(() => makePlayerTables(byHand))

describe('retention in its meanings, by hand', () => {
  it('on day n or later counts up to the last whole day, and says which day that is', async () => {
    const { total, rows, compiled, bases } = await ask('returned-after', { days: [1, 3], how: 'after' })
    expect(compiled.columns.map(({ title }) => title).slice(1, 6)).toEqual([
      '新增用户',
      '次日及以后留存人数（第 0 天 = 首日，截至 2026-01-09）',
      '次日及以后留存率（第 0 天 = 首日，截至 2026-01-09）',
      '3 日及以后留存人数',
      '3 日及以后留存率',
    ])
    expect(rows).toEqual([
      ['2026-01-10', 1, null, null, null, null],
      // Player 5 came back today, which is not over, and neither is their next day.
      ['2026-01-09', 1, null, null, null, null],
      // Player 4 on the 3rd and the 5th.
      ['2026-01-02', 1, 1, 1, 1, 1],
      // 1 on the 2nd to 4th, 2 on the 8th, 3 on the 2nd.
      ['2026-01-01', 3, 3, 1, 2, 2 / 3],
    ])
    expect(total).toEqual([null, 6, 4, 1, 3, 0.75])
    expect(bases[0]).toEqual([4, 4])
  })

  it('within brackets counts each player once in a bracket, and waits for its last day', async () => {
    const { total, rows, compiled } = await ask('returned-within', {
      days: [1, 4],
      untils: [3, 8],
      how: 'within',
    })
    expect(compiled.columns.slice(2, 6).map(({ title, day, since }) => [title, since, day])).toEqual([
      ['1–3 日留存人数（第 0 天 = 首日）', 1, 3],
      ['1–3 日留存率（第 0 天 = 首日）', 1, 3],
      ['4–8 日留存人数', 4, 8],
      ['4–8 日留存率', 4, 8],
    ])
    expect(rows).toEqual([
      ['2026-01-10', 1, null, null, null, null],
      ['2026-01-09', 1, 1, 1, null, null],
      // The fourth day has come, the eighth is today: shown, and no part of the total.
      ['2026-01-02', 1, 1, 1, 0, 0],
      ['2026-01-01', 3, 2, 2 / 3, 1, 1 / 3],
    ])
    expect(total).toEqual([null, 6, 3, 0.75, 1, 1 / 3])
  })

  it('by calendar week and month goes by Mondays and firsts, from the first day on', async () => {
    // 2026-01-01 is a Thursday; today, the 10th, is the Saturday of the next week.
    const weeks = await ask(
      'returned-weeks',
      { days: [0, 1], unit: 'week' },
      { points: [enrolled, visitors] },
    )
    expect(weeks.compiled.columns.slice(2).map(({ title }) => title)).toEqual([
      '当周留存人数（第 0 周 = 首日所在的周）',
      '当周留存率（第 0 周 = 首日所在的周）',
      '次周留存人数',
      '次周留存率',
    ])
    expect(weeks.rows).toEqual([
      ['2026-01-10', 1, 0, 0, null, null],
      ['2026-01-09', 1, 1, 1, null, null],
      // Player 4 on the 3rd; nobody of the 2nd in the week of the 5th … but 4 on the 5th.
      ['2026-01-02', 1, 1, 1, 1, 1],
      ['2026-01-01', 3, 3, 1, 1, 1 / 3],
    ])
    // The week of the 5th is not over: its players stay out of week 0, and the others out of week 1.
    expect(weeks.total).toEqual([null, 6, 4, 1, null, null])
    const later = { context: { now: new Date('2026-02-02T04:00:00Z') } }
    const months = await ask(null, { days: [0, 1], unit: 'month' }, { dims: [] }, later)
    expect(months.total).toEqual([6, 5, 5 / 6, null, null])
  })

  it('goes by 24 hours from the first moment of each player', async () => {
    const info = { points: [visitors, visitors], dims: [] }
    const { total, compiled } = await ask('returned-hours', { days: [0, 1, 2], unit: 'hours' }, info)
    expect(compiled.columns[1]?.title).toBe(
      '当日留存人数（24 小时）（第 0 天 = 首次起的 24 小时）'.replace(
        '留存人数（24 小时）',
        '（24 小时）留存人数',
      ),
    )
    // First moments: 1 on the 1st at 10, 2 on the 1st at 11, 3 on the 2nd at 4:30, 4 on the 3rd at 7, 5 on the 10th.
    // Player 1 came again after 23 hours (day 0), 46 (day 1), 74 (day 3); 4 after 13 hours and after 48 (day 2).
    expect(total.slice(0, 7)).toEqual([5, 4, 1, 1, 0.25, 1, 0.25])
    expect(compiled.columns[1]?.per).toBe('hours')
    expect(() =>
      compileReport(
        { ...usual, retention: { days: [1], unit: 'hours' } },
        playersModel(),
        makeContext(tenth),
      ),
    ).toThrow(/指标「新增用户」的「注册」没有时间列，不能按各自的 24 小时计算/)
  })

  it('says who was gone for n days, and who of them came back', async () => {
    const { total, rows, compiled } = await ask('returned-gone', { days: [2, 5], how: 'gone' })
    expect(compiled.columns.slice(2, 6).map(({ key, title, role }) => [key, title, role])).toEqual([
      ['g2', '2 日流失人数（截至 2026-01-09）', 'lost'],
      ['h2', '2 日流失率（截至 2026-01-09）', 'rate'],
      ['y2', '2 日流失后回流人数', 'back'],
      ['z2', '2 日流失后回流率', 'backRate'],
    ])
    expect(rows).toEqual([
      ['2026-01-10', 1, null, null, null, null, null, null, null, null],
      ['2026-01-09', 1, null, null, null, null, null, null, null, null],
      // Player 4 came on the 3rd and 5th, with one day between, and was gone for the four days after.
      ['2026-01-02', 1, 1, 1, 0, 0, 0, 0, 0, null],
      // 1 was there up to the 4th; 2 was gone from the 2nd to the 7th and came back; 3 was there on the 2nd.
      ['2026-01-01', 3, 3, 1, 1, 1 / 3, 3, 1, 1, 1 / 3],
    ])
    expect(total.slice(1)).toEqual([6, 4, 1, 1, 0.25, 3, 0.75, 1, 1 / 3])
  })

  it('lists behind a cell the players whom it counts', async () => {
    const list = async (retention: Returns, key: string, cells: Record<string, Cell> = {}) =>
      (await behind({ ...usual, retention }, key, cells, playersModel(), tenth)).map(
        ({ title, rows }) => [title, rows.map((row) => row[0])] as const,
      )
    const first = { d1: '2026-01-01' }
    expect(await list({ days: [3], how: 'after' }, 'r3', first)).toEqual([
      ['分子：回来的玩家', [1, 2]],
      ['分母：满这么多天的玩家', [1, 2, 3]],
      // Player 1's only row from the third day on, and that of 2.
      ['分子：回来的行', expect.arrayContaining(['2026-01-04 12:00:00', '2026-01-08 23:59:59'])],
      ['分母：首日的行', ['2026-01-01', '2026-01-01', '2026-01-01']],
    ])
    const gone: Returns = { days: [5], how: 'gone' }
    expect((await list(gone, 'y5'))[0]).toEqual(['流失后回来的玩家', [2]])
    expect((await list(gone, 'h5')).map(([title]) => title)).toEqual([
      '分子：流失的玩家',
      '分母：满这么多天的玩家',
      '分子：首日的行',
      '分母：首日的行',
    ])
    const weeks = await list({ days: [1], unit: 'week' }, 'n1', first)
    expect(weeks).toEqual([
      ['回来的玩家', [2]],
      ['回来的行', ['2026-01-08 23:59:59']],
      ['首日的行', ['2026-01-01']],
    ])
  })

  it('says in words what is wrong with the numbers', () => {
    const refused = (retention: Returns) =>
      expect(() => compileReport({ ...usual, retention }, playersModel(), makeContext(tenth)))
    refused({ days: [1, 4], untils: [4, 7], how: 'within' }).toThrow(/分段「1-4」与「4-7」重叠/)
    refused({ days: [4], untils: [3], how: 'within' }).toThrow(/分段「4-3」的结束应为 4 到 730/)
    refused({ days: [1], how: 'within' }).toThrow(/每一段都要有开始和结束/)
    refused({ days: [1], untils: [2] }).toThrow(/只有分段留存/)
    refused({ days: [105], unit: 'week' }).toThrow(/留存期数「105」应为 0 到 104/)
    refused({ days: [25], unit: 'month' }).toThrow(/应为 0 到 24/)
    refused({ days: [0], how: 'gone' }).toThrow(/流失天数「0」应为 1 到 730/)
    refused({ days: [1], how: 'gone', unit: 'week' }).toThrow(/按自然日计算/)
  })
})

// ---- random players

const lastDay = 84
const dateOf = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
const timeOf = (time: number): string =>
  new Date(Date.UTC(2026, 0, 1) + time * 1000).toISOString().slice(0, 19).replace('T', ' ')
const quoted = (value: string | null): string => (value === null ? 'NULL' : `'${value}'`)
const common = ({ game, server, channel, player }: Row): string =>
  `${quoted(game)}, ${server}, ${quoted(channel)}, ${player ?? 'NULL'}`
const timed = (row: Row): string => `'${timeOf(row.time as number)}', '${dateOf(row.day)}', ${common(row)}`

/** Players with busy weeks and long absences; times meet, on both sides of the fifth hour. */
function makeWorld(seed: number): { enrol: Row[]; visit: Row[]; buy: Row[] } {
  const lottery = new Lottery(seed)
  const rowOf = (player: number | null, day: number, isTimed: boolean): Row => ({
    time: isTimed ? day * 86_400 + lottery.one([0, 3_600, 17_999, 18_000, 36_000, 36_001, 86_399]) : null,
    day,
    game: lottery.one(['a', 'a', 'a', 'b', null]),
    server: lottery.one([1, 2, 4, 9]),
    channel: lottery.one(['x', 'y', '', null]),
    player,
    amount: lottery.below(100),
    status: 'paid',
  })
  const [enrol, visit, buy]: Row[][] = [[], [], []]
  for (let player = 0; player < 40; player++) {
    const start = lottery.below(lastDay - 5)
    enrol?.push({ ...rowOf(player, start, false), game: lottery.one(['a', 'b']) })
    let day = start - (lottery.chance(10) ? 3 : 0)
    while (day <= lastDay) {
      if (day >= 0) visit?.push(rowOf(lottery.chance(3) ? null : player, day, true))
      if (day >= 0 && lottery.chance(30)) buy?.push(rowOf(player, day, true))
      day += lottery.one([0, 1, 1, 1, 2, 3, 7, 8, 15, 31])
    }
  }
  return { enrol: enrol ?? [], visit: visit ?? [], buy: buy ?? [] }
}

const mondayOf = (day: number): number => day - ((day + 3) % 7)
const saysDay: Says = (_, day) => dateOf(day)
const saysWeek: Says = (_, day) => dateOf(mondayOf(day))
const saysMonth: Says = (_, day) => `${dateOf(day).slice(0, 8)}01`
const saysGame: Says = ({ game }) => game
const saysChannel: Says = ({ channel }) => channel

const settings: {
  ids: number[]
  says: Says[]
  tied: Says[]
  rowsOf: Asked['rowsOf']
  grain?: 'week' | 'month'
}[] = [
  { ids: [], says: [], tied: [], rowsOf: null },
  { ids: [dims.day], says: [saysDay], tied: [], rowsOf: 'day' },
  { ids: [dims.day, dims.game], says: [saysWeek, saysGame], tied: [], rowsOf: 'week', grain: 'week' },
  { ids: [dims.day], says: [saysMonth], tied: [], rowsOf: 'month', grain: 'month' },
  { ids: [dims.channel], says: [saysChannel], tied: [saysChannel], rowsOf: null },
]
const meanings: Omit<Asked, 'rowsOf'>[] = [
  {
    how: 'on',
    unit: 'day',
    periods: [
      [0, 0],
      [1, 1],
      [6, 6],
    ],
  },
  {
    how: 'on',
    unit: 'week',
    periods: [
      [0, 0],
      [1, 1],
      [4, 4],
    ],
  },
  {
    how: 'on',
    unit: 'month',
    periods: [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
  },
  {
    how: 'on',
    unit: 'hours',
    periods: [
      [0, 0],
      [1, 1],
      [7, 7],
    ],
  },
  {
    how: 'after',
    unit: 'day',
    periods: [
      [0, 0],
      [1, 1],
      [14, 14],
      [40, 40],
    ],
  },
  {
    how: 'after',
    unit: 'week',
    periods: [
      [1, 1],
      [5, 5],
    ],
  },
  {
    how: 'after',
    unit: 'month',
    periods: [
      [0, 0],
      [1, 1],
    ],
  },
  {
    how: 'after',
    unit: 'hours',
    periods: [
      [1, 1],
      [9, 9],
    ],
  },
  {
    how: 'within',
    unit: 'day',
    periods: [
      [0, 0],
      [1, 3],
      [4, 7],
      [20, 60],
    ],
  },
  {
    how: 'within',
    unit: 'week',
    periods: [
      [1, 2],
      [3, 8],
    ],
  },
  {
    how: 'within',
    unit: 'month',
    periods: [
      [0, 1],
      [2, 2],
    ],
  },
  {
    how: 'within',
    unit: 'hours',
    periods: [
      [1, 3],
      [4, 20],
    ],
  },
  {
    how: 'gone',
    unit: 'day',
    periods: [
      [1, 1],
      [7, 7],
      [14, 14],
      [30, 30],
    ],
  },
]

const rounded = (row: Cell[]): Cell[] =>
  row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 1e9) / 1e9 : cell))
const sorted = (rows: Cell[][]): string[] => rows.map((row) => JSON.stringify(rounded(row))).sort()

/** More of them: ROUNDS=100 takes five. */
const seeds = Number(process.env.ROUNDS ?? 1) > 1 ? [1, 2, 3, 4, 5] : [1]

describe.each(seeds)('returns at random, %i', (seed) => {
  const world = makeWorld(seed)
  const suffix = `_kept${seed}`
  beforeAll(() =>
    makePlayerTables(
      {
        enrol: world.enrol.map((row) => `'${dateOf(row.day)}', ${common(row)}`),
        visit: world.visit.map(timed),
        buy: world.buy.map((row) => `${timed(row)}, ${row.amount}, 'paid'`),
        mail: [],
        tip: [],
      },
      suffix,
    ),
  )

  const given = [
    { games: null, cutoffHour: 0, channel: null, today: 70 },
    { games: ['a'], cutoffHour: 5, channel: null, today: 83 },
    { games: null, cutoffHour: 5, channel: 'x', today: 70 },
  ]
  // One of them for each meaning and dimensions, another one in each round.
  const cases = meanings.flatMap((meaning, at) =>
    settings.map((setting, place) => {
      const one = given[(at + place + seed) % given.length] as (typeof given)[number]
      return { ...meaning, ...setting, ...one }
    }),
  )

  it.each(cases)(
    '$how $periods by $unit, dimensions $ids, games $games, from hour $cutoffHour, channel $channel, on day $today',
    async ({ today, cutoffHour, games, channel, how, unit, periods, rowsOf, ids, says, tied, grain }) => {
      const question: Question = {
        dims: says,
        tied,
        keep: (row) => channel === null || row.channel === channel,
        range: [4, 69],
        games,
        wanted: null,
        byGame: ids.includes(dims.game),
        cutoffHour,
        today,
      }
      const context: Partial<CompileContext> = {
        now: new Date(Date.UTC(2026, 0, 1 + today, 4)),
        games: games ?? 'all',
        cutoffHour,
      }
      const info: ReportInfo = {
        kind: 'retention',
        dims: ids,
        points: [],
        dateRange: { from: dateOf(4), to: dateOf(69) },
        ...(grain && { grain }),
        filters: channel === null ? [] : [{ dim: dims.channel, op: 'in', values: [channel] }],
        retention: {
          days: periods.map(([first]) => first as number),
          how,
          unit,
          ...(how === 'within' && { untils: periods.map(([, last]) => last as number) }),
        },
      }
      const model = playersModel(suffix)
      const pairs: [number, number, Row[], Row[]][] = [
        ...(unit === 'hours'
          ? []
          : [[enrolled, visitors, world.enrol, world.visit] as [number, number, Row[], Row[]]]),
        [visitors, visitors, world.visit, world.visit],
        [visitors, buyers, world.visit, world.buy],
      ]
      for (const [whom, back, cohort, returning] of pairs) {
        const asked = { ...info, points: [whom, back] }
        const found = await answer(null, { info: asked, model, context })
        const expected = returned(cohort, returning, { how, unit, periods, rowsOf }, question)
        const based = [found.total, ...found.rows].map((row, at) => [...row, ...(found.bases[at] ?? [])])
        expect(rounded(based[0] ?? [])).toEqual(rounded(expected.total))
        expect(sorted(based.slice(1))).toEqual(sorted(expected.rows))
        await checkBehind(asked, found, suffix, context)
      }
    },
  )
})

/** The players listed behind the total's rates are those that it counts, and so are their rows. */
async function checkBehind(
  info: ReportInfo,
  { total, compiled }: Awaited<ReturnType<typeof answer>>,
  suffix: string,
  context: Partial<CompileContext>,
): Promise<void> {
  const rates = compiled.columns.flatMap(({ role, key }, at) =>
    role === 'rate' || role === 'backRate' ? [{ key, at }] : [],
  )
  const rate = rates.at(-1)
  if (rate === undefined) return
  const lists = await behind(info, rate.key, {}, playersModel(suffix), context)
  for (const { rows, total: counted } of lists) expect(rows).toHaveLength(counted)
  const [part, whole] = lists.filter(({ table }) => table === '')
  const told = whole && whole.total > 0 ? (part?.total ?? 0) / whole.total : null
  // One player may be in two games, and is then two in the figure and two in the list.
  expect(rounded([told])).toEqual(rounded([total[rate.at] ?? null]))
  const rows = lists.find(({ table, title }) => table !== '' && title.startsWith('分子'))
  const identity = info.dims.includes(dims.game) ? ['cgi', 'player_id'] : ['player_id']
  const people = new Set(
    rows?.rows.map((row) => identity.map((name) => row[rows.columns.indexOf(name)]).join(' ')),
  )
  expect(people.size).toBe(part?.total)
}
