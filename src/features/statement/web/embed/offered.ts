// What an embed's reader can narrow by: the dimensions and values that are shared with them, under their names.

import { isFilter } from '#semantic/model/conditions.ts'
import { nameOfValue } from '#semantic/model/shown/result.ts'
import type { ReportCondition, ReportFilter } from '#semantic/model/types.ts'
import { emptyText, valueText } from '#semantic/model/valueText.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'
import type { EmbedFigures } from './useEmbed.ts'

export type Value = ReportFilter['values'][number]

export const isDays = ({ type }: ReportTableColumn): boolean => type === 'date' || type === 'datetime'

/** Days have a control of their own. */
export const offeredColumns = ({ table }: EmbedFigures): ReportTableColumn[] =>
  table.columns.filter((column) => column.kind === 'dimension' && !isDays(column))

export const dimensionOf = ({ key }: ReportTableColumn): number => Number(key.slice(1))

export function offeredValues({ table }: EmbedFigures, { key }: ReportTableColumn): Value[] {
  const at = table.columns.findIndex((column) => column.key === key)
  const others = table.others
  const found = (table.data[at] ?? []).filter((_, row) => !others?.[row]) as Value[]
  // What subtotals leave open is no value.
  return [...new Set(table.levels ? found.filter((value) => value !== null) : found)]
}

export function namesOf({ labels }: EmbedFigures, column: ReportTableColumn): (value: Value) => string {
  const nameOf = (value: string) =>
    nameOfValue(column, value, (dictId: number, code: string) => labels[dictId]?.[code])
  return (value) => (value === null ? emptyText : (nameOf(String(value)) ?? valueText(value)))
}

/** The condition that a dimension's own list of values shows; what says more stands in a control of its own. */
export const chosenFilter = (
  filters: readonly ReportCondition[],
  column: ReportTableColumn,
): ReportFilter | undefined =>
  filters.filter(isFilter).find(({ dim, op }) => op === 'in' && dim === dimensionOf(column))
