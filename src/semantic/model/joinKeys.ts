// What two columns of a join are compared as. A text and another type are compared as texts, as they stand: 'x9' stays
// a value that nothing equals, and '02' is not 2.
import { findColumn, kindOfType, type PhysicalColumn } from './expression/columns.ts'
import { exactOfType } from './expression/exact.ts'
import { commonKind } from './expression/kinds.ts'
import type { DimensionTable, Model, PointTable } from './types.ts'

type Typed = Pick<PhysicalColumn, 'type'>

/** Whether a join compares these columns as texts because their types differ. */
export function joinsAsTexts(own: Typed, key: Typed): boolean {
  const [one, other] = [kindOfType(own.type), kindOfType(key.type)]
  if (one === other) return false
  // What isn't known, such as an address, equals a text only as it reads.
  if (one === 'string' || other === 'string') return true
  return commonKind(one, other) === null
}

/** Whether the columns may be joined: of two types of which neither is a text nothing would ever match. */
export const areJoinable = (own: Typed, key: Typed): boolean =>
  !joinsAsTexts(own, key) || [own, key].some(({ type }) => kindOfType(type) === 'string')

/** Whether one is unsigned and the other signed, which ClickHouse does not join where no integer of it holds both. */
export function differInSigns(own: Typed, key: Typed): boolean {
  const [one, other] = [exactOfType(own.type), exactOfType(key.type)]
  if (one.is !== 'integer' || other.is !== 'integer') return false
  const isUnsigned = (bits: number) => bits % 8 === 0
  return isUnsigned(one.bits) !== isUnsigned(other.bits) && Math.max(one.bits, other.bits) >= 63
}

type Joining = Pick<PointTable | DimensionTable, 'table_truename' | 'joins'>

/** Joins of a table that compare texts, each in words, with its place among the table's joins (from 0). */
export function textJoins(
  { table_truename, joins = [] }: Joining,
  { dimensionTables, tables }: Pick<Model, 'dimensionTables' | 'tables'>,
): { place: number; dimTableId: number; text: string }[] {
  const columnOf = (table: string, name: string) => {
    const physical = tables.find((one) => one.name.toLowerCase() === table.toLowerCase())
    return physical && findColumn(physical, name)
  }
  return joins.flatMap(({ dimTableId, column }, place) => {
    const joined = dimensionTables.find(({ id }) => id === dimTableId)
    const own = columnOf(table_truename, column)
    const key = joined && columnOf(joined.table_truename, joined.key_column)
    if (!own || !key || !joinsAsTexts(own, key)) return []
    const text = `列 ${own.name}（${own.type}）与维度表「${joined.name}」的主键 ${key.name}（${key.type}）类型不同，按文本比较`
    return [{ place, dimTableId, text }]
  })
}
