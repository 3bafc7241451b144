// The way from a fact to a dimension table, or why there is no single one.
import type { Lookup } from '#semantic/model/lookup.ts'
import type { Dimension, DimensionTable, PointTable } from '#semantic/model/types.ts'
import {
  chainTo,
  type Farther,
  fartherFrom,
  mostHops,
  rolesOf,
  type Way,
  waysFrom,
  waysMeant,
  wayText,
} from '#semantic/model/ways.ts'
import type { FactTable } from './factTable.ts'

interface Led {
  ways: ReadonlyMap<number, Way[]>
  farther: Farther
}
const kept = new WeakMap<Lookup, WeakMap<PointTable, Led>>()

/** Where a point table leads, computed once per model. */
function ledFrom(table: PointTable, lookup: Lookup): Led {
  const known = kept.get(lookup) ?? new WeakMap<PointTable, Led>()
  kept.set(lookup, known)
  const found = known.get(table)
  if (found !== undefined) return found
  const { dimensionTables } = lookup
  const led = {
    ways: waysFrom(table.joins, dimensionTables),
    farther: fartherFrom(table.joins, dimensionTables),
  }
  known.set(table, led)
  return led
}

/** The way that the dimension means, or a text that says why there is none. */
export function wayOf(
  { table: fact }: FactTable,
  { info: { role } }: Pick<Dimension, 'info'>,
  table: DimensionTable,
  lookup: Lookup,
): Way | string {
  const ways = ledFrom(fact, lookup).ways.get(table.id) ?? []
  const meant = waysMeant(ways, role)
  const [way, other] = meant
  const text = (one: Way): string => wayText(one, lookup.dimensionTables)
  if (way === undefined)
    return ways.length === 0 ? noWay(fact, table, lookup) : otherRoles(fact, role, table, ways)
  if (other === undefined) return way
  return `「${fact.name}」有${meant.length === 2 ? '两' : ` ${meant.length} `}条路到维度表「${table.name}」：${text(way)}、${text(other)}${meant.length > 2 ? ' 等' : ''}，不知道该走哪条；请给其中的关联加上角色，并在维度里选它`
}

function noWay(fact: PointTable, table: DimensionTable, lookup: Lookup): string {
  const chain = chainTo(table.id, ledFrom(fact, lookup).farther)
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
