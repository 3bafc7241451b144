// Which rows and columns of a pivot are shown, in which order. The row of a group stands before the rows
// within it:
//
//   安卓          ← group (depth 1), shown with subtotals
//     应用商店     ← depth 2
//     广告
//   iOS          ← a folded group hides what is within it
import type { Axes } from './axes.ts'
import type { AxisNode, PivotMatrix } from './matrix.ts'

/** One column of figures: a node of the column axis, and the figure's index in `PivotMatrix.values`. */
export interface FigureColumn {
  node: AxisNode
  value: number
}

export interface PivotSort {
  /** Key of a column of the pivot. */
  key: string
  desc: boolean
}

export interface PivotLayout {
  axes: Axes
  subtotals: boolean
  totals: boolean
  /** Paths (AxisNode.path) of row groups whose inner rows are hidden. */
  folded: ReadonlySet<string>
  /** Null: rows are in the report's own order. */
  sort: PivotSort | null
}

/** More columns make a table slow, and nobody reads them. */
export const mostPivotColumns = 3000

type Sorted = (children: AxisNode[]) => AxisNode[]
interface Walk {
  /** Whether groups (nodes above the deepest level) are shown, too. */
  groups: boolean
  folded?: ReadonlySet<string>
  sorted?: Sorted
}

/** The visible nodes of an axis in order; `depth` is the number of its dimensions. */
export function walk(root: AxisNode, depth: number, { groups, folded, sorted }: Walk): AxisNode[] {
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

/** The path to a node: its ancestors from depth 1 down, then the node. Empty for the root. */
export function nodesTo(node: AxisNode): AxisNode[] {
  const nodes: AxisNode[] = []
  for (let at: AxisNode | null = node; at?.parent; at = at.parent) nodes.unshift(at)
  return nodes
}

export const figureKey = (column: FigureColumn, values: PivotMatrix['values']): string => {
  const key = values[column.value]?.key ?? ''
  return column.node.parent ? `${key}@${column.node.path}` : key
}

/** All columns of figures: each node of the column axis times each figure; the total's first, if shown. */
export function figureColumns(matrix: PivotMatrix, { axes, totals, subtotals }: PivotLayout): FigureColumn[] {
  const { columns } = axes
  const inside = walk(matrix.columns, columns.length, { groups: subtotals })
  const nodes = columns.length === 0 ? [matrix.columns] : [...(totals ? [matrix.columns] : []), ...inside]
  return nodes.flatMap((node) => matrix.values.map((_, value) => ({ node, value })))
}

export function shownRows(
  matrix: PivotMatrix,
  layout: PivotLayout,
  all: readonly FigureColumn[],
): AxisNode[] {
  const { axes, sort, subtotals, folded } = layout
  if (axes.rows.length === 0) return [matrix.rows]
  const by = sort && all.find((column) => figureKey(column, matrix.values) === sort.key)
  return walk(matrix.rows, axes.rows.length, {
    groups: subtotals,
    folded,
    ...(by && { sorted: sortedBy(matrix, by, sort.desc) }),
  })
}

/** Sorts siblings by their figures in one column; null figures come last, followed by 其他. */
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
