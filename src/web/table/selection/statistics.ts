// The selection's statistics for the status line: number of non-empty cells, sum and average of figures.

import { inChunks } from '../chunks.ts'
import type { CellValue, RemoteRows, SelectionStatus, TableColumn } from '../types.ts'
import { ExactSum } from './exactSum.ts'
import type { GridRange } from './selection.ts'
import { totalsRow } from './selection.ts'

/** About a minute's work; beyond this limit the status line says that nothing is counted. */
export const mostCountedCells = 200_000_000
const averageDecimals = 4

export interface CellSource {
  /** Columns in display order. */
  columns: readonly TableColumn[]
  /** Reads a cell by row and displayed column position. */
  read: (row: number, column: number) => CellValue
  countsEmptyTexts?: boolean | undefined
  /** A text that replaces the cell's value. */
  textAt?: ((row: number, column: number) => string | undefined) | undefined
  /** A row's depth, for hierarchical rows. */
  depthOf?: ((row: number) => number) | undefined
}

/** Whether a row would count twice: its children are in the range too, or it is the totals. */
function isRepeated({ depthOf }: CellSource, row: number, { lastRow }: GridRange): boolean {
  if (row === totalsRow) return lastRow > totalsRow
  return depthOf !== undefined && row < lastRow && depthOf(row + 1) > depthOf(row)
}

function isEmptyCell(value: CellValue, countsEmptyTexts = false): boolean {
  return value === null || (value === '' && !countsEmptyTexts)
}

/** Reports a cheap count at once; longer counts report with `pending` in slices until done or aborted. */
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
  // With thousands of columns, a step of one row would make a slice too long.
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

/** Waits for a drag to settle before the server is asked. */
const settleMs = 120

/** The statistics of rows that are not all loaded, counted by the server. */
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
