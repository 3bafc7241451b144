// Computes comparisons independently of the engine: loops over rows in memory, with days as sets of texts.
import type { Comparison, Grain } from '#semantic/model/types.ts'

export interface Sale {
  day: string
  hour: number
  channel: string | null
  server: number
  player: number
  amount: number
  /** Balance after the sale; null where it was not recorded. */
  purse: number | null
}

const dayMs = 86_400_000
const time = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const plus = (day: string, days: number): string =>
  new Date(time(day) + days * dayMs).toISOString().slice(0, 10)

/** All days, both ends included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = plus(day, 1)) days.push(day)
  return days
}

/** First day of the period that contains the day. */
export function periodOf(day: string, grain: Grain): string {
  const [year, month] = [day.slice(0, 4), Number(day.slice(5, 7))]
  if (grain === 'year') return `${year}-01-01`
  if (grain === 'quarter') return `${year}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
  if (grain === 'month') return `${day.slice(0, 7)}-01`
  if (grain !== 'week') return day
  let monday = day
  while (new Date(time(monday)).getUTCDay() !== 1) monday = plus(monday, -1)
  return monday
}

/** All days of the period that begins on this day. */
function daysOf(start: string, grain: Grain): string[] {
  const days: string[] = []
  for (let day = start; periodOf(day, grain) === start; day = plus(day, 1)) days.push(day)
  return days
}

/** The same date of the year before; null where it does not exist. */
function yearBefore(day: string): string | null {
  if (day.endsWith('-02-29')) return null
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
}

export interface Compared {
  comparison: Exclude<Comparison, 'filters'>
  /** First and last day, both included. */
  from: string
  to: string
  /** The first unfinished day. */
  today: string
  /** Distance in days; for `range` only. */
  shift?: number
}

/**
 * The compared days and their counterparts; for lunar comparisons in pairs, in which a counterpart may occur twice.
 */
export interface TwoSides {
  base: string[]
  prior: string[]
}

const fixed: Partial<Record<Comparison, number>> = { week: 7, year52: 364 }

/** For the row of a period, or for the total where `period` is null. */
export function twoSides(asked: Compared, period: { start: string; grain: Grain } | null): TwoSides {
  const { comparison, today } = asked
  const all = daysBetween(asked.from, asked.to)
  const isOver = (day: string) => day < today
  const finished = all.filter(isOver)
  const own =
    period === null ? finished : finished.filter((day) => periodOf(day, period.grain) === period.start)
  const shift = asked.shift ?? fixed[comparison]
  if (shift !== undefined) {
    const base = own.filter((day) => isOver(plus(day, -shift)))
    return { base, prior: base.map((day) => plus(day, -shift)) }
  }
  if (comparison === 'year') return sameDates(own, period)
  if (comparison === 'lunar') return { base: own, prior: own.map(lunarBefore) }
  return period === null ? rangeBefore(all, own) : periodBefore(own, period)
}

const festivals = ['2022-02-01', '2023-01-22', '2024-02-10', '2025-01-29', '2026-02-17', '2027-02-06']

/**
 * The day with the same distance from last year's festival as from the nearest one; of two equally near ones, the
 * earlier.
 */
function lunarBefore(day: string): string {
  const far = (festival: string) => Math.abs(time(festival) - time(day))
  const nearest = festivals.toSorted(
    (one, other) => far(one) - far(other) || (one < other ? -1 : 1),
  )[0] as string
  const before = festivals[festivals.indexOf(nearest) - 1] as string
  return plus(before, (time(day) - time(nearest)) / dayMs)
}

function sameDates(own: string[], period: { start: string; grain: Grain } | null): TwoSides {
  const months = period === null || ['month', 'quarter', 'year'].includes(period.grain)
  if (
    months &&
    isWholeMonths(own) &&
    (period === null || own.length === daysOf(period.start, period.grain).length)
  ) {
    const starts = [...new Set(own.map((day) => periodOf(day, 'month')))]
    const prior = starts.flatMap((start) => daysOf(yearBefore(start) as string, 'month'))
    return { base: own, prior }
  }
  const base = own.filter((day) => yearBefore(day) !== null)
  return { base, prior: base.map((day) => yearBefore(day) as string) }
}

const isWholeMonths = (days: string[]): boolean => {
  const [first, last] = [days[0], days.at(-1)]
  return first !== undefined && last !== undefined && first.endsWith('-01') && plus(last, 1).endsWith('-01')
}

function rangeBefore(all: string[], own: string[]): TwoSides {
  let other: string[]
  const first = all[0] as string
  if (isWholeMonths(all)) {
    const count = new Set(all.map((day) => periodOf(day, 'month'))).size
    let start = first
    for (let month = 0; month < count; month += 1) start = periodOf(plus(start, -1), 'month')
    other = daysBetween(start, plus(first, -1))
  } else other = all.map((day) => plus(day, -all.length))
  if (own.length === all.length) return { base: own, prior: other }
  const prior = other.slice(0, own.length)
  return { base: own.slice(0, prior.length), prior }
}

function periodBefore(own: string[], { start, grain }: { start: string; grain: Grain }): TwoSides {
  const whole = daysOf(start, grain)
  const before = daysOf(periodOf(plus(start, -1), grain), grain)
  if (own.length === whole.length) return { base: own, prior: before }
  const base = own.filter((day) => whole.indexOf(day) < before.length)
  return { base, prior: base.map((day) => before[whole.indexOf(day)] as string) }
}

export interface Figures {
  amount: number | null
  orders: number | null
  buyers: number | null
  perBuyer: number | null
  largest: number | null
}

/** Figures where nothing is compared. */
export const noFigures: Figures = { amount: null, orders: null, buyers: null, perBuyer: null, largest: null }

/** Of nothing, sums and counts are zero; everything else is empty. */
export function figuresOf(sales: Sale[]): Figures {
  if (sales.length === 0) return { amount: 0, orders: 0, buyers: 0, perBuyer: null, largest: null }
  const amount = sales.reduce((sum, sale) => sum + sale.amount, 0)
  const buyers = new Set(sales.map(({ player }) => player)).size
  return {
    amount,
    orders: sales.length,
    buyers,
    perBuyer: amount / buyers,
    largest: Math.max(...sales.map((sale) => sale.amount)),
  }
}

/** Relative change; null without a base. */
export function changeOf(value: number | null, previous: number | null): number | null {
  return value === null || previous === null || previous === 0 ? null : value / previous - 1
}

/** A repeatable generator of numbers from 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
