// Drilling: splits a row's figures by another dimension, filtered to the row's values. Back undoes it.

import { showMessage } from '#web/shell/message.ts'
import type { QueryDimension } from '#features/statement/contract.ts'
import { change } from '../follow.ts'
import { presentInfo, type QueryParams, useReport } from '../store.ts'
import { narrowedBy, rowConditions } from '../table/rowConditions.ts'
import { type CursorCell, cursorCell } from '../table/shownTable.ts'

/** A readable description of the row: 「2026-10-12、iOS」, or 「合计」 for the total. */
export function rowWords({ model, row }: Pick<CursorCell, 'model' | 'row'>): string {
  const level = model.levelOf(row)
  let place = 0
  const words = model.columns.flatMap((column, at) => {
    if (model.sources[at]?.kind !== 'dimension' || place++ >= level) return []
    return [model.textAt?.(row, at) ?? column.format(model.cellAt(row, at))]
  })
  return words.join('、') || '合计'
}

/** Rows of a distribution are ranges of a figure, which no filter on facts can express. */
const hasBuckets = ({ model }: Pick<CursorCell, 'model'>) =>
  model.sources.some(({ role }) => role === 'bucket')

/**
 * Dimensions for drilling into a row, the default first: for a subtotal the dimension of its rows, otherwise
 * the one after the report's last usable dimension.
 */
export function drillTargets(
  cell: Pick<CursorCell, 'model' | 'result' | 'row'>,
  params: QueryParams | null,
): QueryDimension[] {
  const { model, result, row } = cell
  if (hasBuckets(cell)) return []
  const { dims } = result.info
  const level = model.levelOf(row)
  const fixed = dims.slice(0, level)
  const dimensions = params?.dimensions ?? []
  const last = dimensions.findIndex(({ id }) => id === fixed.at(-1))
  const offered = dimensions
    .map((dimension, at) => ({ dimension, after: (at - last + dimensions.length) % dimensions.length }))
    .filter(({ dimension }) => dimension.unreachable === '' && !fixed.includes(dimension.id))
    .sort((one, other) => one.after - other.after)
    .map(({ dimension }) => dimension)
  const next = dims[level]
  return next === undefined
    ? offered
    : [...offered.filter(({ id }) => id === next), ...offered.filter(({ id }) => id !== next)]
}

/** Splits the row by a dimension; the row's values become filters. */
export function drillInto(cell: CursorCell, dimension: number): void {
  const now = presentInfo()
  if (!now) return
  const { params } = useReport.getState()
  const conditions = rowConditions({ model: cell.model, result: cell.result, params, row: cell.row })
  change({ dims: [dimension], ...narrowedBy(now, conditions) }, { atOnce: true })
}

/** `v l`: chooses the dimension in a dialog, with the default preselected. */
export function startDrill(): void {
  const cell = cursorCell()
  if (cell && hasBuckets(cell)) {
    showMessage({ message: '分布的区间不是维度，不能下钻', intent: 'warning' })
  } else if (cell) useReport.setState({ dialog: { kind: 'drill' } })
  else showMessage({ message: '先在表格里选中一行，再下钻' })
}
