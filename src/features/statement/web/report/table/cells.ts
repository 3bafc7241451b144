// What `f` and 看全文 do with the cell under the cursor.

import { showMessage } from '#web/shell/message.ts'
import type { CellPosition } from '#web/table/types.ts'
import { withFilter } from '#features/statement/web/filters/filters.ts'
import { change } from '../follow.ts'
import { presentInfo, type Result, useReport } from '../store.ts'
import { type ReportTableModel, totalsRow } from './reportTableModel.ts'
import { cellCondition, narrowedBy } from './rowConditions.ts'

/** Shows the whole text of a cell that may be truncated. */
export function showText(model: ReportTableModel, { row, column }: CellPosition): void {
  const source = model.columns[column]
  if (!source) return
  const text =
    row === totalsRow
      ? (model.summary?.[column] ?? '')
      : (model.textAt?.(row, column) ?? source.format(model.cellAt(row, column)))
  useReport.setState({ dialog: { kind: 'cell', title: source.fullTitle ?? source.title, text } })
}

const refuse = (message: string) => showMessage({ message, intent: 'warning' })

/** `f`: filters by the cell: a dimension by its value, a date by its period, a figure as a lower bound. */
export function filterByCell(model: ReportTableModel, { row, column }: CellPosition, result: Result): void {
  const source = model.sources[column]
  const now = presentInfo()
  if (!source || !now) return
  if (row === totalsRow) {
    refuse('合计不是某一行的值，不能按它筛选')
    return
  }
  if (source.kind === 'dimension' && source.key.startsWith('d')) {
    const condition = cellCondition({ model, result, params: useReport.getState().params, row }, column)
    if (condition) change(narrowedBy(now, condition), { atOnce: true })
    else refuse('小计行没有这个维度的值')
    return
  }
  const point = /^p(-?\d+)$/.exec(source.key)?.[1]
  if (point === undefined) {
    refuse('这一列由其他数字算出，请在它的指标列上筛选')
    return
  }
  const value = model.cellAt(row, column)
  const bound = Number(value)
  if (value === null || value === '' || !Number.isFinite(bound)) {
    refuse('空值不能作为指标的筛选条件')
    return
  }
  change(
    { filters: withFilter(now.filters, { point: Number(point) }, { op: 'gte', values: [bound] }) },
    { atOnce: true },
  )
}
