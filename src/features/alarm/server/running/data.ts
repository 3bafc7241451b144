// The figures that an alarm watches, for its page.

import { countsFromZero } from '#semantic/model/nothing.ts'
import type { Model } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { AlarmReportData, AlarmRule, WhichAlarm } from '#features/alarm/contract.ts'
import { shapeOf } from '../asking.ts'
import type { Value } from '../checking/figures.ts'
import { freshnessOf } from '../checking/freshness.ts'
import { lastOver, perDay, periodText, wallMinute } from '../checking/periods.ts'
import { type Ask, readAsks } from '../checking/reading.ts'
import type { AlarmDeps } from '../deps.ts'
import { labellingWithin } from '../labels.ts'
import { headOf, queryData } from '../queries/data.ts'
import { queryOf, watchedIn } from '../queries/points.ts'
import { askedAlarm } from './which.ts'

const usualDays = 30
const usualHourDays = 3
const mostCells = 40_000
const mostValues = 200

export async function readReportData(
  deps: AlarmDeps,
  caller: Caller,
  { days, ...which }: WhichAlarm & { days?: number | undefined },
  signal: AbortSignal,
): Promise<AlarmReportData> {
  const { model, rule, scope, stored } = await askedAlarm(deps, caller, which)
  const query = queryOf(rule)
  if (query) return queryData(deps.metadata.db, caller, query, stored?.id ?? 0)
  const { points, dims, grain } = rule.watch
  const now = new Date()
  const over = lastOver(grain, wallMinute(deps.settings.zone, now), deps.settings)
  const wanted = days ?? (grain === 'hour' ? usualHourDays : usualDays)
  const count = Math.min(wanted * perDay(grain), Math.floor(mostCells / points.length))
  // Includes the current, incomplete period.
  const ask: Ask = { scope, shape: shapeOf(rule.watch), points, from: over + 2 - count, to: over + 1 }
  const [answers, freshness] = [
    await readAsks(deps, model, [ask], { signal }),
    await freshnessOf(deps, model, points, grain, now, signal),
  ]
  const figures = answers.get(ask)
  if (figures instanceof AppError) throw figures
  const last = Math.min(freshness.whole ?? ask.from, over)
  const valueAt = (value: Value, point: number, period: number) => figures?.at(value, point, period) ?? null
  const all = dims.length === 0 && figures ? [figures.valueOf([])] : [...(figures?.values.values() ?? [])]
  const rank = (value: Value) => Math.abs(valueAt(value, points[0] ?? 0, last) ?? -1)
  const most = Math.max(1, Math.min(mostValues, Math.floor(mostCells / (count * points.length))))
  const shown = all.toSorted((one, other) => rank(other) - rank(one)).slice(0, most)
  const labelOf = await labellingWithin(deps, model, dims, scope, signal)
  const known = watchedIn(model, rule)
  const values: AlarmReportData['values'] = []
  for (const value of shown) {
    values.push({
      key: value.key,
      cells: [...value.cells],
      label: labelOf(dims, value.cells),
      figures: points.map((point) => {
        const fill = countsFromZero(known.get(point) as NonNullable<ReturnType<typeof known.get>>)
        return Array.from({ length: count }, (_, at) => {
          const period = ask.from + at
          return valueAt(value, point, period) ?? (fill && period <= last ? 0 : null)
        })
      }),
    })
    await breathe()
  }
  return {
    ...watchedOf(model, rule),
    periods: Array.from({ length: count }, (_, at) => periodText(grain, ask.from + at)),
    unfinishedFrom: last < ask.to ? periodText(grain, last + 1) : null,
    values,
    truncated: shown.length < all.length,
    updateTime: freshness.updatedAt,
  }
}

/** Points, dimensions and grain: the common head of all answers with a rule's figures. */
export function watchedOf(
  model: Model,
  { watch }: AlarmRule,
): Pick<AlarmReportData, 'points' | 'dims' | 'grain'> {
  if (watch.query) return headOf(watch.query)
  const points = watchedIn(model, { watch })
  const dims = new Map(model.dimensions.map((dimension) => [dimension.id, dimension]))
  return {
    points: watch.points.flatMap((id) => {
      const point = points.get(id)
      if (!point) return []
      return { id, name: point.name, unit: point.info.unit ?? '', format: point.info.format ?? null }
    }),
    dims: watch.dims.flatMap((id) => {
      const dimension = dims.get(id)
      return dimension ? { id, name: dimension.name, dictId: dimension.info.dictId ?? null } : []
    }),
    grain: watch.grain,
  }
}
