// Segments as dimensions and conditions, and their members by rules: cases by hand, and random requests against a
// separate evaluation row by row.

import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileReport, compileValues, unjoinable } from '#semantic/compile.ts'
import { compileMembers } from '#semantic/compileMembers.ts'
import { allRows } from '#semantic/model/rowScope.ts'
import type {
  CompileContext,
  MemberCondition,
  MemberRules,
  Model,
  ReportInfo,
} from '#semantic/model/types.ts'
import {
  dims,
  makeContext,
  makeDimension,
  makeModel,
  makePoint,
  makePointTable,
  points,
} from '../semantic/model.ts'
import { dataStatements } from './data.ts'
import { ask, type Cell } from './golden.ts'
import { Lottery } from './lottery.ts'
import { evaluate, type FactRow, type NaiveModel, type NaiveRow } from './naive.ts'

const physical = (name: string, columns: Record<string, string>): Model['tables'][number] => ({
  name,
  comment: '',
  rowCount: 0,
  columns: Object.entries(columns).map(([column, type]) => ({ name: column, type, comment: '' })),
  updatedAt: '2026-01-01T00:00:00Z',
})
const memberTypes = { cgi: 'VARCHAR', player_id: 'VARCHAR', from_day: 'DATE', until_day: 'DATE' }
const spent = { day: 'DATE', player: 'VARCHAR', amount: 'INTEGER' }

const whale = { now: 101, day: 102, never: 103 }
const spending = 71

const segmentDimension = (id: number, name: string, segment: number, when: 'now' | 'day') =>
  makeDimension({
    id,
    name,
    types: 'string',
    form_type: 'multiSelect',
    info: { segment: { id: segment, players: ['player_id', 'player'], when } },
  })

function modelOf(keptFrom: string): Model {
  const model = makeModel()
  return {
    ...model,
    dimensions: [
      ...model.dimensions,
      segmentDimension(whale.now, '大R', 3, 'now'),
      segmentDimension(whale.day, '大R（当日）', 3, 'day'),
      segmentDimension(whale.never, '未算', 4, 'now'),
    ],
    points: [...model.points, makePoint({ id: spending, name: '消费', table_id: 7, name_sql: 'amount' })],
    pointTables: [
      ...model.pointTables,
      makePointTable({ id: 7, name: '消费', table_truename: 'spent', date_column: 'day' }),
    ],
    tables: [...model.tables, physical('segment_3', memberTypes), physical('spent', spent)],
    segments: [{ id: 3, keptFrom }],
  }
}

const rows = [
  // In it on the first alone; the same id in another game ever since.
  "'a', '1', '2026-01-01', '2026-01-02'",
  "'b', '1', '2026-01-01', NULL",
  // Came on the second; its row stands twice, as a table written by others may hold it.
  "'a', '2', '2026-01-02', NULL",
  "'a', '2', '2026-01-02', NULL",
  "'b', '3', '2026-01-01', NULL",
  // No whole number is written so: neither is the player 4.
  "'a', '04', '2026-01-01', NULL",
  "'a', '4.0', '2026-01-01', NULL",
  // No game is known of it.
  "'', 'w', '2026-01-01', NULL",
]

describe('segments', () => {
  let connection: DuckDBConnection
  beforeAll(async () => {
    connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
    const statements = [
      ...dataStatements(),
      'CREATE TABLE segment_3 (cgi VARCHAR, player_id VARCHAR, from_day DATE, until_day DATE)',
      `INSERT INTO segment_3 VALUES ${rows.map((row) => `(${row})`).join(', ')}`,
      'CREATE TABLE spent (day DATE, player VARCHAR, amount INTEGER)',
      "INSERT INTO spent VALUES ('2026-01-01', '1', 1), ('2026-01-01', 'w', 2), ('2026-01-02', NULL, 4), ('2026-01-02', '3', 8), (NULL, '1', 16)",
    ]
    for (const statement of statements) await connection.run(statement)
  })
  const answer = async (info: ReportInfo, context: Partial<CompileContext> = {}, keptFrom = '2026-01-01') => {
    const compile = (dialect: CompileContext['dialect']) =>
      compileReport(info, modelOf(keptFrom), makeContext({ ...context, dialect }))
    const { cells } = await ask(compile, connection)
    const [total = [], ...below] = cells
    return { total, rows: below }
  }
  const money = [points.revenue, points.payers]

  it('tell the players of now from all others, each game for itself, and nothing is counted twice', async () => {
    const { total, rows: found } = await answer({ dims: [whale.now], points: money })
    expect(total).toEqual([null, 145.75, 5])
    // In: 2 of game a, 3 of game b. Player 1 of game a is not the one of game b.
    expect(found).toEqual([
      ['在', 105.25, 2],
      ['不在', 40.5, 3],
    ])
  })

  it('tell who was in them on the day of each row', async () => {
    const { rows: found } = await answer({ dims: [whale.day], points: money })
    expect(found).toEqual([
      ['在', 135.75, 3],
      ['不在', 10, 2],
    ])
  })

  it('have no value on days before the first one that is kept', async () => {
    const { total, rows: found } = await answer({ dims: [whale.day], points: money }, {}, '2026-01-02')
    expect(total).toEqual([null, 145.75, 5])
    expect(found).toEqual([
      ['在', 100, 1],
      [null, 35.75, 2],
      ['不在', 10, 2],
    ])
  })

  it('are conditions beside other dimensions, of facts joined by other tables too, with subtotals', async () => {
    const filters = [{ dim: whale.now, op: 'in' as const, values: ['在'] }]
    const { total, rows: found } = await answer({
      dims: [dims.game, dims.serverName],
      points: money,
      filters,
      subtotals: true,
    })
    expect(total.slice(0, 4)).toEqual([null, null, 105.25, 2])
    expect(found.map((row) => row.slice(0, 4))).toEqual([
      ['a', null, 100, 1],
      ['a', '一服', 100, 1],
      ['b', null, 5.25, 1],
      ['b', '二服', 5.25, 1],
    ])
    const outside = await answer({
      dims: [],
      points: money,
      filters: [{ ...filters[0], op: 'notIn' } as never],
    })
    expect(outside.total).toEqual([40.5, 3])
  })

  it('tell a reader of one game nothing of another', async () => {
    const own = await answer({ dims: [whale.now], points: money }, { games: ['a'] })
    expect(own.rows).toEqual([
      ['在', 100, 1],
      ['不在', 33.5, 2],
    ])
    // A fact without games: player 1 is in the segment in game b, 3 too, which this reader doesn't see.
    const spentOf = async (games: CompileContext['games']) =>
      (await answer({ dims: [whale.now], points: [spending] }, { games })).rows
    expect(await spentOf('all')).toEqual([
      ['在', 27],
      ['不在', 4],
    ])
    expect(await spentOf(['a'])).toEqual([
      ['不在', 29],
      ['在', 2],
    ])
    expect(await spentOf([])).toEqual([
      ['不在', 29],
      ['在', 2],
    ])
  })

  it('leave rows without a player outside, and rows without a day without a value', async () => {
    const { rows: found } = await answer({ dims: [whale.day], points: [spending] })
    expect(found).toEqual([
      [null, 16],
      ['在', 11],
      ['不在', 4],
    ])
  })

  it('stand beside comparisons, retention, funnels and distributions', async () => {
    const filters = [{ dim: whale.day, op: 'in' as const, values: ['在'] }]
    const compared = await answer(
      {
        dims: [],
        points: [points.revenue],
        filters,
        dateRange: { from: '2026-01-02', to: '2026-01-02' },
        compare: 'previous',
      },
      { now: new Date('2026-01-05T04:00:00Z') },
    )
    expect(compared.total.slice(0, 2)).toEqual([100, 35.75])
    const retained = await answer(
      {
        kind: 'retention',
        dims: [whale.now],
        points: [points.users, points.users],
        dateRange: { from: '2026-01-01', to: '2026-01-01' },
        retention: { days: [1] },
      },
      { now: new Date('2026-01-05T04:00:00Z') },
    )
    // Of the first: 2 (game a) and 3 (game b) are in it, 1 is not and came back.
    expect(retained.rows.map((row) => row.slice(0, 3))).toEqual([
      ['在', 2, 0],
      ['不在', 1, 1],
    ])
    const funnel = await answer({
      kind: 'funnel',
      dims: [],
      points: [points.users, points.payers],
      filters,
      dateRange: { from: '2026-01-01', to: '2026-01-02' },
    })
    // Player 1 of game a and 3 of game b on the first; nobody of the second's log-ins was in it then.
    expect(funnel.total[0]).toBe(2)
    const spread = await answer({
      kind: 'distribution',
      dims: [whale.now],
      points: [points.payers, points.revenue],
      distribution: { bounds: [0, 50] },
    })
    expect(spread.total[2]).toBe(5)
  })

  it('offer their two values, and refuse facts without the player, and segments without members', async () => {
    const values = await ask(
      (dialect) =>
        compileValues({ dimensionId: whale.now, limit: 10 }, modelOf('2026-01-01'), makeContext({ dialect })),
      connection,
    )
    expect(values.cells).toEqual([
      ['不在', '不属于'],
      ['在', '属于'],
    ])
    expect(() =>
      compileReport({ dims: [whale.now], points: [points.cost] }, modelOf('2026-01-01'), makeContext()),
    ).toThrow('指标「消耗」不能按维度「大R」统计：「投放」没有玩家列 player_id、player')
    expect(() =>
      compileReport({ dims: [whale.never], points: [points.users] }, modelOf('2026-01-01'), makeContext()),
    ).toThrow('人群「未算」还没有算出名单')
    const rules = [{ dim: dims.channel, how: 'only' as const, values: ['x'], open: false }]
    const limited = () =>
      compileReport(
        { dims: [whale.now], points: [points.users] },
        modelOf('2026-01-01'),
        makeContext({ rules }),
      )
    expect(limited).toThrow('人群「大R」不按你的数据范围计算，而你的数据按维度「渠道」限定')
    const { points: refused } = unjoinable({ dims: [whale.now], points: [] }, modelOf('2026-01-01'), allRows)
    expect(refused.get(points.cost)).toContain('没有玩家列')
    expect(refused.has(points.revenue)).toBe(false)
  })

  const members = async (
    any: MemberCondition[][],
    day = '2026-01-02',
    context: Partial<CompileContext> = {},
  ) => {
    const rules: MemberRules = { players: ['player_id', 'player'], any }
    const { cells } = await ask(
      (dialect) => compileMembers(rules, day, modelOf('2026-01-01'), makeContext({ ...context, dialect })),
      connection,
    )
    return cells.map(([game, player]) => `${game}${player}`).sort()
  }
  const paid = (least: number, days: number): MemberCondition => ({
    point: points.revenue,
    op: 'gte',
    values: [least],
    days,
  })
  const active = (days: number, not = false): MemberCondition => ({
    point: points.users,
    op: 'gte',
    values: [1],
    days,
    not,
  })

  it('are made by rules over points: both, either, and not', async () => {
    expect(await members([[paid(10, 2)]])).toEqual(['a1', 'a2'])
    expect(await members([[paid(10, 1)]])).toEqual(['a2'])
    expect(await members([[paid(10, 2)], [paid(5, 1)]])).toEqual(['a1', 'a2', 'c5'])
    expect(await members([[active(2), active(1, true)]])).toEqual(['a2', 'b3'])
    expect(await members([[active(2), active(1, true), paid(100, 2)]])).toEqual(['a2'])
    expect(await members([[paid(10, 2)]], '2026-01-02', { games: ['b'] })).toEqual([])
    const ios = [{ dim: dims.channel, op: 'in' as const, values: ['y'] }]
    expect(await members([[{ ...active(2), filters: ios }]])).toEqual(['b3'])
    const ofSpent: MemberCondition = { point: spending, op: 'between', values: [2, 8], days: 2 }
    expect(await members([[ofSpent]])).toEqual(['3', 'w'])
  })

  it('refuse rules that say nothing, or that can’t be counted by player', async () => {
    const refused = (any: MemberCondition[][]) => () =>
      compileMembers({ players: ['player_id'], any }, '2026-01-02', modelOf('2026-01-01'), makeContext())
    expect(refused([])).toThrow('请至少填写一个条件')
    expect(refused([[active(1, true)]])).toThrow('至少要有一个')
    expect(refused([[{ ...active(1), days: 0 }]])).toThrow('第 1 个条件的天数')
    expect(refused([[active(1), { ...active(1), point: points.arpu }]])).toThrow(
      '第 2 个条件：指标「ARPU」不能按玩家计算',
    )
    expect(refused([[{ ...active(1), point: points.cost }]])).toThrow('没有玩家列 player_id')
    expect(refused([[{ ...active(1), point: 999 }]])).toThrow('已被删除')
    expect(refused([[{ ...active(1), filters: [{ dim: whale.now, op: 'in', values: ['在'] }] }]])).toThrow(
      '不能用人群「大R」',
    )
  })
})

const days = ['2025-12-28', '2025-12-31', '2026-01-01', '2026-01-04', '2026-01-05']
const games = ['a', 'b', null]
const ids = { day: 1, channel: 2, game: 3, now: 11, onDay: 12 }
const factTypes = { day: 'DATE', cgi: 'VARCHAR', channel: 'VARCHAR', player: 'INTEGER', amount: 'INTEGER' }

const randomModel = (keptFrom: string): Model => ({
  dimensions: [
    makeDimension({ id: ids.day, name: '日期', types: 'date', count_quantum: 'day' }),
    makeDimension({ id: ids.channel, name: '渠道', types: 'string', info: { expression: 'channel' } }),
    makeDimension({ id: ids.game, name: '游戏', types: 'game' }),
    segmentDimension(ids.now, '人群', 1, 'now'),
    segmentDimension(ids.onDay, '人群（当日）', 1, 'day'),
  ],
  points: [
    makePoint({ id: 1, name: '金额', table_id: 1, name_sql: 'amount' }),
    makePoint({ id: 2, name: '人数', table_id: 1, types: 'distinct', name_sql: 'player' }),
    makePoint({ id: 3, name: '存量', table_id: 1, types: 'semiAdditive', name_sql: 'amount' }),
    makePoint({ id: 4, name: '中位', table_id: 1, types: 'statistic', name_sql: 'amount' }),
  ],
  pointTables: [
    makePointTable({
      id: 1,
      name: 'pay',
      table_truename: 'pay',
      date_column: 'day',
      game_column: 'cgi',
      grain_key: ['day', 'player'],
    }),
  ],
  dimensionTables: [],
  tables: [physical('pay', factTypes), physical('segment_1', memberTypes)],
  segments: [{ id: 1, keptFrom }],
})
const naivePoints: NaiveModel['points'] = new Map([
  [1, { fact: 'pay', aggregate: 'sum', column: 'amount' }],
  [2, { fact: 'pay', aggregate: 'distinct', column: 'player' }],
  [3, { fact: 'pay', aggregate: 'last', column: 'amount' }],
  [4, { fact: 'pay', aggregate: 'percentile', share: 0.5, column: 'amount' }],
])

interface Stay {
  game: string
  player: string
  from: string
  until: string | null
}

function randomInfo(lottery: Lottery): ReportInfo {
  const shown = [1 + lottery.below(4), ...lottery.some([1, 2, 3, 4], 3)]
  const info: ReportInfo = {
    dims: lottery.some(Object.values(ids), 3),
    points: [...new Set(shown)],
    filters: [],
  }
  if (lottery.chance(40)) {
    const [from, to] = [lottery.one(days), lottery.one(days)].sort() as [string, string]
    info.dateRange = { from, to }
  }
  if (info.dims.length > 0 && lottery.chance(50)) info.subtotals = true
  for (const dim of lottery.some([ids.now, ids.onDay], 2))
    if (lottery.chance(60))
      info.filters?.push({
        dim,
        op: lottery.one(['in', 'notIn']),
        values: [lottery.one(['在', '不在', null])],
      })
  const cut = info.dims.filter((id) => id !== ids.day)
  if (cut.length > 0 && lottery.chance(30))
    info.top = { dim: lottery.one(cut), count: 1 + lottery.below(2), by: 1 }
  return info
}

/** From what membership means, without the engine: each row beside each stay. */
function membershipOf(row: FactRow, stays: Stay[], keptFrom: string): { now: string; onDay: string | null } {
  const own = stays.filter(({ game, player }) => game === row.cgi && player === String(row.player))
  const day = String(row.day)
  const isIn = own.some(({ from, until }) => from <= day && (until === null || day < until))
  return {
    now: own.some(({ until }) => until === null) ? '在' : '不在',
    onDay: day < keptFrom ? null : isIn ? '在' : '不在',
  }
}

const literal = (cell: Cell): string =>
  cell === null ? 'NULL' : typeof cell === 'string' ? `'${cell}'` : String(cell)
const insert = (table: string, rowsOf: Cell[][]): string[] =>
  rowsOf.length === 0
    ? []
    : [`INSERT INTO ${table} VALUES ${rowsOf.map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`]
const rounded = (cell: unknown) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell)

/** More in the long form. */
const isLong = Boolean(process.env.SUITES || process.env.LONG)
const turns = isLong ? 20 : 8

describe('random requests over segments', () => {
  it.each([1, 2, 3, 4, 5, 6])('are answered as the naive way does: data %i', async (seed) => {
    const lottery = new Lottery(seed * 104_729)
    const keptFrom = lottery.one(['2025-12-28', '2026-01-01'])
    const facts = Array.from(
      { length: lottery.below(30) },
      (): FactRow => ({
        day: lottery.one(days),
        cgi: lottery.one(games),
        channel: lottery.one(['x', 'y', null]),
        player: lottery.one([1, 2, 3, null]),
        amount: lottery.chance(20) ? null : lottery.below(20),
      }),
    ).filter(
      // Of one player and day one row: of two no one could say which is the balance.
      (row, at, all) => all.findIndex(({ day, player }) => day === row.day && player === row.player) === at,
    )
    const stays = ['a', 'b'].flatMap((game) =>
      ['1', '2', '3', '4'].flatMap((player): Stay[] => {
        const bounds = [
          ...new Set(
            lottery.some(
              days.filter((day) => day >= keptFrom),
              4,
            ),
          ),
        ].sort()
        return bounds.flatMap((from, place) =>
          place % 2 === 0 ? [{ game, player, from, until: bounds[place + 1] ?? null }] : [],
        )
      }),
    )
    const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
    const made = (name: string, types: Record<string, string>) =>
      `CREATE TABLE ${name} (${Object.entries(types)
        .map((column) => column.join(' '))
        .join(', ')})`
    const stayed = stays.map(({ game, player, from, until }) => [game, player, from, until])
    for (const statement of [
      made('pay', factTypes),
      ...insert(
        'pay',
        facts.map((row) => Object.values(row)),
      ),
      made('segment_1', memberTypes),
      ...insert('segment_1', stayed),
    ])
      await connection.run(statement)
    const naive: NaiveModel = {
      facts: {
        pay: {
          rows: facts.map((row) => ({ ...row, ...membershipOf(row, stays, keptFrom) })),
          day: 'day',
          series: ['player'],
        },
      },
      points: naivePoints,
      dims: new Map([
        [ids.day, 'day'],
        [ids.channel, 'channel'],
        [ids.game, 'cgi'],
        [ids.now, 'now'],
        [ids.onDay, 'onDay'],
      ]),
    }
    for (let turn = 0; turn < turns; turn += 1) {
      const info = randomInfo(lottery)
      const request = JSON.stringify(info)
      const { compiled, cells } = await ask(
        (dialect) => compileReport(info, randomModel(keptFrom), makeContext({ dialect })),
        connection,
        { alone: !isLong },
      )
      const flat = (row: NaiveRow) => [
        ...compiled.columns.map(({ key }) => {
          const place = info.dims.findIndex((id) => key === `d${id}`)
          return place < 0 ? (row.cells.get(key) ?? null) : row.dims[place]
        }),
        ...compiled.marks.map((mark) => (mark === 'level' ? row.level : row.other)),
      ]
      const expected = evaluate(info, naive)
      const told = [expected.total, ...expected.rows].map((row) => flat(row).map(rounded))
      expect(
        cells.map((row) => row.map(rounded)),
        request,
      ).toEqual(told)
    }
  })
})
