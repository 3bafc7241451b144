// Follows naively how players return, day by day and player by player. Nothing here knows the engine or SQL.
import {
  dayOf,
  type Entry,
  firstOf,
  groupsOf,
  personsOf,
  type Question,
  type Row,
  ratio,
} from './followed.ts'
import type { Cell } from './golden.ts'

export interface Asked {
  how: 'on' | 'after' | 'within' | 'gone'
  unit: 'day' | 'week' | 'month' | 'hours'
  /** First and last period of each column. */
  periods: [first: number, last: number][]
  /** What a row's players have in common: their day, week or month; null: neither. */
  rowsOf: 'day' | 'week' | 'month' | null
}

/** The day's date as a calendar on the wall would tell it. */
const dateOf = (day: number): Date => new Date(Date.UTC(2026, 0, 1 + day))

/** How many times a new period began from one day up to another. */
function begun(first: number, last: number, unit: Asked['unit']): number {
  let count = 0
  for (let day = first + 1; day <= last; day++) {
    const date = dateOf(day)
    const isNew = unit === 'week' ? date.getUTCDay() === 1 : unit === 'month' ? date.getUTCDate() === 1 : true
    if (isNew) count += 1
  }
  return count
}

/** Whether the period has begun by `today`. */
const hasBegun = (first: number, period: number, unit: Asked['unit'], today: number): boolean =>
  today >= first && begun(first, today, unit) >= period

/** Whether its last day lies before `today`, for everybody who came on `first`. */
function isOver(first: number, period: number, unit: Asked['unit'], today: number): boolean {
  if (today <= first) return false
  // 24 hours from the last moment of the first day end a day later.
  return begun(first, unit === 'hours' ? today - 1 : today, unit) > period
}

export function returned(
  cohort: Row[],
  returning: Row[],
  asked: Asked,
  question: Question,
): { total: Cell[]; rows: Cell[][] } {
  const { how, unit, periods, rowsOf } = asked
  const { today } = question
  const back = personsOf(returning, question)
  const entries: Entry[] = []
  for (const [key, rows] of personsOf(cohort, question)) {
    const moment = (one: Row): number[] =>
      unit === 'hours' ? [one.time as number] : [dayOf(one, question), one.time ?? 0]
    const row = firstOf(rows, moment, question)
    const day = dayOf(row, question)
    if (day >= question.range[0] && day <= question.range[1] && question.keep(row))
      entries.push({ key, row, day })
  }
  const ageOf = (entry: Entry, row: Row): number => {
    if (unit === 'hours') return Math.floor(((row.time as number) - (entry.row.time as number)) / 86_400)
    const day = dayOf(row, question)
    return day < entry.day ? -1 : begun(entry.day, day, unit)
  }
  const came = (entry: Entry, [first, last]: [number, number], untilToday: boolean): boolean =>
    (back.get(entry.key) ?? []).some((row) => {
      const age = ageOf(entry, row)
      const day = dayOf(row, question)
      if (how === 'after') return age >= first && day < today
      return age >= first && age <= last && (untilToday || day < today)
    })
  /** The longest absences: of all, and of those that ended with a return. */
  const absences = (entry: Entry): { most: number; ended: number } => {
    const active = new Set((back.get(entry.key) ?? []).map((row) => dayOf(row, question)))
    let [most, ended, now] = [0, 0, 0]
    for (let day = entry.day + 1; day < today; day++) {
      if (active.has(day)) {
        ended = Math.max(ended, now)
        now = 0
      } else now += 1
      most = Math.max(most, now)
    }
    return { most, ended }
  }
  const figures = (members: Entry[], isOnePeriod: boolean): Cell[] => {
    const columns = periods.map(([first, last]) => {
      const runs = isOnePeriod && how !== 'after' && how !== 'gone'
      const counted = members.filter(({ day }) =>
        runs ? hasBegun(day, first, unit, today) : isOver(day, last, unit, today),
      )
      const size = counted.length
      if (how === 'gone') {
        const lost = counted.filter((entry) => absences(entry).most >= first).length
        const ended = counted.filter((entry) => absences(entry).ended >= first).length
        const told = size === 0 ? [null, null, null] : [lost, ratio(lost, size), ended]
        return { size, cells: [...told, size === 0 ? null : ratio(ended, lost)] }
      }
      const stayed = counted.filter((entry) => came(entry, [first, last], runs)).length
      return { size, cells: size === 0 ? [null, null] : [stayed, ratio(stayed, size)] }
    })
    const bases = how === 'on' && unit === 'day' ? [] : columns.map(({ size }) => size)
    return [members.length, ...columns.flatMap(({ cells }) => cells), ...bases]
  }
  const groups = groupsOf(entries, ({ row, day }) => question.dims.map((says) => says(row, day)))
  const isOnePeriod = rowsOf === 'day' || (rowsOf !== null && rowsOf === unit)
  return {
    total: [...question.dims.map(() => null), ...figures(entries, false)],
    rows: groups.map(({ dims, items }) => [...dims, ...figures(items, isOnePeriod)]),
  }
}
