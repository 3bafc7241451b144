// Computes retention, funnels and distributions naively, by walking every player's rows. Nothing here knows the
// engine or SQL.
import type { Cell } from './golden.ts'

export interface Row {
  /** Seconds since midnight of the first day; null where the fact has only days. */
  time: number | null
  /** Days since the first day. */
  day: number
  game: string | null
  server: number
  channel: string | null
  player: number | null
  amount: number
  status: string
}

/** Value of a dimension or filter for a row whose business day is `day`. */
export type Says = (row: Row, day: number) => Cell

export interface Question {
  dims: Says[]
  /** Dimensions that break ties between rows of the same moment: all but dates and games, in order. */
  tied: Says[]
  keep: (row: Row) => boolean
  /** First and last day. */
  range: [number, number]
  games: string[] | null
  /** Games that a filter leaves; like the reader's games, they limit the visible rows. */
  wanted: string[] | null
  /** The game is a dimension, so one id in two games is two players. */
  byGame: boolean
  cutoffHour: number
  today: number
}

const secondsADay = 86_400

export function dayOf(row: Row, { cutoffHour }: Pick<Question, 'cutoffHour'>): number {
  if (row.time === null || cutoffHour === 0) return row.day
  return Math.floor((row.time - cutoffHour * 3600) / secondsADay)
}

export const isSeen = (row: Row, { games, wanted }: Question): boolean =>
  row.player !== null &&
  [games, wanted].every((scope) => scope === null || (row.game !== null && scope.includes(row.game)))

const identityOf = (row: Row, { byGame }: Pick<Question, 'byGame'>): string =>
  byGame ? `${row.game} ${row.player}` : String(row.player)

const before = (left: Cell, right: Cell): number => {
  if (left === right) return 0
  if (left === null) return 1
  if (right === null) return -1
  return left < right ? -1 : 1
}

/** All rows of a fact by player. */
export function personsOf(rows: Row[], question: Question): Map<string, Row[]> {
  const persons = new Map<string, Row[]>()
  for (const row of rows) {
    if (!isSeen(row, question)) continue
    const key = identityOf(row, question)
    persons.set(key, [...(persons.get(key) ?? []), row])
  }
  return persons
}

export interface Entry {
  key: string
  row: Row
  day: number
}

/**
 * The first row by the given times, then by the dimensions; among equal rows one that passes the filter is preferred.
 */
export function firstOf(rows: Row[], moment: (row: Row) => number[], question: Question): Row {
  const sorted = [...rows].sort((left, right) => {
    const [a, b] = [moment(left), moment(right)]
    for (const [index, value] of a.entries()) if (value !== b[index]) return value - (b[index] as number)
    const byGame = before(left.game, right.game)
    if (byGame !== 0) return byGame
    for (const says of question.tied) {
      const order = before(says(left, 0), says(right, 0))
      if (order !== 0) return order
    }
    return Number(question.keep(right)) - Number(question.keep(left))
  })
  return sorted[0] as Row
}

export function groupsOf<Item>(
  items: Item[],
  keyOf: (item: Item) => Cell[],
): { dims: Cell[]; items: Item[] }[] {
  const groups = new Map<string, { dims: Cell[]; items: Item[] }>()
  for (const item of items) {
    const dims = keyOf(item)
    const key = JSON.stringify(dims)
    const group = groups.get(key) ?? { dims, items: [] }
    group.items.push(item)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const distinct = (items: { row: Row }[], question: Question): number =>
  new Set(items.map(({ row }) => identityOf(row, question))).size

export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

export function retention(
  cohort: Row[],
  returning: Row[],
  days: number[],
  byDay: boolean,
  question: Question,
): { total: Cell[]; rows: Cell[][] } {
  const back = personsOf(returning, question)
  const entries: Entry[] = []
  for (const [key, rows] of personsOf(cohort, question)) {
    const row = firstOf(rows, (one) => [dayOf(one, question), one.time ?? 0], question)
    const day = dayOf(row, question)
    if (day < question.range[0] || day > question.range[1] || !question.keep(row)) continue
    entries.push({ key, row, day })
  }
  const came = ({ key, day }: Entry, age: number): boolean =>
    (back.get(key) ?? []).some((row) => dayOf(row, question) === day + age)
  const figures = (members: Entry[], isOneDay: boolean): Cell[] => [
    distinct(members, question),
    ...days.flatMap((age) => {
      const counted = members.filter(({ day }) =>
        isOneDay ? day + age <= question.today : day + age < question.today,
      )
      if (counted.length === 0) return [null, null]
      const stayed = distinct(
        counted.filter((entry) => came(entry, age)),
        question,
      )
      return [stayed, ratio(stayed, distinct(counted, question))]
    }),
  ]
  return levels(
    entries,
    question,
    ({ row, day }) => [row, day],
    (members, isTotal) => figures(members, byDay && !isTotal),
  )
}

/** Tries every path through the steps; the longest counts. */
export function funnel(
  facts: { rows: Row[]; isTimed: boolean }[],
  windowDays: number,
  question: Question,
): { total: Cell[]; rows: Cell[][] } {
  const steps = facts.map(({ rows }) => personsOf(rows, question))
  const taken = ({ key, row, day }: Entry): number => {
    const walk = (at: number, time: number | null, lastDay: number): number => {
      const fact = facts[at]
      if (fact === undefined) return at
      const ways = (steps[at]?.get(key) ?? []).filter((next) => {
        const nextDay = dayOf(next, question)
        if (nextDay > day + windowDays) return false
        return fact.isTimed && time !== null && facts[at - 1]?.isTimed
          ? (next.time as number) >= time
          : nextDay >= lastDay && (!fact.isTimed || time === null || (next.time as number) >= time)
      })
      return Math.max(
        at,
        ...ways.map((next) => walk(at + 1, fact.isTimed ? next.time : time, dayOf(next, question))),
      )
    }
    return walk(1, facts[0]?.isTimed ? row.time : null, day)
  }
  const entries: (Entry & { taken: number })[] = []
  for (const [key, rows] of steps[0] ?? []) {
    const within = rows.filter((row) => {
      const day = dayOf(row, question)
      return day >= question.range[0] && day <= question.range[1] && question.keep(row)
    })
    if (within.length === 0) continue
    const row = firstOf(within, (one) => [facts[0]?.isTimed ? (one.time as number) : one.day], question)
    const entry = { key, row, day: dayOf(row, question) }
    entries.push({ ...entry, taken: taken(entry) })
  }
  return levels(
    entries,
    question,
    ({ row, day }) => [row, day],
    (members) => {
      const counts = facts.map((_, index) =>
        distinct(
          members.filter((member) => member.taken > index),
          question,
        ),
      )
      return counts.flatMap((count, index) => [
        count,
        ...(index > 0 ? [ratio(count, counts[index - 1] as number)] : []),
        ...(index > 1 ? [ratio(count, counts[0] as number)] : []),
      ])
    },
  )
}

function levels<Item>(
  items: Item[],
  question: Question,
  rowOf: (item: Item) => [Row, number],
  figures: (members: Item[], isTotal: boolean) => Cell[],
): { total: Cell[]; rows: Cell[][] } {
  const groups = groupsOf(items, (item) => question.dims.map((says) => says(...rowOf(item))))
  return {
    total: [...question.dims.map(() => null), ...figures(items, true)],
    rows: groups.map(({ dims, items: members }) => [...dims, ...figures(members, false)]),
  }
}

/** Sums per player; 0 for a player without rows. */
export function distribution(
  whom: Row[],
  valued: Row[],
  bounds: number[],
  how: {
    counts: (row: Row) => boolean
    values: (row: Row) => number | null
    labels: string[]
  },
  question: Question,
): { total: Cell[]; rows: Cell[][] } {
  const inRange = (row: Row): boolean => {
    const day = dayOf(row, question)
    return day >= question.range[0] && day <= question.range[1] && question.keep(row) && isSeen(row, question)
  }
  const keyOf = (row: Row): string =>
    JSON.stringify([question.dims.map((says) => says(row, dayOf(row, question))), identityOf(row, question)])
  const sums = new Map<string, number>()
  for (const row of valued.filter(inRange))
    sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + (how.values(row) ?? 0))
  const persons = groupsOf(
    whom.filter((row) => inRange(row) && how.counts(row)),
    (row) => [keyOf(row)],
  ).map(({ items }) => {
    const row = items[0] as Row
    const value = sums.get(keyOf(row)) ?? 0
    const place = bounds.filter((bound) => value >= bound).length
    return { row, value, place, dims: question.dims.map((says) => says(row, dayOf(row, question))) }
  })
  const sumOf = (members: { value: number }[]): number => members.reduce((sum, { value }) => sum + value, 0)
  const all = distinct(persons, question)
  const rows = groupsOf(persons, ({ dims }) => dims).flatMap(({ dims, items }) => {
    // Shares are of the players with the row's own values.
    const own = distinct(items, question)
    return how.labels.flatMap((label, place) => {
      const members = items.filter((person) => person.place === place)
      const isBetween = place > 0 && place <= bounds.length
      if (members.length === 0) return isBetween ? [[...dims, label, 0, 0, 0]] : []
      const n = distinct(members, question)
      return [[...dims, label, n, n / own, sumOf(members)]]
    })
  })
  return { total: [...question.dims.map(() => null), null, all, ratio(all, all), sumOf(persons)], rows }
}
