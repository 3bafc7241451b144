// The players behind a cell of a report about players, and the rows that make them count.
import { beforeAll, describe, expect, it } from 'vitest'
import { compilePlayers } from '#semantic/compile.ts'
import type { CompileContext, ReportInfo } from '#semantic/model/types.ts'
import { makeContext } from '../semantic/model.ts'
import { behind } from './behind.ts'
import { ask, type Cell, isCompared } from './golden.ts'
import { byHand, dims, followed, january, makePlayerTables, playersModel, tenth } from './players.ts'

const { enrolled, visitors, buyers, amount, refunded, largest } = followed

beforeAll(() => makePlayerTables(byHand))

/** The lists on the other warehouse, where it is compared; rows of facts come in any order. */
async function alsoAsk(
  info: ReportInfo,
  key: string,
  cells: Record<string, Cell>,
  context: Partial<CompileContext>,
): Promise<void> {
  if (!isCompared()) return
  const wanted = { key, cells: new Map(Object.entries(cells)) }
  const listsIn = (dialect: CompileContext['dialect']) =>
    compilePlayers(info, wanted, 1000, playersModel(), makeContext({ ...tenth, ...context, dialect }))
  for (const [index] of listsIn('duckdb').entries())
    await ask((dialect) => {
      const { list } = listsIn(dialect)[index] as ReturnType<typeof listsIn>[number]
      return { ...list, sql: `SELECT *\nFROM (\n${list.sql}\n) AS listed\nORDER BY ALL` }
    })
}

const lists = async (
  info: ReportInfo,
  key: string,
  cells: Record<string, Cell> = {},
  context: Partial<CompileContext> = {},
) => {
  await alsoAsk(info, key, cells, context)
  const found = await behind(info, key, cells, playersModel(), { ...tenth, ...context })
  for (const { rows, total } of found) expect(rows).toHaveLength(total)
  return found.map(({ title, rows }): [string, Cell[][]] => [title, rows])
}

const retention = {
  kind: 'retention',
  dims: [dims.day],
  points: [enrolled, visitors],
  dateRange: january,
  retention: { days: [1, 3, 7] },
} satisfies ReportInfo
const first = { d1: '2026-01-01' }

describe('behind a cell of retention', () => {
  it('lists who was new, with the days on which they came back, and their first rows', async () => {
    expect(await lists(retention, 'n', first)).toEqual([
      [
        '玩家',
        [
          [1, '2026-01-01', 1, 1, 0],
          [2, '2026-01-01', 0, 0, 1],
          [3, '2026-01-01', 1, 0, 0],
        ],
      ],
      [
        '首日的行',
        expect.arrayContaining([
          ['2026-01-01', 'a', 1, 'x', 1],
          ['2026-01-01', 'a', 1, 'x', 2],
          ['2026-01-01', 'a', 1, 'y', 3],
        ]),
      ],
    ])
    // Player 6 came today: no day after it has come.
    expect((await lists(retention, 'n', { d1: '2026-01-10' }))[0]).toEqual([
      '玩家',
      [[6, '2026-01-10', null, null, null]],
    ])
  })

  it('lists who came back, and the rows of that day', async () => {
    expect(await lists(retention, 'n7', first)).toEqual([
      ['回来的玩家', [[2, '2026-01-01', 0, 0, 1]]],
      ['回来当天的行', [['2026-01-08 23:59:59', '2026-01-08', 'a', 1, 'x', 2]]],
      ['首日的行', [['2026-01-01', 'a', 1, 'x', 2]]],
    ])
  })

  it('lists the numerator and the denominator of a rate', async () => {
    const [back, could, came, entered] = await lists(retention, 'r3', first)
    expect(back).toEqual(['分子：回来的玩家', [[1, '2026-01-01', 1, 1, 0]]])
    expect(could?.[1]).toHaveLength(3)
    expect(came).toEqual(['分子：回来当天的行', [['2026-01-04 12:00:00', '2026-01-04', 'a', 1, 'x', 1]]])
    expect(entered?.[1]).toHaveLength(3)
  })

  it('lists of the total each player once, and only those whose day is over', async () => {
    // Player 1 is one, whatever their games; 5 came back today, which is not over.
    const [back, could, came, entered] = await lists(retention, 'r1')
    expect(back?.[1]).toEqual([
      [1, '2026-01-01', '2026-01-01', 1, 1, 0],
      [3, '2026-01-01', '2026-01-01', 1, 0, 0],
      [4, '2026-01-02', '2026-01-02', 1, 1, 0],
    ])
    expect(could?.[1].map((row) => row[0])).toEqual([1, 2, 3, 4])
    // Player 4 came twice on the day.
    expect(came?.[1].map((row) => row[5]).sort()).toEqual([1, 3, 4, 4])
    expect(entered?.[1]).toHaveLength(4)
    expect((await lists(retention, 'n'))[0]?.[1]).toHaveLength(6)
    // By the game they are two.
    const byGame = (await lists({ ...retention, dims: [dims.game] }, 'n'))[0]?.[1]
    expect(byGame?.map((row) => row.slice(0, 2)).filter(([, player]) => player === 1)).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    // A cell of a day that has not come has no players of its own.
    expect((await lists(retention, 'n7', { d1: '2026-01-09' })).map(([, rows]) => rows)).toEqual([[], [], []])
  })

  it('takes the first row over all time, and its dimensions', async () => {
    const info = { ...retention, points: [visitors, buyers], dims: [dims.channel, dims.region] }
    const [, entered] = await lists(info, 'n', { d4: 'x', d7: '华北' })
    // Of two rows on that day the earlier.
    expect(entered?.[1]).toEqual([['2026-01-03 07:00:00', '2026-01-03', 'a', 2, 'x', 4]])
    // What player 1 did there later is no first row.
    expect((await lists(info, 'n', { d4: 'y', d7: '华北' }))[0]?.[1]).toEqual([])
    const ofGames = { ...info, dims: [dims.game, dims.region] }
    const [players] = await lists(ofGames, 'n', { d3: 'b', d7: '华北' })
    expect(players?.[1]).toEqual([['b', 1, '2026-01-03', 0, 0, 0]])
  })

  it('stays within the games, and within the limit', async () => {
    const own = await lists({ ...retention, dims: [] }, 'n', {}, { games: ['b'] })
    expect(own.map(([, rows]) => rows)).toEqual([
      [[1, '2026-01-02', 1, 0, 0]],
      [['2026-01-02', 'b', 2, 'y', 1]],
    ])
    const none = await lists({ ...retention, dims: [] }, 'r1', {}, { games: [] })
    expect(none.map(([, rows]) => rows)).toEqual([[], [], [], []])
    const cut = await behind(retention, 'n', {}, playersModel(), tenth, 2)
    expect(cut.map(({ rows, total }) => [rows.length, total])).toEqual([
      [2, 6],
      [2, 6],
    ])
  })
})

describe('behind a cell of a funnel', () => {
  const funnel = {
    kind: 'funnel',
    dims: [dims.day],
    points: [enrolled, visitors, buyers],
    dateRange: january,
  } satisfies ReportInfo

  it('lists who took a step, when they took each, and the rows that took it', async () => {
    expect(await lists(funnel, 's3', first)).toEqual([
      ['走到「购买用户」的玩家', [[1, '2026-01-01', '2026-01-01 10:00:00', '2026-01-08 09:00:00']]],
      // The purchase before coming is none of it.
      ['「购买用户」的行', [['2026-01-08 09:00:00', '2026-01-08', 'a', 1, 'x', 1, 60, 'paid']]],
      ['「新增用户」的行', [['2026-01-01', 'a', 1, 'x', 1]]],
    ])
  })

  it('lists the numerator and the denominator of conversions', async () => {
    const [took, before, rows, rowsBefore] = await lists(funnel, 'c3')
    expect(took?.[1].map((row) => row[0])).toEqual([1, 4, 5])
    expect(before?.[1].map((row) => row[0])).toEqual([1, 2, 3, 4, 5])
    // 4 bought twice in one second.
    expect(rows?.[1].map((row) => row[5]).sort()).toEqual([1, 4, 4, 5])
    expect(rows?.[0]).toBe('分子：「购买用户」的行')
    expect(rowsBefore?.[0]).toBe('分母：「访问用户」的行')
    const [, all, , entered] = await lists(funnel, 't3')
    expect(all?.[1].map((row) => row[0])).toEqual([1, 2, 3, 4, 5, 6])
    expect(entered?.[1]).toHaveLength(6)
  })
})

describe('behind a cell of a distribution', () => {
  const distribution = {
    kind: 'distribution',
    dims: [],
    points: [buyers, amount],
    dateRange: january,
    distribution: { bounds: [0, 50, 60, 70] },
  } satisfies ReportInfo

  it('lists the players of a bucket with their values, and the rows of them', async () => {
    expect(await lists(distribution, 'n', { b: '70 以上' })).toEqual([
      [
        '玩家',
        [
          [2, 98],
          [1, 70],
        ],
      ],
      // The same rows make a buyer and what they paid.
      [
        '「购买金额」的行',
        expect.arrayContaining([
          ['2026-01-01 09:59:59', '2026-01-01', 'a', 1, 'x', 1, 10, 'paid'],
          ['2026-01-08 09:00:00', '2026-01-08', 'a', 1, 'x', 1, 60, 'paid'],
          ['2026-01-09 00:00:00', '2026-01-09', 'a', 1, 'x', 2, 98, 'paid'],
        ]),
      ],
    ])
    const [own, everybody] = await lists(distribution, 'n_share', { b: '70 以上' })
    expect([own?.[1].length, everybody?.[1].length]).toEqual([2, 4])
    const [rows] = await lists(distribution, 'v')
    expect(rows?.[1].reduce((sum, row) => sum + Number(row[6]), 0)).toBe(234)
  })

  it('lists those without a value, and the rows of either fact', async () => {
    const refunds = { ...distribution, points: [buyers, refunded], distribution: { bounds: [0, 1] } }
    // Of the four buyers player 1 was refunded 5, in another game; a sum of nothing is 0.
    const [players, bought, back] = await lists(refunds, 'n', { b: '0–1' })
    expect(players?.[1]).toHaveLength(3)
    expect([bought?.[0], bought?.[1].length]).toEqual(['「购买用户」的行', 4])
    expect([back?.[0], back?.[1]]).toEqual(['「退款」的行', []])
    const least = { ...distribution, points: [visitors, largest], distribution: { bounds: [0] } }
    expect((await lists(least, 'n', { b: null }))[0]?.[1].map(([player]) => player)).toEqual([3, 7])
    const other = { ...distribution, points: [visitors, amount] }
    const [who, came, paid] = await lists(other, 'n', { b: '60–70' })
    expect(who?.[1]).toEqual([[4, 60]])
    expect([came?.[1].length, paid?.[1].length]).toEqual([3, 2])
  })
})

it('refuses columns that the report does not have', () => {
  const refused = (info: ReportInfo, key: string) =>
    expect(() => compilePlayers(info, { key, cells: new Map() }, 50, playersModel(), makeContext(tenth)))
  refused(retention, 'n2').toThrow('报表没有这一列')
  refused(retention, 'd1').toThrow('报表没有这一列')
  refused({ ...retention, kind: 'table' }, 'n').toThrow('不按玩家统计')
})

it('keeps its statements', async () => {
  const compiled = compilePlayers(
    { ...retention, dims: [dims.day, dims.channel] },
    {
      key: 'r1',
      cells: new Map([
        ['d1', '2026-01-01'],
        ['d4', 'x'],
      ]),
    },
    50,
    playersModel(),
    makeContext({ ...tenth, games: ['a'] }),
  )
  const text = compiled
    .map(({ title, list, count }) => `-- ${title}\n${list.sql};\n\n${count.sql};\n`)
    .join('\n')
  await expect(text).toMatchFileSnapshot('sql/behind-retention-rate.sql')
})
