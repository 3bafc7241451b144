// Which way a fact takes to a dimension table, or why it has none that can be meant.
import type { Lookup } from '../model/lookup.ts'
import type { Dimension, DimensionTable, PointTable } from '../model/types.ts'
import { chainTo, mostHops, rolesOf, type Way, waysFrom, waysMeant, wayText } from '../model/ways.ts'
import type { FactTable } from './factTable.ts'

const kept = new WeakMap<Lookup, WeakMap<PointTable, Map<number, Way[]>>>()

/** All ways of a point table by the dimension tables that they lead to, found once for each model. */
function waysOf(table: PointTable, lookup: Lookup): Map<number, Way[]> {
  const known = kept.get(lookup) ?? new WeakMap<PointTable, Map<number, Way[]>>()
  kept.set(lookup, known)
  const ways = known.get(table) ?? waysFrom(table.joins, lookup.dimensionTables)
  known.set(table, ways)
  return ways
}

/** The one way that the dimension means; a text says why there is none. */
export function wayOf(
  { table: fact }: FactTable,
  { info: { role } }: Pick<Dimension, 'info'>,
  table: DimensionTable,
  lookup: Lookup,
): Way | string {
  const ways = waysOf(fact, lookup).get(table.id) ?? []
  const meant = waysMeant(ways, role)
  const [way, other] = meant
  const text = (one: Way): string => wayText(one, lookup.dimensionTables)
  if (way === undefined)
    return ways.length === 0 ? noWay(fact, table, lookup) : otherRoles(fact, role, table, ways)
  if (other === undefined) return way
  return `「${fact.name}」有${meant.length === 2 ? '两' : ` ${meant.length} `}条路到维度表「${table.name}」：${text(way)}、${text(other)}${meant.length > 2 ? ' 等' : ''}，不知道该走哪条；请给其中的关联加上角色，并在维度里选它`
}

function noWay(fact: PointTable, table: DimensionTable, lookup: Lookup): string {
  const chain = chainTo(fact.joins, table.id, lookup.dimensionTables)
  if (chain === null) return `「${fact.name}」没有关联维度表「${table.name}」`
  const names = chain.map((id) => lookup.dimensionTables.get(id)?.name ?? `#${id}`)
  return `「${fact.name}」到维度表「${table.name}」要关联 ${chain.length} 次（${names.join(' → ')}），最多 ${mostHops} 次`
}

function otherRoles(fact: PointTable, role: string | undefined, table: DimensionTable, ways: Way[]): string {
  const roles = [...new Set(ways.flatMap(rolesOf))].map((one) => `「${one}」`).join('、')
  if (role === undefined)
    return `「${fact.name}」只以角色${roles}关联维度表「${table.name}」，请在维度里选一个角色`
  const known = roles === '' ? '只有没有角色的关联' : `角色有${roles}`
  return `「${fact.name}」没有以角色「${role}」关联维度表「${table.name}」，${known}`
}
