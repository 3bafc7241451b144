// A report's result in the form for display, on a page or in a message.
import { sharedLabels, withCode } from '#shared/labels.ts'
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
  /** Days with figures that changed after the day was whole. */
  restated?: readonly { day: string }[]
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

/** Beyond so many rows a table is not searched for values that share a label. */
const mostSearched = 200_000

/** Labels that name the code as well where two values in a column have the same one: they would look like one value. */
export function labelsApart(
  columns: readonly Pick<ResultColumn, 'dictId'>[],
  cells: readonly (readonly ResultCell[])[],
  labels: Labels,
): Labels {
  const shared = new Map<number, ReadonlySet<string>>()
  for (const [at, { dictId }] of columns.entries()) {
    const values = cells[at]
    if (dictId === null || !values || values.length > mostSearched) continue
    const known = [...new Set(values)].flatMap((value) =>
      value === null ? [] : (labels(dictId, String(value)) ?? []),
    )
    const same = sharedLabels(known)
    if (same.size > 0) shared.set(dictId, same.union(shared.get(dictId) ?? same))
  }
  if (shared.size === 0) return labels
  return (dictId, code) => {
    const label = labels(dictId, code)
    return label !== undefined && shared.get(dictId)?.has(label) ? withCode(label, code) : label
  }
}
