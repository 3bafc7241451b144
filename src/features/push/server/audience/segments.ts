// Segments: which players of a game a task is for. Built-in ones, each a condition over the warehouse, then
// user-defined ones.

import { segmentOfKey } from '#semantic/model/segments.ts'
import type { Deps } from '#server/deps.ts'
import { readFields } from '#server/objects/fields.ts'
import { gamesOf, hasGame, scopeOf } from '#server/objects/games.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import type { WarehouseStatement } from '#server/warehouse/statement.ts'
import { shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import type { PushSegment } from '#features/push/contract.ts'
import { type Place, type PlaceName, placeOf } from './places.ts'

interface Scope {
  statement: WarehouseStatement
  cgi: string
  /** Business day. */
  today: string
  place: <Name extends PlaceName>(name: Name) => Place<Name>
}

interface Segment {
  title: string
  description: string
  /** Tables it reads in addition to the players'. */
  reads: readonly PlaceName[]
  /** A condition over `p`, the players. */
  where(scope: Scope): string | null
}

/** The first of the last days, as a bound value. */
const daysBack = ({ statement, today }: Scope, days: number): string =>
  statement.bind(shiftDay(today, 1 - days), 'date')

const newWithin =
  (days: number): Segment['where'] =>
  (scope) =>
    `p.${scope.place('players').day} >= ${daysBack(scope, days)}`

/** Players that occur in a table for the game, within its last days, or ever. */
function named(scope: Scope, name: 'logins' | 'orders', isThere: boolean, days?: number): string {
  const { statement, place, cgi } = scope
  const { table, player, game, day } = place(name)
  const conditions = [`${game} = ${statement.bind(cgi, 'text')}`, `${player} IS NOT NULL`]
  if (days !== undefined) conditions.push(`${day} >= ${daysBack(scope, days)}`)
  if (name === 'orders') {
    const { status, paid } = place('orders')
    conditions.push(`${status} = ${statement.bind(paid, 'text')}`)
  }
  const people = `SELECT ${player} FROM ${table} WHERE ${conditions.join(' AND ')}`
  return `p.${place('players').player} ${isThere ? 'IN' : 'NOT IN'} (${people})`
}

const both = (one: string, other: string): string => `${one} AND ${other}`

/** Without a log-in in the last days; players registered since are excluded. */
function silent(scope: Scope, days: number): string {
  const before = `p.${scope.place('players').day} < ${daysBack(scope, days)}`
  return both(before, named(scope, 'logins', false, days))
}

const segments: Readonly<Record<string, Segment>> = {
  all: { title: '全部玩家', description: '注册过的所有玩家', reads: [], where: () => null },
  new1: { title: '今日新增', description: '今天注册的玩家', reads: [], where: newWithin(1) },
  new7: { title: '近 7 天新增', description: '近 7 天（含今天）注册的玩家', reads: [], where: newWithin(7) },
  active7: {
    title: '近 7 天活跃',
    description: '近 7 天（含今天）登录过的玩家',
    reads: ['logins'],
    where: (scope) => named(scope, 'logins', true, 7),
  },
  payers: {
    title: '付费玩家',
    description: '有过付费订单的玩家，退款的订单不算',
    reads: ['orders'],
    where: (scope) => named(scope, 'orders', true),
  },
  payers30: {
    title: '近 30 天付费',
    description: '近 30 天（含今天）有付费订单的玩家',
    reads: ['orders'],
    where: (scope) => named(scope, 'orders', true, 30),
  },
  unpaid7: {
    title: '近 7 天活跃未付费',
    description: '近 7 天登录过、从未付费的玩家',
    reads: ['logins', 'orders'],
    where: (scope) => both(named(scope, 'logins', true, 7), named(scope, 'orders', false)),
  },
  silent14: {
    title: '沉默 14 天',
    description: '14 天前注册、近 14 天没有登录的玩家',
    reads: ['logins'],
    where: (scope) => silent(scope, 14),
  },
  silent30: {
    title: '沉默 30 天',
    description: '30 天前注册、近 30 天没有登录的玩家',
    reads: ['logins'],
    where: (scope) => silent(scope, 30),
  },
  lostPayers14: {
    title: '付费沉默 14 天',
    description: '付费过、近 14 天没有登录的玩家',
    reads: ['logins', 'orders'],
    where: (scope) => both(silent(scope, 14), named(scope, 'orders', true)),
  },
}

type Stores = Pick<Deps, 'warehouse' | 'settings' | 'metadata'>

/** Code for user-defined segments; not loaded at start. */
const own = () => import('./own.ts')

const wrong = (message: string) => new AppError('parameter_wrong', message)

interface Aimed {
  segment: string
  /** Its name when a task chose it. */
  segment_name: string
}

/** Present names, by key. */
export async function segmentTitles(
  db: Db,
  keys: readonly string[],
  aimed: readonly Aimed[] = [],
): Promise<Map<string, string>> {
  const titles = new Map(keys.map((key) => [key, segments[key]?.title ?? key]))
  if (!keys.some((key) => segmentOfKey(key) !== null)) return titles
  const noted = new Map(aimed.map(({ segment, segment_name }) => [segment, segment_name]))
  return new Map([...titles, ...(await (await own()).ownTitles(db, keys, noted))])
}

export async function listSegments(deps: Stores, caller: Caller): Promise<PushSegment[]> {
  const fixed = Object.entries(segments).map(([key, { title, description, reads }]) => ({
    key,
    title,
    description,
    games: '*' as const,
    problem:
      (['players', ...reads] as const).map((name) => placeOf(deps, name).problem).find((one) => one !== '') ??
      '',
  }))
  return [...fixed, ...(await (await own()).listOwn(deps, caller))]
}

/** A segment that the caller may not see answers as a missing one. */
export async function cleanSegment(deps: Stores, caller: Caller, cgi: string, key: string): Promise<string> {
  const known = (await listSegments(deps, caller)).find((one) => one.key === key)
  if (!known) throw wrong('没有这个人群，或已被删除，请从列表中选择')
  const { title, games, problem } = known
  if (problem !== '') throw wrong(segmentOfKey(key) === null ? problem : `人群「${title}」不能选：${problem}`)
  if (!hasGame({ games: scopeOf(games) }, cgi)) {
    const app = (await gamesOf(deps.metadata.db, caller)).find((game) => game.cgi === cgi)?.name ?? cgi
    throw wrong(`人群「${title}」不含应用「${app}」的玩家，请换一个人群或应用`)
  }
  return key
}

/**
 * Runs in the transaction that saves a task: from then on the segment is kept while the task is pending.
 * Returns what to note about it.
 */
export async function holdAim({ metadata: { dialect } }: Stores, db: Db, segment: string): Promise<Aimed> {
  const id = segmentOfKey(segment)
  if (id === null) return { segment, segment_name: '' }
  const held = await readFields({ segment: async () => (await own()).holdOwn(db, dialect, id) })
  return { segment, segment_name: held.segment }
}

/**
 * A condition over `p`, the players; null for all players. Throws where its data is missing, or the reader
 * may not read it.
 */
export async function segmentWhere(
  deps: Stores,
  reader: Caller,
  key: string,
  scope: Omit<Scope, 'place'>,
): Promise<string | null> {
  const place: Scope['place'] = (name) => {
    const { place: found, problem } = placeOf(deps, name)
    if (found === null) throw wrong(problem)
    return found
  }
  const id = segmentOfKey(key)
  if (id !== null) {
    const { statement, cgi } = scope
    const player = statement.text(`p.${place('players').player}`)
    return (await own()).ownWhere(deps, reader, id, { statement, cgi, player })
  }
  const segment = segments[key]
  if (!segment) throw wrong('没有这个人群，请从列表中选择')
  return segment.where({ ...scope, place })
}
