// Measures how accurate forecasts at a given lead were: each of the last days is forecast again from the days
// before only.

import { backtestGently } from '#forecast/index.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/objects/types.ts'
import { readModel } from '#features/config/server/index.ts'
import type { PastForecasts, SeriesFilter } from '../contract.ts'
import { filtersOf, pointOf, pointTold, scopeOf, wholeDay } from './asked.ts'
import { wholeNumber, wrong } from './days.ts'
import { columnsOf, gently } from './interval.ts'
import { marksOf } from './marks.ts'
import { readSeries } from './reading.ts'

interface Question {
  point?: number | undefined
  games?: readonly string[] | undefined
  filters?: readonly SeriesFilter[] | undefined
  lead: number
  count: number
}

const longestLead = 90
const mostCount = 365
const historyDays = 1_000
const leastBefore = 28
const levels = [80, 95]

export async function backtestOf(
  deps: Deps,
  caller: Caller,
  { point: id, lead: ahead, count: days, ...whose }: Question,
  signal: AbortSignal,
): Promise<PastForecasts> {
  const begun = performance.now()
  const model = await readModel(deps)
  const point = pointOf(model, id)
  const scope = await scopeOf(deps, caller, whose)
  const lead = wholeNumber(ahead, '提前的天数', 1, longestLead)
  const count = wholeNumber(days, '回看的天数', 7, mostCount)
  const whole = await wholeDay(deps, model, [point.id], signal)
  const history = { from: whole - historyDays + 1, to: whole }
  const read = await readSeries(
    deps,
    model,
    { points: [point], scope, filters: filtersOf(whose), dim: null, days: history },
    signal,
  )
  const [one] = read
  if (!one) throw wrong('所选的游戏和条件里没有数据，请放宽')
  const room = one.days.length - leastBefore - lead
  if (room < 1)
    throw wrong(`数据只有 ${one.days.length} 天，回看至少要 ${leastBefore + lead + 1} 天，请缩短提前的天数`)
  const found = await backtestGently(
    one.days,
    {
      horizon: lead,
      levels,
      origins: Math.min(count, room),
      lastAlone: true,
      calendar: await marksOf(deps, history),
    },
    gently(signal),
  )
  if (found.forecasts === 0) throw wrong('回看的日期里没有数据，请选更多天')
  return {
    point: pointTold(point),
    lead,
    forecasts: found.forecasts,
    coverage: found.coverage,
    mape: found.mape,
    smape: found.smape,
    mase: found.mase,
    naive: found.naive,
    days: found.days.map(({ day }) => day),
    came: found.days.map(({ value }) => value),
    ...columnsOf(found.days, levels),
    elapsedMs: Math.round(performance.now() - begun),
  }
}
