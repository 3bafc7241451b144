// Daily figures as series: read through the report engine, so that they are those of reports.

import type { DayValue } from '#forecast/index.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model, Point, ReportFilter } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { dayText } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import {
  type Ask,
  countsFromZero,
  type Figures,
  readAsks,
  type Value,
  type ValueCell,
} from '#features/alarm/server/index.ts'
import type { Days } from './days.ts'

export interface Series {
  point: Point
  key: string
  cells: readonly ValueCell[]
  /** A value a day, from the first that has one to the last that was asked for. */
  days: DayValue[]
  /** How much of it there was of late; the greatest stand first. */
  size: number
}

interface Wanted {
  points: readonly Point[]
  scope: RowScope
  filters: readonly ReportFilter[]
  /** By its values each for itself; null: as a whole. */
  dim: number | null
  days: Days
}

const timeoutMs = 60_000
const lately = 90

/** Those that have a figure at all; of each point the greatest first. */
export async function readSeries(
  deps: Deps,
  model: Model,
  { points, scope, filters, dim, days }: Wanted,
  signal: AbortSignal,
): Promise<Series[]> {
  const ask: Ask = {
    scope,
    shape: { grain: 'day', dims: dim === null ? [] : [dim], filters },
    points: points.map(({ id }) => id),
    ...days,
  }
  const answer = (await readAsks(deps, model, [ask], { signal, timeoutMs })).get(ask)
  if (!answer || answer instanceof AppError) throw answer ?? new AppError('query_failed')
  return points.flatMap((point) =>
    [...answer.values.values()]
      .flatMap((value) => seriesOf(answer, value, point, days) ?? [])
      .sort((one, other) => other.size - one.size || (one.key < other.key ? -1 : 1)),
  )
}

function seriesOf(figures: Figures, value: Value, point: Point, { from, to }: Days): Series | null {
  const firstWith = (holds: (figure: number | null) => boolean): number | null => {
    for (let day = from; day <= to; day += 1) if (holds(figures.at(value, point.id, day))) return day
    return null
  }
  // Zeros before the first figure are other points' days: there was no game yet.
  const first =
    firstWith((figure) => figure !== null && figure !== 0) ?? firstWith((figure) => figure !== null)
  if (first === null) return null
  // A day without rows is a day without turnover.
  const none = countsFromZero(point) ? 0 : null
  const days = Array.from({ length: to - first + 1 }, (_, at) => ({
    day: dayText(first + at),
    value: figures.at(value, point.id, first + at) ?? none,
  }))
  const size = days.slice(-lately).reduce((sum, { value: one }) => sum + Math.abs(one ?? 0), 0)
  return { point, key: value.key, cells: value.cells, days, size }
}
