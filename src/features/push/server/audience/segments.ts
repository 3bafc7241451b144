// Segments: whom of a game's players a task is for, each as a condition of ours over the warehouse.
import type { Deps } from '../../../../server/deps.ts'
import type { WarehouseStatement } from '../../../../server/warehouse/statement.ts'
import { shiftDay } from '../../../../shared/day.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { PushSegment } from '../../contract.ts'
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
  /** What it reads beside the players themselves. */
  reads: readonly PlaceName[]
  /** Over `p`, the players. */
  where(scope: Scope): string | null
}

/** The first of the last days, bound. */
const daysBack = ({ statement, today }: Scope, days: number): string =>
  statement.bind(shiftDay(today, 1 - days), 'date')

const newWithin =
  (days: number): Segment['where'] =>
  (scope) =>
    `p.${scope.place('players').day} >= ${daysBack(scope, days)}`

/** Players whom a table names in the game, of its last days, or ever. */
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

/** Without a log-in of the last days; those who came since can't have been away so long. */
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

export const segmentTitle = (key: string): string => segments[key]?.title ?? key

export function listSegments(deps: Pick<Deps, 'warehouse' | 'settings'>): PushSegment[] {
  return Object.entries(segments).map(([key, { title, description, reads }]) => ({
    key,
    title,
    description,
    problem:
      (['players', ...reads] as const).map((name) => placeOf(deps, name).problem).find((one) => one !== '') ??
      '',
  }))
}

export function cleanSegment(deps: Pick<Deps, 'warehouse' | 'settings'>, key: string): string {
  const known = listSegments(deps).find((one) => one.key === key)
  if (!known) throw new AppError('parameter_wrong', '没有这个人群，请从列表中选择')
  if (known.problem !== '') throw new AppError('parameter_wrong', known.problem)
  return key
}

/** A condition over `p`, the players; null where all are meant. Throws where what it reads is not there. */
export function segmentWhere(
  deps: Pick<Deps, 'warehouse' | 'settings'>,
  key: string,
  scope: Omit<Scope, 'place'>,
): string | null {
  const place: Scope['place'] = (name) => {
    const { place: found, problem } = placeOf(deps, name)
    if (found === null) throw new AppError('parameter_wrong', problem)
    return found
  }
  cleanSegment(deps, key)
  return segments[key]?.where({ ...scope, place }) ?? null
}
