// The properties of each day, independent of its value: weekday, holidays from the calendar, time of the
// year.
import { dayNumber } from '#shared/day.ts'
import type { Days } from './filter.ts'
import type { CalendarMark } from './types.ts'

const week = 7
/** Slots of the week, as days since 1970-01-01 (a Thursday) modulo 7. */
const weekend = [2, 3]
const workdays = [0, 1, 4, 5, 6]
const [restSlot, workSlot] = [week, week + 1]

/** An additive effect on a day's value: one regressor column. */
export interface Effect {
  name: string
  column: Float64Array
  /** Ridge penalty: how many days must support the effect. */
  ridge: number
}

export interface DayPlan {
  days: Days
  effects: Effect[]
  yearly: Effect[]
  /** Whether a trend may continue for ever: too bold for daily series. */
  steadyTrend: boolean
}

/** The properties of `known` days from `first` on and of `ahead` further days. */
export function planDays(first: number, count: number, calendar: readonly CalendarMark[]): DayPlan {
  const marks = new Map(calendar.map((mark) => [dayNumber(mark.day), mark]))
  const slots = Int32Array.from({ length: count }, (_, at) => slotOf(first + at, marks.get(first + at)))
  return {
    days: { count, period: week, slots, mixtures: [weekend, workdays] },
    effects: holidayEffects(first, count, marks),
    yearly: yearlyEffects(first, count),
    steadyTrend: false,
  }
}

function slotOf(day: number, mark: CalendarMark | undefined): number {
  if (mark) return mark.kind === 'rest' ? restSlot : workSlot
  return ((day % week) + week) % week
}

type Marks = ReadonlyMap<number, CalendarMark>

function holidayEffects(first: number, count: number, marks: Marks): Effect[] {
  const isRest = (day: number) => marks.get(day)?.kind === 'rest'
  const column = (isOn: (day: number) => boolean) =>
    Float64Array.from({ length: count }, (_, at) => (isOn(first + at) ? 1 : 0))
  const names = new Set<string>()
  for (let at = 0; at < count; at++) {
    const mark = marks.get(first + at)
    if (mark?.kind === 'rest') names.add(mark.name)
  }
  const own = [...names].map((name) => ({
    name,
    column: column((day) => isRest(day) && marks.get(day)?.name === name),
    ridge: 1,
  }))
  const common = [
    { name: '休', column: column(isRest), ridge: 0.1 },
    { name: '班', column: column((day) => marks.get(day)?.kind === 'work'), ridge: 0.1 },
    { name: '节前', column: column((day) => !isRest(day) && isRest(day + 1)), ridge: 0.5 },
    { name: '节后', column: column((day) => !isRest(day) && isRest(day - 1)), ridge: 0.5 },
  ]
  return [...common, ...own].filter((effect) => effect.column.includes(1))
}

const waves = 3
const daysAYear = 365.2425

function yearlyEffects(first: number, count: number): Effect[] {
  return Array.from({ length: waves }, (_, at) => at + 1).flatMap((wave) =>
    [Math.sin, Math.cos].map((turn, at) => ({
      name: `${at === 0 ? 'sin' : 'cos'} ${wave}`,
      column: Float64Array.from({ length: count }, (_, day) =>
        turn((2 * Math.PI * wave * (first + day)) / daysAYear),
      ),
      ridge: 0.01,
    })),
  )
}
