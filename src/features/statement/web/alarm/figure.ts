// A report's figure as the starting point of an alarm: its point, and the fact rows it covers.

import { activityOf } from '#semantic/model/activity.ts'
import { figureOfColumn } from '#semantic/model/activityFigures.ts'
import { leavesOf, onDimensions, withoutOpen } from '#semantic/model/conditions.ts'
import type { ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import { newAlarmAddress, type ReportFigure, seedOf } from '#features/alarm/contract.ts'
import type { ReportTable, ReportTableColumn } from '#features/statement/contract.ts'
import { subjectsOf } from '../explain/subjects.ts'
import { withFilter } from '../filters/filters.ts'
import { isDateColumn } from '../report/table/columns.ts'
import { dimensionOf } from '../report/table/rowConditions.ts'

interface Subject {
  table: ReportTable
  info: ReportInfo
  reportId: number | null
  column: ReportTableColumn
  /**
   * The result's rows whose values apply: none for the total, two where a chart's line and place contribute
   * one each.
   */
  rows: readonly number[]
  figure: number | null
}

const roles = new Set(['value', 'previous', 'change', 'share'])
type Role = ReportFigure['role']

/** Undefined for anything but a point's figure: a dimension, a cohort's rate, a row of the rest. */
export function alarmFigureOf({
  table,
  info,
  reportId,
  column,
  rows,
  figure,
}: Subject): ReportFigure | undefined {
  const [point] = subjectsOf(column, info).points
  const activity = info.kind === 'activity' ? figureOfColumn(column.key, activityOf(info)) : undefined
  // The active players of a day are the point's own figure.
  const role = activity || column.role === 'active' ? 'value' : (column.role ?? 'value')
  const kind = info.kind ?? 'table'
  const isOfDays = kind === 'table' || (kind === 'activity' && role === 'value' && column.role !== 'value')
  if (!isOfDays || point === undefined || !roles.has(role)) return undefined
  // Alarms don't know the report's own formulas.
  if (point < 0) return undefined
  if (rows.some((row) => table.others?.[row])) return undefined
  return {
    point,
    role: role as Role,
    figure,
    ...(activity && { activity }),
    grain: info.grain ?? 'day',
    ...(info.compare && { compare: info.compare }),
    reportId,
    filters: rows.reduce<ReportCondition[]>(
      (kept, row) => narrowed(kept, table, info, row),
      conditionsOf(table, info),
    ),
  }
}

/** The report's own conditions, without dates: an alarm moves on with the days. */
function conditionsOf({ columns }: ReportTable, { filters }: ReportInfo): ReportCondition[] {
  const dates = new Set(columns.filter(isDateColumn).map(dimensionOf))
  const isDated = (condition: ReportCondition) =>
    leavesOf([condition]).some(({ dim }) => dim !== undefined && dates.has(dim))
  return withoutOpen(onDimensions(filters)).filter((condition) => !isDated(condition))
}

/** Narrowed by the row's values; a subtotal has fewer. */
function narrowed(
  filters: ReportCondition[],
  { columns, data, levels }: ReportTable,
  { dims }: ReportInfo,
  row: number,
): ReportCondition[] {
  const level = levels?.[row] ?? dims.length
  return columns.reduce<ReportCondition[]>((kept, column, at) => {
    const dim = dimensionOf(column)
    if (dim === 0 || isDateColumn(column) || dims.indexOf(dim) >= level) return kept
    const value = data[at]?.[row] ?? null
    return withFilter(kept, { dim }, { op: 'in', values: [value === null ? null : String(value)] })
  }, filters)
}

export const alarmAddressOf = (figure: ReportFigure): string => newAlarmAddress(seedOf(figure))
