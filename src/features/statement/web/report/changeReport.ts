// `v y`: turns the figure under the cursor into a report of whom its change comes from. Back undoes it.
import { onDimensions } from '#semantic/model/conditions.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { byKey } from '#web/shell/keys/keySentence.ts'
import { showMessage } from '#web/shell/message.ts'
import { change } from './follow.ts'
import { isPlain } from './options/offers.ts'
import { presentInfo, useReport } from './store.ts'
import { narrowedBy, rowConditions } from './table/rowConditions.ts'
import { type CursorCell, cursorCell } from './table/shownTable.ts'

export function showChangeReport(): void {
  const cell = cursorCell()
  const now = presentInfo()
  if (!cell || !now) {
    showMessage({ message: '先在表格里选一个数字', detail: `${byKey('report.enterTable')}进入表格` })
    return
  }
  const point = /^p(-?\d+)/.exec(cell.model.sources[cell.column]?.key ?? '')?.[1]
  if (!isPlain(now) || point === undefined) {
    showMessage({ message: '只有表格里的指标能按维度拆分变化', intent: 'warning' })
    return
  }
  change(changeOf(cell, now, Number(point)), { atOnce: true })
}

/** The row's values become filters; what belongs to a table alone is left out. */
function changeOf(cell: CursorCell, now: ReportInfo, point: number): Partial<ReportInfo> {
  const { params } = useReport.getState()
  const conditions = rowConditions({ model: cell.model, result: cell.result, params, row: cell.row })
  const narrowed = narrowedBy(now, conditions)
  return {
    ...narrowed,
    filters: onDimensions(narrowed.filters ?? now.filters),
    kind: 'change',
    dims: [],
    points: [point],
    order: [],
    columns: undefined,
    chart: undefined,
    compare: now.compare ?? 'previous',
  }
}
