// A mark or row that was chosen in one tile filters the other tiles, until Esc or the next one.
import { periodEnd } from '#semantic/model/shown/periods.ts'
import { type Labels, nameOfValue } from '#semantic/model/shown/result.ts'
import type { ReportCondition } from '#semantic/model/types.ts'
import { valueText } from '#semantic/model/valueText.ts'
import type { Cell, ReportTableColumn } from '#features/statement/contract.ts'
import { grainOfColumn, isDateColumn } from '../report/table/columns.ts'
import { type Cross, useBoard } from './store.ts'
import type { TileFigures } from './tiles/useTileAnswer.ts'

interface Chosen {
  tile: string
  title: string
  figures: TileFigures
  /** Of the table. */
  row: number
  labels: Labels
}

export function crossFrom(chosen: Chosen): void {
  const cross = crossOf(chosen)
  if (!cross) return
  const { cross: present } = useBoard.getState()
  const isSame = present?.tile === cross.tile && present.text === cross.text
  // A second click on the same mark takes it back.
  useBoard.setState({ cross: isSame ? null : cross })
}

/** Null where the row names nothing that others could be filtered by. */
export function crossOf({ tile, title, figures, row, labels }: Chosen): Cross | null {
  const { table, info } = figures
  if (table.others?.[row]) return null
  const filters: ReportCondition[] = []
  const texts: string[] = []
  let range: Cross['range']
  for (const [at, column] of table.columns.entries()) {
    if (column.kind !== 'dimension') continue
    const value = table.data[at]?.[row] ?? null
    if (isDateColumn(column)) {
      if (typeof value !== 'string') continue
      const from = value.slice(0, 10)
      const to = periodEnd(from, grainOfColumn(column, info.grain))
      range = { from, to }
      texts.push(from === to ? from : `${from} – ${to}`)
    } else {
      filters.push(filterOn(Number(column.key.slice(1)), value))
      texts.push(`${column.title} ${textOf(column, value, labels)}`)
    }
  }
  if (filters.length === 0 && !range) return null
  return { tile, from: title, text: texts.join('，'), filters, ...(range && { range }) }
}

const filterOn = (dim: number, value: Cell): ReportCondition =>
  value === null
    ? { dim, op: 'isNull', values: [] }
    : { dim, op: 'in', values: [typeof value === 'number' ? value : String(value)] }

const textOf = (column: ReportTableColumn, value: Cell, labels: Labels): string =>
  (value !== null && nameOfValue(column, String(value), labels)) || valueText(value)

export const dropCross = (): boolean => {
  if (!useBoard.getState().cross) return false
  useBoard.setState({ cross: null })
  return true
}
