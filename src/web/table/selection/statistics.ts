// What the status line says of the selection: cells that are not empty, sum and average of its figures.

import { inChunks } from '../chunks.ts'
import type { CellValue, RemoteRows, SelectionStatus, TableColumn } from '../types.ts'
import { ExactSum } from './exactSum.ts'
import type { GridRange } from './selection.ts'
import { totalsRow } from './selection.ts'

/** About a minute's work; beyond it the status line says so instead. */
export const mostCountedCells = 200_000_000
const averageDecimals = 4

export interface CellSource {
  /** Columns as they are shown. */
  columns: readonly TableColumn[]
  /** Reads a cell by its row and its column as shown. */
  read: (row: number, column: number) => CellValue
  countsEmptyTexts?: boolean | undefined
  /** A text that is more than the cell's value says. */
  textAt?: ((row: number, column: number) => string | undefined) | undefined
  /** Depth of a row whose own rows follow it. */
  depthOf?: ((row: number) => number) | undefined
}

/** A row whose own rows are in the range too would count twice, and so would totals. */
function isRepeated({ depthOf }: CellSource, row: number, { lastRow }: GridRange): boolean {
  if (row === totalsRow) return lastRow > totalsRow
  return depthOf !== undefined && row < lastRow && depthOf(row + 1) > depthOf(row)
}

function isEmptyCell(value: CellValue, countsEmptyTexts = false): boolean {
  return value === null || (value === '' && !countsEmptyTexts)
}

/** Reports at once what is cheap, and goes on in slices with `pending` until all is counted or `signal` aborts. */
export async function countSelection(
  source: CellSource,
  range: GridRange,
  signal: AbortSignal,
  report: (status: SelectionStatus) => void,
): Promise<void> {
  const rows = range.lastRow - range.firstRow + 1
  const columns = range.lastColumn - range.firstColumn + 1
  const sum = new ExactSum()
  let count = 0
  let leftOut = 0
  const status = (pending: boolean, tooMany = false): SelectionStatus => ({
    rows,
    columns,
    count,
    ...figuresOf(sum),
    pending,
    tooMany,
    ...(leftOut > 0 && { leftOut }),
  })
  if (rows * columns > mostCountedCells) return report(status(false, true))
  const numeric = source.columns.map((column) => column.numeric)
  const countRow = (index: number) => {
    if (isRepeated(source, range.firstRow + index, range)) {
      leftOut++
      return
    }
    for (let column = range.firstColumn; column <= range.lastColumn; column++) {
      const value = source.read(range.firstRow + index, column)
      if (isEmptyCell(value, source.countsEmptyTexts)) continue
      count++
      if (numeric[column] && (typeof value === 'number' || typeof value === 'string')) sum.add(value)
    }
  }
  // Rows of thousands of columns must not make a slice long.
  const perCell = columns > 512
  const countOne = (index: number) => {
    const row = range.firstRow + Math.floor(index / columns)
    if (isRepeated(source, row, range)) {
      if (index % columns === 0) leftOut++
      return
    }
    const value = source.read(row, range.firstColumn + (index % columns))
    if (isEmptyCell(value, source.countsEmptyTexts)) return
    count++
    const isNumeric = numeric[range.firstColumn + (index % columns)]
    if (isNumeric && (typeof value === 'number' || typeof value === 'string')) sum.add(value)
  }
  let reportedAt = performance.now()
  const progress = () => {
    if (performance.now() - reportedAt < 100) return
    reportedAt = performance.now()
    report(status(true))
  }
  const steps = perCell ? rows * columns : rows
  if (await inChunks(steps, perCell ? countOne : countRow, signal, progress)) report(status(false))
}

function figuresOf(sum: ExactSum): Pick<SelectionStatus, 'sum' | 'average' | 'sumText' | 'averageText'> {
  if (sum.isEmpty) return { sum: null, average: null, sumText: null, averageText: null }
  const sumText = sum.sumText()
  const averageText = sum.averageText(averageDecimals)
  return { sum: Number(sumText), average: Number(averageText), sumText, averageText }
}

/** Lets a drag settle before the server is asked. */
const settleMs = 120

/** The same of rows that are not all in the browser: the server counts them. */
export async function countRemotely(
  remote: RemoteRows,
  range: GridRange,
  columns: number[],
  signal: AbortSignal,
  report: (status: SelectionStatus) => void,
): Promise<void> {
  const status = {
    rows: range.lastRow - range.firstRow + 1,
    columns: range.lastColumn - range.firstColumn + 1,
    count: 0,
    ...figuresOf(new ExactSum()),
    pending: false,
    tooMany: false,
  }
  report({ ...status, pending: true })
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  if (signal.aborted) return
  try {
    const { firstRow, lastRow } = range
    const { count, sum, average } = await remote.count({ firstRow, lastRow, columns }, signal)
    if (signal.aborted) return
    const number = (text: string | null) => (text === null ? null : Number(text))
    report({
      ...status,
      count,
      sum: number(sum),
      average: number(average),
      sumText: sum,
      averageText: average,
    })
  } catch (error) {
    if (signal.aborted) return
    report({ ...status, problem: error instanceof Error ? error.message : '统计失败' })
  }
}
