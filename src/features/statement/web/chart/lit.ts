// Chart and table light each other up: the row under the pointer is shown at its place in the chart, and the chart's
// place in its rows.
import { create } from 'zustand'
import type { Plot } from '#shared/plot/plot.ts'
import type { Result } from '../report/store.ts'
import { lightRows } from '../report/table/shownTable.ts'

/** The row of the result under the pointer in the table. */
export const useLit = create<{ row: number | null }>(() => ({ row: null }))

/** The chart's place of a row; null where it has none. */
export function placeOfRow({ series }: Plot, row: number | null): number | null {
  if (row === null) return null
  for (const { source } of series) {
    const at = source?.rows.indexOf(row) ?? -1
    if (at >= 0) return at
  }
  return null
}

export const lightPlace = (result: Result, { series }: Plot, at: number | null): void =>
  lightRows(result, at === null ? [] : series.flatMap(({ source }) => source?.rows[at] ?? []))
