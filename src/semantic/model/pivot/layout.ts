// Which rows and columns of a pivot stand where. A group's own row stands before what is in it.
import type { Axes } from './axes.ts'
import type { AxisNode, PivotMatrix } from './matrix.ts'

/** What a column of figures is: a node across, and which figure. */
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
  /** Paths of groups of rows that are not gone into. */
  folded: ReadonlySet<string>
  /** By one column of the pivot; the report's own order otherwise. */
  sort: PivotSort | null
}

/** Beyond this many a table is not read any more, and slow. */
export const mostPivotColumns = 3000

type Sorted = (children: AxisNode[]) => AxisNode[]
interface Walk {
  /** Also nodes that are not grouped by all dimensions. */
  groups: boolean
  folded?: ReadonlySet<string>
  sorted?: Sorted
}

/** Visible nodes of an axis, groups before what is in them. */
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

/** From below the root to the node itself. */
export function nodesTo(node: AxisNode): AxisNode[] {
  const nodes: AxisNode[] = []
  for (let at: AxisNode | null = node; at?.parent; at = at.parent) nodes.unshift(at)
  return nodes
}

export const figureKey = (column: FigureColumn, values: PivotMatrix['values']): string => {
  const key = values[column.value]?.key ?? ''
  return column.node.parent ? `${key}@${column.node.path}` : key
}

/** The nodes across, each with every figure. */
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
