// A report's result in the form for display, on a page or in a message.
import type { ReportColumn } from '../types.ts'

export type ResultCell = string | number | boolean | null
export type ResultColumn = ReportColumn

export interface ResultTable {
  columns: readonly ResultColumn[]
  /** Column-wise: `data[column][row]`. */
  data: readonly (readonly ResultCell[])[]
  rowCount: number
  /** The total, one cell per column; null without one. */
  summary: readonly ResultCell[] | null
  /** Per row: the number of dimensions it is grouped by; null without subtotals. */
  levels: readonly number[] | null
  /** Per row: whether it is the rest outside the top values; null without them. */
  others: readonly boolean[] | null
  /** First unfinished business day. */
  unfinishedFrom: string | null
  /** The requested days, both inclusive. */
  range: { from: string; to: string } | null
  comparedRange: { from: string; to: string } | null
}

/** A dictionary's label for a code. */
export type Labels = (dictId: number, code: string) => string | undefined

/** The label of a cell's value, from its dictionary or its dimension table; undefined without one. */
export function nameOfValue(
  { dictId, names }: Pick<ResultColumn, 'dictId' | 'names'>,
  value: string,
  labels: Labels,
): string | undefined {
  const listed = dictId === null ? undefined : labels(dictId, value)
  return listed ?? (names && Object.hasOwn(names, value) ? names[value] : undefined)
}
