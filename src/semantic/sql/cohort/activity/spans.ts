// For which days an active day of a player makes the player count, figure by figure: from a day on, up to another one,
// which no longer counts. The next active day ends what the one before began, so that a player counts once a day.
//
//   active on days 0 and 5, window 3
//   a3 (rolling)   [0, 3), [5, 8)
//   new [0, 1)     quiet [1, 3), [6, 8)     leaving [3, 5), [8, 11)     gone [11, …)     returning [5, 6)
import { absent, type LifeState, lifeStates, type StateFlow } from '#semantic/model/activity.ts'
import { activityKeys as keysOf } from '#semantic/model/activityFigures.ts'
import type { ActivityPlan } from '#semantic/plan/cohort/activity/tree.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { spanColumns } from './source.ts'

export interface Span {
  key: string
  /** Condition on the active day; null: each. */
  when: string | null
  /** Numbers of days. */
  from: string
  /** The day that ends it; null: only the next active day does. */
  until: string | null
  /** Whether the next active day ends it before. */
  isEnded: boolean
}

/** The day itself, or days after it until the player is active again. */
const on = (key: string, when: string | null, from: string, until: string | null): Span => ({
  key,
  when,
  from,
  until,
  isEnded: true,
})

export function spansOf(plan: ActivityPlan, writer: Writer): Span[] {
  const [window = 1] = plan.windows
  if (plan.show === 'rolling') return rollingSpans(plan, writer)
  return plan.show === 'lifecycle' ? stateSpans(window, writer) : flowSpans(window, writer)
}

const plus = (day: string, days: number): string => (days === 0 ? day : `${day} + ${days}`)

const activeOn = (day: string): Span => on(keysOf.active, null, day, plus(day, 1))

function rollingSpans({ windows }: ActivityPlan, writer: Writer): Span[] {
  const { day } = spanColumns(writer)
  return [activeOn(day), ...windows.map((days) => on(keysOf.rolling(days), null, day, plus(day, days)))]
}

type Idle = Extract<LifeState, 'quiet' | 'leaving' | 'gone'>

/** How many days after the last active day a player is in the state. */
const idle = (state: Idle, window: number): [least: number, below: number] => {
  if (state === 'quiet') return [1, window]
  return state === 'leaving' ? [window, 2 * window] : [2 * window, Number.POSITIVE_INFINITY]
}

const isIdle = (state: StateFlow[0]): state is Idle =>
  state === 'quiet' || state === 'leaving' || state === 'gone'

/** The condition on an active day by which the player is in the state on it. */
function activeWhen(state: StateFlow[0], window: number, writer: Writer): string {
  const { day, before } = spanColumns(writer)
  if (state === 'new') return `${before} IS NULL`
  return `${day} - ${before} ${state === 'staying' ? '<=' : '>'} ${window}`
}

function stateSpans(window: number, writer: Writer): Span[] {
  const { day } = spanColumns(writer)
  const states = lifeStates.map((state, index): Span => {
    const key = keysOf.state(index + 1)
    if (!isIdle(state)) return on(key, activeWhen(state, window, writer), day, plus(day, 1))
    return idleSpan(key, idle(state, window), writer)
  })
  return [activeOn(day), ...states]
}

function idleSpan(key: string, [least, below]: [number, number], writer: Writer): Span {
  const { day } = spanColumns(writer)
  return on(key, null, plus(day, least), Number.isFinite(below) ? plus(day, below) : null)
}

/** The pairs of states that can follow one another. */
export function stateFlows(window: number): StateFlow[] {
  const active: LifeState[] = ['new', 'staying', 'returning']
  const flows: StateFlow[] = [
    [absent, 'new'],
    ...active.flatMap((from): StateFlow[] => [
      [from, 'staying'],
      [from, window === 1 ? 'leaving' : 'quiet'],
    ]),
    ['leaving', 'returning'],
    ['leaving', 'gone'],
    ['gone', 'returning'],
    ['gone', 'gone'],
  ]
  if (window === 1) return flows
  return [...flows, ['quiet', 'staying'], ['quiet', 'quiet'], ['quiet', 'leaving'], ['leaving', 'leaving']]
}

/** The spans of a pair carry its place. */
export const flowKey = (place: number): string => `_p${place}`

const flowSpans = (window: number, writer: Writer): Span[] =>
  stateFlows(window).map((flow, place) => flowSpan(flowKey(place), flow, window, writer))

function flowSpan(key: string, [from, to]: StateFlow, window: number, writer: Writer): Span {
  const { day, next } = spanColumns(writer)
  const [tomorrow, after] = [plus(day, 1), plus(day, 2)]
  if (isIdle(to)) {
    if (!isIdle(from)) return on(key, activeWhen(from, window, writer), tomorrow, after)
    const [[least, below], [first, end]] = [idle(to, window), idle(from, window)]
    return idleSpan(key, [Math.max(least, first + 1), Math.min(below, end + 1)], writer)
  }
  if (from === absent) return on(key, activeWhen(to, window, writer), day, tomorrow)
  if (isIdle(from)) return on(key, backWhen(from, to, window, writer), day, tomorrow)
  // Active on both days: told by the first of them.
  const when = `${activeWhen(from, window, writer)} AND ${next} = ${tomorrow}`
  return { key, when, from: tomorrow, until: after, isEnded: false }
}

/** On an active day: the player was idle in the state on the day before. */
function backWhen(from: Idle, to: LifeState, window: number, writer: Writer): string {
  const { day, before } = spanColumns(writer)
  const [least, below] = idle(from, window)
  const gap = `${day} - ${before} - 1`
  const ends = Number.isFinite(below) ? [`${gap} < ${below}`] : []
  return [activeWhen(to, window, writer), `${gap} >= ${least}`, ...ends].join(' AND ')
}
