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
export const changeOf = (point: HomePoint, back: number, against: number): number | null =>
  changeBetween(point, valueAt(point, back), valueAt(point, against))

function changeBetween({ format }: HomePoint, value: number | null, former: number | null): number | null {
  if (value === null || former === null) return null
  if (format === 'percent') return value - former
  return former === 0 ? null : value / former - 1
}

/** The arrow tells the direction, as in tables. */
export function changeText(change: number, { format }: Pick<HomePoint, 'format'>): string {
  const arrow = Math.abs(change) < 0.0005 ? '' : change > 0 ? '▲ ' : '▼ '
  return `${arrow}${(Math.abs(change) * 100).toFixed(1)}${format === 'percent' ? ' pp' : '%'}`
}

export interface Mover {
  card: HomeCard
  point: HomePoint
  change: number
  against: '前天' | '上周同日'
}

/** Yesterday may still change where nothing was published since it ended: it is then not compared. */
export const hasYesterday = ({ openDays }: Pick<HomeCard, 'openDays'>): boolean => openDays < 2

/** Reports share figures: what makes one the same in two of them. */
const figureOf = ({ key, values }: HomePoint): string => JSON.stringify([key, values])

/** The first figure is shown large, the others as rows below. */
const mostFurther = 2

/**
 * Each card's figures, none on two cards. Every card gets a first one before any gets a second, so that reports that
 * share their figures show different ones; a card whose figures are all told shows none.
 */
export function eachOnce(cards: readonly HomeCard[]): Map<number, readonly HomePoint[]> {
  const told = new Set<string>()
  const shown = new Map<number, HomePoint[]>(cards.map(({ viewId }) => [viewId, []]))
  for (let round = 0; round <= mostFurther; round++)
    for (const { viewId, points } of cards) {
      const own = shown.get(viewId)
      const fresh = points.find((point) => !told.has(figureOf(point)))
      if (!own || own.length < round || !fresh) continue
      told.add(figureOf(fresh))
      own.push(fresh)
    }
  return shown
}

/** What a card says of a figure. */
interface Told {
  value: Cell
  /** The time that `value` is for; `brief` in rows. */
  when: string
  brief: string
  change: number | null
  /** What `change` is against. */
  against: string
  /** The other of the two days, in words. */
  beside: { title: string; value: Cell }
}

/**
 * Today until an hour against yesterday until then, where the figure's tables know hours. Otherwise yesterday, which is
 * whole: a part of today beside a change would be read as changed.
 */
export function toldOf(point: HomePoint, card: Pick<HomeCard, 'until' | 'openDays'>): Told {
  const { soFar, values } = point
  const yesterday = values.at(-2) ?? null
  const isWhole = hasYesterday(card)
  if (soFar && card.until !== null && numberOf(soFar.today) !== null) {
    return {
      value: soFar.today,
      when: `今日到 ${card.until}`,
      brief: `到 ${card.until}`,
      change: changeBetween(point, numberOf(soFar.today), numberOf(soFar.yesterday)),
      against: '较昨日同时',
      beside: { title: isWhole ? '昨日全天' : '昨日至今', value: yesterday },
    }
  }
  return {
    value: yesterday,
    when: isWhole ? '昨日' : '昨日未完',
    brief: isWhole ? '昨日' : '昨日未完',
    change: isWhole ? changeOf(point, 1, 2) : null,
    against: '较前天',
    beside: { title: '今日至今', value: values.at(-1) ?? null },
  }
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
  const movers = cards.filter(hasYesterday).flatMap((card) =>
    card.points.flatMap((point): Mover[] => {
      const figure = figureOf(point)
      if (told.has(figure)) return []
      told.add(figure)
      const both = [
        { against: '前天' as const, change: changeOf(point, 1, 2) },
        { against: '上周同日' as const, change: changeOf(point, 1, 8) },
      ].flatMap(({ against, change }) =>
        change !== null && Math.abs(change) >= leastChange ? [{ card, point, change, against }] : [],
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

type Spot = [x: number, y: number]

/** Unbroken runs of days with figures. */
function runsOf(values: readonly (number | null)[], width: number, height: number): Spot[][] {
  const known = values.filter((value) => value !== null)
  const low = Math.min(...known)
  const span = Math.max(...known) - low
  const step = width / Math.max(1, values.length - 1)
  const runs: Spot[][] = [[]]
  values.forEach((value, at) => {
    if (value === null) runs.push([])
    else runs.at(-1)?.push([at * step, span === 0 ? height / 2 : height - ((value - low) / span) * height])
  })
  return runs.filter(({ length }) => length > 0)
}

const joined = (spots: readonly Spot[]): string =>
  spots.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/** A line through the days with figures, interrupted where one is missing. */
export const linePath = (values: readonly (number | null)[], width: number, height: number): string =>
  runsOf(values, width, height).map(joined).join('')

/** The ground below that line. */
export const areaPath = (values: readonly (number | null)[], width: number, height: number): string =>
  runsOf(values, width, height)
    .map((run) => {
      const [first, last] = [run[0]?.[0] ?? 0, run.at(-1)?.[0] ?? 0]
      return `${joined(run)}L${last.toFixed(1)} ${height}L${first.toFixed(1)} ${height}Z`
    })
    .join('')

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
