// What the home page says of days: how yesterday stands to the days before it, and what moved most.
import type { Cell, HomeCard } from '#features/statement/contract.ts'
import { compactText } from '../formats.ts'

export type HomePoint = HomeCard['points'][number]

export const numberOf = (value: Cell | undefined): number | null => {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Days back from today: yesterday is 1. */
const valueAt = ({ values }: HomePoint, back: number): number | null => numberOf(values.at(-1 - back))

/** As figures are compared everywhere: shares by their difference in points, others in parts of the former one. */
export function changeOf(point: HomePoint, back: number, against: number): number | null {
  const value = valueAt(point, back)
  const former = valueAt(point, against)
  if (value === null || former === null) return null
  if (point.format === 'percent') return value - former
  return former === 0 ? null : value / former - 1
}

export function changeText(change: number, { format }: Pick<HomePoint, 'format'>): string {
  const sign = change > 0 ? '+' : ''
  return `${sign}${(change * 100).toFixed(1)}${format === 'percent' ? 'pp' : '%'}`
}

export interface Mover {
  viewId: number
  point: HomePoint
  change: number
  against: '前天' | '上周同日'
}

/** Yesterday may still grow where nothing was published since it ended: it is held against nothing. */
export const hasYesterday = ({ openDays }: HomeCard): boolean => openDays < 2

/** Below it a day is a day like others. */
const leastChange = 0.05
const mostMovers = 5

/** Yesterday against the day before and the same weekday before it: of each figure the larger one, the largest first. */
export function moversOf(cards: readonly HomeCard[]): Mover[] {
  const told = new Set<string>()
  const movers = cards.filter(hasYesterday).flatMap(({ viewId, points }) =>
    points.flatMap((point): Mover[] => {
      // Reports share their figures: the same one is told once.
      const figure = JSON.stringify([point.key, point.values])
      if (told.has(figure)) return []
      told.add(figure)
      const both = [
        { against: '前天' as const, change: changeOf(point, 1, 2) },
        { against: '上周同日' as const, change: changeOf(point, 1, 8) },
      ].flatMap(({ against, change }) =>
        change !== null && Math.abs(change) >= leastChange ? [{ viewId, point, change, against }] : [],
      )
      return both.sort(byChange).slice(0, 1)
    }),
  )
  return movers.sort(byChange).slice(0, mostMovers)
}

const byChange = (one: Mover, other: Mover) => Math.abs(other.change) - Math.abs(one.change)

/** Whether two weekdays' worth of days are there to say that nothing moved. */
export const isComparable = (cards: readonly HomeCard[]): boolean =>
  cards.some(
    (card) =>
      hasYesterday(card) &&
      card.points.some((point) => changeOf(point, 1, 2) !== null || changeOf(point, 1, 8) !== null),
  )

/** A line through the days that have figures; where one is missing the line is broken. */
export function linePath(values: readonly (number | null)[], width: number, height: number): string {
  const known = values.filter((value) => value !== null)
  const low = Math.min(...known)
  const span = Math.max(...known) - low
  const step = width / Math.max(1, values.length - 1)
  let path = ''
  let drawing = false
  values.forEach((value, at) => {
    if (value === null) {
      drawing = false
      return
    }
    const y = span === 0 ? height / 2 : height - ((value - low) / span) * height
    path += `${drawing ? 'L' : 'M'}${(at * step).toFixed(1)} ${y.toFixed(1)}`
    drawing = true
  })
  return path
}

/**
 * Parts of a thousand's unit say nothing in passing; the exact figure is in the cell's title. `beside`: what stands in
 * the same row, which has decimals or has none.
 */
export function briefText(
  { format, unit }: Pick<HomePoint, 'format' | 'unit'>,
  value: Cell,
  beside: readonly Cell[] = [],
): string {
  const isLarge =
    format === 'decimal' && [value, ...beside].some((one) => Math.abs(numberOf(one) ?? 0) >= 1000)
  const number = numberOf(value)
  return isLarge && number !== null
    ? compactText(Math.round(number), 'integer', unit)
    : compactText(value, format, unit)
}
