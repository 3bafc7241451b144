// Computes what players are worth naively: plain loops over cohorts, players, rows and numbers of days. Nothing here
// knows the engine or SQL.
import {
  dayOf,
  type Entry,
  firstOf,
  groupsOf,
  isSeen,
  personsOf,
  type Question,
  type Row,
  ratio,
} from './followed.ts'
import type { Cell } from './golden.ts'

/** A day's cost of a channel. */
export interface Spent {
  day: number
  game: string | null
  channel: string | null
  cost: number
}

interface Cohort {
  dims: Cell[]
  day: number
  members: Entry[]
  /** What its players paid, with the number of days before. */
  paid: { age: number; amount: number }[]
  cost: number | null
}

export interface Worth {
  whom: Row[]
  /** Rows that count, with what each brings. */
  revenue: { row: Row; amount: number }[]
  spent: Spent[] | null
  /** Which of the dimensions the cost has: their value for a cost; null where it lacks the dimension. */
  spentBy: (((spent: Spent) => Cell) | null)[]
  keepsSpent: (spent: Spent) => boolean
  days: number[]
  byDay: boolean
  /** A filter that the cost can't obey: it has no column for whom payback is. */
  isUnknown?: boolean
}

const lastDay = 730

function entriesOf(rows: Row[], question: Question): Entry[] {
  const entries: Entry[] = []
  for (const [key, own] of personsOf(rows, question)) {
    const row = firstOf(own, (one) => [dayOf(one, question), one.time ?? 0], question)
    const day = dayOf(row, question)
    if (day < question.range[0] || day > question.range[1] || !question.keep(row)) continue
    entries.push({ key, row, day })
  }
  return entries
}

/** Cohorts by the first day within some of the dimensions; those that only cost something are there, too. */
function cohortsOf(asked: Worth, question: Question, dims: number[], hasCost: boolean): Cohort[] {
  const entries = entriesOf(asked.whom, question)
  const cohorts = groupsOf(entries, ({ row, day }) => [
    ...dims.map((at) => question.dims[at]?.(row, day) ?? null),
    day,
  ]).map(({ dims: own, items }): Cohort => {
    const paid: Cohort['paid'] = []
    for (const { key, day } of items)
      for (const { row, amount } of asked.revenue) {
        if (!isSeen(row, question)) continue
        const same = question.byGame ? `${row.game} ${row.player}` : String(row.player)
        const age = dayOf(row, question) - day
        if (same === key && age >= 0) paid.push({ age, amount })
      }
    return { dims: own.slice(0, -1), day: own.at(-1) as number, members: items, paid, cost: null }
  })
  if (!hasCost) return cohorts
  for (const one of asked.spent ?? []) {
    if (one.day < question.range[0] || one.day > question.range[1] || !asked.keepsSpent(one)) continue
    const own = dims.map((at) => asked.spentBy[at]?.(one) ?? null)
    const isOwn = ({ dims: known, day }: Cohort): boolean =>
      day === one.day && JSON.stringify(known) === JSON.stringify(own)
    let cohort = cohorts.find(isOwn)
    if (cohort === undefined) {
      cohort = { dims: own, day: one.day, members: [], paid: [], cost: null }
      cohorts.push(cohort)
    }
    cohort.cost = (cohort.cost ?? 0) + one.cost
  }
  return cohorts
}

const total = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0)
const paidIn = (cohorts: Cohort[], days: number): number =>
  total(cohorts.flatMap(({ paid }) => paid.filter(({ age }) => age < days).map(({ amount }) => amount)))
const sizeOf = (cohorts: Cohort[]): number => total(cohorts.map(({ members }) => members.length))
const costOf = (cohorts: Cohort[]): number | null => {
  const known = cohorts.flatMap(({ cost }) => cost ?? [])
  return known.length === 0 ? null : total(known)
}

export function worth(asked: Worth, question: Question): { total: Cell[]; rows: Cell[][] } {
  const all = question.dims.map((_, at) => at)
  const reached = all.filter((at) => asked.spent === null || asked.spentBy[at] !== null)
  const isWhole = reached.length === all.length
  const { today } = question
  const overWith =
    (count: number) =>
    (cohort: Cohort): boolean =>
      cohort.day + count - 1 < today
  const figures = (cohorts: Cohort[], isOneDay: boolean): Cell[] => {
    const spending = cohorts.filter(({ cost }) => cost !== null && cost !== 0)
    const cost = costOf(cohorts)
    const cells: Cell[] = [sizeOf(cohorts)]
    if (asked.spent !== null) cells.push(cost, cost === null ? null : ratio(cost, sizeOf(spending)))
    for (const count of asked.days) {
      const isReached = (cohort: Cohort): boolean =>
        isOneDay ? cohort.day + count - 1 <= today : overWith(count)(cohort)
      const counted = cohorts.filter(isReached)
      const size = sizeOf(counted)
      const paid = paidIn(counted, count)
      cells.push(size === 0 ? null : paid, ratio(paid, size))
      if (asked.spent === null) continue
      const own = spending.filter(isReached)
      cells.push(ratio(paidIn(own, count), total(own.map((one) => one.cost ?? 0))))
    }
    let back: number | null = null
    let backOf: number | null = null
    if (asked.spent !== null) {
      for (let count = 1; count <= lastDay && back === null; count++) {
        const own = spending.filter(overWith(count))
        const sum = total(own.map((one) => one.cost ?? 0))
        if (sum <= 0 || paidIn(own, count) < sum) continue
        back = count
        backOf = sizeOf(own)
      }
      cells.push(back)
    }
    // Over how many players each LTV, and payback, is.
    for (const count of asked.days) {
      const isReached = (cohort: Cohort): boolean =>
        isOneDay ? cohort.day + count - 1 <= today : overWith(count)(cohort)
      cells.push(sizeOf(cohorts.filter(isReached)))
    }
    if (asked.spent !== null && !asked.isUnknown) cells.push(backOf)
    return cells
  }
  const rows = cohortsOf(asked, question, all, isWhole)
  const whole = isWhole ? rows : cohortsOf(asked, question, reached, true)
  // Days are dimensions, too: a week has several cohorts.
  return {
    total: [...all.map(() => null), ...figures(whole, false)],
    rows: groupsOf(rows, ({ dims }) => dims).map(({ dims, items }) => [
      ...dims,
      ...figures(items, asked.byDay),
    ]),
  }
}
