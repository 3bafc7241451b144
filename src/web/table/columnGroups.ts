// Columns that belong together, a figure with its change and its share: they move as one.
import type { TableColumn } from './types.ts'

/** Places from `first` to before `end`. */
interface ColumnGroup {
  first: number
  end: number
}

/** The neighbours that belong to the column at a place, itself among them. */
export function groupAt(columns: readonly TableColumn[], place: number): ColumnGroup {
  const group = columns[place]?.group
  let first = place
  let end = place + 1
  if (group === undefined) return { first, end }
  while (columns[first - 1]?.group === group) first--
  while (columns[end]?.group === group) end++
  return { first, end }
}

/** The columns with those at `place` moved before `before`, never between others that belong together. */
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
