// Today until an hour beside yesterday until the same hour: the only fair comparison of a day that is not over.
// The hour is the last whole one that all tables concerned had reached when they were published.
//
//   orders published today 10:53   → both sides until 10:00
//   orders published yesterday     → none: of today nothing is known
//   a table of days alone          → its points are left out: their day has no hours

import { keptDefinitions, type LeafDefinition, type PointDefinition } from '#semantic/model/definitions.ts'
import { lookupFor } from '#semantic/model/ownFormulas.ts'
import { ReportProblem } from '#semantic/model/problem.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { type BusinessClock, businessDay, wallClockHour } from '#shared/businessDay.ts'
import { dayNumber, dayText, shiftDay } from '#shared/day.ts'

/** The facts that a point is computed from; none where its definition is faulty. */
export function leavesOfPoint(
  id: number,
  info: Pick<ReportInfo, 'formulas'>,
  model: Model,
): LeafDefinition[] {
  const lookup = lookupFor(info, model)
  const leaves: LeafDefinition[] = []
  const collect = (definition: PointDefinition): void => {
    if (definition.type === 'leaf') leaves.push(definition)
    else for (const reference of definition.references.values()) collect(reference)
  }
  const point = lookup.points.get(id)
  try {
    if (point) collect(keptDefinitions(lookup).define(point))
  } catch (error) {
    // A faulty definition was already left out of the figures.
    if (!(error instanceof ReportProblem)) throw error
  }
  return leaves
}

export interface SoFarQuestion {
  info: ReportInfo
  /** Both sides end before this hour of the clock: `10:00`. */
  until: string
}

/** `asked`: the page's question by days. Null where no point's tables know hours of today. */
export function soFarQuestion(
  asked: ReportInfo,
  model: Model,
  clock: BusinessClock,
  now: Date,
): SoFarQuestion | null {
  const time = model.dimensions.find(
    ({ types, table_id: table, count_quantum: finest, info }) =>
      types === 'time' && table === null && !info.factTable && (finest ?? 'hour') === 'hour',
  )
  if (!time) return null
  const timed = asked.points.flatMap((id) => {
    const leaves = leavesOfPoint(id, asked, model)
    const knowsHours = leaves.length > 0 && leaves.every(({ table }) => table.time_column !== null)
    return knowsHours ? [{ id, leaves }] : []
  })
  const published = timed.flatMap(({ leaves }) =>
    leaves.map(({ physical }) => Date.parse(physical.updatedAt)),
  )
  const oldest = Math.min(now.getTime(), ...published)
  if (timed.length === 0 || !Number.isFinite(oldest)) return null
  const today = businessDay(clock, now)
  const end = wallClockHour(clock.zone, new Date(oldest))
  const start = dayNumber(today) * 24 + clock.cutoffHour
  if (end <= start) return null
  const yesterday = shiftDay(today, -1)
  return {
    until: hourText(end).slice(11),
    info: {
      ...asked,
      points: timed.map(({ id }) => id),
      dateRange: { from: yesterday, to: today },
      filters: [
        ...(asked.filters ?? []),
        {
          any: [
            { dim: time.id, op: 'lt', values: [hourText(end - 24)] },
            { dim: time.id, op: 'between', values: [hourText(start), hourText(end - 1)] },
          ],
        },
      ],
    },
  }
}

/** `2026-11-27 10:00`, from hours since 1970. */
const hourText = (hour: number): string =>
  `${dayText(Math.floor(hour / 24))} ${String(hour % 24).padStart(2, '0')}:00`
