// Validates and describes the effects of scenarios.
import { likeTitles, type ScenarioEffect } from '../contract.ts'
import { daysOf, wrong } from './days.ts'

const [leastPercent, mostPercent] = [-99, 1_000]
const mostError = 500

/** Checks effects as typed, whatever days are forecast. Throws for an invalid one. */
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

/** A Chinese description, for lists and files. */
export function effectText({ from, to, percent, error, like }: ScenarioEffect): string {
  const days = from === to ? from : `${from} 至 ${to}`
  if (percent === undefined && like)
    return `${days} 参照${likeTitles[like.kind]}${like.name && `「${like.name}」`}`
  return `${days} ${(percent ?? 0) > 0 ? '+' : ''}${percent ?? 0}%${error ? ` ± ${error}` : ''}`
}
