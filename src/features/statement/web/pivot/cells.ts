// Key actions on the pivot's cell under the cursor. The view registers the shown pivot.

import type { Axes } from '#semantic/model/pivot/axes.ts'
import { walk } from '#semantic/model/pivot/layout.ts'
import type { AxisNode, PivotMatrix } from '#semantic/model/pivot/matrix.ts'
import type { NodeTexts } from '#semantic/model/pivot/nodeText.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { showMessage } from '#web/shell/message.ts'
import type { CellPosition } from '#web/table/types.ts'
import { change } from '../report/follow.ts'
import { presentInfo, type Result, useReport } from '../report/store.ts'
import { ownDays } from '../report/table/rowConditions.ts'
import { fixedBy, narrowed } from './drill.ts'
import type { PivotTable } from './pivotTable.ts'
import { usePivot } from './store.ts'

export interface ShownPivot {
  info: ReportInfo
  axes: Axes
  matrix: PivotMatrix
  table: PivotTable
  texts: NodeTexts
}

let shown: ShownPivot | null = null

export function showPivot(pivot: ShownPivot): () => void {
  shown = pivot
  return () => {
    if (shown === pivot) shown = null
  }
}

/** The nodes of a cell. A column of row dimensions means its own group, not the whole row. */
function placeOf({ table, matrix }: ShownPivot, { row, column }: CellPosition) {
  const figure = table.figures[column]
  let node: AxisNode = table.rows[row] ?? matrix.rows
  if (!figure) while (node.depth > column + 1 && node.parent) node = node.parent
  return { row: node, column: figure?.node ?? matrix.columns }
}

const isRest = (node: AxisNode): boolean => node.isOther || (node.parent !== null && isRest(node.parent))

function placeToGo(position: CellPosition | null): { row: AxisNode; column: AxisNode } | null {
  if (!shown) return null
  const place = position ? placeOf(shown, position) : { row: shown.matrix.rows, column: shown.matrix.columns }
  if (isRest(place.row) || isRest(place.column)) {
    showMessage({ message: '「其他」是排名以外的全部，不能下钻；可以调大前 N 项', intent: 'warning' })
    return null
  }
  return place
}

/** False where no pivot is shown. */
export function startDrill(kind: 'down' | 'across', position: CellPosition | null): boolean {
  if (!shown) return false
  const place = placeToGo(position)
  if (place) usePivot.setState({ drill: { kind, rowPath: place.row.path, columnPath: place.column.path } })
  return true
}

export function toggleGroup(path: string): void {
  const folded = new Set(usePivot.getState().folded)
  if (!folded.delete(path)) folded.add(path)
  usePivot.setState({ folded })
}

/** Folds the outermost groups that are still open; unfolds all where none is. */
export function toggleAllGroups(): void {
  if (!shown) return
  const depth = presentDepth(shown)
  if (depth < 2 || !shown.info.subtotals) {
    showMessage({ message: '没有可以收起的分组：行上要有两个以上的维度，并显示小计' })
    return
  }
  const { folded } = usePivot.getState()
  const groups = walk(shown.matrix.rows, depth, { groups: true }).filter((node) => node.depth < depth)
  usePivot.setState({ folded: folded.size > 0 ? new Set() : new Set(groups.map(({ path }) => path)) })
}

const presentDepth = ({ table }: ShownPivot) => table.figures.filter((figure) => figure === undefined).length

/** Enter: folds or unfolds a group, drills into a figure. */
export function openPivotCell(position: CellPosition): void {
  if (!shown) return
  const node = shown.table.rows[position.row]
  const figure = shown.table.figures[position.column]
  if (!figure && node && node.children.length > 0 && shown.info.subtotals) toggleGroup(node.path)
  else startDrill('down', position)
}

/** `f`: adds the cell's place as conditions; the report is otherwise unchanged. */
export function filterByPivotCell(position: CellPosition): void {
  const now = presentInfo()
  const place = placeToGo(position)
  if (!shown || !now || !place) return
  const fixed = fixedBy(shown.axes, place.row, place.column, shown.texts)
  if (fixed.length === 0) return
  change(narrowed(now, fixed, ownDays(useReport.getState().params)), { atOnce: true })
}

/** Where a figure of the pivot's answer stands in its table: a mark of the chart leads to its cell. */
export function figureFinder(of: Result, { matrix, table }: Pick<ShownPivot, 'matrix' | 'table'>) {
  const value = (key: string) => matrix.values.findIndex((one) => one.key === key)
  return (result: Result, row: number | null, key: string): CellPosition | null => {
    if (result !== of || row === null) return null
    const nodes = matrix.nodesOf(row)
    const at = nodes ? table.rows.indexOf(nodes.row) : -1
    const column = table.figures.findIndex(
      (figure) => figure?.node === nodes?.column && figure?.value === value(key),
    )
    return at < 0 || column < 0 ? null : { row: at, column }
  }
}
