// What the home page asks of a saved report: its first points, day by day, over its own conditions.
import { isOpen, leavesOf, onDimensions, withoutOpen } from '#semantic/model/conditions.ts'
import { keptDefinitions, type PointDefinition } from '#semantic/model/definitions.ts'
import { lookupFor } from '#semantic/model/ownFormulas.ts'
import { ReportProblem } from '#semantic/model/problem.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'

/** Today, and two weeks before it: every day of the last week has the same weekday to be held against. */
export const shownDays = 15
export const shownPoints = 3
/** By this hour of the business's clock the day before is expected to be there. */
export const dueHour = 10

export interface HomeQuestion {
  info: ReportInfo
  /** Key of the column of days. */
  dayKey: string
}

/** Conditions on figures hold for the report's own rows, not for whole days. */
export const hasPointConditions = ({ filters }: ReportInfo): boolean =>
  leavesOf(filters).some((filter) => filter.point !== undefined && !isOpen(filter))

/** Null where the report shows nothing by days: cohorts, funnels, tables without figures or dates. */
export function homeQuestion(info: ReportInfo, model: Model, today: string): HomeQuestion | null {
  if ((info.kind ?? 'table') !== 'table' || info.points.length === 0) return null
  const isDay = (id: number) => model.dimensions.some((one) => one.id === id && one.types === 'date')
  const anyFact = model.dimensions.find(
    ({ types, table_id, info: { factTable } }) => types === 'date' && table_id === null && !factTable,
  )
  // The business's own days, whatever other date the report is cut by.
  const day = anyFact?.id ?? info.dims.find(isDay)
  if (day === undefined) return null
  const filters = onDimensions(withoutOpen(info.filters))
  return {
    info: {
      dims: [day],
      points: info.points.slice(0, shownPoints),
      ...(info.formulas && { formulas: info.formulas }),
      dateRange: { from: shiftDay(today, 1 - shownDays), to: today },
      grain: 'day',
      ...(filters.length > 0 && { filters }),
    },
    dayKey: `d${day}`,
  }
}

/** The last business day whose facts were all published after its end; null where none tells when it was. */
export function wholeUntil(
  model: Model,
  info: Pick<ReportInfo, 'points' | 'formulas'>,
  settings: { zone: string; cutoffHour: number },
): string | null {
  const lookup = lookupFor(info, model)
  const definitions = keptDefinitions(lookup)
  const times: string[] = []
  const collect = (definition: PointDefinition): void => {
    if (definition.type === 'leaf') times.push(definition.physical.updatedAt)
    else for (const reference of definition.references.values()) collect(reference)
  }
  for (const id of info.points) {
    const point = lookup.points.get(id)
    try {
      if (point) collect(definitions.define(point))
    } catch (error) {
      // What is wrong with a definition was left out of the figures, too.
      if (!(error instanceof ReportProblem)) throw error
    }
  }
  const oldest = times.sort()[0]
  return oldest === undefined ? null : shiftDay(businessDay(settings, new Date(oldest)), -1)
}

export const openDays = (days: readonly string[], whole: string | null): number =>
  whole === null ? 1 : Math.max(1, days.filter((day) => day > whole).length)

/** The last day with figures, where the day that should be there by this hour is not; null otherwise. */
export function lateSince(
  days: readonly string[],
  points: readonly { values: readonly unknown[] }[],
  hour: number,
): string | null {
  const has = (at: number) => points.some(({ values }) => values[at] !== null && values[at] !== undefined)
  const newest = days.findLastIndex((_, at) => has(at))
  const due = days.length - (hour >= dueHour ? 2 : 3)
  // Nothing within all the days shown: it is not late, it is over.
  return newest >= 0 && newest < due ? (days[newest] ?? null) : null
}
