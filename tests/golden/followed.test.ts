// Retention, players' value, funnels and distributions over random players, compared with the naive computation.
import { beforeAll, describe, expect, it } from 'vitest'
import type { CompileContext, Model, ReportColumn, ReportInfo } from '#semantic/model/types.ts'
import { makeDimension } from '../semantic/model.ts'
import { behind, type Listed } from './behind.ts'
import { distribution, funnel, type Question, type Row, retention, type Says } from './followed.ts'
import { answer, type Cell, run } from './golden.ts'
import { dims, facts, followed, makePlayerTables, playersModel } from './players.ts'
import { type Spent, type Worth, worth } from './worth.ts'

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

const lastDay = 24
const servers: Record<number, { game: string; region: string | null }> = {
  1: { game: 'a', region: '华东' },
  2: { game: 'b', region: '华北' },
  4: { game: 'c', region: null },
}
const dateOf = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
const timeOf = (time: number): string =>
  new Date(Date.UTC(2026, 0, 1) + time * 1000).toISOString().slice(0, 19).replace('T', ' ')

interface World {
  enrol: Row[]
  visit: Row[]
  buy: Row[]
  spent: Spent[]
}

/** Few players with many rows: days, seconds, games and channels collide often. */
function makeWorld(seed: number): World {
  const next = numbersFrom(seed)
  const pick = <Item>(items: Item[]): Item => items[Math.floor(next() * items.length)] as Item
  const rowAt = (isTimed: boolean): Row => {
    const day = Math.floor(next() * (lastDay + 1))
    // Times of few kinds, so that they meet, on both sides of the fifth hour.
    const time = isTimed ? day * 86_400 + pick([0, 3_600, 17_999, 18_000, 36_000, 36_001, 86_399]) : null
    return {
      time,
      day,
      game: pick(['a', 'a', 'a', 'b', 'b', null]),
      server: pick([1, 2, 4, 9]),
      channel: pick(['x', 'y', '', null]),
      player: next() < 0.05 ? null : Math.floor(next() * 14),
      amount: Math.floor(next() * 100),
      status: pick(['paid', 'paid', 'refunded']),
    }
  }
  const several = (count: number, isTimed: boolean) => Array.from({ length: count }, () => rowAt(isTimed))
  const seen = new Set<string>()
  const enrol = several(60, false).filter(({ game, player }) => {
    const key = `${game} ${player}`
    if (player !== null && seen.has(key)) return false
    seen.add(key)
    return true
  })
  const visit = several(110, true)
  const buy = several(70, true)
  // Costs small enough that some are paid back, some with several rows a day, some of 0.
  const spent = Array.from({ length: 60 }, () => ({
    day: Math.floor(next() * (lastDay + 1)),
    game: pick(['a', 'a', 'b', null]),
    channel: pick(['x', 'y', '', null]),
    cost: pick([0, 0, 5, 20, 60, 200]),
  }))
  return { enrol, visit, buy, spent }
}

const quoted = (value: string | null): string => (value === null ? 'NULL' : `'${value}'`)
const common = ({ game, server, channel, player }: Row): string =>
  `${quoted(game)}, ${server}, ${quoted(channel)}, ${player ?? 'NULL'}`
const timed = (row: Row): string => `'${timeOf(row.time as number)}', '${dateOf(row.day)}', ${common(row)}`

const saysChannel: Says = ({ channel }) => channel
/** A reader without a game sees no names of its servers. */
const saysRegion =
  (games: string[] | null): Says =>
  ({ server }) => {
    const found = servers[server]
    return found && (games === null || games.includes(found.game)) ? found.region : null
  }
const areas: Record<string, string> = { 华东: '东', 华北: '北' }
/** Over a region, that is over two joins. */
const saysArea =
  (games: string[] | null): Says =>
  (row) =>
    areas[String(saysRegion(games)(row, 0))] ?? null
const kinds: Record<string, string> = { x: '商店', y: '广告' }
const saysOrigin: Says = ({ channel }) => (channel === null ? null : (kinds[channel] ?? null))

const farther = { area: 901, origin: 902, areas: 91, role: '来源' }

/** With a table that servers lead to, and channels in a role. */
function withFarther(model: Model): Model {
  const inTable = (id: number, table_id: number, expression: string, role?: string) =>
    makeDimension({
      id,
      name: expression,
      types: 'string',
      table_id,
      cgi_filter: role === undefined,
      info: { expression, ...(role && { role }) },
    })
  const columns = ['region', 'area'].map((name) => ({ name, type: 'VARCHAR', comment: '' }))
  const area = { id: farther.areas, name: '大区表', table_truename: 'dim_area', key_column: 'region' }
  return {
    ...model,
    dimensions: [
      ...model.dimensions,
      inTable(farther.area, farther.areas, 'area'),
      inTable(farther.origin, 2, 'channel_type', farther.role),
    ],
    dimensionTables: [
      ...model.dimensionTables.map((table) =>
        table.id === 1 ? { ...table, joins: [{ dimTableId: farther.areas, column: 'region' }] } : table,
      ),
      { ...area, game_column: null, describe: '', create_time: '' },
    ],
    pointTables: model.pointTables.map((table) => ({
      ...table,
      joins: [...table.joins, { dimTableId: 2, column: 'channel', role: farther.role }],
    })),
    tables: [
      ...model.tables,
      { name: 'dim_area', comment: '', rowCount: 2, updatedAt: '2026-01-01T00:00:00Z', columns },
    ],
  }
}
const saysGame: Says = ({ game }) => game
const saysDay: Says = (_, day) => dateOf(day)
const saysWeek: Says = (_, day) => dateOf(day - ((day + 3) % 7))

interface Setting {
  ids: number[]
  says: (games: string[] | null) => Says[]
  tied: (games: string[] | null) => Says[]
  grain?: ReportInfo['grain']
  byDay?: boolean
  /** By roles and over two joins; tried where games or filters limit them. */
  isFarther?: boolean
  /** The dimensions as a cost says them; null: it lacks them. Absent: as its players. */
  spentBy?: (((spent: Spent) => Cell) | null)[]
}
const settings: Setting[] = [
  { ids: [], says: () => [], tied: () => [] },
  {
    ids: [dims.day],
    says: () => [saysDay],
    tied: () => [],
    byDay: true,
    spentBy: [({ day }) => dateOf(day)],
  },
  {
    ids: [dims.day, dims.game],
    says: () => [saysWeek, saysGame],
    tied: () => [],
    grain: 'week',
    spentBy: [({ day }) => dateOf(day - ((day + 3) % 7)), ({ game }) => game],
  },
  {
    ids: [dims.channel],
    says: () => [saysChannel],
    tied: () => [saysChannel],
    spentBy: [({ channel }) => channel],
  },
  {
    ids: [dims.region, dims.day, dims.channel],
    says: (games) => [saysRegion(games), saysDay, saysChannel],
    tied: (games) => [saysRegion(games), saysChannel],
    byDay: true,
    spentBy: [null, ({ day }) => dateOf(day), ({ channel }) => channel],
  },
  {
    ids: [farther.area, farther.origin],
    says: (games) => [saysArea(games), saysOrigin],
    tied: (games) => [saysArea(games), saysOrigin],
    isFarther: true,
  },
]

const sorted = (rows: Cell[][]): string[] => rows.map((row) => JSON.stringify(rounded(row))).sort()
const rounded = (row: Cell[]): Cell[] =>
  row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 1e9) / 1e9 : cell))

/** A figure of players' value made of the lists behind it; undefined where it is not made of them. */
function worthBehind(lists: Listed[], role: ReportColumn['role']): Cell | undefined {
  const players = lists.find(({ title, table }) => table === '' && !title.startsWith('分子'))
  const sumOf = (name: string, sign: (row: Cell[], columns: string[]) => number = () => 1): number => {
    const list = lists.find(({ columns }) => columns.includes(name))
    const at = list?.columns.indexOf(name) ?? -1
    return (list?.rows ?? []).reduce((sum, row) => sum + sign(row, list?.columns ?? []) * Number(row[at]), 0)
  }
  const paid = () =>
    sumOf('amount', (row, columns) => (row[columns.indexOf('status')] === 'refunded' ? -1 : 1))
  const quotient = (part: number, whole = 0): Cell => (whole === 0 ? null : part / whole)
  // Without players, or without a cost, there is no figure, and nothing behind it.
  if (role === 'size') return players?.total
  if (role === 'earned') return paid() || undefined
  if (role === 'worth') return quotient(paid(), players?.total)
  if (role === 'recovered') return quotient(paid(), sumOf('cost'))
  if (role === 'spent') return sumOf('cost') || undefined
  if (role === 'each') return sumOf('cost') ? quotient(sumOf('cost'), players?.total) : undefined
  return undefined
}

/** More of them: ROUNDS=100 takes two. */
const seeds = Number(process.env.ROUNDS ?? 1) > 1 ? [1, 2] : [1]

describe.each(seeds)('players at random, %i', (seed) => {
  const world = makeWorld(seed)
  const suffix = `_${seed}`
  const buyRow = (row: Row) => `${timed(row)}, ${row.amount}, '${row.status}'`
  beforeAll(async () => {
    const told = Object.entries(areas).map(([region, area]) => `('${region}', '${area}')`)
    await run('CREATE OR REPLACE TABLE dim_area (region VARCHAR, area VARCHAR)')
    await run(`INSERT INTO dim_area VALUES ${told.join(', ')}`)
    await makePlayerTables(
      {
        enrol: world.enrol.map((row) => `'${dateOf(row.day)}', ${common(row)}`),
        visit: world.visit.map(timed),
        buy: world.buy.map(buyRow),
        mail: [],
        tip: [],
        ad: world.spent.map(
          ({ day, game, channel, cost }) => `'${dateOf(day)}', ${quoted(game)}, ${quoted(channel)}, ${cost}`,
        ),
        plainAd: world.spent.map(({ day, cost }) => `'${dateOf(day)}', ${cost}`),
      },
      suffix,
    )
  })

  const cases = settings.flatMap((setting) =>
    [
      { games: null, cutoffHour: 0, filter: null, wanted: null },
      { games: ['a'], cutoffHour: 5, filter: null, wanted: null },
      { games: ['a', 'b'], cutoffHour: 5, filter: '华东', wanted: null },
      { games: null, cutoffHour: 0, filter: '华北', wanted: ['b', 'a'] },
    ]
      .filter(({ filter }) => !setting.isFarther || filter !== null)
      .map((given) => ({ ...setting, ...given })),
  )

  /** Some cells, always others: the players listed behind it are those that it counts, and so are their rows. */
  let turn = seed
  const checkBehind = async (
    info: ReportInfo,
    { columns, total, rows }: { columns: ReportColumn[]; total: Cell[]; rows: Cell[][] },
    model: Model,
    context: Partial<CompileContext>,
  ) => {
    turn += 1
    if (turn % 5 > 0) return
    const row = turn % 3 === 0 ? null : rows[turn % Math.max(rows.length, 1)]
    const cells = row ?? total
    const figures = columns.flatMap(({ kind }, place) => (kind === 'dimension' ? [] : [place]))
    const place = figures[turn % figures.length] as number
    const { key = '', role } = columns[place] ?? {}
    const named = row
      ? Object.fromEntries(
          figures[0] ? row.slice(0, figures[0]).map((cell, at) => [columns[at]?.key, cell]) : [],
        )
      : {}
    const lists = await behind(info, key, named, model, context)
    for (const { rows: listed, total: counted } of lists) expect(listed).toHaveLength(counted)
    if (info.kind === 'ltv') {
      expect(rounded([worthBehind(lists, role) ?? cells[place] ?? null])).toEqual(
        rounded([cells[place] ?? null]),
      )
      return
    }
    const [first, second] = lists.filter(({ table }) => table === '')
    const isRatio = role === 'rate' || role === 'conversion' || role === 'reached' || role === 'share'
    const told =
      isRatio && second ? (second.total === 0 ? null : (first?.total ?? 0) / second.total) : first?.total
    // Where the day has not come there is no figure, and nobody behind it.
    if (role !== undefined)
      expect(rounded([told ?? null])).toEqual(
        rounded([isRatio ? (cells[place] ?? null) : (cells[place] ?? 0)]),
      )
    if (info.kind === 'distribution') return
    const facts = lists.filter(({ table }) => table !== '')
    const players = [first, isRatio ? second : first]
    for (const [at, { columns: names, rows: listed }] of facts.entries()) {
      const identity = info.dims.includes(dims.game) ? ['cgi', 'player_id'] : ['player_id']
      const own = new Set(listed.map((one) => identity.map((name) => one[names.indexOf(name)]).join(' ')))
      expect(own.size).toBe(players[at]?.total)
    }
  }

  it.each(cases)(
    'by $ids, games $games, from hour $cutoffHour, region $filter, game $wanted',
    async (given) => {
      const today = 20
      const question: Question = {
        dims: given.says(given.games),
        tied: given.tied(given.games),
        keep: (row) => given.filter === null || saysRegion(given.games)(row, 0) === given.filter,
        range: [4, 19],
        games: given.games,
        wanted: given.wanted,
        byGame: given.ids.includes(dims.game),
        cutoffHour: given.cutoffHour,
        today,
      }
      const info = {
        dims: given.ids,
        dateRange: { from: dateOf(4), to: dateOf(19) },
        ...(given.grain && { grain: given.grain }),
        filters: [
          ...(given.filter === null ? [] : [{ dim: dims.region, op: 'in' as const, values: [given.filter] }]),
          ...(given.wanted === null ? [] : [{ dim: dims.game, op: 'in' as const, values: given.wanted }]),
        ],
      }
      const context = {
        now: new Date(Date.UTC(2026, 0, 1 + today, 4)),
        games: given.games ?? ('all' as const),
        cutoffHour: given.cutoffHour,
      }
      const check = async (
        asked: Partial<ReportInfo>,
        expected: { total: Cell[]; rows: Cell[][] },
        own = playersModel(suffix),
      ) => {
        const model = withFarther(own)
        const found = await answer(null, { info: { ...info, points: [], ...asked }, model, context })
        const based = [found.total, ...found.rows].map((row, at) => [...row, ...(found.bases[at] ?? [])])
        expect(rounded(based[0] ?? [])).toEqual(rounded(expected.total))
        expect(sorted(based.slice(1))).toEqual(sorted(expected.rows))
        const shown = { ...found, columns: found.compiled.columns }
        await checkBehind({ ...info, points: [], ...asked }, shown, model, context)
      }
      const days = [0, 1, 3, 7]
      const paid = world.buy.filter(({ status }) => status === 'paid')
      const byDay = given.byDay ?? false

      // Enrolment's grain key says one row a player; without it, the same answer by another way.
      const enrolled = retention(world.enrol, world.visit, days, byDay, question)
      const asked = { kind: 'retention', retention: { days } } as const
      await check({ ...asked, points: [followed.enrolled, followed.visitors] }, enrolled)
      const unkeyed = playersModel(suffix, { enrol: { id: facts.enrol, grain_key: [] } })
      await check({ ...asked, points: [followed.enrolled, followed.visitors] }, enrolled, unkeyed)
      await check(
        { ...asked, points: [followed.visitors, followed.buyers] },
        retention(world.visit, paid, days, byDay, question),
      )

      const isIn = (scope: string[] | null, game: string | null): boolean =>
        scope === null || (game !== null && scope.includes(game))
      const valued: Omit<Worth, 'whom' | 'spent'> = {
        revenue: world.buy.map((row) => ({
          row,
          amount: row.status === 'refunded' ? -row.amount : row.amount,
        })),
        spentBy: given.spentBy ?? given.ids.map(() => null),
        keepsSpent: ({ game }) => isIn(given.games, game) && isIn(given.wanted, game),
        days: [1, 2, 5, 9],
        byDay,
      }
      const worthAsked = { kind: 'ltv' as const, ltv: { days: [5, 1, 9, 2] } }
      await check(
        { ...worthAsked, points: [followed.enrolled, followed.net] },
        worth({ ...valued, whom: world.enrol, spent: null }, question),
      )
      // A cost can't be filtered by the region: then there is none.
      const known = given.filter === null ? {} : { spentBy: given.ids.map(() => () => null), isUnknown: true }
      const spent = given.filter === null ? world.spent : []
      for (const [whom, rows] of [
        [followed.enrolled, world.enrol],
        [followed.visitors, world.visit],
      ] as const)
        await check(
          { ...worthAsked, points: [whom, followed.net, followed.cost] },
          worth({ ...valued, ...known, whom: rows, spent }, question),
        )
      if (given.filter === null && given.games === null)
        await check(
          { ...worthAsked, points: [followed.enrolled, followed.net, followed.plainCost] },
          worth(
            {
              ...valued,
              keepsSpent: () => true,
              spentBy: given.ids.map((id, at) =>
                id === dims.day ? (valued.spentBy[at] as (spent: Spent) => Cell) : null,
              ),
              whom: world.enrol,
              spent: world.spent,
            },
            question,
          ),
        )

      const enrol = { rows: world.enrol, isTimed: false }
      const visit = { rows: world.visit, isTimed: true }
      const buy = { rows: paid, isTimed: true }
      for (const windowDays of [0, 4]) {
        const funnels: [number[], (typeof visit)[]][] = [
          [
            [followed.enrolled, followed.visitors, followed.buyers],
            [enrol, visit, buy],
          ],
          [
            [followed.visitors, followed.enrolled, followed.buyers],
            [visit, enrol, buy],
          ],
          [
            [followed.buyers, followed.visitors],
            [buy, visit],
          ],
        ]
        for (const [points, steps] of funnels)
          await check({ kind: 'funnel', points, funnel: { windowDays } }, funnel(steps, windowDays, question))
      }

      const bounds = [10, 50, 90]
      const labels = ['不足 10', '10–50', '50–90', '90 以上', '']
      const isPaid = ({ status }: Row) => status === 'paid'
      const distributed = { kind: 'distribution', distribution: { bounds } } as const
      await check(
        { ...distributed, points: [followed.buyers, followed.refunded] },
        distribution(
          world.buy,
          world.buy,
          bounds,
          {
            counts: isPaid,
            values: (row) => (row.status === 'refunded' ? row.amount : null),
            labels,
          },
          question,
        ),
      )
      await check(
        { ...distributed, points: [followed.visitors, followed.amount] },
        distribution(
          world.visit,
          world.buy,
          bounds,
          { counts: () => true, values: (row) => (isPaid(row) ? row.amount : null), labels },
          question,
        ),
      )
    },
  )
})
