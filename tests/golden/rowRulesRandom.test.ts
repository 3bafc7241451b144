// Random requests under random rules, against the same request without rules over tables from which the denied rows
// were removed. Denied rows are determined here row by row, without the engine.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, it } from 'vitest'
import { compileReport, compileRows, compileTableSight, compileValues } from '#semantic/compile.ts'
import type { RowRule } from '#semantic/model/rowScope.ts'
import type { CompileContext, Model, ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import { makeContext, makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { ask, type Cell, cellsOf, isCompared, someOf } from './golden.ts'
import { Lottery } from './lottery.ts'

type Row = Record<string, Cell>
type Rows = Record<keyof typeof columns, Row[]>

const columns = {
  pay: 'day DATE, game VARCHAR, channel VARCHAR, server INTEGER, player INTEGER, amount INTEGER',
  visit: 'day DATE, game VARCHAR, channel VARCHAR, server INTEGER, player INTEGER',
  stock: 'day DATE, game VARCHAR, server INTEGER, amount INTEGER',
  dim_channel: 'channel VARCHAR, kind VARCHAR',
  dim_server: 'server INTEGER, region VARCHAR',
  dim_region: 'region VARCHAR, area VARCHAR',
} as const
const facts = ['pay', 'visit', 'stock'] as const

const dims = { day: 1, game: 2, channel: 3, server: 4, kind: 5, region: 6, area: 7 }
const points = { amount: 1, orders: 2, payers: 3, visitors: 4, held: 5, perVisitor: 6, least: 7 }
const tables = { channel: 1, server: 2, region: 3 }

const physical = (name: keyof typeof columns): Model['tables'][number] => ({
  name,
  comment: '',
  rowCount: 0,
  updatedAt: '2026-01-01T00:00:00Z',
  columns: columns[name].split(', ').map((column) => {
    const [own = '', type = ''] = column.split(' ')
    return { name: own, type, comment: '' }
  }),
})

const text = (id: number, name: string, expression: string, table_id: number | null = null) =>
  makeDimension({ id, name, types: 'string', table_id, info: { expression } })
const looked = { game_column: null, describe: '', create_time: '' }
const joins = [
  { dimTableId: tables.channel, column: 'channel' },
  { dimTableId: tables.server, column: 'server' },
]
const fact = (id: number, name: (typeof facts)[number], own = joins) =>
  makePointTable({ id, name, table_truename: name, date_column: 'day', game_column: 'game', joins: own })

const model: Model = {
  dimensions: [
    makeDimension({ id: dims.day, name: '日期', types: 'date', count_quantum: 'day' }),
    makeDimension({ id: dims.game, name: '游戏', types: 'game' }),
    text(dims.channel, '渠道', 'channel'),
    makeDimension({ id: dims.server, name: '区服', types: 'number', info: { expression: 'server' } }),
    text(dims.kind, '渠道类型', 'kind', tables.channel),
    text(dims.region, '地区', 'region', tables.server),
    text(dims.area, '大区', 'area', tables.region),
  ],
  points: [
    makePoint({ id: points.amount, name: '金额', table_id: 1, name_sql: 'amount' }),
    makePoint({ id: points.orders, name: '单数', table_id: 1, info: { aggregate: 'count' } }),
    makePoint({ id: points.payers, name: '付费人数', table_id: 1, types: 'distinct', name_sql: 'player' }),
    makePoint({ id: points.visitors, name: '访问人数', table_id: 2, types: 'distinct', name_sql: 'player' }),
    makePoint({ id: points.held, name: '存量', table_id: 3, types: 'semiAdditive', name_sql: 'amount' }),
    makePoint({ id: points.perVisitor, name: '人均', types: 'computed', name_sql: '[金额] / [访问人数]' }),
    makePoint({
      id: points.least,
      name: '最小',
      table_id: 1,
      name_sql: 'amount',
      info: { aggregate: 'min' },
    }),
  ],
  pointTables: [
    fact(1, 'pay'),
    fact(2, 'visit'),
    { ...fact(3, 'stock', joins.slice(1)), grain_key: ['day', 'server'] },
  ],
  dimensionTables: [
    { ...looked, id: tables.channel, name: '渠道表', table_truename: 'dim_channel', key_column: 'channel' },
    {
      ...looked,
      id: tables.server,
      name: '区服表',
      table_truename: 'dim_server',
      key_column: 'server',
      joins: [{ dimTableId: tables.region, column: 'region' }],
    },
    { ...looked, id: tables.region, name: '地区表', table_truename: 'dim_region', key_column: 'region' },
  ],
  tables: (Object.keys(columns) as (keyof typeof columns)[]).map(physical),
}

const values: Record<number, (string | null)[]> = {
  [dims.channel]: ['x', 'y', '', 'z', null],
  [dims.server]: ['1', '2', '3', '9', null],
  [dims.kind]: ['k', 'l', null],
  [dims.region]: ['r', 's', null],
  [dims.area]: ['north', 'south', null],
}
/** Columns by which each dimension is told of a row, one table leading to the next. */
const ways: Record<number, string[]> = {
  [dims.channel]: ['channel'],
  [dims.server]: ['server'],
  [dims.kind]: ['channel', 'kind'],
  [dims.region]: ['server', 'region'],
  [dims.area]: ['server', 'region', 'area'],
}
const keyed: Record<string, keyof typeof columns> = {
  channel: 'dim_channel',
  server: 'dim_server',
  region: 'dim_region',
}

const keysOf = (dim: number): string[] => {
  const way = ways[dim] as string[]
  return way.length === 1 ? way : way.slice(0, -1)
}

/** The row's value, looked up by hand; undefined where its table can't tell it. */
function toldBy(row: Row, dim: number, rows: Rows): Cell | undefined {
  const way = ways[dim] as string[]
  // A look-up table begins in the middle of the way; what a key leads to is told by its table alone.
  const begin = keysOf(dim).findLastIndex((column) => column in row)
  if (begin < 0) return undefined
  let cell: Cell = row[way[begin] as string] ?? null
  for (const [at, column] of way.entries()) {
    if (at <= begin) continue
    const from = way[at - 1] as string
    const next = rows[keyed[from] as keyof typeof columns].find((one) => one[from] === cell)
    cell = cell === null ? null : (next?.[column] ?? null)
  }
  return cell
}

const tells = (table: keyof typeof columns, dim: number): boolean =>
  keysOf(dim).some((column) => columns[table].includes(`${column} `))

function isSeen(row: Row, rules: readonly RowRule[], rows: Rows): boolean {
  return rules.every(({ dim, how, values: listed }) => {
    const cell = toldBy(row, dim, rows)
    if (cell === undefined) return true
    return listed.includes(cell === null ? null : String(cell)) === (how === 'only')
  })
}

const days = ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02', '2026-01-05']

function randomRows(lottery: Lottery): Rows {
  const cellOf: Record<string, () => Cell> = {
    day: () => lottery.one(days),
    game: () => lottery.one(['a', 'b']),
    channel: () => lottery.one(['x', 'y', 'z', '', null]),
    server: () => lottery.one([1, 2, 3, 9, null]),
    player: () => lottery.one([1, 2, 3, 4, 5]),
    amount: () => lottery.below(20),
  }
  const make = (table: keyof typeof columns, most: number): Row[] =>
    Array.from({ length: lottery.below(most) }, () =>
      Object.fromEntries(
        columns[table]
          .split(', ')
          .map((column) => [column.split(' ')[0], cellOf[column.split(' ')[0] as string]?.() ?? null]),
      ),
    )
  return {
    pay: make('pay', 30),
    visit: make('visit', 30),
    // One balance of a day and a server.
    stock: make('stock', 20).filter(
      (row, at, all) => all.findIndex((one) => one.day === row.day && one.server === row.server) === at,
    ),
    dim_channel: [
      { channel: 'x', kind: 'k' },
      { channel: 'y', kind: 'l' },
      { channel: '', kind: null },
    ],
    dim_server: [
      { server: 1, region: 'r' },
      { server: 2, region: 's' },
      { server: 3, region: null },
    ],
    dim_region: [
      { region: 'r', area: 'north' },
      { region: 's', area: lottery.one(['south', 'north', null]) },
    ],
  }
}

const randomRule = (lottery: Lottery): RowRule => {
  const dim = lottery.one(Object.keys(ways).map(Number))
  const listed = lottery.some(values[dim] as string[], 3)
  const how = lottery.one(['only', 'except'] as const)
  return {
    dim,
    how,
    values: listed.length > 0 ? listed : (values[dim] as string[]).slice(0, 1),
    open: lottery.chance(25),
  }
}

function randomInfo(lottery: Lottery): ReportInfo {
  const [from, to] = [lottery.one(days), lottery.one(days)].sort() as [string, string]
  const dateRange = { from, to }
  const cut = lottery.some([dims.game, dims.channel, dims.kind, dims.region, dims.server], 2)
  const kind = lottery.one(['table', 'table', 'table', 'retention', 'funnel', 'distribution'] as const)
  if (kind === 'retention')
    return {
      kind,
      dims: cut,
      points: [points.visitors, points.payers],
      dateRange,
      retention: { days: [0, 1, 3] },
    }
  if (kind === 'funnel') return { kind, dims: cut, points: [points.visitors, points.payers], dateRange }
  if (kind === 'distribution')
    return {
      kind,
      dims: cut,
      points: [points.visitors, points.amount],
      dateRange,
      distribution: { bounds: [0, 9] },
    }
  const isStock = lottery.chance(25)
  const own = isStock
    ? { dims: cut.filter((dim) => dim === dims.region || dim === dims.game), points: [points.held] }
    : { dims: cut, points: [points.amount, ...lottery.some([2, 3, 4, 6, 7], 3)] }
  const info: ReportInfo = { ...own, dateRange }
  if (lottery.chance(40)) info.dims = [dims.day, ...info.dims]
  if (lottery.chance(30)) info.compare = lottery.one(['previous', 'week'])
  else if (info.dims.length > 0 && lottery.chance(40)) info.subtotals = true
  if (info.compare === undefined && cut.length > 0 && !isStock && lottery.chance(30))
    info.top = { dim: cut[0] as number, count: 1, by: points.amount }
  if (lottery.chance(30)) info.filters = [{ dim: dims.game, op: 'in', values: ['a'] }]
  return isStock ? info : withMore(info, lottery)
}

/** Groups of conditions, on other points and on the past; calculations over the rows. */
function withMore(info: ReportInfo, lottery: Lottery): ReportInfo {
  const filters = info.filters ?? []
  const either: ReportCondition = {
    any: [
      { dim: dims.channel, op: 'in', values: lottery.some(['x', 'y', null], 2) },
      { dim: lottery.one([dims.kind, dims.area]), op: 'in', values: [lottery.one(['k', 'north', null])] },
    ],
  }
  const past = lottery.one(['previous', 'week'] as const)
  const grown: ReportCondition = { point: points.amount, op: 'gt', values: [], than: { past } }
  if (lottery.chance(30)) filters.push(either)
  if (lottery.chance(20) && info.top === undefined) filters.push(grown)
  if (lottery.chance(30) && info.dims.length > 0)
    info.calculations = [{ number: 1, of: points.amount, kind: lottery.one(['rank', 'share', 'running']) }]
  return filters.length > 0 ? { ...info, filters } : info
}

const literal = (cell: Cell): string =>
  typeof cell === 'string' ? `'${cell}'` : cell === null ? 'NULL' : String(cell)

async function connectionOf(rows: Rows): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  for (const [name, own] of Object.entries(rows)) {
    await connection.run(`CREATE TABLE ${name} (${columns[name as keyof typeof columns]})`)
    const listed = own.map((row) => `(${Object.values(row).map(literal).join(', ')})`)
    if (listed.length > 0) await connection.run(`INSERT INTO ${name} VALUES ${listed.join(', ')}`)
  }
  return connection
}

/** The tables as the reader sees them. A row of a look-up table stays where its table can't tell the dimension. */
const seenRows = (rows: Rows, rules: readonly RowRule[]): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([name, own]) => [name, own.filter((row) => isSeen(row, rules, rows))]),
  ) as Rows

const factsOf = ({ points: asked }: ReportInfo): (typeof facts)[number][] => {
  const of = { [points.visitors]: 'visit', [points.held]: 'stock' } as Record<number, (typeof facts)[number]>
  return asked.flatMap((id) => (id === points.perVisitor ? (['pay', 'visit'] as const) : [of[id] ?? 'pay']))
}

const byText = (cells: Cell[][]): string[] => cells.map((row) => JSON.stringify(row)).sort()

async function play(seed: number): Promise<'refused' | 'answered'> {
  const lottery = new Lottery(seed)
  const rows = randomRows(lottery)
  const rules = Array.from({ length: 1 + lottery.below(2) }, () => randomRule(lottery))
  const info = randomInfo(lottery)
  const under = (dialect: CompileContext['dialect'], own = rules) =>
    makeContext({ rules: own, dialect, now: new Date('2026-01-20T04:00:00Z') })
  const closed = factsOf(info).filter((table) => rules.some(({ dim, open }) => !open && !tells(table, dim)))
  const said = `${seed}: ${JSON.stringify(info)} under ${JSON.stringify(rules)}`
  if (closed.length > 0) {
    expect(() => compileReport(info, model, under('duckdb')), said).toThrow('不在你的数据范围内')
    return 'refused'
  }
  const [whole, seen] = [await connectionOf(rows), await connectionOf(seenRows(rows, rules))]
  const limited = await ask((dialect) => compileReport(info, model, under(dialect)), whole)
  const expected = compileReport(info, model, under('duckdb', []))
  expect(byText(limited.cells), said).toEqual(byText(await cellsOf(seen, expected.sql, expected.params)))
  await compareValues(lottery.one(Object.keys(ways).map(Number)), { rules, whole, seen, said })
  await compareRows(info, { rules, whole, seen, said })
  await compareSql(rows, { rules, whole, said })
  return 'answered'
}

interface Played {
  rules: RowRule[]
  whole: DuckDBConnection
  seen?: DuckDBConnection
  said: string
}

async function compareValues(dimensionId: number, { rules, whole, seen, said }: Required<Played>) {
  const compiled = (own: RowRule[], dialect: CompileContext['dialect'] = 'duckdb') =>
    compileValues({ dimensionId, limit: 100 }, model, makeContext({ rules: own, dialect }))
  // Facts that a rule closes give no values; the others do.
  if (rules.some(({ open }) => !open) && (ways[dimensionId] as string[]).length === 1) return
  const limited = await ask((dialect) => compiled(rules, dialect), whole)
  const { sql, params } = compiled([])
  expect(byText(limited.cells), `${said}, values of ${dimensionId}`).toEqual(
    byText(await cellsOf(seen, sql, params)),
  )
}

async function compareRows(
  { kind, points: asked, dateRange }: ReportInfo,
  { rules, whole, seen, said }: Required<Played>,
) {
  if (kind !== undefined) return
  const wanted = { points: asked.slice(0, 1), ...(dateRange && { dateRange }) }
  const listed = (own: RowRule[], dialect: CompileContext['dialect'] = 'duckdb') =>
    (
      compileRows(wanted, 1_000, model, makeContext({ rules: own, dialect }))[0] as ReturnType<
        typeof compileRows
      >[number]
    ).list
  const limited = await ask((dialect) => listed(rules, dialect), whole)
  const { sql, params } = listed([])
  expect(byText(limited.cells), `${said}, its rows`).toEqual(byText(await cellsOf(seen, sql, params)))
}

/** What a view before each table would leave. */
async function compareSql(rows: Rows, { rules, whole, said }: Played) {
  for (const table of model.tables) {
    const name = table.name as keyof typeof columns
    const sight = compileTableSight(table, model, { rules })
    const isFact = (facts as readonly string[]).includes(name)
    const isClosed = isFact && rules.some(({ dim, open }) => !open && !tells(name, dim))
    expect('refusal' in sight, `${said}, SQL on ${name}`).toBe(isClosed)
    if ('refusal' in sight) continue
    const where = ['true', ...sight.conditions.map((pieces) => pieces.join(''))].join(' and ')
    const left = await cellsOf(whole, `select * from ${name} as f where ${where}`, [])
    const expected = rows[name].filter((row) => isSeen(row, rules, rows)).map((row) => Object.values(row))
    expect(byText(left), `${said}, SQL on ${name}`).toEqual(byText(expected))
  }
}

describe('rules on rows', () => {
  const seeds = Array.from({ length: process.env.LONG ? 1_500 : 30 }, (_, at) => at + 1)
  it('leave what is left where the rows that they deny are gone', async () => {
    const played = { refused: 0, answered: 0 }
    for (const seed of someOf(seeds, process.env.SUITES ? 60 : 3)) played[await play(seed)] += 1
    if (!isCompared()) expect(played.refused).toBeGreaterThan(0)
    expect(played.answered).toBeGreaterThan(played.refused)
  })
})
