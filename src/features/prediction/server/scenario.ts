// What if: a scenario's effects put onto the paths of a forecast.
import {
  type AddedEffect,
  type CalendarMark,
  type DayValue,
  type Forecast,
  type Paths,
  sumOf,
  withEffects,
} from '../../../forecast/index.ts'
import type { GameScope } from '../../../semantic/model/types.ts'
import { dayText } from '../../../shared/day.ts'
import {
  type IntervalSum,
  likeTitles,
  type ScenarioContent,
  type ScenarioEffect,
  type ShownScenario,
} from '../contract.ts'
import { daysOf, wrong } from './asked.ts'
import { learnEffect, occasionsOf, type Sized, sizedAs } from './learning.ts'
import type { Note } from './marks.ts'

const [leastPercent, mostPercent] = [-99, 1_000]
const mostError = 500

/** Of effects as they are typed, whatever days are forecast. Throws where one makes no sense. */
export function assertEffects(effects: readonly ScenarioEffect[]): void {
  for (const [at, { from, to, percent, error = 0, like }] of effects.entries()) {
    const which = `第 ${at + 1} 个影响`
    const days = daysOf(from, to)
    if (days.to - days.from > 366) throw wrong(`${which}最长一年，请缩短日期`)
    if (percent === undefined && like === undefined)
      throw wrong(`${which}没有大小，请填写百分比，或从历史学习`)
    if (percent !== undefined && !(percent >= leastPercent && percent <= mostPercent))
      throw wrong(`${which}的大小应在 ${leastPercent}% 至 ${mostPercent.toLocaleString('en-US')}% 之间`)
    if (!(error >= 0 && error <= mostError))
      throw wrong(`${which}的不确定应在 0 至 ${mostError} 个百分点之间`)
    if (like?.kind === 'holiday' && like.name === '') throw wrong(`${which}没有选节日`)
  }
}

interface PlacedEffect {
  effect: ScenarioEffect
  /** Places among the days ahead. */
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
  /** Days ahead. */
  first: number
  last: number
  notes: readonly Note[]
  scope: GameScope
}

/** Throws where an effect lies on none of the days ahead. */
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
              ? '没有预测的日子，放不了假设'
              : `「${name || '假设'}」的影响 ${effect.from} 至 ${effect.to} 不在预测的日子里（${dayText(first)} 至 ${dayText(last)}）`,
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
  breathe: () => Promise<unknown> | undefined
}

export async function imagine(
  { name, effects }: Imagined,
  days: readonly DayValue[],
  { days: ahead, fit, paths }: Forecast,
  { levels, calendar, sums, breathe }: Imagining,
): Promise<ShownScenario> {
  const sized: Sized[] = []
  const added: AddedEffect[] = []
  for (const { effect, from, to, notes, isOwn } of effects) {
    const { percent, error = 0, like } = effect
    const one =
      percent !== undefined || !like
        ? sizedAs(percent ?? 0, error)
        : await learnEffect(
            days,
            like,
            occasionsOf(like, to - from + 1, calendar, notes, isOwn),
            { calendar, form: fit.form },
            breathe,
          )
    sized.push(one)
    added.push({ from, to, size: one.size, error: one.error })
  }
  const changed = withEffects(paths as Paths, added)
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

/** In words, for lists and files. */
export function effectText({ from, to, percent, error, like }: ScenarioEffect): string {
  const days = from === to ? from : `${from} 至 ${to}`
  if (percent === undefined && like)
    return `${days} 参照${likeTitles[like.kind]}${like.name && `「${like.name}」`}`
  return `${days} ${(percent ?? 0) > 0 ? '+' : ''}${percent ?? 0}%${error ? ` ± ${error}` : ''}`
}
