// Applies a what-if scenario's effects to the simulated paths of a forecast.
import {
  type AddedEffect,
  type CalendarMark,
  type DayValue,
  type Forecast,
  type Paths,
  sumOf,
  withEffects,
} from '#forecast/index.ts'
import type { GameScope } from '#semantic/model/types.ts'
import { dayText } from '#shared/day.ts'
import type { IntervalSum, ScenarioContent, ScenarioEffect, ShownScenario } from '../contract.ts'
import { daysOf, wrong } from './days.ts'
import { assertEffects } from './effects.ts'
import { learnEffect, occasionsOf, type Sized, sizedAs } from './learning.ts'
import type { Note } from './marks.ts'

interface PlacedEffect {
  effect: ScenarioEffect
  /** Indexes into the days ahead. */
  from: number
  to: number
  notes: readonly Note[]
  isOwn: (note: Note) => boolean
}

export interface Imagined {
  name: string
  effects: PlacedEffect[]
}

interface Ground {
  /** Index of the first day in the days ahead. */
  first: number
  last: number
  notes: readonly Note[]
  scope: GameScope
}

/** Throws when an effect covers none of the days ahead. */
export function imaginable(
  scenarios: readonly ScenarioContent[],
  { first, last, notes, scope }: Ground,
): Imagined[] {
  return scenarios.map(({ name, effects }) => {
    assertEffects(effects)
    return {
      name: name.trim() || '未命名的假设',
      effects: effects.map((effect) => {
        const { from, to } = daysOf(effect.from, effect.to)
        if (to < first || from > last)
          throw wrong(
            last < first
              ? '没有预测的日期，不能添加假设'
              : `「${name || '假设'}」的影响 ${effect.from} 至 ${effect.to} 不在预测的日期里（${dayText(first)} 至 ${dayText(last)}）`,
          )
        return {
          effect,
          from: Math.max(from, first) - first,
          to: Math.min(to, last) - first,
          notes,
          isOwn: ({ cgi }) => cgi === null || scope === 'all' || scope.includes(cgi),
        }
      }),
    }
  })
}

interface Imagining {
  levels: readonly number[]
  calendar: readonly CalendarMark[]
  sums: (paths: Paths) => IntervalSum[]
  /** Effects that were already learned for the same series. */
  known: Map<string, Promise<Sized>>
  breathe: () => Promise<unknown> | undefined
}

export async function imagine(
  { name, effects }: Imagined,
  days: readonly DayValue[],
  { days: ahead, fit, paths }: Forecast,
  { levels, calendar, sums, known, breathe }: Imagining,
): Promise<ShownScenario> {
  const learnt = (like: object, length: number, learn: () => Promise<Sized>): Promise<Sized> => {
    const key = JSON.stringify([like, length])
    const found = known.get(key) ?? learn()
    known.set(key, found)
    return found
  }
  const sized: Sized[] = []
  const added: AddedEffect[] = []
  for (const { effect, from, to, notes, isOwn } of effects) {
    const { percent, error = 0, like } = effect
    const one =
      percent !== undefined || !like
        ? sizedAs(percent ?? 0, error)
        : await learnt(like, to - from + 1, () =>
            learnEffect(
              days,
              like,
              occasionsOf(like, to - from + 1, calendar, notes, isOwn),
              { calendar, form: fit.form },
              breathe,
            ),
          )
    sized.push(one)
    added.push({ from, to, size: one.size, error: one.error })
  }
  let changed = paths as Paths
  for (const one of added) {
    changed = withEffects(changed, [one], added.indexOf(one))
    await breathe()
  }
  const bands = levels.map((level) => ({ level, low: [] as number[], high: [] as number[] }))
  const expected: number[] = []
  for (const [at, { mean }] of ahead.entries()) {
    const factor = added.reduce((sum, { from, to, size }) => sum + (at >= from && at <= to ? size : 0), 0)
    expected.push(mean * Math.exp(factor))
    for (const [which, { low, high }] of sumOf(changed, at, at, levels).bands.entries()) {
      bands[which]?.low.push(low)
      bands[which]?.high.push(high)
    }
    await breathe()
  }
  return { name, expected, bands, sums: sums(changed), effects: sized.map(({ told }) => told) }
}
