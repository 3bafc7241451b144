// Texts for days and grains, and which periods are unfinished.
import { periodEnd } from '../period.ts'
import type { Grain } from '../types.ts'

export { weekdayOf } from '#shared/day.ts'
export { periodEnd, periodText } from '../period.ts'

export const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const

export const grainTitles: Record<Grain, string> = {
  hour: '时',
  day: '日',
  week: '周',
  month: '月',
  quarter: '季',
  year: '年',
}

/**
 * Whether the period that starts with `day` is unfinished: on `today`, or in the current hour, `2026-10-12
 * 14`.
 */
export function isUnfinished(day: string, grain: Grain, today: string, hour = ''): boolean {
  if (grain === 'hour') return day.slice(0, 13).replace('T', ' ') === hour
  return day.slice(0, 10) <= today && periodEnd(day, grain) >= today
}
