// Answers queryConfidenceInterval: the interval in which daily figures are expected.

import {
  type CalendarMark,
  type DayValue,
  type ExpectedDay,
  type Forecast,
  type Form,
  forecastGently,
} from '#forecast/index.ts'
import type { Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Caller } from '#server/objects/types.ts'
import { dayNumber, dayText } from '#shared/day.ts'
import { labellingWithin } from '#features/alarm/server/index.ts'
import { readModel } from '#features/config/server/index.ts'
import {
  type Interval,
  type IntervalBands,
  type IntervalQuestion,
  type IntervalSeries,
  longestHorizon,
  mostSplit,
} from '../contract.ts'
import {
  addsUp,
  assertDims,
  filtersOf,
  levelsOf,
  pointOf,
  pointTold,
  scopeOf,
  wholeDay,
  wholeDays,
} from './asked.ts'
import { type Days, dayOf, daysOf, wholeNumber, wrong } from './days.ts'
import { marksOf, notesOf } from './marks.ts'
import { readSeries, type Series } from './reading.ts'
import { type Imagined, imaginable, imagine } from './scenario.ts'
import { sumsOf } from './sums.ts'

const usualDays = 730
const usualHorizon = 30
/** Older days are not used, in days. */
const longestHistory = 1_100
const mostPast = 366
const pathCount = 2_000

/** Yields to other requests, and stops when nobody waits for the answer any more. */
export const gently = (signal: AbortSignal) => (): Promise<unknown> | undefined => {
  signal.throwIfAborted()
  return breathe()
}

interface Terms {
  model: Model
  horizon: number
  levels: number[]
  past: number
  history: Days
  /** Calendar marks of the known days and of the days ahead. */
  calendar: CalendarMark[]
  scenarios: Imagined[]
  warnings: string[]
  signal: AbortSignal
}

export async function readInterval(
  deps: Deps,
  caller: Caller,
  asked: IntervalQuestion,
  signal: AbortSignal,
): Promise<Interval> {
  const begun = performance.now()
  const model = await readModel(deps)
  const point = pointOf(model, asked.point)
  const scope = await scopeOf(deps, caller, asked)
  const horizon = wholeNumber(asked.horizon ?? usualHorizon, '预测天数', 0, longestHorizon)
  const levels = levelsOf(asked.levels)
  const past = wholeNumber(asked.past ?? 0, '回看的天数', 0, mostPast)
  const { split } = asked
  const count = split ? wholeNumber(split.count, '分开预测的个数', 1, mostSplit) : 1
  if (split) await assertDims(model, point, [split.dim])
  const whole = await wholeDay(deps, model, [point.id], signal)
  const { history, until, warnings } = historyOf(asked, whole)
  const read = await readSeries(
    deps,
    model,
    {
      points: [point],
      scope,
      filters: filtersOf(asked),
      dim: split?.dim ?? null,
      days: { from: history.from, to: until },
    },
    signal,
  )
  if (read.length === 0) throw wrong('所选的日期、游戏和条件里没有数据，请放宽')
  const span = { from: history.from, to: history.to + longestHorizon }
  const terms: Terms = {
    model,
    horizon,
    levels,
    past,
    history,
    calendar: await marksOf(deps, span),
    scenarios: imaginable(asked.scenarios ?? [], {
      first: history.to + 1,
      last: history.to + horizon,
      notes: asked.scenarios?.length ? await notesOf(deps, caller, span) : [],
      scope: scope.games,
    }),
    warnings,
    signal,
  }
  const labelOf = await labellingWithin(deps, model, split ? [split.dim] : [], scope, signal)
  const series: IntervalSeries[] = []
  for (const one of read.slice(0, count))
    series.push(await intervalOf(one, split ? labelOf([split.dim], one.cells) : '', terms))
  return {
    point: pointTold(point),
    days: textsOf(history.from, history.to),
    ahead: textsOf(history.to + 1, history.to + horizon),
    whole: dayText(whole),
    levels,
    series,
    more: Math.max(0, read.length - count),
    elapsedMs: Math.round(performance.now() - begun),
  }
}

const textsOf = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => dayText(from + at))

/**
 * The days to learn from; `until` is the last day read, which lies beyond them when the origin is in the
 * past.
 */
function historyOf(
  { from, to, origin, horizon = usualHorizon }: IntervalQuestion,
  whole: number,
): { history: Days; until: number; warnings: string[] } {
  const warnings: string[] = []
  const end = to === undefined ? whole : dayOf(to, '结束日期')
  const begin = from === undefined ? Math.min(end, whole) - usualDays + 1 : dayOf(from, '开始日期')
  if (to === undefined) wholeDays({ from: begin, to: begin }, whole)
  const asked = daysOf(dayText(begin), dayText(end))
  const known = wholeDays(asked, whole)
  if (to !== undefined && known.to < asked.to)
    warnings.push(`${dayText(known.to + 1)} 起的数据还不完整，没有计入`)
  if (known.to - known.from + 1 > longestHistory) {
    known.from = known.to - longestHistory + 1
    warnings.push(`只用最近 ${longestHistory.toLocaleString('en-US')} 天，更早的不再有帮助`)
  }
  if (origin === undefined) return { history: known, until: known.to, warnings }
  const day = dayOf(origin, '预测的起点')
  if (day < known.from || day >= known.to)
    throw wrong(`预测的起点 ${origin} 应在 ${dayText(known.from)} 与 ${dayText(known.to - 1)} 之间`)
  return { history: { from: known.from, to: day }, until: Math.min(known.to, day + horizon), warnings }
}

async function intervalOf(one: Series, label: string, terms: Terms): Promise<IntervalSeries> {
  const { history, horizon, levels, calendar, signal } = terms
  const days = one.days.filter(({ day }) => dayNumber(day) <= history.to)
  const later = new Map(
    one.days.flatMap(({ day, value }) =>
      value !== null && dayNumber(day) > history.to ? [[dayNumber(day), value]] : [],
    ),
  )
  const told = new Map(days.map(({ day, value }) => [day, value]))
  const figures = textsOf(history.from, history.to).map((day) => told.get(day) ?? null)
  const ahead = textsOf(history.to + 1, history.to + horizon)
  const empty = { expected: [], bands: [] }
  const shown: IntervalSeries = {
    key: one.key,
    cells: [...one.cells],
    label,
    figures,
    actual: ahead.map((day) => later.get(dayNumber(day)) ?? null),
    ...empty,
    past: empty,
    outliers: [],
    method: '',
    warnings: [...terms.warnings],
    sums: [],
    scenarios: [],
  }
  if (!days.some(({ value }) => value !== null)) {
    shown.warnings.push('到起点为止没有数据，无法预测')
    return shown
  }
  const wantsPaths = horizon > 0 && (addsUp(one.point) || terms.scenarios.length > 0)
  const found = await forecastGently(
    days,
    {
      horizon: Math.max(1, horizon),
      levels,
      calendar,
      ...(wantsPaths && { paths: pathCount }),
    },
    gently(signal),
  )
  Object.assign(shown, {
    outliers: found.fit.outliers,
    method: found.method.text,
    ...columnsOf(found.days.slice(0, horizon), levels),
    past: await pastOf(days, found.fit.form, terms),
  })
  shown.warnings.push(...warningsOf(days, found, horizon))
  const sums = (paths: NonNullable<Forecast['paths']>) =>
    addsUp(one.point) ? sumsOf(days, paths, history.to + 1, levels, later) : []
  if (found.paths) {
    shown.sums = sums(found.paths)
    const known = new Map()
    for (const scenario of terms.scenarios)
      shown.scenarios.push(
        await imagine(scenario, days, found, { levels, calendar, sums, known, breathe: gently(signal) }),
      )
  } else if (terms.scenarios.length > 0) shown.warnings.push('数据太少，算不了假设')
  return shown
}

export function columnsOf(
  days: readonly ExpectedDay[],
  levels: readonly number[],
): { expected: number[]; bands: IntervalBands } {
  return {
    expected: days.map(({ mean }) => mean),
    bands: levels.map((level, at) => ({
      level,
      low: days.map(({ bands }) => bands[at]?.low ?? null),
      high: days.map(({ bands }) => bands[at]?.high ?? null),
    })),
  }
}

/** After so many days the model's form is chosen again. */
const renewedAfter = 30

/** The interval of each of the last days, as predicted from the days before it. */
async function pastOf(
  days: readonly DayValue[],
  form: Form,
  { past, levels, calendar, signal }: Terms,
): Promise<IntervalSeries['past']> {
  const expected = await expectedDays(
    days,
    Math.max(1, days.length - past),
    { levels, calendar, form },
    signal,
  )
  const blank: (ExpectedDay | null)[] = Array.from({ length: past - expected.length }, () => null)
  const all = past === 0 ? [] : [...blank, ...expected]
  return {
    expected: all.map((day) => day?.mean ?? null),
    bands: levels.map((level, at) => ({
      level,
      low: all.map((day) => day?.bands[at]?.low ?? null),
      high: all.map((day) => day?.bands[at]?.high ?? null),
    })),
  }
}

interface Expecting {
  levels: readonly number[]
  calendar: readonly CalendarMark[]
  /** The form of the first model; absent: it is chosen from the data. */
  form?: Form
}

/**
 * The expected figures from index `first` on, each from the earlier days only; null where those have no
 * value.
 */
export async function expectedDays(
  days: readonly DayValue[],
  first: number,
  { levels, calendar, form: given }: Expecting,
  signal: AbortSignal,
): Promise<(ExpectedDay | null)[]> {
  const found: (ExpectedDay | null)[] = []
  let form = given
  for (let at = first; at < days.length; at += 1) {
    const before = days.slice(0, at)
    if (!before.some(({ value }) => value !== null)) {
      found.push(null)
      continue
    }
    const isKnown = form !== undefined && (at - first) % renewedAfter !== 0
    const next = await forecastGently(
      before,
      { horizon: 1, levels, calendar, ...(isKnown && form && { form }) },
      gently(signal),
    )
    form = next.fit.form
    found.push(next.days[0] ?? null)
  }
  return found
}

const fewDays = 14

function warningsOf(days: readonly DayValue[], { fit }: Forecast, horizon: number): string[] {
  const values = days.flatMap(({ value }) => (value === null ? [] : [value]))
  const warnings: string[] = []
  if (values.length < 4) warnings.push(`只有 ${values.length} 天的数据，只能沿用现有水平，给不出区间`)
  else if (values.length < fewDays) warnings.push(`只有 ${values.length} 天的数据，区间很宽，请谨慎使用`)
  else if (values.length < horizon)
    warnings.push(`历史只有 ${values.length} 天，短于预测的 ${horizon} 天，越往后越不可靠`)
  if (values.every((value) => value === values[0]) && values.length > 1)
    warnings.push('历史数据从未变化，区间没有宽度')
  const gaps = days.length - values.length
  if (gaps > 0) warnings.push(`历史里有 ${gaps} 天没有数据，按未知处理`)
  if (fit.outliers.length > 0) warnings.push(`${fit.outliers.length} 天明显异常，未参与计算`)
  return warnings
}
