// What a retention asks of those who came: on which days, weeks or months they returned, and how these are counted.
//
//   on       returned in period n
//   after    returned in period n or later, up to the last whole day
//   within   returned in one of the periods n to m
//   gone     did not return for n days in a row; how many of those returned later
//
// Period 0 is that of the first day: the day, its week (from Monday), its month, or the first 24 hours.
import { dateOf, dayNumber, dayOf, dayText, mondayOf } from '#shared/day.ts'

export const returnMeanings = ['on', 'after', 'within', 'gone'] as const
export type ReturnMeaning = (typeof returnMeanings)[number]

/** `hours`: periods of 24 hours from each player's own first moment. */
export const returnUnits = ['day', 'week', 'month', 'hours'] as const
export type ReturnUnit = (typeof returnUnits)[number]

export interface Returns {
  /** Periods n after the first; with `within` the first of each bracket. */
  days: number[]
  /** Absent: on. */
  how?: ReturnMeaning
  /** With `within`: the last period of each bracket. */
  untils?: number[]
  /** Absent: day. */
  unit?: ReturnUnit
}

export const usualReturns: readonly number[] = [1, 3, 7, 14, 30]
export const mostReturns = 60
export const lastReturn: Record<ReturnUnit, number> = { day: 730, week: 104, month: 24, hours: 730 }

export const meaningTitles: Record<ReturnMeaning, string> = {
  on: '当期回来',
  after: '当期及以后回来',
  within: '分段回来',
  gone: '流失与回流',
}

export const unitTitles: Record<ReturnUnit, string> = {
  day: '自然日',
  week: '自然周',
  month: '自然月',
  hours: '各自的 24 小时',
}

/** 天、周、个月: after a number. */
export const unitWords: Record<ReturnUnit, string> = { day: '天', week: '周', month: '个月', hours: '天' }

/** Whether figures are as they were before there were other meanings: by day n, on the day. */
export const isPlainReturns = ({ how = 'on', unit = 'day' }: Omit<Returns, 'days'>): boolean =>
  how === 'on' && unit === 'day'

/** What is wrong, in Chinese; empty where nothing is. */
export function returnsProblem({ days, how = 'on', untils, unit = 'day' }: Returns): string {
  const most = lastReturn[unit]
  const least = how === 'gone' ? 1 : 0
  const name = how === 'gone' ? '流失天数' : isPlainReturns({ how, unit }) ? '留存天数' : '留存期数'
  if (how === 'gone' && unit !== 'day') return '流失与回流按自然日计算，请把周期改为自然日'
  if (days.length === 0) return `请至少选择一个${name}`
  if (days.length > mostReturns) return `${name}过多，最多 ${mostReturns} 个`
  for (const [at, day] of days.entries()) {
    if (!Number.isInteger(day) || day < least || day > most)
      return `${name}「${String(day)}」应为 ${least} 到 ${most} 的整数`
    if (days.indexOf(day) !== at) return `${name}「${day}」重复`
  }
  if (how === 'within') return bracketsProblem(days, untils ?? [], most)
  return untils === undefined ? '' : '只有分段留存才有每段的最后一期'
}

function bracketsProblem(days: number[], untils: number[], most: number): string {
  if (untils.length !== days.length) return '每一段都要有开始和结束，如 1-3, 4-7'
  for (const [at, first] of days.entries()) {
    const last = untils[at] as number
    if (!Number.isInteger(last) || last < first || last > most)
      return `留存分段「${first}-${String(last)}」的结束应为 ${first} 到 ${most} 的整数`
  }
  const sorted = days.map((first, at) => [first, untils[at] as number] as const).sort(([a], [b]) => a - b)
  const overlap = sorted.findIndex(([first], at) => at > 0 && first <= (sorted[at - 1]?.[1] ?? -1))
  if (overlap < 1) return ''
  const [one, other] = [sorted[overlap - 1], sorted[overlap]]
  return `留存分段「${one?.join('-')}」与「${other?.join('-')}」重叠，一次回来只能算在一段里`
}

// ---- when a period of a first day begins and ends

const months = (day: number, count: number): number => {
  const { year, month } = dateOf(day)
  return dayOf(year, month + count, 1)
}

/** The first day of period n of players who came on `first` (days since 1970-01-01). */
export function periodBegins(first: number, n: number, unit: ReturnUnit): number {
  if (unit === 'week') return n === 0 ? first : mondayOf(first) + 7 * n
  if (unit === 'month') return n === 0 ? first : months(first, n)
  return first + n
}

/** The last day of period n of players who came on `first`, those of the day's last moment, too. */
export function periodEnds(first: number, n: number, unit: ReturnUnit): number {
  if (unit === 'week') return mondayOf(first) + 7 * n + 6
  if (unit === 'month') return months(first, n + 1) - 1
  return first + n + (unit === 'hours' ? 1 : 0)
}

/** The last first day whose period n has begun on `today`. */
export function lastBegun(n: number, unit: ReturnUnit, today: number): number {
  if (unit === 'week') return n === 0 ? today : mondayOf(today) - 7 * n + 6
  if (unit === 'month') return n === 0 ? today : months(today, 1 - n) - 1
  return today - n
}

/** The last first day whose period n is over before `today`. */
export function lastOver(n: number, unit: ReturnUnit, today: number): number {
  if (unit === 'week') return mondayOf(today) - 7 * n - 1
  if (unit === 'month') return months(today, -n) - 1
  return today - n - 1 - (unit === 'hours' ? 1 : 0)
}

/** What a column counts of the players of a first day: from period `since` to period `day`, both inclusive. */
interface Counted {
  day?: number
  since?: number
  per?: ReturnUnit
}

/** Days as YYYY-MM-DD. */
export const beginsOn = (first: string, { day = 0, since = day, per = 'day' }: Counted): string =>
  dayText(periodBegins(dayNumber(first), since, per))

export const endsOn = (first: string, { day = 0, per = 'day' }: Counted): string =>
  dayText(periodEnds(dayNumber(first), day, per))
