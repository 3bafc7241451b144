// The total as a row of a file.
import type { ReportColumn } from '#semantic/model/types.ts'
import type { Cell } from '../resultText.ts'

/** The first dimension's cell says what the row is. */
export function totalRow(chosen: ReportColumn[], cells: Cell[]): Cell[] {
  const first = chosen.findIndex(({ kind }) => kind === 'dimension')
  return cells.map((cell, index) => (index === first ? '合计' : cell))
}
