// A change in the legend: an arrow for the direction; a difference has its unit.

import { changeText, type Direction, directionOf } from '#semantic/model/shown/changes.ts'
import type { Cell, ReportTableColumn } from '#features/statement/contract.ts'
import { emptyText } from '../formats.ts'
import { isDifference } from '../report/table/columns.ts'

interface LegendChange {
  text: string
  direction: Direction
}

export function legendChange(value: Cell, column: ReportTableColumn): LegendChange {
  const difference = isDifference(column)
  const text = changeText(value, difference)
  const direction = directionOf(value)
  return { text: difference && text !== emptyText ? `${text} pp` : text, direction }
}
