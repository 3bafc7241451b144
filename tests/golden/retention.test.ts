import { beforeAll, describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { makeContext } from '../semantic/model.ts'
import { answer, type Golden, run } from './golden.ts'
import { byHand, dims, facts, followed, january, makePlayerTables, playersModel, tenth } from './players.ts'

const { enrolled, visitors, buyers } = followed
const usual = {
  kind: 'retention',
  dims: [dims.day],
  points: [enrolled, visitors],
  dateRange: january,
  retention: { days: [1, 3, 7] },
} satisfies ReportInfo

const ask = (name: string | null, info: Partial<ReportInfo> = {}, given: Partial<Golden> = {}) =>
  answer(name, {
    info: { ...usual, ...info },
    model: playersModel(),
    ...given,
    context: { ...tenth, ...given.context },
  })

beforeAll(() => makePlayerTables(byHand))

describe('retention', () => {
  it('tells of each first day who came back, and of the total only what is over', async () => {
    const { total, rows, compiled } = await ask(null)
    // Players 1 to 6. Day 1 is over for the cohorts up to the 8th: 1, 3 and 4 of 1, 2, 3, 4; day 3: 1 and 4; day 7:
    // 2. That player 1 began in another game on the 2nd changes nothing: they were new on the 1st.
    expect(total).toEqual([null, 6, 3, 0.75, 2, 0.5, 1, 0.25])
    expect(rows).toEqual([
      // Nobody's next day has come.
      ['2026-01-10', 1, null, null, null, null, null, null],
      // The next day is today: shown, and no part of the total.
      ['2026-01-09', 1, 1, 1, null, null, null, null],
      ['2026-01-02', 1, 1, 1, 1, 1, 0, 0],
      ['2026-01-01', 3, 2, 2 / 3, 1, 1 / 3, 1, 1 / 3],
    ])
    expect(compiled.unfinishedFrom).toBe('2026-01-10')
    expect(compiled.columns.map(({ key, role, of, day }) => [key, role, of, day])).toEqual([
      ['d1', undefined, undefined, undefined],
      ['n', 'size', undefined, undefined],
      ['n1', 'retained', 'n', 1],
      ['r1', 'rate', 'n1', 1],
      ['n3', 'retained', 'n', 3],
      ['r3', 'rate', 'n3', 3],
      ['n7', 'retained', 'n', 7],
      ['r7', 'rate', 'n7', 7],
    ])
    expect(compiled.columns.map(({ title }) => title).slice(1, 5)).toEqual([
      '新增用户',
      '次日留存人数',
      '次日留存率',
      '3 日留存人数',
    ])
    expect(compiled.tables.sort()).toEqual(['enrol', 'visit'])
  })

  it('counts in rows of several first days only the cohorts whose day is over', async () => {
    const { rows } = await ask(null, { dims: [dims.channel] })
    expect(rows).toEqual([
      // 1, 2, 4; day 1: 1 and 4; day 3: 1 and 4; day 7: 2.
      ['x', 3, 2, 2 / 3, 2, 2 / 3, 1, 1 / 3],
      // 3, and 5, whose next day is not over; 1 came by channel y only later.
      ['y', 2, 1, 1, 0, 0, 0, 0],
      [null, 1, null, null, null, null, null, null],
    ])
    const weeks = await ask('retention-by-week', { grain: 'week' })
    expect(weeks.rows).toEqual([
      ['2026-01-05', 2, null, null, null, null, null, null],
      ['2025-12-29', 4, 3, 0.75, 2, 0.5, 1, 0.25],
    ])
  })

  it('by the game follows a player in each game apart, in the total too, so that other games change nothing', async () => {
    const { total, rows } = await ask(null, { dims: [dims.game] })
    // Player 1 is two: in a and in b.
    expect(total).toEqual([null, 7, 4, 0.8, 2, 0.4, 1, 0.2])
    expect(rows).toEqual([
      ['a', 6, 3, 0.75, 2, 0.5, 1, 0.25],
      ['b', 1, 1, 1, 0, 0, 0, 0],
    ])
    for (const game of ['a', 'b']) {
      const own = await ask(null, { dims: [dims.game] }, { context: { games: [game] } })
      expect(own.rows).toEqual(rows.filter(([cgi]) => cgi === game))
      expect(own.total.slice(1)).toEqual(own.rows[0]?.slice(1))
    }
    const none = await ask(null, {}, { context: { games: [] } })
    expect(none.rows).toEqual([])
    expect(none.total).toEqual([null, 0, null, null, null, null, null, null])
  })

  it('without the game follows a player over all games of the reader, and of the filter', async () => {
    const second = async (given: Partial<ReportInfo>, context = {}) =>
      (await ask(null, { dims: [], retention: { days: [2] }, ...given }, { context })).total
    // Player 1 was new on the 1st in game a; the 3rd, in game b, is their second day after it.
    expect(await second({})).toEqual([6, 1, 0.25])
    expect(await second({}, { games: ['a'] })).toEqual([6, 0, 0])
    // In b alone they were new on the 2nd.
    const ofB = [{ dim: dims.game, op: 'in' as const, values: ['b'] }]
    expect(await second({ filters: ofB })).toEqual([1, 0, 0])
    expect(await second({ filters: ofB })).toEqual(await second({}, { games: ['b'] }))
  })

  it('takes the first row over all time, and what it says', async () => {
    const info = { points: [visitors, buyers], dims: [dims.day, dims.channel, dims.region] }
    const { total, rows } = await ask(null, info)
    // Player 7 came first in December. Player 4's first row of the 3rd is that of seven o'clock, on another server.
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      ['2026-01-10', 'y', '华东', 1],
      ['2026-01-03', 'x', '华北', 1],
      ['2026-01-02', 'y', '华东', 1],
      ['2026-01-01', 'x', '华东', 2],
    ])
    // Players 1, 2, 3, 4, 5.
    expect(total[3]).toBe(5)
    // Only players 1 (7 days after the 1st) and 2 (8 days after) bought again.
    expect(rows.at(-1)?.slice(4)).toEqual([0, 0, 0, 0, 1, 0.5])
    const filtered = await ask(null, {
      ...info,
      filters: [{ dim: dims.region, op: 'in', values: ['华北'] }],
    })
    expect(filtered.rows).toEqual(rows.filter((row) => row[2] === '华北'))
    expect(filtered.total.slice(0, 4)).toEqual([null, null, null, 1])
  })

  it('takes one point for those who came and came back alike', async () => {
    const { rows } = await ask(null, { points: [visitors], retention: { days: [0, 1] } })
    expect(rows).toEqual([
      ['2026-01-10', 1, 1, 1, null, null],
      // 4: not on the 4th. Player 1 came to game b on the 3rd, but had come to a before.
      ['2026-01-03', 1, 1, 1, 0, 0],
      ['2026-01-02', 1, 1, 1, 0, 0],
      ['2026-01-01', 2, 2, 1, 1, 0.5],
    ])
    const twice = await ask(null, { points: [visitors, visitors], retention: { days: [1, 0] } })
    expect(twice.rows).toEqual(rows)
  })

  it("goes by the business's day where it starts later than midnight", async () => {
    const { rows } = await ask(
      null,
      { points: [visitors], retention: { days: [1] } },
      { context: { cutoffHour: 5 } },
    )
    // Player 3's half past four of the 2nd is still the 1st.
    expect(rows).toEqual([
      ['2026-01-10', 1, null, null],
      ['2026-01-03', 1, 0, 0],
      ['2026-01-01', 3, 1, 1 / 3],
    ])
  })

  it('orders and cuts rows, never the total', async () => {
    const { total, rows } = await ask(null, {
      order: [{ key: 'r1', desc: true }],
      limit: 1,
    })
    expect(total[1]).toBe(6)
    // One row more than the limit tells that there are more; equal rates go by the day.
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      ['2026-01-02', 1, 1, 1],
      ['2026-01-09', 1, 1, 1],
    ])
  })

  it('has one row without dimensions, like the total', async () => {
    const { total, rows } = await ask(null, { dims: [] })
    expect(rows).toEqual([total])
    const nobody = await ask(null, { dims: [], dateRange: { from: '2025-01-01', to: '2025-01-02' } })
    expect(nobody.rows).toEqual([nobody.total])
    expect(nobody.total).toEqual([0, null, null, null, null, null, null])
  })

  it('marks no day where all days that count are over', async () => {
    const past = { ...usual, dateRange: { from: '2026-01-01', to: '2026-01-02' } }
    const { compiled, total } = await ask(null, past)
    expect(compiled.unfinishedFrom).toBeNull()
    expect(total).toEqual([null, 4, 3, 0.75, 2, 0.5, 1, 0.25])
  })
})

describe('what retention refuses', () => {
  const refused = (info: Partial<ReportInfo>, model = playersModel()) => {
    return expect(() => compileReport({ ...usual, ...info }, model, makeContext(tenth)))
  }

  it('says which point is not one of players, and why', () => {
    refused({ points: [enrolled, followed.amount] }).toThrow(/「购买金额」不是去重指标.*留存/)
    refused({ points: [followed.average, visitors] }).toThrow(/「人均购买」不是去重指标/)
    refused({ points: [enrolled, followed.mailed] }).toThrow(
      /「新增用户」的玩家是整数，指标「收信用户」的玩家是文字/,
    )
    refused({ points: [enrolled, followed.tippers] }).toThrow(
      /「打赏用户」不能用于留存报表：「打赏」没有日期列/,
    )
    refused({ points: [] }).toThrow(/请至少选择一个指标/)
    refused({ points: [enrolled, visitors, buyers] }).toThrow(/需要两个指标/)
    refused({ points: [enrolled, 99_999] }).toThrow(/指标已被删除：指标 #99999/)
  })

  it('says what is wrong with the days', () => {
    refused({ retention: { days: [] } }).toThrow(/至少选择一个留存天数/)
    refused({ retention: { days: [1, 7, 1] } }).toThrow(/留存天数「1」重复/)
    refused({ retention: { days: [-1] } }).toThrow(/「-1」应为 0 到 730/)
    refused({ retention: { days: [1.5] } }).toThrow(/「1.5」应为 0 到 730/)
    refused({ retention: { days: [731] } }).toThrow(/「731」/)
    refused({ retention: { days: Array.from({ length: 61 }, (_, day) => day) } }).toThrow(/最多 60 个/)
    const { dateRange: _, ...open } = usual
    expect(() => compileReport(open, playersModel(), makeContext(tenth))).toThrow(/留存报表需要日期范围/)
    refused({ dateRange: { relative: 'all' } }).toThrow(/需要日期范围/)
  })

  it('does not pretend to do what it cannot', () => {
    refused({ compare: 'week' }).toThrow(/留存报表不能与其他时期对比/)
    refused({ subtotals: true }).toThrow(/不能显示小计/)
    refused({ fillDates: true }).toThrow(/不能补全缺失日期/)
    refused({ shares: [enrolled] }).toThrow(/不能显示占比/)
    refused({ top: { dim: dims.channel, count: 3, by: enrolled } }).toThrow(/不能只看前几名/)
    refused({ filters: [{ point: enrolled, op: 'gt', values: [1] }] }).toThrow(/不能按指标筛选/)
    refused({ grain: 'hour' }).toThrow(/按天计算，维度「日期」不能按小时统计/)
    refused({ dims: [dims.time] }).toThrow(/维度「时间」不能按小时统计/)
    refused({ order: [{ key: 'r2', desc: true }] }).toThrow(/不能按「r2」排序/)
    refused({ dims: [dims.note] }).toThrow(/「新增用户」不能按维度「备注」统计/)
  })

  it('reads 60 days at once', async () => {
    const days = Array.from({ length: 60 }, (_, day) => day)
    const { rows } = await ask(null, { retention: { days }, points: [visitors] })
    // Player 2 came on the 1st and the 8th; player 1 on the 1st, 2nd, 3rd (in another game) and 4th.
    const first = rows.at(-1) ?? []
    expect(first.slice(2, 2 + 2 * 8).filter((_, index) => index % 2 === 0)).toEqual([2, 1, 1, 1, 0, 0, 0, 1])
    expect(first).toHaveLength(2 + 120)
  })
})

it('takes the same first row of a day whatever it is split and filtered by, where the grain key tells rows apart', async () => {
  await run(
    `CREATE TABLE enrol_tied AS SELECT DATE '2026-01-01' AS enrol_date, 'a' AS cgi, server_id, channel, 1 AS player_id
     FROM (VALUES (1, 'y'), (2, 'x')) t(server_id, channel)`,
  )
  const grain_key = ['enrol_date', 'cgi', 'player_id', 'server_id']
  const model = playersModel('', {
    enrol: { id: facts.enrol, table_truename: 'enrol_tied', grain_key },
  })
  model.tables = model.tables.map((table) =>
    table.name === 'enrol' ? { ...table, name: 'enrol_tied' } : table,
  )
  const size = async (channel: string | null, split: number[]): Promise<unknown> => {
    const filters = channel === null ? [] : [{ dim: dims.channel, op: 'in' as const, values: [channel] }]
    const { total } = await ask(null, { points: [enrolled], dims: split, filters }, { model })
    return total[split.length]
  }
  // Player 1 came on server 1, of channel y, and on the same day on server 2, of channel x.
  const unsplit = await ask(null, { points: [enrolled], dims: [dims.channel] }, { model })
  expect(unsplit.rows.map((row) => row.slice(0, 2))).toEqual([['y', 1]])
  for (const split of [[], [dims.day], [dims.channel], [dims.serverId, dims.channel]]) {
    expect(await size('y', split)).toBe(1)
    expect(await size('x', split)).toBe(0)
  }
})

it('needs no grain key: the first row is found among several of the same players', async () => {
  const model = playersModel('', { enrol: { id: facts.enrol, grain_key: [] } })
  const keyed = await ask(null, { dims: [dims.day, dims.channel] })
  const unkeyed = await ask(null, { dims: [dims.day, dims.channel] }, { model })
  expect(unkeyed.total).toEqual(keyed.total)
  expect(unkeyed.rows).toEqual(keyed.rows)
})
