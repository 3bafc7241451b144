// The home page's question to a saved report: its first points, day by day, under its own conditions.
import { isOpen, leavesOf, onDimensions, withoutOpen } from '#semantic/model/conditions.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import { leavesOfPoint } from './soFar.ts'

/**
 * Today and two weeks before it, so that every day of the last week can be compared with the same weekday.
 */
export const shownDays = 15
/** More than a card shows: it takes those that no other card has. */
const askedPoints = 5
/** By this hour of the business's clock the previous day's data is expected. */
const dueHour = 10

export interface HomeQuestion {
  info: ReportInfo
  /** Key of the column of days. */
  dayKey: string
}

/** Conditions on figures apply to the report's own rows, not to whole days. */
export const hasPointConditions = ({ filters }: ReportInfo): boolean =>
  leavesOf(filters).some((filter) => filter.point !== undefined && !isOpen(filter))

/** Null where the report has no daily figures: cohorts, funnels, tables without figures or dates. */
export function homeQuestion(info: ReportInfo, model: Model, today: string): HomeQuestion | null {
  if ((info.kind ?? 'table') !== 'table' || info.points.length === 0) return null
  const isDay = (id: number) => model.dimensions.some((one) => one.id === id && one.types === 'date')
  const anyFact = model.dimensions.find(
    ({ types, table_id, info: { factTable } }) => types === 'date' && table_id === null && !factTable,
  )
  // The business day, whatever other date the report is grouped by.
  const day = anyFact?.id ?? info.dims.find(isDay)
  if (day === undefined) return null
  const filters = onDimensions(withoutOpen(info.filters))
  return {
    info: {
      dims: [day],
      points: info.points.slice(0, askedPoints),
      ...(info.formulas && { formulas: info.formulas }),
      dateRange: { from: shiftDay(today, 1 - shownDays), to: today },
      grain: 'day',
      ...(filters.length > 0 && { filters }),
    },
    dayKey: `d${day}`,
  }
}

/** The last business day after whose end all facts were published; null where unknown. */
export function wholeUntil(
  model: Model,
  info: Pick<ReportInfo, 'points' | 'formulas'>,
  settings: { zone: string; cutoffHour: number },
): string | null {
  const leaves = info.points.flatMap((id) => leavesOfPoint(id, info, model))
  const times = leaves.map(({ physical }) => physical.updatedAt)
  const oldest = times.sort()[0]
  return oldest === undefined ? null : shiftDay(businessDay(settings, new Date(oldest)), -1)
}

export const openDays = (days: readonly string[], whole: string | null): number =>
  whole === null ? 1 : Math.max(1, days.filter((day) => day > whole).length)

/** The last day with figures, where the expected day is missing at this hour; null otherwise. */
export function lateSince(
  days: readonly string[],
  points: readonly { values: readonly unknown[] }[],
  hour: number,
): string | null {
  const has = (at: number) => points.some(({ values }) => values[at] !== null && values[at] !== undefined)
  const newest = days.findLastIndex((_, at) => has(at))
  const due = days.length - (hour >= dueHour ? 2 : 3)
  // Nothing within all shown days: not late, but discontinued.
  return newest >= 0 && newest < due ? (days[newest] ?? null) : null
}
