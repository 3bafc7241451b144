// Joins that a table's columns speak for, by their names: proposed with a table, offered in the forms, never made
// unasked.
//
//   a fact with channel, reg_channel („注册渠道“) and 渠道表 by channel
//     → channel → 渠道表, reg_channel → 渠道表（注册渠道）
//   dim_server with region_id, and 地区表 (dim_region) by id or region_id
//     → region_id → 地区表
import { findColumn, kindOfType } from './expression/columns.ts'
import type { DimensionTable, PhysicalTable, TableJoin } from './types.ts'

/** Names that any table may have: alone they don't identify what they are the key of. */
const plainKeys = new Set(['id', 'code', 'key', 'name', 'no'])
const mostRoles = 5
const longestRole = 20

/** The row count does not matter for joins. */
type Columned = Omit<PhysicalTable, 'rowCount'>
type PhysicalOf = (name: string) => Columned | undefined
type Column = PhysicalTable['columns'][number]

/** `ownKey`: The table's own key column, never offered as a join. */
export function likelyJoins(
  table: Columned,
  dimensionTables: readonly Pick<DimensionTable, 'id' | 'table_truename' | 'key_column'>[],
  physicalOf: PhysicalOf,
  ownKey = '',
): TableJoin[] {
  const isOwn = ({ table_truename }: { table_truename: string }): boolean =>
    table_truename.toLowerCase() === table.name.toLowerCase()
  const others = dimensionTables.filter((one) => !isOwn(one))
  const exact = new Map(
    others.flatMap((one) => {
      const column = keysIn(one)
        .map((name) => findColumn(table, name))
        .find((found) => found !== undefined && isKeyOf(found, one, physicalOf))
      return column === undefined || column.name === ownKey ? [] : [[one.id, column] as const]
    }),
  )
  const taken = new Set([ownKey, ...[...exact.values()].map(({ name }) => name)])
  const roles = new Set<string>()
  return others.flatMap((one): TableJoin[] => {
    const plain = exact.get(one.id)
    const further = table.columns
      .filter((column) => !taken.has(column.name) && endsInKey(column.name, one))
      .filter((column) => isKeyOf(column, one, physicalOf))
      .slice(0, mostRoles)
    // A single prefixed column is not proposed: without a second one to tell apart, its prefix may be its
    // meaning.
    const inRoles = plain === undefined && further.length < 2 ? [] : further
    return [
      ...(plain === undefined ? [] : [{ dimTableId: one.id, column: plain.name }]),
      ...inRoles.map((column) => ({ dimTableId: one.id, column: column.name, role: roleOf(column, roles) })),
    ]
  })
}

/** Column names that may reference the table's key. */
function keysIn({
  table_truename,
  key_column,
}: Pick<DimensionTable, 'table_truename' | 'key_column'>): string[] {
  if (!plainKeys.has(key_column.toLowerCase())) return [key_column]
  const short = table_truename.toLowerCase().replace(/^(dim|d)_/, '')
  return [`${short}_${key_column}`, `${short}${key_column}`]
}

const endsInKey = (name: string, table: Pick<DimensionTable, 'table_truename' | 'key_column'>): boolean =>
  keysIn(table).some((key) => name.toLowerCase().endsWith(`_${key.toLowerCase()}`))

function isKeyOf(
  column: Column,
  { table_truename, key_column }: Pick<DimensionTable, 'table_truename' | 'key_column'>,
  physicalOf: PhysicalOf,
): boolean {
  const physical = physicalOf(table_truename)
  const key = physical && findColumn(physical, key_column)
  return key === undefined || kindOfType(key.type) === kindOfType(column.type)
}

/** The column's label, from its comment before any explanation; `known` are the roles so far. */
export function roleOf({ name, comment }: Pick<Column, 'name' | 'comment'>, known: Set<string>): string {
  const told = (comment.split(/[：:，,。；;（(]/, 1)[0] ?? '').trim()
  const isName = told !== '' && told.length <= longestRole
  const role = isName && !known.has(told) ? told : name
  known.add(role)
  return role
}
