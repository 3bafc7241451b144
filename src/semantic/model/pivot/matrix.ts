// The answers of a pivot's requests (requests.ts) put together: a tree of row nodes, a tree of column nodes,
// and for each pair the place of its figures in the answers. Places, not copies: a million cells are a
// million integers.
//
//   answer   d1          d4    p2              rows        columns: 'x'   'y'
//            2026-01-01  'x'   30      →       2026-01-01            30    30
//            2026-01-01  'y'   30              2026-01-02            40    –
//            2026-01-02  'x'   40
import type { BaseFigures } from '../shown/bases.ts'
import type { ReportColumn } from '../types.ts'
import type { Axes } from './axes.ts'

export type PivotCell = string | number | boolean | null

/** The parts of a report's answer that a pivot reads. */
export interface PivotTableData {
  columns: ReportColumn[]
  /** One array per column, `rowCount` cells long. */
  data: PivotCell[][]
  rowCount: number
  /** The total, one cell per column. */
  summary: PivotCell[] | null
  /** For each row, the number of dimensions it is grouped by; null without subtotals. */
  levels: number[] | null
  /** For each row, whether it is 其他; null without top-N values. */
  others: boolean[] | null
  /** Figures behind changes, by column key (shown/bases.ts). */
  bases?: BaseFigures<PivotCell> | undefined
}

export interface AxisNode {
  id: number
  /** The number of its axis's dimensions that it is grouped by; 0 is the total. */
  depth: number
  value: PivotCell
  /** 其他: all values outside the top N. */
  isOther: boolean
  parent: AxisNode | null
  children: AxisNode[]
  /** Unique on its axis: `/"安卓"/"x"`, with `*` for 其他. */
  path: string
}

export interface PivotMatrix {
  rows: AxisNode
  columns: AxisNode
  /** The figure columns of the first answer. */
  values: ReportColumn[]
  rowCount: number
  columnCount: number
  /** Whether any answer has a row for this pair; where none has, nothing was counted. */
  has: (row: AxisNode, column: AxisNode) => boolean
  cell: (row: AxisNode, column: AxisNode, value: number) => PivotCell
  /** The figure behind a column's change; undefined where the answer has none. */
  base: (row: AxisNode, column: AxisNode, key: string) => PivotCell | undefined
  /** The nodes of a row of the first answer. */
  nodesOf: (answerRow: number) => { row: AxisNode; column: AxisNode } | null
  rowOf: (path: string) => AxisNode | undefined
  columnOf: (path: string) => AxisNode | undefined
}

/** A place is one integer: the answer's index in the upper bits, the row's in the lower 24. */
const rowBits = 24
const rowMask = 2 ** rowBits - 1
/** Row number that means the answer's summary. */
const summaryRow = rowMask

const other = Symbol('other')

class Axis {
  readonly root: AxisNode = {
    id: 0,
    depth: 0,
    value: null,
    isOther: false,
    parent: null,
    children: [],
    path: '',
  }
  count = 1
  readonly byPath = new Map<string, AxisNode>([['', this.root]])
  private readonly nodes: AxisNode[] = [this.root]
  private readonly below: Map<PivotCell | typeof other, AxisNode>[] = [new Map()]

  child(parent: AxisNode, value: PivotCell, isOther: boolean): AxisNode {
    const below = this.below[parent.id] as Map<PivotCell | typeof other, AxisNode>
    const key = isOther ? other : value
    const known = below.get(key)
    if (known) return known
    const node: AxisNode = {
      id: this.count++,
      depth: parent.depth + 1,
      value: isOther ? null : value,
      isOther,
      parent,
      children: [],
      path: `${parent.path}/${isOther ? '*' : JSON.stringify(value)}`,
    }
    parent.children.push(node)
    below.set(key, node)
    this.below.push(new Map())
    this.byPath.set(node.path, node)
    this.nodes.push(node)
    return node
  }

  byId(id: number | undefined): AxisNode | undefined {
    return id === undefined ? undefined : this.nodes[id]
  }
}

interface PivotAnswer {
  /** The first request's answer, grouped by the row dimensions, then the column dimensions. */
  table: PivotTableData
  parts?: readonly { dims?: readonly number[]; table: PivotTableData }[] | undefined
  /** Dimension of which only the top N values are shown, beside 其他. */
  topDim?: number | undefined
}

/** Thrown for a matrix with more cells (rows × columns) than allowed. */
export class PivotTooLarge extends Error {}

/** Ids of an answer's dimensions, from its column keys `d…`. */
const dimsOf = ({ columns }: Pick<PivotTableData, 'columns'>): number[] =>
  columns.flatMap(({ kind, key }) => (kind === 'dimension' ? [Number(key.slice(1))] : []))

/** Throws PivotTooLarge beyond `mostPlaces` cells (rows × columns, groups and totals included). */
export function matrixOf(
  { table, parts = [], topDim }: PivotAnswer,
  axes: Axes,
  mostPlaces = Number.POSITIVE_INFINITY,
): PivotMatrix {
  const rows = new Axis()
  const columns = new Axis()
  const answers = [table, ...parts.map((part) => part.table)].map((one) => ({
    table: one,
    dims: dimsOf(one),
  }))
  // Columns keep the order of the answer that is grouped by them first, rows that of the first answer.
  if (answers[1]) nameColumns(answers[1], axes, columns, topDim)
  const spots = answers.map((answer) => placesIn(answer, axes, rows, columns, topDim))
  if (rows.count * columns.count > mostPlaces) throw new PivotTooLarge()
  const positions = new Map<number, Int32Array>()
  const width = columns.count
  const put = (row: number, column: number, position: number) => {
    let line = positions.get(row)
    if (!line) {
      line = new Int32Array(width).fill(-1)
      positions.set(row, line)
    }
    if ((line[column] ?? -1) < 0) line[column] = position
  }
  for (const [answer, spot] of spots.entries()) {
    const high = answer * 2 ** rowBits
    if (answers[answer]?.table.summary) put(0, 0, high + summaryRow)
    for (let at = 0; at < spot.rows.length; at++) {
      put(spot.rows[at] as number, spot.columns[at] as number, high + at)
    }
  }
  const values = table.columns.filter(({ kind }) => kind !== 'dimension')
  // For each answer and figure, the figure's column index in the answer.
  const places = answers.map((answer) =>
    values.map(({ key }) => answer.table.columns.findIndex((column) => column.key === key)),
  )
  const positionOf = (row: AxisNode, column: AxisNode) => positions.get(row.id)?.[column.id] ?? -1
  /** The answer with the pair, and its row; null for the answer's summary. */
  const spotOf = (row: AxisNode, column: AxisNode) => {
    const position = positionOf(row, column)
    const answer = Math.floor(position / 2 ** rowBits)
    const found = answers[answer]?.table
    if (position < 0 || !found) return null
    const at = position & rowMask
    return { answer, found, at: at === summaryRow ? null : at }
  }
  return {
    rows: rows.root,
    columns: columns.root,
    values,
    rowCount: rows.count,
    columnCount: columns.count,
    has: (row, column) => positionOf(row, column) >= 0,
    cell: (row, column, value) => {
      const spot = spotOf(row, column)
      const place = spot === null ? -1 : (places[spot.answer]?.[value] ?? -1)
      if (spot === null || place < 0) return null
      const { found, at } = spot
      return (at === null ? found.summary?.[place] : found.data[place]?.[at]) ?? null
    },
    base: (row, column, key) => {
      const spot = spotOf(row, column)
      const told = spot?.found.bases?.[key]
      if (spot === null || told === undefined) return undefined
      return (spot.at === null ? told.total : told.rows[spot.at]) ?? null
    },
    nodesOf: (answerRow) => {
      const row = rows.byId(spots[0]?.rows[answerRow])
      const column = columns.byId(spots[0]?.columns[answerRow])
      return row && column ? { row, column } : null
    },
    rowOf: (path) => rows.byPath.get(path),
    columnOf: (path) => columns.byPath.get(path),
  }
}

interface Answer {
  table: PivotTableData
  dims: readonly number[]
}

/** For each dimension of an answer its cells, and whether it has 其他. */
const stepsOf = ({ table, dims }: Answer, topDim: number | undefined) =>
  dims.map((id) => ({
    id,
    cells: table.data[table.columns.findIndex(({ key }) => key === `d${id}`)] ?? [],
    isRanked: id === topDim,
  }))

function nameColumns(answer: Answer, axes: Axes, columns: Axis, topDim: number | undefined): void {
  const steps = stepsOf(answer, topDim).slice(0, axes.columns.length)
  if (!steps.every(({ id }) => axes.columns.includes(id))) return
  for (let at = 0; at < answer.table.rowCount; at++) {
    const level = answer.table.levels?.[at] ?? answer.dims.length
    if (level > steps.length) continue
    let node = columns.root
    for (const { cells, isRanked } of steps.slice(0, level)) {
      node = columns.child(node, cells[at] ?? null, isRanked && answer.table.others?.[at] === true)
    }
  }
}

/** For each row of an answer the ids of its row node and column node; new nodes are created. */
function placesIn(
  answer: Answer,
  axes: Axes,
  rows: Axis,
  columns: Axis,
  topDim: number | undefined,
): { rows: Int32Array; columns: Int32Array } {
  const { table, dims } = answer
  const steps = stepsOf(answer, topDim).map((step) => ({ ...step, isAcross: axes.columns.includes(step.id) }))
  const rowIds = new Int32Array(table.rowCount)
  const columnIds = new Int32Array(table.rowCount)
  for (let at = 0; at < table.rowCount; at++) {
    const level = table.levels?.[at] ?? dims.length
    let row = rows.root
    let column = columns.root
    for (let depth = 0; depth < level; depth++) {
      const step = steps[depth]
      if (!step) break
      const isOther = step.isRanked && table.others?.[at] === true
      const value = step.cells[at] ?? null
      if (step.isAcross) column = columns.child(column, value, isOther)
      else row = rows.child(row, value, isOther)
    }
    rowIds[at] = row.id
    columnIds[at] = column.id
  }
  return { rows: rowIds, columns: columnIds }
}
