// A row's day and values as conditions, by which `f` and drilling narrow a report.

import { periodEnd } from '#semantic/model/shown/periods.ts'
import type { DateRange, Grain, ReportCondition, ReportFilter, ReportInfo } from '#semantic/model/types.ts'
import type { CellValue } from '#web/table/types.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'
import { isDate, withFilter } from '#features/statement/web/filters/filters.ts'
import type { QueryParams, Result } from '../store.ts'
import { grainOfColumn, isDateColumn } from './columns.ts'
import type { ReportTableModel } from './reportTableModel.ts'

interface Conditions {
  dateRange?: DateRange
  filters: ReportFilter[]
}

/** Dimension id of a column; 0 for figures. */
export const dimensionOf = ({ kind, key }: ReportTableColumn): number =>
  kind === 'dimension' && /^d\d+$/.test(key) ? Number(key.slice(1)) : 0

/** The dimension of the report's own date range: the first date dimension. */
export const ownDays = (params: QueryParams | null): number | undefined => params?.dimensions.find(isDate)?.id

/** The period of a date cell, cut to the requested days (`range`); `range` is null for other date dimensions. */
function daysOfCell(
  value: string,
  grain: Grain,
  range: { from: string; to: string } | null,
): { from: string; to: string } {
  const from = value.slice(0, 10)
  const to = periodEnd(from, grain)
  return range
    ? { from: from < range.from ? range.from : from, to: to > range.to ? range.to : to }
    : { from, to }
}

/** The values with rows of their own, which 其他 excludes. */
function namedValues({ table, info }: Result, column: ReportTableColumn): (string | null)[] {
  const at = table.columns.findIndex(({ key }) => key === column.key)
  const place = info.dims.indexOf(dimensionOf(column))
  const values = new Set<string | null>()
  table.data[at]?.forEach((value, row) => {
    const level = table.levels?.[row] ?? info.dims.length
    if (level > place && !table.others?.[row]) values.add(value === null ? null : String(value))
  })
  return [...values]
}

interface ConditionRequest {
  model: ReportTableModel
  result: Result
  params: QueryParams | null
  row: number
}

/** The condition of one dimension's cell; null where a subtotal has no value in it. */
export function cellCondition(
  { model, result, params, row }: ConditionRequest,
  column: number,
): Conditions | null {
  const source = model.sources[column]
  const dim = source ? dimensionOf(source) : 0
  if (!source || dim === 0) return null
  const { info } = result
  if (info.dims.indexOf(dim) >= model.levelOf(row)) return null
  const value: CellValue = model.cellAt(row, column)
  if (model.isOther(row) && info.top?.dim === dim) {
    return { filters: [{ dim, op: 'notIn', values: namedValues(result, source) }] }
  }
  if (isDateColumn(source) && typeof value === 'string') {
    const own = ownDays(params)
    const isOwn = own === undefined || own === dim
    const days = daysOfCell(value, grainOfColumn(source, info.grain), isOwn ? result.table.range : null)
    if (isOwn) return { dateRange: days, filters: [] }
    return { filters: [{ dim, op: 'between', values: [days.from, days.to] }] }
  }
  return { filters: [{ dim, op: 'in', values: [value === null ? null : String(value)] }] }
}

/** The conditions of all dimensions of a row. */
export function rowConditions(request: ConditionRequest): Conditions {
  const parts = request.model.sources.flatMap((_, column) => cellCondition(request, column) ?? [])
  const dateRange = parts.find((part) => part.dateRange)?.dateRange
  return { ...(dateRange && { dateRange }), filters: parts.flatMap(({ filters }) => filters) }
}

/** The report's filters, with those on the same dimensions replaced by the conditions. */
export const narrowedBy = (info: ReportInfo, { dateRange, filters }: Conditions): Partial<ReportInfo> => ({
  ...(dateRange && { dateRange }),
  ...(filters.length > 0 && {
    filters: filters.reduce<ReportCondition[]>(
      (kept, { dim, op, values }) => withFilter(kept, { ...(dim !== undefined && { dim }) }, { op, values }),
      [...(info.filters ?? [])],
    ),
  }),
})
