// Finds days outside their expected interval, for the total of a point or for each value of a dimension.

import type { ExpectedDay } from '#forecast/index.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/objects/types.ts'
import { dayNumber, dayText } from '#shared/day.ts'
import { labellingWithin } from '#features/alarm/server/index.ts'
import { readModel } from '#features/config/server/index.ts'
import {
  type Finding,
  type Found,
  mostForecasts,
  mostSearchedPoints,
  type UnusualQuestion,
} from '../contract.ts'
import { assertDims, filtersOf, levelsOf, pointOf, pointTold, scopeOf, wholeDay, wholeDays } from './asked.ts'
import { type Days, daysOf, wrong } from './days.ts'
import { expectedDays } from './interval.ts'
import { marksOf, notesOf } from './marks.ts'
import { readSeries, type Series } from './reading.ts'

const historyDays = 730
/** With fewer days before it, a day can't be judged. */
const leastBefore = 14
/** Time limit of one answer, in milliseconds; the next request continues with the rest. */
const longestMs = 1_000
/** If the bound equals the expected figure, any distance beyond it would be infinite; this caps it. */
const farthest = 1_000

export async function findUnusualDays(
  deps: Deps,
  caller: Caller,
  asked: UnusualQuestion,
  signal: AbortSignal,
): Promise<Found> {
  const begun = performance.now()
  const model = await readModel(deps)
  const ids = [...new Set(asked.points)]
  if (ids.length === 0) throw wrong('请至少选择一个指标')
  if (ids.length > mostSearchedPoints) throw wrong(`一次最多查 ${mostSearchedPoints} 个指标`)
  const points = ids.map((id) => pointOf(model, id))
  const { dim, side, after = 0 } = asked
  if (dim !== undefined) for (const point of points) await assertDims(model, point, [dim])
  const [level] = levelsOf([asked.level])
  const scope = await scopeOf(deps, caller, asked)
  const whole = await wholeDay(deps, model, ids, signal)
  const wanted = daysOf(asked.from, asked.to)
  const days = wholeDays(wanted, whole)
  const count = days.to - days.from + 1
  const most = Math.floor(mostForecasts / count / points.length)
  if (most < 1)
    throw wrong(
      `${points.length} 个指标 × ${count} 天太多：一次最多逐日预测 ${mostForecasts.toLocaleString('en-US')} 个，请缩短日期或减少指标`,
    )
  const read = await readSeries(
    deps,
    model,
    {
      points,
      scope,
      filters: filtersOf(asked),
      dim: dim ?? null,
      days: { from: days.from - historyDays, to: days.to },
    },
    signal,
  )
  const byPoint = [...Map.groupBy(read, ({ point }) => point.id).values()]
  const all = byPoint.flatMap((own) => own.slice(0, most))
  const notes = days.to < wanted.to ? [`${dayText(days.to + 1)} 起的数据还不完整，没有计入`] : []
  for (const own of byPoint)
    if (own.length > most)
      notes.push(
        `「${own[0]?.point.name}」有 ${own.length.toLocaleString('en-US')} 个值，只看最大的 ${most.toLocaleString('en-US')} 个（一次最多逐日预测 ${mostForecasts.toLocaleString('en-US')} 个）`,
      )
  const dimension = model.dimensions.find(({ id }) => id === dim)
  const labelOf = await labellingWithin(deps, model, dim === undefined ? [] : [dim], scope, signal)
  const occasionOf = await occasions(deps, caller, days)
  const calendar = await marksOf(deps, { from: days.from - historyDays, to: days.to })
  const found: Found = {
    points: points.map(pointTold),
    dim: dimension ? { id: dimension.id, name: dimension.name } : null,
    from: dayText(days.from),
    to: dayText(days.to),
    all: all.length,
    done: after,
    findings: [],
    forecasts: 0,
    untold: 0,
    notes,
    elapsedMs: 0,
  }
  for (const series of all.slice(after)) {
    const label = dim === undefined ? '' : labelOf([dim], series.cells)
    const first = Math.max(
      leastBefore,
      series.days.findIndex(({ day }) => dayNumber(day) >= days.from),
    )
    const expected = await expectedDays(series.days, first, { levels: [level as number], calendar }, signal)
    found.forecasts += expected.length
    found.untold += count - expected.length
    for (const [at, day] of expected.entries()) {
      const finding = findingOf(series, first + at, day, label)
      if (finding && (side === 'either' || finding.side === side))
        found.findings.push({ ...finding, occasion: occasionOf(finding.day) })
    }
    found.done += 1
    if (performance.now() - begun > longestMs) break
  }
  found.findings.sort((one, other) => other.beyond - one.beyond)
  found.elapsedMs = Math.round(performance.now() - begun)
  return found
}

function findingOf(
  { point, key, cells, days }: Series,
  at: number,
  expected: ExpectedDay | null,
  label: string,
): Omit<Finding, 'occasion'> | null {
  const { day, value } = days[at] as Series['days'][number]
  const band = expected?.bands[0]
  if (!expected || !band || value === null || (value >= band.low && value <= band.high)) return null
  const side = value > band.high ? 'up' : 'down'
  const bound = side === 'up' ? band.high : band.low
  const width = Math.abs(bound - expected.mean)
  const beyond = Math.min(farthest, Math.abs(value - bound) / Math.max(width, 1e-12))
  const { mean } = expected
  const { low, high } = band
  return {
    point: point.id,
    key,
    cells: [...cells],
    label,
    day,
    value,
    expected: mean,
    low,
    high,
    side,
    beyond,
  }
}

/** The holiday and the notes of a day. */
async function occasions(deps: Deps, caller: Caller, days: Days): Promise<(day: string) => string> {
  const marks = new Map((await marksOf(deps, days)).map((mark) => [mark.day, mark]))
  const notes = await notesOf(deps, caller, days)
  return (day) => {
    const mark = marks.get(day)
    const own = notes.filter((note) => note.day <= day && (note.until ?? note.day) >= day)
    return [
      ...(mark ? [mark.kind === 'rest' ? mark.name : `${mark.name}调休上班`] : []),
      ...own.map(({ title }) => title),
    ].join('、')
  }
}
