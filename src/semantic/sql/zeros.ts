// With filled dates: the figure of a point that has nothing on a date on which other points have rows. It is
// 0 or null, as the point says. Dates after the last filled one, and levels without a date (the total), stay
// as they are.
//
//   two facts:  d1     p11   p21        d1     p11   p21
//               03-02  10    null   →   03-02  10    0     CASE WHEN "p21" IS NULL AND "d1" <= … THEN 0 …
import { rowSource } from '../plan/computed.ts'
import type { ComputedPoint, FillPlan, LeafPoint, PeriodPlan } from '../plan/tree.ts'
import { withComputed } from './computed.ts'
import { indent, select } from './select.ts'
import type { Writer } from './writer.ts'

const leavesOf = ({ facts }: PeriodPlan): LeafPoint[] => facts.flatMap(({ points }) => points)

/** Points that are 0 on an empty date and can be null in a row. */
function filledLeaves(plan: FillPlan, period: PeriodPlan): LeafPoint[] {
  // With a single fact each row has its counts.
  const isCounted = ({ aggregate }: LeafPoint): boolean =>
    period.facts.length === 1 && (aggregate === 'count' || aggregate === 'distinct')
  return leavesOf(period).filter((leaf) => plan.zeros.has(leaf.key) && !isCounted(leaf))
}

/**
 * The condition that a row's date is not after the last filled one; null where none of the keys is a date.
 */
export function isDated(plan: FillPlan, keys: string[], source: string, writer: Writer): string | null {
  const dates = [plan.finest, ...plan.dates.map(({ key }) => key).filter((key) => key !== plan.finest)]
  const held = dates.filter((key) => keys.includes(key)).map((key) => `${source}${writer.name(key)}`)
  const [first] = held
  if (first === undefined) return null
  // A subtotal may be without the finest date; then its other one is asked.
  const date = held.length === 1 ? first : `coalesce(${held.join(', ')})`
  return `${date} <= ${writer.write(plan.last)}`
}

interface Read {
  /** Keys of the dimensions that the source has as columns. */
  keys: string[]
  /** Columns to read besides the points. */
  columns: string[]
}

/**
 * What to write after FROM: the source with zeros filled in, or the source itself where there is nothing to
 * fill.
 */
export function withZeros(
  plan: FillPlan | null,
  period: PeriodPlan,
  source: string,
  read: Read,
  writer: Writer,
): string {
  const text = plan === null ? null : zerosText(plan, period, source, read, writer)
  return text === null ? source : `(\n${indent(text)}\n)`
}

/** The same as a SELECT; null where there is nothing to fill. */
export function zerosText(
  plan: FillPlan,
  period: PeriodPlan,
  source: string,
  { keys, columns }: Read,
  writer: Writer,
): string | null {
  const filled = new Set(filledLeaves(plan, period).map(({ key }) => key))
  const dated = filled.size === 0 ? null : isDated(plan, keys, '', writer)
  if (dated === null) return null
  const points = leavesOf(period).map(({ key }) => {
    const name = writer.name(key)
    return filled.has(key)
      ? `CASE WHEN ${name} IS NULL AND ${dated} THEN 0 ELSE ${name} END AS ${name}`
      : name
  })
  return select([...columns, ...points], [`FROM ${source}`])
}

/**
 * A SELECT of one row with the figures of an empty date, computed points included. `levels` only gives the
 * types.
 */
export function nothingText(
  plan: FillPlan,
  period: PeriodPlan,
  computed: ComputedPoint[],
  levels: string,
  keys: string[],
  writer: Writer,
): string {
  const points = leavesOf(period)
  // The first half gives the columns their types.
  const typed = select(
    points.map(({ key }) => writer.name(key)),
    [`FROM ${levels}`, 'WHERE FALSE'],
  )
  const held = select(
    points.map(({ key }) => (plan.zeros.has(key) ? '0' : 'NULL')),
    [],
  )
  const source = `(\n${indent(`${typed}\nUNION ALL\n${held}`)}\n)`
  return select(
    keys.map((key) => `${rowSource}.${writer.name(key)}`),
    [`FROM ${withComputed(source, computed, writer)}`],
  )
}
