// Follows funnels by moments naively: every row of the first step opens a window, and every way through it is tried.
// Nothing here knows the engine or SQL.
import { dayOf, groupsOf, personsOf, type Question, type Row, ratio } from './followed.ts'
import type { Cell } from './golden.ts'

export interface Windows {
  /** Rows of each step. */
  steps: Row[][]
  seconds: number
  strictly: boolean
  each: boolean
  /** The value that all steps of a window have in common; null: none is asked for. */
  same: ((row: Row) => Cell) | null
  /** Period within which a player counts once; null: the whole range. */
  periodOf: ((row: Row, day: number) => Cell) | null
  /** Seconds of the unit in which times are told; null: no times. */
  unit: number | null
}

interface Window {
  key: string
  row: Row
  day: number
  /** Moments of the steps taken, the first one included. */
  taken: number[]
}

const timeOf = (row: Row): number => row.time as number

export function windowed(asked: Windows, question: Question): { total: Cell[]; rows: Cell[][] } {
  const people = asked.steps.map((rows) => personsOf(rows, question))
  const windows: Window[] = []
  for (const [key, rows] of people[0] ?? [])
    for (const row of rows) {
      const day = dayOf(row, question)
      if (day < question.range[0] || day > question.range[1] || !question.keep(row)) continue
      const own = people.map((all) =>
        (all.get(key) ?? []).filter(
          (other) =>
            asked.same === null || (asked.same(row) !== null && asked.same(other) === asked.same(row)),
        ),
      )
      windows.push({
        key,
        row,
        day,
        taken: asked.strictly ? strict(row, own, asked) : farthest(row, own, asked),
      })
    }
  const counted = (period: (one: Window) => Cell): Window[] =>
    asked.each
      ? windows
      : groupsOf(windows, (one) => [one.key, period(one)]).map(({ items }) => best(items, question))
  const dimsOf = ({ row, day }: Window): Cell[] => question.dims.map((says) => says(row, day))
  const { periodOf } = asked
  const inPeriods = counted(({ row, day }) => (periodOf === null ? null : periodOf(row, day)))
  return {
    total: [
      ...question.dims.map(() => null),
      ...figures(
        counted(() => null),
        asked,
      ),
    ],
    rows: groupsOf(inPeriods, dimsOf).map(({ dims, items }) => [...dims, ...figures(items, asked)]),
  }
}

/** The longest of all ways, with the earliest moment of each of its steps. */
function farthest(row: Row, own: Row[][], { seconds }: Windows): number[] {
  const end = timeOf(row) + seconds
  const depth = (at: number, time: number): number =>
    Math.max(
      at,
      ...(own[at] ?? [])
        .map(timeOf)
        .filter((next) => next >= time && next <= end)
        .map((next) => depth(at + 1, next)),
    )
  const taken = [timeOf(row)]
  const length = depth(1, timeOf(row))
  while (taken.length < length) {
    const last = taken.at(-1) as number
    const ways = (own[taken.length] ?? [])
      .map(timeOf)
      .filter((next) => next >= last && next <= end && depth(taken.length + 1, next) === length)
    taken.push(Math.min(...ways))
  }
  return taken
}

/** Walks the moments in their order: whatever other step lies between two ends the way. */
function strict(row: Row, own: Row[][], { seconds }: Windows): number[] {
  const taken = [timeOf(row)]
  while (taken.length < own.length) {
    const [at, last] = [taken.length, taken.at(-1) as number]
    const next = (own[at] ?? [])
      .map(timeOf)
      .filter((time) => time >= last && time <= (taken[0] as number) + seconds)
      .sort((one, other) => one - other)[0]
    if (next === undefined) break
    const between = own.some(
      (rows, step) =>
        step !== at && step !== at - 1 && rows.some((other) => timeOf(other) > last && timeOf(other) < next),
    )
    if (between) break
    taken.push(next)
  }
  return taken
}

const before = (left: Cell, right: Cell): number => {
  if (left === right) return 0
  if (left === null) return 1
  if (right === null) return -1
  return left < right ? -1 : 1
}

/** The window that goes farthest, of equals the first, of those of one moment by what their rows say. */
function best(windows: Window[], question: Question): Window {
  return windows.toSorted(
    (one, other) =>
      other.taken.length - one.taken.length ||
      timeOf(one.row) - timeOf(other.row) ||
      question.dims
        .map((says) => before(says(one.row, one.day), says(other.row, other.day)))
        .find((order) => order !== 0) ||
      0,
  )[0] as Window
}

function figures(windows: Window[], { steps, unit }: Windows): Cell[] {
  const counts = steps.map((_, at) => windows.filter(({ taken }) => taken.length > at).length)
  return counts.flatMap((count, at) => {
    const times = windows
      .filter(({ taken }) => taken.length > at)
      .map(({ taken }) => ((taken[at] as number) - (taken[at - 1] ?? 0)) / (unit ?? 1))
    return [
      count,
      ...(at > 0 ? [ratio(count, counts[at - 1] as number)] : []),
      ...(at > 1 ? [ratio(count, counts[0] as number)] : []),
      ...(at > 0 && unit !== null ? [percentile(times, 0.5), percentile(times, 0.9)] : []),
    ]
  })
}

/** Between the two values around it, as a ruler would say. */
function percentile(values: number[], share: number): Cell {
  if (values.length === 0) return null
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(place)] as number, sorted[Math.ceil(place)] as number]
  return low + (high - low) * (place - Math.floor(place))
}
