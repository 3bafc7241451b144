// The joins along a way (model/ways.ts): each has a source of its own, so that a dimension table in two roles is joined
// twice.
//
//   区服表                                j1        f."server_id" = j1."server_id"
//   渠道表 in its role 注册渠道, the third join     j2r3      f."reg_channel" = j2r3."channel"
//   地区表 through 区服表                  j1_4      j1."region_id" = j1_4."region_id"
import type { PhysicalColumn } from '#semantic/model/expression/columns.ts'
import { differInSigns, joinsAsTexts } from '#semantic/model/joinKeys.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { DimensionTable, PhysicalTable } from '#semantic/model/types.ts'
import type { Hop, Way } from '#semantic/model/ways.ts'
import { asText, binary, counted, field } from '../tree/build.ts'
import { factSource } from '../tree/reached.ts'
import type { Node } from '../tree/tree.ts'
import { type FactTable, requireColumn } from './factTable.ts'

export interface JoinStep {
  source: string
  table: DimensionTable
  physical: PhysicalTable
  /** The referring column, and the key that it equals. */
  own: { source: string; column: PhysicalColumn }
  key: PhysicalColumn
}

/** Source of a dimension table that is read without joins, to list its values. */
export const joinSource = ({ id }: Pick<DimensionTable, 'id'>): string => `j${id}`

/** Source of the table at the end of a way. */
export const sourceOf = (way: Way): string => `j${way.map(sourcePart).join('_')}`

const sourcePart = ({ dimTableId, role, place }: Hop): string =>
  role === undefined ? String(dimTableId) : `${dimTableId}r${place}`

/** Throws if the physical table is missing. */
export function physicalOf(table: DimensionTable, lookup: Lookup): PhysicalTable {
  const physical = lookup.physicalTable(table.table_truename)
  if (physical === undefined)
    throw reportInvalid(`维度表「${table.name}」的数据表 ${table.table_truename} 不存在`, {
      missing: [`表 ${table.table_truename}`],
    })
  return physical
}

/** Throws if a table or column is missing, or a key is not unique. */
export function stepsOf(fact: FactTable, way: Way, lookup: Lookup): JoinStep[] {
  const steps: JoinStep[] = []
  let from = { title: `指标表「${fact.table.name}」`, physical: fact.physical, source: factSource }
  for (const [index, { dimTableId, column: name }] of way.entries()) {
    const table = lookup.dimensionTables.get(dimTableId) as DimensionTable
    const physical = physicalOf(table, lookup)
    const source = sourceOf(way.slice(0, index + 1))
    const own = requireColumn(from.physical, name, `${from.title}的关联列`)
    const key = requireColumn(physical, table.key_column, `维度表「${table.name}」的主键`)
    // The duplicate keys are not named: they may belong to games that the reader may not see.
    if (lookup.duplicateKeys.has(dimTableId))
      throw reportInvalid(
        `维度表「${table.name}」的主键 ${table.key_column} 有重复值，与${from.title}不是多对一，关联后一行会变成几行、重复计算，不能关联`,
      )
    steps.push({ source, table, physical, own: { source: from.source, column: own }, key })
    from = { title: `维度表「${table.name}」`, physical, source }
  }
  return steps
}

/** The reversed join: a row of a table refers to the row of the table that it joins. */
export function leadsTo(
  joining: { table: DimensionTable; physical: PhysicalTable },
  column: string,
  joined: DimensionTable,
  lookup: Lookup,
): Node {
  const own = requireColumn(joining.physical, column, `维度表「${joining.table.name}」的关联列`)
  const key = requireColumn(physicalOf(joined, lookup), joined.key_column, `维度表「${joined.name}」的主键`)
  return equal(sides(joinSource(joining.table), own, joinSource(joined), key))
}

/** The two sides of a join condition: the referring column, and the key. */
interface Sides {
  own: Node
  key: Node
}

export const sidesOf = ({ source, own, key }: JoinStep): Sides => sides(own.source, own.column, source, key)

export const joinCondition = (step: JoinStep): Node => equal(sidesOf(step))

const equal = ({ own, key }: Sides): Node => binary('=', own, key)

/** Compared as texts if only one of the two is a number, and where no integer of ClickHouse holds both. */
function sides(source: string, own: PhysicalColumn, joined: string, key: PhysicalColumn): Sides {
  // By the values themselves: a join shows none.
  const plain = { own: counted(field(source, own)), key: counted(field(joined, key)) }
  const [one, other] = [{ type: own.mask?.type ?? own.type }, { type: key.mask?.type ?? key.type }]
  if (!joinsAsTexts(one, other) && !differInSigns(one, other)) return plain
  return { own: asText(plain.own), key: asText(plain.key) }
}
