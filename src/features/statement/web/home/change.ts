// Changes on the home page: yesterday against former days, and the largest movements.
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

/** As in all comparisons: ratios by their difference in points, others as a fraction of the former figure. */
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

interface Mover {
  viewId: number
  point: HomePoint
  change: number
  against: '前天' | '上周同日'
}

/** Yesterday may still change where nothing was published since it ended: it is then not compared. */
export const hasYesterday = ({ openDays }: HomeCard): boolean => openDays < 2

/** Reports share figures: what makes one the same in two of them. */
const figureOf = ({ key, values }: HomePoint): string => JSON.stringify([key, values])

/** The figures of each card that no card before it shows; a card's first figure stays where none would be left. */
export function eachOnce(cards: readonly HomeCard[]): Map<number, readonly HomePoint[]> {
  const told = new Set<string>()
  return new Map(
    cards.map(({ viewId, points }) => {
      const fresh = points.filter((point) => !told.has(figureOf(point)))
      for (const point of fresh) told.add(figureOf(point))
      return [viewId, fresh.length > 0 ? fresh : points.slice(0, 1)]
    }),
  )
}

/** Smaller changes are normal variation. */
const leastChange = 0.05
const mostMovers = 5

/**
 * Yesterday against the day before and the same weekday of the week before: per figure the larger change, the
 * largest first.
 */
export function moversOf(cards: readonly HomeCard[]): Mover[] {
  const told = new Set<string>()
  const movers = cards.filter(hasYesterday).flatMap(({ viewId, points }) =>
    points.flatMap((point): Mover[] => {
      const figure = figureOf(point)
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

/** Whether enough days exist to say that nothing moved. */
export const isComparable = (cards: readonly HomeCard[]): boolean =>
  cards.some(
    (card) =>
      hasYesterday(card) &&
      card.points.some((point) => changeOf(point, 1, 2) !== null || changeOf(point, 1, 8) !== null),
  )

/** A line through the days with figures, interrupted where one is missing. */
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
 * Short figures, the exact ones are in the cell's title. `beside`: the figures in the same row, which share
 * the number of decimals.
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
