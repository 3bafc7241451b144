// The ways from a table to dimension tables: over one join, or over two (server → region). Every join leads to one
// row at most, so no way multiplies rows.
//
//   订单 joins 区服表 by server_id, 渠道表 by channel and once more as 注册渠道; 区服表 joins 地区表 by region_id
//     区服表   区服表（server_id）
//     渠道表   渠道表（channel）, 渠道表（reg_channel，注册渠道）
//     地区表   区服表（server_id）→ 地区表（region_id）
//
// A dimension without a role means the way on which no join has one; with a role the way on which a join has it. Where
// that leaves two ways nobody can tell which is meant: it is refused by both.
import type { Dimension, DimensionTable, TableJoin } from './types.ts'

/** Most joins from a fact to a dimension. */
export const mostHops = 2

/** Limit per dimension table: a fact has as many ways as its joins times these. */
export const mostJoinsBetween = 50

export interface Hop extends TableJoin {
  /** Position among its table's joins, from 1. */
  place: number
}
export type Way = readonly Hop[]

type Tables = ReadonlyMap<number, DimensionTable>

/** By target dimension table. No way leads through a table twice. */
export function waysFrom(joins: readonly TableJoin[], tables: Tables): Map<number, Way[]> {
  const found = new Map<number, Way[]>()
  const follow = (before: Way, next: readonly TableJoin[]): void => {
    for (const [index, join] of next.entries()) {
      const { dimTableId } = join
      if (before.some((hop) => hop.dimTableId === dimTableId)) continue
      const way = [...before, { ...join, place: index + 1 }]
      const known = found.get(dimTableId)
      if (known === undefined) found.set(dimTableId, [way])
      else known.push(way)
      if (way.length < mostHops) follow(way, tables.get(dimTableId)?.joins ?? [])
    }
  }
  follow([], joins)
  return found
}

export const rolesOf = (way: Way): string[] => way.flatMap(({ role }) => role ?? [])

/** The ways that a dimension with this role, or without one, may mean. */
export function waysMeant(ways: readonly Way[], role: string | undefined): Way[] {
  return ways.filter((way) => {
    const roles = rolesOf(way)
    return role === undefined ? roles.length === 0 : roles.includes(role)
  })
}

/** The ways by which any fact reaches the dimension; tables that nobody joins have none. */
export function waysToDimension(
  { table_id, info }: Pick<Dimension, 'table_id' | 'info'>,
  facts: Iterable<{ joins: readonly TableJoin[] }>,
  tables: Tables,
): Way[] {
  if (table_id === null) return []
  return [...facts].flatMap(({ joins }) => waysMeant(waysFrom(joins, tables).get(table_id) ?? [], info.role))
}

/** 区服表（server_id）→ 地区表（region_id，所在地区). */
export function wayText(way: Way, tables: Tables): string {
  return way
    .map(({ dimTableId, column, role }) => {
      const by = role === undefined ? column : `${column}，${role}`
      return `${tables.get(dimTableId)?.name ?? `#${dimTableId}`}（${by}）`
    })
    .join(' → ')
}

/** Its roles, in any order. */
function toldBy(way: Way): string {
  const [one = '', other = ''] = rolesOf(way)
  return one < other ? `${one}\0${other}` : `${other}\0${one}`
}

/** Two ways to one dimension table that no role distinguishes; null where each can be chosen. */
export function doubtfulWays(ways: ReadonlyMap<number, Way[]>): [Way, Way] | null {
  for (const list of ways.values()) {
    const known = new Map<string, Way>()
    for (const way of list) {
      const told = toldBy(way)
      const other = known.get(told)
      if (other !== undefined) return [other, way]
      known.set(told, way)
    }
  }
  return null
}

/** Roles that identify a way to a table: of joins to it, and of facts' joins to tables that join it. */
export function rolesTowards(
  id: number,
  facts: readonly { joins: readonly TableJoin[] }[],
  tables: readonly Pick<DimensionTable, 'id' | 'joins'>[],
): string[] {
  const leads = (joins: readonly TableJoin[] = []): TableJoin[] =>
    joins.filter(({ dimTableId }) => dimTableId === id)
  const between = new Set(tables.filter(({ joins }) => leads(joins).length > 0).map((table) => table.id))
  const joins = [
    ...facts.flatMap((fact) =>
      fact.joins.filter(({ dimTableId }) => dimTableId === id || between.has(dimTableId)),
    ),
    ...tables.flatMap((table) => leads(table.joins)),
  ]
  return [...new Set(joins.flatMap(({ role }) => role ?? []))]
}

/**
 * All tables that some joins reach, however far, each with its predecessor on the shortest way; null: none.
 */
export type Farther = ReadonlyMap<number, number | null>

export function fartherFrom(joins: readonly TableJoin[], tables: Tables): Farther {
  const before = new Map<number, number | null>()
  for (const { dimTableId } of joins) before.set(dimTableId, null)
  // A Map iterates over entries added during the loop.
  for (const [id] of before)
    for (const { dimTableId } of tables.get(id)?.joins ?? [])
      if (!before.has(dimTableId)) before.set(dimTableId, id)
  return before
}

/** Ids of the tables on the shortest way to a table, inclusive; null without a way. */
export function chainTo(wanted: number, farther: Farther): number[] | null {
  if (!farther.has(wanted)) return null
  const chain: number[] = []
  for (let at: number | null = wanted; at !== null; at = farther.get(at) ?? null) chain.unshift(at)
  return chain
}
