// The columns of a pivot: row dimensions first, then every figure for each column node, with header lines
// above.

import { type FigureColumn, figureKey, nodesTo } from '#semantic/model/pivot/layout.ts'
import type { PivotMatrix } from '#semantic/model/pivot/matrix.ts'
import { linesOf, type NodeTexts, sumText } from '#semantic/model/pivot/nodeText.ts'
import { changeCopy, changeText } from '#semantic/model/shown/changes.ts'
import type { CellValue, TableColumn } from '#web/table/types.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'
import { figureText } from '../formats.ts'
import { isDifference, totalOf } from '../report/table/columns.ts'
import type { PivotView } from './pivotView.ts'

/** The arrow of a change. */
const arrowWidth = 14
/** «整期» before a total that is no sum. */
const wholeWidth = 30
/** The fold mark of a row, and the indent of its children. */
const foldWidth = 18
const indent = 16

export function rowColumn(id: number, at: number, texts: NodeTexts, view: PivotView): TableColumn {
  const sorted = view.sort ? undefined : view.order.find(({ key }) => key === `d${id}`)
  const isTree = at === 0 && view.subtotals && view.axes.rows.length > 1
  return {
    key: `d${id}`,
    title: texts.title(id),
    unit: '',
    align: 'left',
    numeric: false,
    frozen: true,
    format: String,
    ...(isTree && { extraWidth: foldWidth + indent * (view.axes.rows.length - 1) }),
    ...(sorted && { sorted: sorted.desc ? 'desc' : 'asc' }),
  }
}

/** After its figure a title only needs what it adds: «活跃用户 环比» is «环比». */
function titleOf(source: ReportTableColumn, values: readonly ReportTableColumn[]): string {
  const owner = source.of === undefined ? undefined : values.find(({ key }) => key === source.of)
  if (!owner || owner === source || !source.title.startsWith(owner.title)) return source.title
  return source.title.slice(owner.title.length).trimStart() || source.title
}

function formatOf(source: ReportTableColumn): (value: CellValue) => string {
  if (source.role === 'change') return (value) => changeText(value, isDifference(source))
  if (source.role === 'share') return (value) => figureText(value, 'percent', '')
  return (value) => figureText(value, source.format, source.unit)
}

export function figureColumn(
  column: FigureColumn,
  next: FigureColumn | undefined,
  matrix: PivotMatrix,
  texts: NodeTexts,
  view: PivotView,
): TableColumn {
  const { values } = matrix
  const source = values[column.value] as ReportTableColumn
  const { columns } = view.axes
  const lines = linesOf(nodesTo(column.node), texts, columns)
  // A single figure is named above the table, not in each column.
  const isNamed = values.length > 1 || columns.length === 0
  const over = isNamed ? lines : lines.slice(0, -1)
  const key = figureKey(column, values)
  const sorted = view.sort
    ? view.sort.key === key && view.sort
    : column.node.parent
      ? false
      : view.order.find((one) => one.key === key)
  const following = next?.node === column.node ? values[next.value] : undefined
  const base = source.of ?? source.key
  const isChange = source.role === 'change'
  const title = isNamed ? titleOf(source, values) : (lines.findLast((line) => line !== '') ?? sumText)
  return {
    key,
    title,
    unit: isNamed && source.role !== 'share' && (!isChange || isDifference(source)) ? source.unit : '',
    ...(over.length > 0 && { over }),
    align: 'right',
    numeric: !isChange,
    format: formatOf(source),
    ...(totalOf(source) && view.totals && { extraWidth: wholeWidth }),
    ...(isChange && {
      copy: (value: CellValue) => changeCopy(value, isDifference(source)),
      extraWidth: arrowWidth,
    }),
    ...(base !== source.key && { minor: true }),
    fullTitle: [...lines.filter((line) => line !== ''), ...(isNamed ? [source.title] : [])].join(' / '),
    ...(following && (following.of ?? following.key) === base && { paired: true }),
    ...(sorted && { sorted: sorted.desc ? 'desc' : 'asc' }),
  }
}
