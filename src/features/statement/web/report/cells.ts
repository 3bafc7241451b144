// What Enter and `f` do with the cell under the cursor.
import type { ReportInfo } from '../../../../semantic/model/types.ts'
import { showMessage } from '../../../../web/shell/message.ts'
import type { CellPosition } from '../../../../web/table/types.ts'
import { periodEnd } from '../dates/periods.ts'
import { withFilter } from '../filters/filters.ts'
import { change } from './follow.ts'
import { presentInfo, useReport } from './store.ts'
import type { TableModel } from './tableModel.ts'

/** Enter: the whole of a cell that the column cuts. */
export function openCell(model: TableModel, { row, column }: CellPosition): void {
  const source = model.columns[column]
  if (!source) return
  const text = source.format(model.cellAt(row, column))
  useReport.setState({ dialog: { kind: 'cell', title: source.title, text } })
}

/** `f`: a dimension by its value, a date by its period, a figure as a lower bound. */
export function filterByCell(model: TableModel, { row, column }: CellPosition, shown: ReportInfo): void {
  const source = model.sources[column]
  const now = presentInfo()
  if (!source || !now) return
  const value = model.cellAt(row, column)
  const id = Number(source.key.slice(1))
  const isDay = source.kind === 'dimension' && (source.type === 'date' || source.type === 'datetime')
  if (isDay && typeof value === 'string') {
    const from = value.slice(0, 10)
    change({ dateRange: { from, to: periodEnd(from, shown.grain ?? 'day') } }, { atOnce: true })
    return
  }
  if (source.kind === 'dimension') {
    const values = [value === null ? null : String(value)]
    change({ filters: withFilter(now.filters, { dim: id }, { op: 'in', values }) }, { atOnce: true })
    return
  }
  const bound = Number(value)
  if (value === null || value === '' || !Number.isFinite(bound)) {
    showMessage({ message: '空值不能作为指标的筛选条件', intent: 'warning' })
    return
  }
  change(
    { filters: withFilter(now.filters, { point: id }, { op: 'gte', values: [bound] }) },
    { atOnce: true },
  )
}
