// A matrix as the table shows it: which rows and columns stand where, their texts and marks. Totals come first, as
// everywhere; a group's own row stands before what is in it.
import type { Comparison, Grain } from '../../../../semantic/model/types.ts'
import type { CellValue, TableColumn, TableRowMark } from '../../../../web/table/types.ts'
import type { ReportTableColumn } from '../../contract.ts'
import { changeTitle, previousTitle } from '../compareWords.ts'
import type { HolidayMarks } from '../dates/holidays.ts'
import { isUnfinished, weekdayOf, weekdays } from '../dates/periods.ts'
import { figureText } from '../formats.ts'
import type { Axes } from './axes.ts'
import { changeText, changeTone } from './changes.ts'
import type { AxisNode, PivotMatrix } from './matrix.ts'
import { type NodeTexts, nodesTo } from './nodeText.ts'

export interface PivotSort {
  /** Key of a column of the pivot. */
  key: string
  desc: boolean
}

export interface PivotView {
  axes: Axes
  subtotals: boolean
  totals: boolean
  folded: ReadonlySet<string>
  sort: PivotSort | null
  /** The report's own order, for the marks at the headers. */
  order: readonly { key: string; desc: boolean }[]
  compare: Comparison | undefined
  grain: Grain
  today: string
  hour: string
  showWeekday: boolean
  highLightWeekend: boolean
  holidays: HolidayMarks | null
}

/** What a column of figures is: a node across, and which figure. */
export interface FigureColumn {
  node: AxisNode
  value: number
}

export interface PivotTable {
  columns: TableColumn[]
  rows: AxisNode[]
  /** By column of the table; undefined for those of row dimensions. */
  figures: (FigureColumn | undefined)[]
  cellAt: (row: number, column: number) => CellValue
  cellClass: (row: number, column: number) => string | undefined
  rowMark: (row: number) => TableRowMark | undefined
  summary: string[] | undefined
  /** Columns that there was no room for. */
  left: number
}

/** Beyond this many a table is not read any more, and slow. */
const mostColumns = 3000
export const sumText = '合计'
export const subtotalText = '小计'

/** Visible nodes of an axis, groups before what is in them. */
export function walk(
  root: AxisNode,
  depth: number,
  { groups, folded, sorted }: { groups: boolean; folded?: ReadonlySet<string>; sorted?: Sorted },
): AxisNode[] {
  const found: AxisNode[] = []
  const visit = (node: AxisNode) => {
    for (const child of sorted ? sorted(node.children) : node.children) {
      if (child.depth === depth || groups) found.push(child)
      if (child.depth < depth && !(groups && folded?.has(child.path))) visit(child)
    }
  }
  visit(root)
  return found
}
type Sorted = (children: AxisNode[]) => AxisNode[]

/** Siblings by a column's figures; what is empty comes last, 其他 after all. */
function sortedBy(matrix: PivotMatrix, { node, value }: FigureColumn, desc: boolean): Sorted {
  const figure = (row: AxisNode) => {
    const cell = matrix.cell(row, node, value)
    const number = cell === null || cell === '' ? Number.NaN : Number(cell)
    return Number.isNaN(number) ? null : number
  }
  return (children) =>
    children
      .map((child) => ({ child, figure: figure(child) }))
      .sort((one, other) => {
        if (one.child.isOther !== other.child.isOther) return one.child.isOther ? 1 : -1
        if (one.figure === null || other.figure === null)
          return one.figure === other.figure ? 0 : one.figure === null ? 1 : -1
        return desc ? other.figure - one.figure : one.figure - other.figure
      })
      .map(({ child }) => child)
}

export const figureKey = (column: FigureColumn, values: readonly ReportTableColumn[]): string => {
  const key = values[column.value]?.key ?? ''
  return column.node.parent ? `${key}@${column.node.path}` : key
}

/** The nodes across, each with every figure. */
function figureColumns(matrix: PivotMatrix, view: PivotView): FigureColumn[] {
  const { columns } = view.axes
  const nodes =
    columns.length === 0
      ? [matrix.columns]
      : [
          ...(view.totals ? [matrix.columns] : []),
          ...walk(matrix.columns, columns.length, { groups: view.subtotals }),
        ]
  return nodes.flatMap((node) => matrix.values.map((_, value) => ({ node, value })))
}

export function pivotTable(matrix: PivotMatrix, texts: NodeTexts, view: PivotView): PivotTable {
  const { axes } = view
  const all = figureColumns(matrix, view)
  const across = all.slice(0, mostColumns)
  const sortColumn = all.find((column) => figureKey(column, matrix.values) === view.sort?.key)
  const rows =
    axes.rows.length === 0
      ? [matrix.rows]
      : walk(matrix.rows, axes.rows.length, {
          groups: view.subtotals,
          folded: view.folded,
          ...(sortColumn && view.sort && { sorted: sortedBy(matrix, sortColumn, view.sort.desc) }),
        })
  const lead = axes.rows.length
  const columns = [
    ...axes.rows.map((id): TableColumn => rowColumn(id, texts, view)),
    ...across.map((column, at) => figureColumn(column, across[at + 1], matrix, texts, view)),
  ]
  const figures = [...axes.rows.map(() => undefined), ...across]
  const leadText = rowTexts(texts, view)
  const nodeAt = (row: number) => rows[row] as AxisNode
  return {
    columns,
    rows,
    figures,
    left: all.length - across.length,
    cellAt: (row, column) => {
      const figure = figures[column]
      if (figure) return matrix.cell(nodeAt(row), figure.node, figure.value)
      return leadText(nodeAt(row), column)
    },
    cellClass: (row, column) => {
      const node = nodeAt(row)
      const names: string[] = []
      if (node.depth < lead) names.push('pivot-group')
      const figure = figures[column]
      if (!figure) {
        if (column < node.depth - 1) names.push('pivot-again')
        else if (column === node.depth) names.push('pivot-again')
      } else {
        if (figure.node.depth < axes.columns.length) names.push('pivot-group')
        const source = matrix.values[figure.value]
        if (source?.role === 'change') {
          const tone = changeTone(matrix.cell(node, figure.node, figure.value))
          if (tone) names.push(tone)
        }
      }
      return names.length > 0 ? names.join(' ') : undefined
    },
    rowMark: rowMarks(rows, figures, columns, view, texts),
    summary:
      lead === 0 || !view.totals
        ? undefined
        : columns.map((column, at) => {
            const figure = figures[at]
            if (!figure) return at === 0 ? sumText : ''
            const cell = matrix.cell(matrix.rows, figure.node, figure.value)
            return cell === null ? '–' : column.format(cell)
          }),
  }
}

function rowColumn(id: number, texts: NodeTexts, { order }: PivotView): TableColumn {
  const sorted = order.find(({ key }) => key === `d${id}`)
  return {
    key: `d${id}`,
    title: texts.title(id),
    unit: '',
    align: 'left',
    numeric: false,
    frozen: true,
    format: String,
    copy: (value) => String(value ?? '').replace(/^[▸▾] /, ''),
    ...(sorted && { sorted: sorted.desc ? 'desc' : 'asc' }),
  }
}

function figureColumn(
  column: FigureColumn,
  next: FigureColumn | undefined,
  matrix: PivotMatrix,
  texts: NodeTexts,
  view: PivotView,
): TableColumn {
  const source = matrix.values[column.value] as ReportTableColumn
  const several = matrix.values.length > 1
  const depth = view.axes.columns.length
  const path = nodesTo(column.node).map((node, at) => texts.of(node, view.axes.columns[at] ?? 0))
  const lines =
    depth === 0
      ? []
      : Array.from({ length: depth }, (_, at) =>
          at < path.length
            ? (path[at] ?? '')
            : at === path.length
              ? path.length === 0
                ? sumText
                : subtotalText
              : '',
        )
  const key = figureKey(column, matrix.values)
  const own = view.sort?.key === key ? view.sort : view.order.find((one) => one.key === key)
  const sorted = view.sort && view.sort.key !== key ? undefined : own
  const over = several ? lines : lines.slice(0, -1)
  // One figure alone needs no name in each column: what it is stands above the table.
  const title = several || depth === 0 ? figureTitle(source, view.compare) : lastSaid(lines)
  const following = next && next.node === column.node ? matrix.values[next.value] : undefined
  return {
    key,
    title,
    unit: several || depth === 0 ? source.unit : '',
    ...(over.length > 0 && { over }),
    align: 'right',
    numeric: true,
    format: (value) =>
      source.role === 'change' ? changeText(value, source) : figureText(value, source.format, source.unit),
    ...(following?.of !== undefined && following.role !== 'value' && { paired: true }),
    ...(sorted && { sorted: sorted.desc ? 'desc' : 'asc' }),
  }
}

/** What hangs on the figure at its left is named by what it is alone. */
function figureTitle({ role, title }: ReportTableColumn, compare: Comparison | undefined): string {
  if (role === 'change' && compare) return changeTitle(compare)
  if (role === 'previous' && compare) return previousTitle(compare)
  return role === 'share' ? '占比' : title
}

const lastSaid = (lines: readonly string[]) => lines.findLast((line) => line !== '') ?? sumText

/** Texts of the columns of row dimensions: the group's mark, what stands above again and muted, 小计. */
function rowTexts(texts: NodeTexts, { axes, subtotals, folded }: PivotView) {
  const lead = axes.rows.length
  return (node: AxisNode, column: number): CellValue => {
    const depth = node.depth
    if (column >= depth) return subtotals && depth < lead && column === depth ? subtotalText : ''
    let at: AxisNode = node
    while (at.depth > column + 1 && at.parent) at = at.parent
    const text = texts.of(at, axes.rows[column] ?? 0)
    if (column !== depth - 1 || depth === lead || !subtotals) return text
    return `${folded.has(node.path) ? '▸' : '▾'} ${text}`
  }
}

function rowMarks(
  rows: readonly AxisNode[],
  figures: PivotTable['figures'],
  columns: readonly TableColumn[],
  view: PivotView,
  texts: NodeTexts,
) {
  const { axes, grain } = view
  const dateRow = axes.rows.findIndex(texts.isDate)
  const unfinishedKeys = unfinishedColumns(figures, columns, view, texts)
  const across: TableRowMark | undefined = unfinishedKeys.length > 0 ? { unfinishedKeys } : undefined
  if (dateRow < 0) return () => across
  const daily = grain === 'day' || grain === 'hour'
  const known = new Map<string, TableRowMark>()
  const markOf = (day: string): TableRowMark => {
    const date = day.slice(0, 10)
    const holiday = daily ? view.holidays?.(date) : undefined
    const weekday = weekdayOf(date)
    const weekend = holiday === '休' || ((weekday === 0 || weekday === 6) && holiday !== '班')
    return {
      ...across,
      tint: daily && view.highLightWeekend && weekend,
      unfinished: isUnfinished(day, grain, view.today, view.hour),
      ...(grain === 'day' && dateRow === 0 && view.showWeekday && { weekday: weekdays[weekday] as string }),
      ...(grain === 'day' && dateRow === 0 && holiday && { holiday }),
    }
  }
  return (row: number): TableRowMark | undefined => {
    let node = rows[row]
    while (node && node.depth > dateRow + 1) node = node.parent ?? undefined
    const day = node?.depth === dateRow + 1 ? node.value : null
    if (typeof day !== 'string' || day.length < 10) return across
    let mark = known.get(day)
    if (!mark) {
      mark = markOf(day)
      known.set(day, mark)
    }
    return mark
  }
}

/** Columns of days that are not over. */
function unfinishedColumns(
  figures: PivotTable['figures'],
  columns: readonly TableColumn[],
  { axes, grain, today, hour }: PivotView,
  texts: NodeTexts,
): string[] {
  const dateAt = axes.columns.findIndex(texts.isDate)
  if (dateAt < 0) return []
  return figures.flatMap((figure, at) => {
    const day = figure && nodesTo(figure.node)[dateAt]?.value
    const key = columns[at]?.key
    return typeof day === 'string' && key && isUnfinished(day, grain, today, hour) ? [key] : []
  })
}
