// What a point holds on a date on which it has nothing of its own while others have rows: each point by
// itself is zero there, or empty, as it says. Dates beyond the last that is filled stay as they are, and so
// does what has no date: the total, and subtotals without one.
import { rowSource } from '../plan/computed.ts'
import type { ComputedPoint, FillPlan, LeafPoint, PeriodPlan } from '../plan/tree.ts'
import { withComputed } from './computed.ts'
import { indent, select } from './select.ts'
import type { Writer } from './writer.ts'

const leavesOf = ({ facts }: PeriodPlan): LeafPoint[] => facts.flatMap(({ points }) => points)

/** Points that are zero on a date without anything, and may be empty where there are rows. */
function filledLeaves(plan: FillPlan, period: PeriodPlan): LeafPoint[] {
  // Where the one fact has rows, there is a count of them.
  const isCounted = ({ aggregate }: LeafPoint): boolean =>
    period.facts.length === 1 && (aggregate === 'count' || aggregate === 'distinct')
  return leavesOf(period).filter((leaf) => plan.zeros.has(leaf.key) && !isCounted(leaf))
}

/** Whether a row's date is one of those that are filled; null where none of the keys is a date. */
export function isDated(plan: FillPlan, keys: string[], source: string, writer: Writer): string | null {
  const dates = [plan.finest, ...plan.dates.map(({ key }) => key).filter((key) => key !== plan.finest)]
  const held = dates.filter((key) => keys.includes(key)).map((key) => `${source}${writer.name(key)}`)
  const [first] = held
  if (first === undefined) return null
  // A subtotal may lack the finest.
  const date = held.length === 1 ? first : `coalesce(${held.join(', ')})`
  return `${date} <= ${writer.write(plan.last)}`
}

interface Read {
  /** Dimensions that the source has, as columns. */
  keys: string[]
  /** What else than points is read of it. */
  columns: string[]
}

/** The source with the points as they stand on its rows' dates; as it is where no point is empty there. */
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

/** The same as a statement; null where no point is empty there. */
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
 * One row: all points, computed ones too, where nothing was counted. `levels`: an expression with the points.
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
