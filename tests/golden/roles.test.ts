// One dimension table in two roles, and dimensions two joins away, over rows that can be added up by hand:
//
//   pay      game  reg   ch    server  amount        channel  x → 商店, media 1    media   1 甲
//            a     x     y     1       1                      y → 广告, media 2            2 乙
//            a     x     x     1       2                      z → 广告, media 9
//            a     NULL  x     2       4             server   1 一服, game a, region 10    region  10 华东
//            b     y     NULL  3       8                      2 二服, game a, region NULL          20 华北
//            b     w     z     4       16                     3 三服, game b, region 20
//            a     y     y     9       32                     4 四服, game b, region 77
//   seen     server 1, 3, 3, 9: 1, 2, 4, 8
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  compileKeyCheck,
  compilePlayers,
  compileReport,
  compileRows,
  compileValues,
} from '#semantic/compile.ts'
import type { DimensionTable, GameScope, Model, ReportInfo } from '#semantic/model/types.ts'
import { makeContext, makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { ask, type Cell } from './golden.ts'

const columns: Record<string, string> = {
  pay: 'day DATE, game VARCHAR, reg VARCHAR, ch VARCHAR, server INTEGER, amount INTEGER',
  seen: 'server INTEGER, n INTEGER',
  channel: 'channel VARCHAR, kind VARCHAR, media INTEGER',
  media: 'media INTEGER, name VARCHAR',
  server: 'server INTEGER, name VARCHAR, game VARCHAR, region INTEGER',
  region: 'region INTEGER, name VARCHAR',
}
const rows: Record<string, string[]> = {
  pay: [
    "'2026-01-01', 'a', 'x', 'y', 1, 1",
    "'2026-01-01', 'a', 'x', 'x', 1, 2",
    "'2026-01-01', 'a', NULL, 'x', 2, 4",
    "'2026-01-02', 'b', 'y', NULL, 3, 8",
    "'2026-01-02', 'b', 'w', 'z', 4, 16",
    "'2026-01-02', 'a', 'y', 'y', 9, 32",
  ],
  seen: ['1, 1', '3, 2', '3, 4', '9, 8'],
  channel: ["'x', '商店', 1", "'y', '广告', 2", "'z', '广告', 9"],
  media: ["1, '甲'", "2, '乙'"],
  server: ["1, '一服', 'a', 10", "2, '二服', 'a', NULL", "3, '三服', 'b', 20", "4, '四服', 'b', 77"],
  region: ["10, '华东'", "20, '华北'"],
}

const tables = { channel: 1, media: 2, server: 3, region: 4 }
const dims = {
  day: 1,
  regKind: 11,
  payKind: 12,
  regMedia: 13,
  payMedia: 14,
  server: 21,
  region: 22,
  freeRegion: 23,
  kind: 24,
}
const points = { amount: 1, rows: 2, channels: 3, seen: 4, players: 5 }

const dimensionTable = (
  given: Pick<DimensionTable, 'id' | 'name' | 'table_truename'> & Partial<DimensionTable>,
) => ({
  key_column: given.table_truename,
  game_column: null,
  describe: '',
  create_time: '',
  ...given,
})

function makeModel(changes: Partial<Model> = {}): Model {
  const inTable = (id: number, name: string, table: number, expression: string, role?: string, cgi = false) =>
    makeDimension({
      id,
      name,
      types: 'string',
      table_id: table,
      cgi_filter: cgi,
      info: { expression, ...(role && { role }) },
    })
  return {
    dimensions: [
      makeDimension({ id: dims.day, name: '日期', types: 'date', count_quantum: 'day' }),
      inTable(dims.regKind, '注册渠道类型', tables.channel, 'kind', '注册渠道'),
      inTable(dims.payKind, '付费渠道类型', tables.channel, 'kind', '付费渠道'),
      inTable(dims.regMedia, '注册媒体', tables.media, 'name', '注册渠道'),
      inTable(dims.payMedia, '付费媒体', tables.media, 'name', '付费渠道'),
      inTable(dims.server, '区服', tables.server, 'name'),
      inTable(dims.region, '地区', tables.region, 'name', undefined, true),
      inTable(dims.freeRegion, '地区（不限游戏）', tables.region, 'name'),
      inTable(dims.kind, '渠道类型', tables.channel, 'kind'),
    ],
    points: [
      makePoint({ id: points.amount, name: '金额', table_id: 1, name_sql: 'amount' }),
      makePoint({ id: points.rows, name: '单数', table_id: 1, info: { aggregate: 'count' } }),
      makePoint({ id: points.channels, name: '渠道数', table_id: 1, types: 'distinct', name_sql: 'ch' }),
      makePoint({ id: points.players, name: '服数', table_id: 1, types: 'distinct', name_sql: 'server' }),
      makePoint({ id: points.seen, name: '在线', table_id: 2, name_sql: 'n' }),
    ],
    pointTables: [
      makePointTable({
        id: 1,
        name: '充值',
        table_truename: 'pay',
        date_column: 'day',
        game_column: 'game',
        joins: [
          { dimTableId: tables.channel, column: 'reg', role: '注册渠道' },
          { dimTableId: tables.channel, column: 'ch', role: '付费渠道' },
          { dimTableId: tables.server, column: 'server' },
        ],
      }),
      makePointTable({
        id: 2,
        name: '在线',
        table_truename: 'seen',
        joins: [{ dimTableId: tables.server, column: 'server' }],
      }),
    ],
    dimensionTables: [
      dimensionTable({
        id: tables.channel,
        name: '渠道表',
        table_truename: 'channel',
        joins: [{ dimTableId: tables.media, column: 'media' }],
      }),
      dimensionTable({ id: tables.media, name: '媒体表', table_truename: 'media' }),
      dimensionTable({
        id: tables.server,
        name: '区服表',
        table_truename: 'server',
        game_column: 'game',
        joins: [{ dimTableId: tables.region, column: 'region' }],
      }),
      dimensionTable({ id: tables.region, name: '地区表', table_truename: 'region' }),
    ],
    tables: Object.entries(columns).map(([name, own]) => ({
      name,
      comment: '',
      rowCount: 0,
      columns: own.split(', ').map((column) => {
        const [columnName = '', type = ''] = column.split(' ')
        return { name: columnName, type, comment: '' }
      }),
      updatedAt: '2026-01-01T00:00:00Z',
    })),
    ...changes,
  }
}

let connection: DuckDBConnection
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  for (const [name, own] of Object.entries(columns)) {
    await connection.run(`CREATE TABLE ${name} (${own})`)
    await connection.run(`INSERT INTO ${name} VALUES ${rows[name]?.map((row) => `(${row})`).join(', ')}`)
  }
})

async function answer(info: ReportInfo, games: GameScope = 'all', model = makeModel()) {
  const { compiled, cells } = await ask(
    (dialect) =>
      compileReport(info, model, makeContext({ games, dialect, now: new Date('2026-02-01T04:00:00Z') })),
    connection,
  )
  const [total = [], ...below] = cells.map((row) => row.slice(0, compiled.columns.length))
  return { total, rows: below, compiled }
}

const byText = (one: Cell[], other: Cell[]) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

describe('one dimension table in two roles', () => {
  it('stands side by side in one report, each row by its own keys', async () => {
    const {
      total,
      rows: found,
      compiled,
    } = await answer({
      dims: [dims.regKind, dims.payKind],
      points: [points.amount, points.rows],
    })
    expect(total).toEqual([null, null, 63, 6])
    expect(found.sort(byText)).toEqual(
      [
        ['商店', '广告', 1, 1],
        ['商店', '商店', 2, 1],
        [null, '商店', 4, 1], // its key is null
        ['广告', null, 8, 1], // the other's is
        [null, '广告', 16, 1], // a key that the table does not have
        ['广告', '广告', 32, 1],
      ].sort(byText),
    )
    expect(compiled.tables).toEqual(['pay', 'channel'])
    expect(compiled.sql.match(/JOIN "channel"/g)).toHaveLength(2)
  })

  it('filters on one role and groups by the other', async () => {
    const { total, rows: found } = await answer({
      dims: [dims.payKind],
      points: [points.amount],
      filters: [{ dim: dims.regKind, op: 'in', values: ['商店'] }],
    })
    expect(total).toEqual([null, 3])
    expect(found).toEqual([
      ['商店', 2],
      ['广告', 1],
    ])
  })

  it('tells what is empty in one role from what is in the other', async () => {
    const { rows: found } = await answer({
      dims: [dims.payKind],
      points: [points.amount],
      filters: [{ dim: dims.regKind, op: 'isNull', values: [] }],
    })
    expect(found).toEqual([
      ['广告', 16],
      ['商店', 4],
    ])
  })

  it('compares, cuts to the first values and shares by a role as by any dimension', async () => {
    const { total, rows: found } = await answer({
      dims: [dims.regKind],
      points: [points.amount],
      dateRange: { from: '2026-01-02', to: '2026-01-02' },
      compare: 'previous',
    })
    // 32 + 8 of 广告 on the second, none on the first; w is no channel. 商店 has the first alone.
    expect(total.slice(1, 3)).toEqual([56, 7])
    expect(found.map((row) => row.slice(0, 3))).toEqual([
      ['广告', 40, 0],
      [null, 16, 4],
      ['商店', 0, 3],
    ])
    const cut = await answer({
      dims: [dims.regKind, dims.payKind],
      points: [points.amount],
      top: { dim: dims.payKind, count: 1, by: points.amount },
      subtotals: true,
    })
    // The first of the paying kinds is 广告: 49 of 63.
    expect(cut.rows.filter(([kind, , amount]) => kind === '商店' && amount === 3)).toHaveLength(1)
    expect(cut.total[2]).toBe(63)
  })

  it('lists the same values for both, and the rows behind a filter on one', async () => {
    for (const dimensionId of [dims.regKind, dims.payKind]) {
      const { cells } = await ask(
        (dialect) => compileValues({ dimensionId, limit: 10 }, makeModel(), makeContext({ dialect })),
        connection,
      )
      expect(cells.map(([value]) => value).sort()).toEqual(['商店', '广告'].sort())
    }
    const filters = [{ dim: dims.regMedia, op: 'in' as const, values: ['甲'] }]
    const { cells } = await ask((dialect) => {
      const [behind] = compileRows(
        { points: [points.amount], filters },
        10,
        makeModel(),
        makeContext({ dialect }),
      )
      return behind?.count as NonNullable<typeof behind>['count']
    }, connection)
    expect(cells).toEqual([[2]])
  })

  it('is refused without a role, or with one that the fact does not have, by the roles that it has', () => {
    expect(() =>
      compileReport({ dims: [dims.kind], points: [points.amount] }, makeModel(), makeContext()),
    ).toThrow('「充值」只以角色「注册渠道」、「付费渠道」关联维度表「渠道表」，请在维度里选一个角色')
    const model = makeModel()
    const wrong = model.dimensions.map((one) =>
      one.id === dims.regKind ? { ...one, info: { ...one.info, role: '登录渠道' } } : one,
    )
    expect(() =>
      compileReport(
        { dims: [dims.regKind], points: [points.amount] },
        { ...model, dimensions: wrong },
        makeContext(),
      ),
    ).toThrow('没有以角色「登录渠道」关联维度表「渠道表」，角色有「注册渠道」、「付费渠道」')
  })
})

describe('dimensions two joins away', () => {
  it('are reached through the table between, and empty where any key on the way finds nothing', async () => {
    const { total, rows: found } = await answer({
      dims: [dims.region],
      points: [points.amount, points.players],
    })
    expect(total).toEqual([null, 63, 5])
    // Without a region 二服 (null), 四服 (77 is none) and server 9.
    expect(found).toEqual([
      [null, 52, 3],
      ['华北', 8, 1],
      ['华东', 3, 1],
    ])
  })

  it('stand beside the table between, joined once', async () => {
    const { rows: found, compiled } = await answer({
      dims: [dims.region, dims.server],
      points: [points.amount, points.seen],
    })
    expect(found.sort(byText)).toEqual(
      [
        ['华东', '一服', 3, 1],
        [null, '二服', 4, 0],
        ['华北', '三服', 8, 6],
        [null, '四服', 16, 0],
        [null, null, 32, 8],
      ].sort(byText),
    )
    expect(compiled.sql.match(/JOIN "server"/g)).toHaveLength(2)
  })

  it('in two roles of the table between are two', async () => {
    const { rows: found } = await answer({ dims: [dims.regMedia, dims.payMedia], points: [points.amount] })
    expect(found.sort(byText)).toEqual(
      [
        ['甲', '乙', 1],
        ['甲', '甲', 2],
        [null, '甲', 4],
        ['乙', null, 8],
        [null, null, 16], // w is no channel, and z's media is none
        ['乙', '乙', 32],
      ].sort(byText),
    )
  })

  it('keep what has no game column to the games of the table between', async () => {
    const own = await answer({ dims: [dims.region], points: [points.seen] }, ['b'])
    expect([own.total, ...own.rows]).toEqual([
      [null, 6],
      ['华北', 6],
    ])
    // A filter does it as well as a column.
    const filtered = await answer(
      { dims: [], points: [points.seen], filters: [{ dim: dims.region, op: 'isNotNull', values: [] }] },
      ['a'],
    )
    expect(filtered.total).toEqual([1])
    expect((await answer({ dims: [dims.region], points: [points.seen] }, [])).rows).toEqual([])
    // A dimension that games don't restrict leaves the facts as they are.
    const free = await answer({ dims: [dims.freeRegion], points: [points.seen] }, ['b'])
    expect(free.rows).toEqual([
      [null, 8],
      ['华北', 6],
      ['华东', 1],
    ])
  })

  it("hide where another game's things lead, of facts with a game column", async () => {
    // Server 9 and 二服 have no region anyway; b's own rows are not a's to see.
    const { total, rows: found } = await answer({ dims: [dims.region], points: [points.amount] }, ['a'])
    expect(total).toEqual([null, 39])
    expect(found).toEqual([
      [null, 36],
      ['华东', 3],
    ])
    const mixed = await answer({ dims: [dims.region], points: [points.amount] }, ['b'])
    expect(mixed.rows).toEqual([
      [null, 16],
      ['华北', 8],
    ])
  })

  it('offer the values to which things of the own games lead, where they can be reached by these alone', async () => {
    const listed = async (dimensionId: number, games: GameScope, model = makeModel()) => {
      const request = { dimensionId, limit: 10 }
      const { cells } = await ask(
        (dialect) => compileValues(request, model, makeContext({ games, dialect })),
        connection,
      )
      return cells.map(([value]) => value).sort()
    }
    expect(await listed(dims.region, 'all')).toEqual(['华东', '华北'].sort())
    expect(await listed(dims.region, ['b'])).toEqual(['华北'])
    expect(await listed(dims.region, ['b', 'c'])).toEqual(['华北'])
    expect(await listed(dims.region, [])).toEqual([])
    expect(await listed(dims.freeRegion, ['b'])).toEqual(['华东', '华北'].sort())
    // A fact that joins regions itself shows those of no server, too.
    const model = makeModel()
    const direct = model.pointTables.map((table) =>
      table.id === 2 ? { ...table, joins: [{ dimTableId: tables.region, column: 'n' }] } : table,
    )
    const present = { ...model, pointTables: direct }
    expect(await listed(dims.region, ['b'], present)).toEqual(['华东', '华北'].sort())
  })

  it('are refused where a key on the way repeats, however far', async () => {
    await connection.run(`CREATE OR REPLACE TABLE twice AS
      SELECT * FROM region UNION ALL SELECT 20, '华北二' UNION ALL SELECT 20, '华北三'`)
    const model = makeModel()
    const doubled = model.dimensionTables.map((table) =>
      table.id === tables.region ? { ...table, table_truename: 'twice', key_column: 'region' } : table,
    )
    const region = model.tables.find(({ name }) => name === 'region') as Model['tables'][number]
    const present = {
      ...model,
      dimensionTables: doubled,
      tables: [...model.tables, { ...region, name: 'twice' }],
    }
    const { cells } = await ask(
      (dialect) => compileKeyCheck(doubled[3] as DimensionTable, { dialect }),
      connection,
    )
    expect(cells).toEqual([['20', 3]])
    const duplicateKeys = [{ dimTableId: tables.region, examples: cells.map(([key]) => String(key)) }]
    const asked = { dims: [dims.region], points: [points.amount] }
    expect(() => compileReport(asked, { ...present, duplicateKeys }, makeContext())).toThrow(
      /维度表「地区表」的主键 region 有重复值，与维度表「区服表」不是多对一，关联后一行会变成几行、重复计算/,
    )
    const between = [{ dimTableId: tables.server, examples: ['1'] }]
    expect(() => compileReport(asked, makeModel({ duplicateKeys: between }), makeContext())).toThrow(
      /维度表「区服表」的主键 server 有重复值，与指标表「充值」不是多对一/,
    )
  })

  it('are refused where two ways lead there, by both, until a role tells them apart', async () => {
    const withJoins = (joins: Model['pointTables'][number]['joins'], role?: string): Model => {
      const model = makeModel()
      return {
        ...model,
        dimensions: model.dimensions.map((one) =>
          one.id === dims.region && role ? { ...one, info: { ...one.info, role } } : one,
        ),
        pointTables: model.pointTables.map((table) =>
          table.id === 2 ? { ...table, joins: [...table.joins, ...joins] } : table,
        ),
      }
    }
    const asked = { dims: [dims.region], points: [points.seen] }
    const direct = { dimTableId: tables.region, column: 'n' }
    expect(() => compileReport(asked, withJoins([direct]), makeContext())).toThrow(
      '「在线」有两条路到维度表「地区表」：区服表（server） → 地区表（region）、地区表（n），不知道该走哪条；请给其中的关联加上角色，并在维度里选它',
    )
    const told = withJoins([{ ...direct, role: '所在地区' }])
    expect((await answer(asked, 'all', told)).rows).toHaveLength(3)
    // No row's n is a region's number.
    const meant = withJoins([{ ...direct, role: '所在地区' }], '所在地区')
    expect((await answer(asked, 'all', meant)).rows).toEqual([[null, 15]])
  })

  it('are not reached in a circle, nor over three joins', () => {
    const model = makeModel()
    const further = (joins: Record<number, DimensionTable['joins']>): Model => ({
      ...model,
      dimensionTables: model.dimensionTables.map((table) => ({ ...table, joins: joins[table.id] ?? [] })),
    })
    const chain = further({
      [tables.server]: [{ dimTableId: tables.media, column: 'region' }],
      [tables.media]: [{ dimTableId: tables.region, column: 'media' }],
    })
    expect(() => compileReport({ dims: [dims.region], points: [points.seen] }, chain, makeContext())).toThrow(
      '「在线」到维度表「地区表」要关联 3 次（区服表 → 媒体表 → 地区表），最多 2 次',
    )
    const circle = further({
      [tables.server]: [{ dimTableId: tables.region, column: 'region' }],
      [tables.region]: [{ dimTableId: tables.server, column: 'region' }],
    })
    // Server is reached at once, not once more through the region.
    expect(
      compileReport({ dims: [dims.server], points: [points.seen] }, circle, makeContext()).tables,
    ).toEqual(['seen', 'server'])
  })
})

describe('reports about players', () => {
  it('take roles and hops in their groups, filters and lists', async () => {
    const info: ReportInfo = {
      kind: 'distribution',
      dims: [dims.region],
      points: [points.players, points.amount],
      filters: [{ dim: dims.regMedia, op: 'notIn', values: ['乙'] }],
      distribution: { bounds: [0, 10] },
    }
    const { rows: found } = await answer(info)
    // Left: 一服 1 + 2, 二服 4, 四服 16.
    const there = found.filter(([, , players]) => players !== 0).map((row) => row.slice(0, 3))
    expect(there.sort(byText)).toEqual(
      [
        ['华东', '0–9', 1],
        [null, '0–9', 1],
        [null, '10 以上', 1],
      ].sort(byText),
    )
    const { cells } = await ask((dialect) => {
      const [players] = compilePlayers(
        info,
        { key: 'n', cells: new Map([[`d${dims.region}`, '华东']]) },
        10,
        makeModel(),
        makeContext({ dialect }),
      )
      return players?.count as NonNullable<typeof players>['count']
    }, connection)
    expect(cells).toEqual([[1]])
  })
})
