// Reads each day of a fact once for all periods of a comparison. Periods overlap: with days compared with the previous
// day, 03-09 – 03-11 and 03-08 – 03-10 share two days. The days are read once (03-08 – 03-11) into a shared fact, from
// which each period takes its figures.
//
//   _shared1       SELECT f."sale_day" AS "_day", sum(f."amount") AS "p11" … 03-08 – 03-11 GROUP BY 1
//   the period     SELECT f."_day" AS "d1", f."p11" FROM _shared1 AS f WHERE 03-09 – 03-11
//   prior          SELECT (f."_day" + 1) AS "d1", f."p11" FROM _shared1 AS f WHERE 03-08 – 03-10
//
// Sums and counts of shared rows are added, min and max are aggregated again, distinct values are shared as pairs. Each
// period reads balances and statistics by itself; so do reports by hour, and periods that share no day with another.
//
//   stretch    days between two adjacent period bounds, with the periods that need them
//   depth      number of leading dimensions that the deepest of these periods is grouped by (total: 0)
//   read       adjacent stretches of equal depth, as one SELECT; without dates each stretch is a read of
//              its own, so that its first day can stand for all its rows
//   day        of a shared row: the day itself; or the start of its week, month or year, if other
//              dimensions multiply the rows and no period distinguishes days within it

import { type Kind, nowhere } from '#semantic/model/expression/tree.ts'
import type { Dimension, Grain } from '#semantic/model/types.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { grainOf, isBusinessDate } from '../asked/grain.ts'
import type { ResolvedRange } from '../asked/range.ts'
import type { PeriodRequest, ReportRequest } from '../asked/request.ts'
import type { Shift } from '../days/moves.ts'
import { type Days, dayRange, joined, monthsOf, periodStart } from '../days/periods.ts'
import { daySource } from '../facts/factTable.ts'
import { factRequests, planPeriod } from '../facts/period.ts'
import { all, any, binary } from '../tree/build.ts'
import { type DaySource, dayNode, factSource } from '../tree/reached.ts'
import type {
  ComparisonPlan,
  FactPlan,
  LeafPoint,
  Node,
  PeriodPlan,
  SharedFact,
  SharedRead,
} from '../tree/tree.ts'

/** Figures that can't be derived from figures by day: each period reads them by itself. */
const ownReads: LeafPoint['aggregate'][] = ['last', 'first', 'statistic']

interface Planned {
  shared: SharedFact[]
  period: PeriodPlan
  comparison: ComparisonPlan | null
}

/** Column of a shared fact with the day of each row. */
export const dayColumn = '_day'

/** One period with the days that it needs, and the shift of its dates. */
interface Member {
  plan: PeriodPlan
  days: Days[]
  shift: Shift | null
}

/** Days needed by the same periods. */
interface Stretch {
  days: Days
  members: Member[]
  /** The greatest number of dimensions that a member is grouped by. */
  depth: number
}

export function shareFacts(
  request: ReportRequest,
  period: PeriodPlan,
  comparison: ComparisonPlan | null,
): Planned {
  const alone: Planned = { shared: [], period, comparison }
  if (comparison === null || request.days.range === null) return alone
  const grains = dateGrains(request, request.dims.length)
  if (grains.includes('hour')) return alone
  const members = sharing(membersOf(request.days.range, period, comparison))
  if (members.length === 0) return alone
  const stretches = stretchesOf(members)
  const grainAt = (depth: number): Grain | null => readGrain(request, depth, members)
  const reads = readsOf(stretches, grainAt)
  const requests = factRequests([...request.selected, ...request.hidden], request.lookup)
  const planned = reads.map((read) => ({ ...read, facts: factsOf(request, read) }))
  const shared = requests.map(({ fact, leaves }, index): SharedFact | null => {
    if (leaves.some(({ aggregate }) => ownReads.includes(aggregate))) return null
    const days = daySource(fact, request.context) as DaySource
    const own = planned.map(
      (read): SharedRead => ({
        ...(read.facts[index] as FactPlan),
        day: dayOfRead(days, read.days, grainAt(read.depth)),
      }),
    )
    const deepest = Math.max(...reads.map(({ depth }) => depth))
    const dims = otherDims(request, deepest).map(keyOf)
    return { name: `shared${index + 1}`, reads: own, dims, points: period.facts[index]?.points ?? [] }
  })
  const taken = (plan: PeriodPlan): PeriodPlan => {
    const member = members.find((candidate) => candidate.plan === plan)
    if (member === undefined) return plan
    const isSingle = isSingleOf(member, stretches, request, grainAt)
    const facts = plan.facts.map((fact, index) => {
      const known = shared[index] ?? null
      return known === null ? fact : factOf(known, member, request, isSingle)
    })
    return { ...plan, facts }
  }
  return {
    shared: shared.filter((fact) => fact !== null),
    period: taken(period),
    comparison: {
      ...comparison,
      periods: comparison.periods.map((compared) => ({
        ...compared,
        prior: taken(compared.prior),
        base: compared.base && taken(compared.base),
      })),
    },
  }
}

function membersOf(range: ResolvedRange, period: PeriodPlan, { periods }: ComparisonPlan): Member[] {
  const asked = { from: calendarDay(range.from) as number, until: calendarDay(range.until) as number }
  const members: Member[] = [{ plan: period, days: [asked], shift: null }]
  for (const { prior, base, days } of periods) {
    // Periods with several shifts are read by themselves.
    if (days === null || days.moves !== undefined) continue
    members.push({ plan: prior, days: days.prior, shift: days.shift })
    if (base !== null) members.push({ plan: base, days: days.base, shift: null })
  }
  return members
}

/** The members that share at least one day with another. */
function sharing(members: Member[]): Member[] {
  const shared = stretchesOf(members).filter((stretch) => stretch.members.length > 1)
  return members.filter((member) => shared.some((stretch) => stretch.members.includes(member)))
}

function stretchesOf(members: Member[]): Stretch[] {
  const edges = new Set(members.flatMap(({ days }) => days.flatMap(({ from, until }) => [from, until])))
  const rising = [...edges].sort((left, right) => left - right)
  return rising.slice(1).flatMap((until, index) => {
    const days = { from: rising[index] as number, until }
    const own = members.filter((member) =>
      member.days.some((part) => part.from <= days.from && part.until >= days.until),
    )
    if (own.length === 0) return []
    return [{ days, members: own, depth: Math.max(...own.map(({ plan }) => plan.dims.length)) }]
  })
}

/** Joins adjacent stretches of equal depth into one read, unless a week, month or year of the read would span both. */
function readsOf(stretches: Stretch[], grainAt: (depth: number) => Grain | null): Omit<Stretch, 'members'>[] {
  const reads: Omit<Stretch, 'members'>[] = []
  for (const { days, depth } of stretches) {
    const last = reads.at(-1)
    const grain = grainAt(depth)
    const isNext = last !== undefined && last.depth === depth && last.days.until === days.from
    if (isNext && grain !== null && periodStart(days.from, grain) === days.from)
      reads[reads.length - 1] = { depth, days: { from: last.days.from, until: days.until } }
    else reads.push({ days, depth })
  }
  return reads
}

function dateGrains({ dims, grain }: PeriodRequest, depth: number): Grain[] {
  return dims
    .slice(0, depth)
    .filter(isBusinessDate)
    .map((dimension) => grainOf(dimension, grain) as Grain)
}

/** The grain at which a read distinguishes days; null: one day for all its rows. */
function readGrain(asked: PeriodRequest, depth: number, members: Member[]): Grain | null {
  const grains = dateGrains(asked, depth)
  if (grains.length === 0) return null
  // Grouped only by dates, there are few rows, and any grain can be derived from days.
  if (grains.length === depth) return 'day'
  const shifts = members.flatMap(({ shift }) => shift ?? [])
  if (grains.every((grain) => grain === 'week'))
    return shifts.every(({ unit, count }) => unit === 'day' && count % 7 === 0) ? 'week' : 'day'
  if (!grains.every((grain) => monthsOf[grain] > 0)) return 'day'
  const finest = grains.reduce((one, other) => (monthsOf[other] < monthsOf[one] ? other : one))
  const areWhole = shifts.every(({ unit, count }) => unit === 'month' && count % monthsOf[finest] === 0)
  return areWhole ? finest : 'day'
}

function dayOfRead(source: DaySource, { from }: Days, grain: Grain | null): Node {
  const first: Node = { kind: 'day', day: dayText(from) }
  if (grain === null) return first
  const day = dayNode(source)
  if (grain === 'day') return day
  const start: Node = { kind: 'truncated', operand: day, grain, from: 'date' }
  // The read begins within a week or month: its rows get the read's first day, not an earlier day outside the read.
  return periodStart(from, grain) === from
    ? start
    : { kind: 'call', name: 'greatest', arguments: [start, first], at: nowhere }
}

const keyOf = ({ id }: Dimension): string => `d${id}`

function otherDims({ dims }: PeriodRequest, depth: number): Dimension[] {
  return dims.slice(0, depth).filter((dimension) => !isBusinessDate(dimension))
}

function factsOf(request: ReportRequest, { days, depth }: Omit<Stretch, 'members'>): FactPlan[] {
  const own = { ...request, dims: otherDims(request, depth) }
  return planPeriod(own, { range: dayRange(days), filters: request.filters }).plan.facts
}

/** Whether each shared row becomes one row of the period, so that it need not be grouped again. */
function isSingleOf(
  { plan }: Member,
  stretches: Stretch[],
  asked: PeriodRequest,
  grainAt: (depth: number) => Grain | null,
): boolean {
  const own = stretches.filter(({ members }) => members.some((member) => member.plan === plan))
  const depth = plan.dims.length
  const grain = grainAt(depth)
  // Shifting keeps dates distinct: 29 February, which would collide with another date a year later, is never compared.
  if (grain === null || !dateGrains(asked, depth).includes(grain)) return false
  return own.every(
    ({ days, depth: read }, index) =>
      read === depth &&
      (index === 0 || periodStart(days.from, grain) >= (own[index - 1] as Stretch).days.until),
  )
}

/** The period's fact plan over the shared fact: its columns instead of the table's. */
function factOf(
  shared: SharedFact,
  { plan, days, shift }: Member,
  asked: PeriodRequest,
  isSingle: boolean,
): FactPlan {
  const day = column(dayColumn, 'date')
  const dims = asked.dims.slice(0, plan.dims.length).map((dimension): Node => {
    if (!isBusinessDate(dimension)) return column(keyOf(dimension), 'unknown')
    const moved: Node =
      shift === null ? day : { kind: 'shifted', operand: day, shift, from: 'date', cutoffHour: 0 }
    const grain = grainOf(dimension, asked.grain) as Grain
    return grain === 'day' ? moved : { kind: 'truncated', operand: moved, grain, from: 'date' }
  })
  const within = joined(days).map(({ from, until }) => {
    const bounds = [
      binary('>=', day, { kind: 'day', day: dayText(from) }),
      binary('<', day, { kind: 'day', day: dayText(until) }),
    ]
    return all(bounds) as Node
  })
  return {
    physicalName: shared.name,
    joins: [],
    dims,
    where: [any(within) as Node],
    points: shared.points,
    balances: null,
    keeps: [],
    shared: { isSingle },
  }
}

const column = (name: string, type: Kind): Node => ({
  kind: 'field',
  source: factSource,
  name,
  type,
  narrow: false,
})
