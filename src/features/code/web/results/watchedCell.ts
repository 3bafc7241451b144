// A cell of a result as an alarm would watch it: its column, and what tells its row apart from the others.

import type { CellValue } from '#web/table/types.ts'
import type { QueryFigure } from '#features/alarm/contract.ts'
import type { Run } from '#features/code/contract.ts'
import { isFigure } from './values.ts'

export type WatchedCell = Omit<QueryFigure, 'queryId'>

export const noCell: WatchedCell = { column: null, figure: null, keys: [] }
const mostKeys = 3

/** Games, channels and the like; days only where nothing else tells rows apart. */
function namesOf(columns: Run['columns']): string[] {
  const names = columns.filter((one) => !isFigure(one))
  const texts = names.filter(({ type }) => type !== 'date')
  return (texts.length > 0 ? texts : names).map(({ title }) => title)
}

export function cellOf({ columns, rowCount }: Run, column: number, value: CellValue): WatchedCell {
  const source = columns[column]
  // Where there is one row, nothing tells it apart.
  const keys = (rowCount ?? 0) > 1 ? namesOf(columns).slice(0, mostKeys) : []
  if (!source || !isFigure(source)) return { ...noCell, keys }
  const figure = value === null || value === '' ? Number.NaN : Number(value)
  return { column: source.title, figure: Number.isFinite(figure) ? figure : null, keys }
}
