// Builds the explanation request of a pivot's cell: its place on both axes is a row of the report by these
// dimensions.

import type { AxisNode } from '#semantic/model/pivot/matrix.ts'
import type { CellPosition } from '#web/table/types.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'
import type { CellQuestion } from '../explain/question.ts'
import { type Coordinate, showOverlay } from '../explain/store.ts'
import { roleText, subjectsOf } from '../explain/subjects.ts'
import { askedInfo } from '../report/asking/request.ts'
import type { ShownPivot } from './cells.ts'
import { fixedBy } from './drill.ts'

/** Null for a column of a row dimension. `row` is the pivot's; the totals' is negative. */
function pivotQuestion(
  pivot: Pick<ShownPivot, 'info' | 'axes' | 'matrix' | 'table' | 'texts'>,
  reportId: number | null,
  { row, column }: CellPosition,
): { question: CellQuestion; coordinates: Coordinate[] } | null {
  const { info, axes, matrix, table, texts } = pivot
  const figure = table.figures[column]
  const source = figure && (matrix.values[figure.value] as ReportTableColumn | undefined)
  if (!figure || !source) return null
  const down = row < 0 ? matrix.rows : (table.rows[row] ?? matrix.rows)
  const place = fixedBy(axes, down, figure.node, texts)
  const own = new Set(place.map(({ dimension }) => dimension))
  const dims = [...own, ...info.dims.filter((id) => !own.has(id))]
  const rest = place.find(({ node }) => node.isOther)
  const named = place.filter((one) => one !== rest)
  return {
    question: {
      reportId,
      // The place's dimensions come first, as in a table's rows; the grain stays with its date.
      info: {
        ...askedInfo(info),
        dims,
        grainDims: info.grainDims ?? info.dims,
        ...(dims.length > 1 && { subtotals: true }),
      },
      column: source,
      cells: Object.fromEntries(named.map(({ dimension, node }) => [`d${dimension}`, node.value])),
      ...(rest && { except: { key: `d${rest.dimension}`, values: besides(rest.node) } }),
      shown: matrix.cell(down, figure.node, figure.value),
    },
    coordinates: place.map(({ dimension, node }) => ({
      title: texts.title(dimension),
      text: texts.of(node, dimension),
    })),
  }
}

/** Values with places of their own, in any group: the top values are ranked over all. */
function besides({ depth, parent }: AxisNode): AxisNode['value'][] {
  let root = parent
  while (root?.parent) root = root.parent
  let level = root ? [root] : []
  for (let at = 0; at < depth; at++) level = level.flatMap(({ children }) => children)
  return [...new Set(level.filter(({ isOther }) => !isOther).map(({ value }) => value))]
}

/** A figure opens its cell's explanation; a dimension its column's. */
export function explainPivotCell(
  pivot: Parameters<typeof pivotQuestion>[0] & { columns: readonly ReportTableColumn[] },
  reportId: number | null,
  position: CellPosition,
): void {
  const asked = pivotQuestion(pivot, reportId, position)
  if (asked) showOverlay({ kind: 'cell', ...asked })
  else describePivotColumn(pivot, position.column)
}

export function describePivotColumn(
  { info, axes, matrix, table, columns }: Parameters<typeof explainPivotCell>[0],
  at: number,
): void {
  const figure = table.figures[at]
  const source = figure
    ? (matrix.values[figure.value] as ReportTableColumn | undefined)
    : columns.find(({ key }) => key === `d${axes.rows[at]}`)
  if (!source) return
  showOverlay({
    kind: 'column',
    column: source,
    subjects: subjectsOf(source, info),
    role: roleText(source, info),
  })
}
