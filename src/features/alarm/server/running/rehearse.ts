// What a rule would have done in its last days: each period is judged as if it were current, with quiet hours
// and re-arm time.

import type { SessionUser } from '#server/http/session.ts'
import { breathe } from '#server/limits/breath.ts'
import { AppError } from '#shared/errors.ts'
import type { AlarmLevel, AlarmRehearsal, AlarmRule, Outcome, WhichAlarm } from '#features/alarm/contract.ts'
import {
  type Evaluation,
  evaluate,
  type JudgedPeriod,
  type JudgedValue,
  lateKey,
} from '../checking/evaluating.ts'
import { reasonOf } from '../checking/fires.ts'
import { findingsOf } from '../checking/judging.ts'
import { endOf, minuteText, momentAt, perDay, periodText } from '../checking/periods.ts'
import { tellingOf } from '../checking/silence.ts'
import type { AlarmDeps } from '../deps.ts'
import { labellingWithin } from '../labels.ts'
import { judgeRuns } from '../queries/judging.ts'
import { queryOf, watchedIn } from '../queries/points.ts'
import { asksFigures } from '../rule.ts'
import { watchedOf } from './data.ts'
import { linesOf } from './lines.ts'
import { targetOf } from './target.ts'
import { type Asked, askedAlarm } from './which.ts'

const usualDays = { day: 90, hour: 7 }
const mostShown = 30

export async function rehearse(
  deps: AlarmDeps,
  caller: SessionUser,
  { days, ...which }: WhichAlarm & { days?: number | undefined },
  signal: AbortSignal,
): Promise<AlarmRehearsal> {
  const begun = performance.now()
  const asked = await askedAlarm(deps, caller, which)
  const { model, rule, scope } = asked
  const now = new Date()
  const { found, periods } = queryOf(rule)
    ? await judgePast(deps, asked, caller, { days, now, signal })
    : await judgeDays(deps, asked, { days, now, signal })
  const values = found.values.filter(({ value }) => value.key !== lateKey)
  const told = new Set<number>()
  const results = []
  for (const one of values) {
    const outcomes = outcomesOf(deps, rule, one, found.grounds.isWhole)
    for (const [at, outcome] of outcomes.entries()) if (outcome === 'fire' || outcome === 'held') told.add(at)
    results.push({ one, outcomes, fires: outcomes.filter(isFire).length })
    await breathe()
    signal.throwIfAborted()
  }
  const labelOf = found.labelOf ?? (await labellingWithin(deps, model, rule.watch.dims, scope, signal))
  const points = watchedIn(model, rule)
  const shown = results.toSorted((one, other) => other.fires - one.fires).slice(0, mostShown)
  return {
    ...watchedOf(model, rule),
    periods,
    messages: told.size,
    fires: results.reduce((sum, { fires }) => sum + fires, 0),
    checked: values.length,
    values: shown.map(({ one: { value, periods }, outcomes, fires }) => ({
      key: value.key,
      cells: [...value.cells],
      label: labelOf(rule.watch.dims, value.cells),
      fires,
      outcomes,
      reasons: periods.map(({ judged }) =>
        judged.met ? reasonOf(findingsOf(rule, judged.found, points)) : '',
      ),
      levels: periods.map(({ judged }) => judged.level),
      series: linesOf(rule, periods),
    })),
    method: found.method,
    elapsedMs: Math.round(performance.now() - begun),
  }
}

interface Judging {
  days: number | undefined
  now: Date
  signal: AbortSignal
}

async function judgeDays(
  deps: AlarmDeps,
  { model, rule, scope }: Asked,
  { days, now, signal }: Judging,
): Promise<{ found: Evaluation; periods: string[] }> {
  const { grain } = rule.watch
  const count = (days ?? usualDays[grain]) * perDay(grain)
  const target = await targetOf(
    deps,
    model,
    rule,
    scope,
    ({ whole }) => (whole === null ? null : { first: whole - count + 1, last: whole }),
    { now, signal },
  )
  const { span } = target
  if (!span) throw new AppError('parameter_wrong', '监控的数据还没有完整的一期，无法预演')
  // Past arrival times of data are unknown.
  if (!asksFigures(rule))
    throw new AppError('parameter_wrong', '「数据迟到」看的是数据何时到，过去何时到没有记录，不能预演')
  const [found] = await evaluate(deps, model, [target], { signal, timeoutMs: 90_000 })
  if (!found || found instanceof AppError) throw found ?? new AppError('query_failed')
  return { found, periods: Array.from({ length: count }, (_, at) => periodText(grain, span.first + at)) }
}

async function judgePast(
  deps: AlarmDeps,
  asked: Asked,
  caller: SessionUser,
  given: Judging,
): Promise<{ found: Evaluation; periods: string[] }> {
  const { pastRuns } = await import('../queries/trying.ts')
  const { runs, method } = await pastRuns(deps, asked, caller, given)
  const found = judgeRuns(asked.rule, runs, runs[0]?.minute)
  return { found: { ...found, method }, periods: runs.map(({ minute }) => minuteText(minute)) }
}

const isFire = (outcome: Outcome): boolean =>
  outcome === 'fire' || outcome === 'held' || outcome === 'quiet' || outcome === 'rearm'

/** Assumes that each period's data arrived at its usual time. */
function outcomesOf(
  deps: AlarmDeps,
  rule: AlarmRule,
  { periods }: JudgedValue,
  isWhole: (period: number) => boolean,
): Outcome[] {
  let last: { at: string; level: AlarmLevel } | null = null
  return periods.map((period) => {
    if (!isWhole(period.period)) return 'waiting'
    if (!period.fires) return period.judged.met ? 'met' : 'clear'
    const at = momentOf(deps, rule, period)
    const { level } = period.judged
    const { silence, heldUntil } = tellingOf(rule, level, last, at, deps.settings)
    if (silence === 'rearm') return 'rearm'
    if (silence === 'quiet') return 'quiet'
    last = { at: at.toISOString(), level }
    return heldUntil ? 'held' : 'fire'
  })
}

/** Minutes after a period's end by which its data is usually loaded. */
const usualDelay = { day: 180, hour: 10 }

const momentOf = ({ settings }: AlarmDeps, { watch }: AlarmRule, { period }: JudgedPeriod): Date =>
  momentAt(
    settings.zone,
    watch.query ? period : endOf(watch.grain, period, settings) + usualDelay[watch.grain],
  )
