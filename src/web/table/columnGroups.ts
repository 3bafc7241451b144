// Groups of columns, such as a figure with its change and its share: they move together.
import type { TableColumn } from './types.ts'

/** Positions from `first` up to but excluding `end`. */
interface ColumnGroup {
  first: number
  end: number
}

/** The group of the column at a position, including the column itself. */
export function groupAt(columns: readonly TableColumn[], place: number): ColumnGroup {
  const group = columns[place]?.group
  let first = place
  let end = place + 1
  if (group === undefined) return { first, end }
  while (columns[first - 1]?.group === group) first--
  while (columns[end]?.group === group) end++
  return { first, end }
}

/** The columns with the group at `place` moved before `before`, never into another group. */
export function movedBefore(
  columns: readonly TableColumn[],
  place: number,
  before: number,
): TableColumn[] | null {
  const { first, end } = groupAt(columns, place)
  if (place >= columns.length || (before >= first && before <= end)) return null
  const target = columns[before] && groupAt(columns, before)
  const splits = target !== undefined && target.first < before
  const edge = splits ? (before > place ? target.end : target.first) : before
  const moved = columns.slice(first, end)
  const left = [...columns.slice(0, first), ...columns.slice(end)]
  left.splice(edge > first ? edge - moved.length : edge, 0, ...moved)
  return left
}
