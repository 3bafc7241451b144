// Marks of a pivot's rows and columns by day: weekends, holidays, unfinished days, restated and doubted ones.

import type { FigureColumn } from '#semantic/model/pivot/layout.ts'
import { nodesTo } from '#semantic/model/pivot/layout.ts'
import type { AxisNode } from '#semantic/model/pivot/matrix.ts'
import type { NodeTexts } from '#semantic/model/pivot/nodeText.ts'
import { isUnfinished, periodEnd } from '#semantic/model/shown/periods.ts'
import type { TableColumn, TableRowMark } from '#web/table/types.ts'
import { dayMarks, marksOfDays } from '../report/table/dayMarks.ts'
import { doubtedDays } from '../report/table/doubts.ts'
import { restatedDays } from '../report/table/restated.ts'
import type { PivotView } from './pivotView.ts'

export function pivotMarks(
  rows: readonly AxisNode[],
  figures: readonly (FigureColumn | undefined)[],
  columns: readonly TableColumn[],
  texts: NodeTexts,
  view: PivotView,
): (row: number) => TableRowMark | undefined {
  const { axes } = view
  const days = axes.rows.flatMap((dimension, column) =>
    texts.isDate(dimension) ? [{ column, markOf: marksOf(dimension, column, texts, view) }] : [],
  )
  const ofDays = marksOfDays(days, (row, at) => {
    const node = rows[row]
    return (node && nodesTo(node)[days[at]?.column ?? -1]?.value) ?? null
  })
  const unfinishedKeys = unfinishedColumns(figures, columns, texts, view)
  const known = new Map<TableRowMark | undefined, [TableRowMark | undefined, TableRowMark]>()
  /** The same object for rows of the same day and kind, because the table compares identity. */
  const markOf = (day: TableRowMark | undefined, subtotal: boolean) => {
    let pair = known.get(day)
    if (!pair) {
      const across = unfinishedKeys.length > 0 ? { unfinishedKeys } : undefined
      const plain = day || across ? { ...day, ...across } : undefined
      pair = [plain, { ...plain, subtotal: true }]
      known.set(day, pair)
    }
    return pair[subtotal ? 1 : 0]
  }
  return (row) => {
    const node = rows[row]
    if (!node) return undefined
    return markOf(ofDays(row), node.depth < axes.rows.length)
  }
}

/** Weekdays and holidays of the days in a column's header, by its lines. */
export function headerMarks(
  texts: NodeTexts,
  view: PivotView,
): (node: AxisNode) => Pick<TableColumn, 'marks'> {
  const lines = view.axes.columns.map((dimension) =>
    texts.isDate(dimension) ? marksOf(dimension, 0, texts, view) : undefined,
  )
  if (lines.every((line) => line === undefined)) return () => ({})
  return (node) => ({ marks: nodesTo(node).map(({ value }, at) => lines[at]?.(value)) })
}

function marksOf(dimension: number, column: number, texts: NodeTexts, view: PivotView) {
  const { today, hour, showWeekday, highLightWeekend, holidays, unfinishedFrom, marks } = view
  return dayMarks([], {
    ...{ showWeekday, highLightWeekend, holidays, today, hour, unfinishedFrom, column },
    isRestated: restatedDays(marks.restated),
    isDoubted: doubtedDays(marks.doubts),
    ...dateOf(dimension, texts),
  })
}

const dateOf = (dimension = 0, texts: NodeTexts) => ({
  grain: texts.grainOf(dimension),
  cuts: texts.cutsOf(dimension),
})

/** Columns of unfinished days and of incomplete periods. */
function unfinishedColumns(
  figures: readonly (FigureColumn | undefined)[],
  columns: readonly TableColumn[],
  texts: NodeTexts,
  { axes, today, hour, unfinishedFrom }: PivotView,
): string[] {
  const dateAt = axes.columns.findIndex(texts.isDate)
  if (dateAt < 0) return []
  const { grain, cuts } = dateOf(axes.columns[dateAt], texts)
  const isHatched = (day: string) =>
    cuts?.[day.slice(0, 10)] !== undefined ||
    (unfinishedFrom === null || grain === 'hour'
      ? isUnfinished(day, grain, today, hour)
      : periodEnd(day, grain) >= unfinishedFrom)
  return figures.flatMap((figure, at) => {
    const day = figure && nodesTo(figure.node)[dateAt]?.value
    const key = columns[at]?.key
    return typeof day === 'string' && key && isHatched(day) ? [key] : []
  })
}
