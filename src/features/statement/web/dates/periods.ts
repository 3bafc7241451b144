// A cell of a date column as a reader of Chinese reports expects it, by grain.
import dayjs from 'dayjs'
import type { Grain } from '../../../../semantic/model/types.ts'

export const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const

/** 0 is Sunday. By arithmetic on UTC days: called for every row in view. */
export const weekdayOf = (day: string): number => new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay()

export const grainTitles: Record<Grain, string> = {
  hour: '时',
  day: '日',
  week: '周',
  month: '月',
  quarter: '季',
  year: '年',
}

/** The last day of the period that starts with `day`. */
export function periodEnd(day: string, grain: Grain): string {
  if (grain === 'day' || grain === 'hour') return day.slice(0, 10)
  const start = dayjs(day.slice(0, 10))
  if (grain === 'week') return start.add(6, 'day').format('YYYY-MM-DD')
  const months = grain === 'month' ? 1 : grain === 'quarter' ? 3 : 12
  return start.add(months, 'month').subtract(1, 'day').format('YYYY-MM-DD')
}

/** `day` starts the period: `2026-10-05` (week) reads «2026-10-05 – 10-11». */
export function periodText(day: string, grain: Grain): string {
  switch (grain) {
    case 'hour':
      return day.slice(0, 16).replace('T', ' ')
    case 'week':
      return `${day.slice(0, 10)} – ${periodEnd(day, 'week').slice(5)}`
    case 'month':
      return day.slice(0, 7)
    case 'quarter':
      return `${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
    case 'year':
      return day.slice(0, 4)
    default:
      return day.slice(0, 10)
  }
}

/** Whether the period that starts with `day` still runs: on `today`, or within the running hour, `2026-10-12 14`. */
export function isUnfinished(day: string, grain: Grain, today: string, hour = ''): boolean {
  if (grain === 'hour') return day.slice(0, 13).replace('T', ' ') === hour
  return day.slice(0, 10) <= today && periodEnd(day, grain) >= today
}
