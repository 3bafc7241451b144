// A pivot matrix as table rows and columns. Totals come first, as everywhere; a group's own row precedes its
// content.

import type { Axes } from '#semantic/model/pivot/axes.ts'
import {
  type FigureColumn,
  figureColumns,
  mostPivotColumns,
  shownRows,
} from '#semantic/model/pivot/layout.ts'
import type { AxisNode, PivotMatrix } from '#semantic/model/pivot/matrix.ts'
import { type NodeTexts, subtotalText, sumText } from '#semantic/model/pivot/nodeText.ts'
import { directionOf } from '#semantic/model/shown/changes.ts'
import { totalOf } from '#semantic/model/shown/columns.ts'
import type { CellValue, TableColumn, TableRowMark } from '#web/table/types.ts'
import { bothClasses, heatClasses, heatScale, isHatched } from '../report/table/heat.ts'
import { figureColumn, rowColumn } from './pivotColumns.ts'
import { headerMarks, pivotMarks } from './pivotMarks.ts'
import type { PivotView } from './pivotView.ts'

export interface PivotTable {
  columns: TableColumn[]
  rows: AxisNode[]
  /** By table column; undefined for those of row dimensions. */
  figures: (FigureColumn | undefined)[]
  cellAt: (row: number, column: number) => CellValue
  cellClass: (row: number, column: number) => string | undefined
  rowMark: (row: number) => TableRowMark | undefined
  summary: string[] | undefined
  /** The values behind the totals' texts. */
  totals: readonly CellValue[]
  /** Number of columns left out. */
  left: number
}

/** The table's row index of the totals. */
const totalsRow = -1

export function pivotTable(matrix: PivotMatrix, texts: NodeTexts, view: PivotView): PivotTable {
  const { axes } = view
  const all = figureColumns(matrix, view)
  const across = all.slice(0, mostPivotColumns)
  const rows = shownRows(matrix, view, all)
  const marksOf = headerMarks(texts, view)
  const columns = [
    ...axes.rows.map((id, at) => rowColumn(id, at, texts, view)),
    ...across.map((column, at) => ({
      ...figureColumn(column, across[at + 1], matrix, texts, view),
      ...marksOf(column.node),
    })),
  ]
  const figures = [...axes.rows.map(() => undefined), ...across]
  const nodeAt = (row: number) => (row === totalsRow ? matrix.rows : (rows[row] ?? matrix.rows))
  const leadText = rowTexts(texts, view)
  const cellAt = (row: number, column: number): CellValue => {
    const figure = figures[column]
    return figure ? matrix.cell(nodeAt(row), figure.node, figure.value) : leadText(nodeAt(row), column)
  }
  const rowMark = pivotMarks(rows, figures, columns, texts, view)
  const heatOf = heatOfPivot(matrix, rows, figures, columns, rowMark, cellAt, view)
  return {
    columns,
    rows,
    figures,
    left: all.length - across.length,
    cellAt,
    cellClass: (row, column) => {
      const node = nodeAt(row)
      const figure = figures[column]
      if (!figure) return leadClass(node, column, view)
      const heat = row === totalsRow ? wholeClass(matrix, figure) : heatOf?.(row, column)
      return bothClasses(figureClass(matrix, node, figure, axes), heat)
    },
    rowMark,
    totals: figures.map((figure) => (figure ? matrix.cell(matrix.rows, figure.node, figure.value) : null)),
    summary: axes.rows.length === 0 || !view.totals ? undefined : summaryOf(matrix, columns, figures),
  }
}

/** A total that is no sum. */
const wholeClass = (matrix: PivotMatrix, { node, value }: FigureColumn) => {
  const source = matrix.values[value]
  const isKnown = source && matrix.cell(matrix.rows, node, value) !== null
  return isKnown && totalOf(source) ? 'data-table-whole' : undefined
}

/** Only for figures that are no sums of others. */
function heatOfPivot(
  matrix: PivotMatrix,
  rows: readonly AxisNode[],
  figures: PivotTable['figures'],
  columns: readonly TableColumn[],
  rowMark: PivotTable['rowMark'],
  cellAt: PivotTable['cellAt'],
  { heat, axes }: PivotView,
) {
  if (!heat) return undefined
  const isPart = (row: number, column: number) =>
    rows[row]?.depth === axes.rows.length &&
    !rows[row].isOther &&
    !isHatched(rowMark(row), columns[column]?.key)
  const scales = figures.map((figure) => {
    const source = figure && matrix.values[figure.value]
    return source && figure.node.depth === axes.columns.length ? heatScale(source) : undefined
  })
  return heatClasses({ heat, rowCount: rows.length, scales, cellAt, isPart })
}

/** The value of each dimension that the row is grouped by, then 小计. */
function rowTexts(texts: NodeTexts, { axes, subtotals }: PivotView) {
  return (node: AxisNode, column: number): CellValue => {
    if (column >= node.depth) return subtotals && column === node.depth ? subtotalText : ''
    let at: AxisNode = node
    while (at.depth > column + 1 && at.parent) at = at.parent
    return texts.of(at, axes.rows[column] ?? 0)
  }
}

/** Values repeated from a group above, and the word 小计, are muted. */
function leadClass({ depth, isOther }: AxisNode, column: number, { subtotals }: PivotView) {
  const isSaid = subtotals && column < depth - 1
  return isSaid || column >= depth || (isOther && column === depth - 1) ? 'data-table-quiet' : undefined
}

function figureClass(
  matrix: PivotMatrix,
  row: AxisNode,
  { node, value }: FigureColumn,
  axes: Axes,
): string | undefined {
  const role = matrix.values[value]?.role
  const isGroup = node.depth < axes.columns.length
  const group = isGroup ? 'pivot-sum' : undefined
  if (role === 'change') {
    const direction = directionOf(matrix.cell(row, node, value))
    const tone = direction === 'none' ? 'data-table-quiet' : `data-table-${direction}`
    return group ? `${group} ${tone}` : tone
  }
  if (role === 'previous' || role === 'share') return group ? `${group} data-table-quiet` : 'data-table-quiet'
  return group
}

const summaryOf = (
  matrix: PivotMatrix,
  columns: readonly TableColumn[],
  figures: PivotTable['figures'],
): string[] =>
  columns.map((column, at) => {
    const figure = figures[at]
    if (!figure) return at === 0 ? sumText : ''
    return column.format(matrix.cell(matrix.rows, figure.node, figure.value))
  })
