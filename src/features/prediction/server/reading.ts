// Reads daily figures as series through the report engine, so that they equal those of reports.

import type { DayValue } from '#forecast/index.ts'
import { countsFromZero } from '#semantic/model/nothing.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model, Point, ReportFilter } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { dayText } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { type Ask, type Figures, readAsks, type Value, type ValueCell } from '#features/alarm/server/index.ts'
import type { Days } from './days.ts'

export interface Series {
  point: Point
  key: string
  cells: readonly ValueCell[]
  /** One value per day, from the first day with a value to the last day requested. */
  days: DayValue[]
  /** The sum of recent figures; the greatest series come first. */
  size: number
}

interface Wanted {
  points: readonly Point[]
  scope: RowScope
  filters: readonly ReportFilter[]
  /** The dimension whose values are read one by one; null: the total. */
  dim: number | null
  days: Days
}

const timeoutMs = 60_000
const lately = 90

/** Only series with at least one figure; within each point the greatest first. */
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
  // Zeros before the first figure come from other points; the game did not exist yet.
  const first =
    firstWith((figure) => figure !== null && figure !== 0) ?? firstWith((figure) => figure !== null)
  if (first === null) return null
  // For such a point, a day without rows counts as zero.
  const none = countsFromZero(point) ? 0 : null
  const days = Array.from({ length: to - first + 1 }, (_, at) => ({
    day: dayText(first + at),
    value: figures.at(value, point.id, first + at) ?? none,
  }))
  const size = days.slice(-lately).reduce((sum, { value: one }) => sum + Math.abs(one ?? 0), 0)
  return { point, key: value.key, cells: value.cells, days, size }
}
