// What a reader can narrow by: the shared dimensions and values, with their labels.

import { isFilter } from '#semantic/model/conditions.ts'
import { labelsApart, nameOfValue } from '#semantic/model/shown/result.ts'
import type { ReportCondition, ReportFilter } from '#semantic/model/types.ts'
import { emptyText, valueText } from '#semantic/model/valueText.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'
import type { EmbedFigures } from './useEmbed.ts'

export type Value = ReportFilter['values'][number]

export const isDays = ({ type }: ReportTableColumn): boolean => type === 'date' || type === 'datetime'

/** Days have their own control. */
export const offeredColumns = ({ table }: EmbedFigures): ReportTableColumn[] =>
  table.columns.filter((column) => column.kind === 'dimension' && !isDays(column))

export const dimensionOf = ({ key }: ReportTableColumn): number => Number(key.slice(1))

export function offeredValues({ table }: EmbedFigures, { key }: ReportTableColumn): Value[] {
  const at = table.columns.findIndex((column) => column.key === key)
  const others = table.others
  const found = (table.data[at] ?? []).filter((_, row) => !others?.[row]) as Value[]
  // Blank cells of subtotals are no values.
  return [...new Set(table.levels ? found.filter((value) => value !== null) : found)]
}

export function namesOf(
  { table, labels }: EmbedFigures,
  column: ReportTableColumn,
): (value: Value) => string {
  const own = (dictId: number, code: string) => labels[dictId]?.[code]
  const told = labelsApart(table.columns, table.data, own)
  const nameOf = (value: string) => nameOfValue(column, value, told)
  return (value) => (value === null ? emptyText : (nameOf(String(value)) ?? valueText(value)))
}

/** The condition that a dimension's value list shows; more complex ones have their own control. */
export const chosenFilter = (
  filters: readonly ReportCondition[],
  column: ReportTableColumn,
): ReportFilter | undefined =>
  filters.filter(isFilter).find(({ dim, op }) => op === 'in' && dim === dimensionOf(column))
