// A report's result as those see it who show it, on a page or in a message.
import type { ReportColumn } from '../types.ts'

export type ResultCell = string | number | boolean | null
export type ResultColumn = ReportColumn

export interface ResultTable {
  columns: readonly ResultColumn[]
  /** Cells by columns: `data[column][row]`. */
  data: readonly (readonly ResultCell[])[]
  rowCount: number
  /** The total, a cell for each column; null without one. */
  summary: readonly ResultCell[] | null
  /** By row: dimensions that it is grouped by; null without subtotals. */
  levels: readonly number[] | null
  /** By row: whether it is the rest below the first values; null without them. */
  others: readonly boolean[] | null
  /** First business day that is not over. */
  unfinishedFrom: string | null
  /** Days that were asked, both included. */
  range: { from: string; to: string } | null
  comparedRange: { from: string; to: string } | null
}

/** What a dictionary calls a code. */
export type Labels = (dictId: number, code: string) => string | undefined

/** What a cell's value is called, by its dictionary or its dimension table; undefined where nothing names it. */
export function nameOfValue(
  { dictId, names }: Pick<ResultColumn, 'dictId' | 'names'>,
  value: string,
  labels: Labels,
): string | undefined {
  const listed = dictId === null ? undefined : labels(dictId, value)
  return listed ?? (names && Object.hasOwn(names, value) ? names[value] : undefined)
}
