// The answers of a pivot's requests as one matrix: a tree of rows, a tree of columns, and where each cell's figures
// stand in the answers. It holds positions, not copies: a million cells are a million integers.
import type { ReportColumn } from '../types.ts'
import type { Axes } from './axes.ts'

export type PivotCell = string | number | boolean | null

/** What a pivot needs of an answer. */
export interface PivotTableData {
  columns: ReportColumn[]
  /** Cells by columns. */
  data: PivotCell[][]
  rowCount: number
  summary: PivotCell[] | null
  levels: number[] | null
  others: boolean[] | null
}

export interface AxisNode {
  id: number
  /** Dimensions that it is grouped by; 0 is the total. */
  depth: number
  value: PivotCell
  /** The rest below the first values. */
  isOther: boolean
  parent: AxisNode | null
  children: AxisNode[]
  /** Names the node among all of its axis. */
  path: string
}

export interface PivotMatrix {
  rows: AxisNode
  columns: AxisNode
  /** Columns of figures, as the first answer has them. */
  values: ReportColumn[]
  rowCount: number
  columnCount: number
  /** Undefined where the answers have no such group: nothing occurs there. */
  has: (row: AxisNode, column: AxisNode) => boolean
  cell: (row: AxisNode, column: AxisNode, value: number) => PivotCell
  rowOf: (path: string) => AxisNode | undefined
  columnOf: (path: string) => AxisNode | undefined
}

/** Positions hold the answer's number above the row's. */
const rowBits = 24
const rowMask = 2 ** rowBits - 1
/** Where a figure stands that no row holds: in an answer's summary. */
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
    return node
  }
}

export interface PivotAnswer {
  /** Rows before columns. */
  table: PivotTableData
  parts?: readonly { dims?: readonly number[]; table: PivotTableData }[] | undefined
  /** Dimension that has the row 其他. */
  topDim?: number | undefined
}

/** A matrix of more places than were allowed. */
export class PivotTooLarge extends Error {}

/** Dimensions that an answer is grouped by: what is gone was left out of it. */
export const dimsOf = ({ columns }: Pick<PivotTableData, 'columns'>): number[] =>
  columns.flatMap(({ kind, key }) => (kind === 'dimension' ? [Number(key.slice(1))] : []))

/** Throws PivotTooLarge beyond `mostPlaces` (rows by columns). */
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
  // Columns stand in the order of the answer that is grouped by them first; rows in that of the whole.
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
  // Where each figure stands among an answer's columns.
  const places = answers.map((answer) =>
    values.map(({ key }) => answer.table.columns.findIndex((column) => column.key === key)),
  )
  const positionOf = (row: AxisNode, column: AxisNode) => positions.get(row.id)?.[column.id] ?? -1
  return {
    rows: rows.root,
    columns: columns.root,
    values,
    rowCount: rows.count,
    columnCount: columns.count,
    has: (row, column) => positionOf(row, column) >= 0,
    cell: (row, column, value) => {
      const position = positionOf(row, column)
      if (position < 0) return null
      const answer = Math.floor(position / 2 ** rowBits)
      const at = position & rowMask
      const place = places[answer]?.[value] ?? -1
      const found = answers[answer]?.table
      if (place < 0 || !found) return null
      return (at === summaryRow ? found.summary?.[place] : found.data[place]?.[at]) ?? null
    },
    rowOf: (path) => rows.byPath.get(path),
    columnOf: (path) => columns.byPath.get(path),
  }
}

interface Answer {
  table: PivotTableData
  dims: readonly number[]
}

/** By dimension of an answer: its cells, and whether its rest is one row. */
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

/** For each row of an answer the nodes of the two axes that it belongs to; makes those that are new. */
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
