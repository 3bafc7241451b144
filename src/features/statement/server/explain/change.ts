// Explains a change between two periods: the days of both sides, the figures, and the rows behind each side.
// Uncompared days (today, days without a counterpart) are in neither.

import { type ComparedSides, comparedSides, type compileRows } from '#semantic/compile.ts'
import { onDimensions } from '#semantic/model/conditions.ts'
import { daysText } from '#semantic/model/period.ts'
import { allRows } from '#semantic/model/rowScope.ts'
import type { Point } from '#semantic/model/types.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import { dayNumber, shiftDay } from '#shared/day.ts'
import type { Cell } from '#features/statement/contract.ts'
import { finestDate, type Narrowing, rowFacts } from './narrowing.ts'

/** The days of both sides; null where the cell is no comparison by days. */
export function sidesOf(deps: Deps, { info, model, cells, column }: Narrowing): ComparedSides | null {
  if (column.role !== 'change' && column.role !== 'previous') return null
  return comparedSides(info, finestDate(info, model, cells), contextFor(deps, allRows))
}

export const daysOf = (stretches: ComparedSides['base'] | undefined): string => {
  if (stretches === undefined || stretches.length === 0) return ''
  const told = stretches.map(({ from, until }) => daysText(from, shiftDay(until, -1)))
  const count = stretches.reduce((sum, { from, until }) => sum + dayNumber(until) - dayNumber(from), 0)
  return ` ${told.join('、')}（${count} 天）`
}

interface Part {
  name: string
  value: Cell
  unit: string
}

/** `base`: the figure over only the compared days; undefined where the row shows exactly these. */
export function changeParts(
  own: Part,
  previous: Part,
  base: Cell | undefined,
  sides: ComparedSides | null,
): Part[] {
  const other = { ...previous, name: `对比期${daysOf(sides?.prior)}` }
  if (base === undefined || base === own.value) return [{ ...own, name: `本期${daysOf(sides?.base)}` }, other]
  return [
    { ...own, name: `本期可比的日期${daysOf(sides?.base)}`, value: base },
    other,
    { ...own, name: '表里的本期，还含不比较的日期' },
  ]
}

interface FactsAsked {
  /** Text before the table's name: the side of the comparison. */
  lead: string
  asked: Parameters<typeof compileRows>[0]
}

/** What to list: for a change the rows of both sides, for the other period's figure its own rows. */
export function factsOf(wanted: Narrowing & { sides: ComparedSides | null }, point: Point): FactsAsked[] {
  const { filters = [], compareFilters = [], dateRange } = rowFacts(wanted)
  const { info, column, sides } = wanted
  const plain = onDimensions(filters)
  const points = [point.id]
  const own = { points, filters: plain, ...(dateRange && { dateRange }) }
  if (column.role !== 'change' && column.role !== 'previous') return [{ lead: '', asked: own }]
  const base = { lead: '本期：', asked: own }
  const other = { lead: '对比期：', asked: { ...own, filters: compareFilters } }
  if (info.compare === 'filters') return column.role === 'change' ? [base, other] : [other]
  // An hour compared with another: only its own rows are listed.
  if (sides === null) return column.role === 'change' ? [base] : []
  if (sides.base.length === 0) return []
  const within = { points, filters: plain }
  const prior = { lead: '对比期：', asked: { ...within, parts: sides.prior } }
  return column.role === 'change' ? [{ ...base, asked: { ...within, parts: sides.base } }, prior] : [prior]
}
