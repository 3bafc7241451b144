// What the expressions of players' value share: names of columns, and by which dimensions rows and total stand.
import type { ValuePlan } from '#semantic/plan/cohort/tree.ts'
import { exactOf } from '#semantic/plan/tree/exact.ts'
import type { Writer } from '#semantic/sql/writer.ts'

/** Columns of the stack: players, age, paid at that age, cost; and what is derived from them. */
export const own = { n: '_n', age: '_age', paid: '_v', cost: '_k', over: '_over' } as const

/** Cohorts by some of the report's dimensions. */
export interface Source {
  stack: string
  cells: string
  /** Places of the dimensions that it has; the others are left out. */
  dims: number[]
  hasCost: boolean
}

/** Where the cost lacks a dimension of the rows, the total stands on cohorts without it. */
export function sourcesOf({ entries, cost }: ValuePlan, prefix: string): { rows: Source; total: Source } {
  const all = entries.dims.map((_, index) => index)
  const isWhole = cost?.dims.every((node) => node !== null) ?? true
  const source = (ending: string, dims: number[], hasCost: boolean): Source => ({
    stack: `${prefix}stack${ending}`,
    cells: `${prefix}cells${ending}`,
    dims,
    hasCost,
  })
  const rows = source('', all, cost !== null && isWhole)
  if (isWhole) return { rows, total: rows }
  const reached = all.filter((index) => cost?.dims[index] !== null)
  return { rows, total: source('_total', reached, true) }
}

export const dimNames = ({ entries }: ValuePlan, { dims }: Pick<Source, 'dims'>, writer: Writer): string[] =>
  dims.map((index) => writer.name(entries.dims[index]?.key ?? ''))

/** The revenue or the cost of a group of its fact's rows. */
export function summedText(
  { aggregate, argument, condition }: ValuePlan['earned']['value'],
  writer: Writer,
): string {
  return writer.dialect.aggregate(
    aggregate,
    argument === null ? null : writer.write(argument),
    condition === null ? null : writer.write(condition),
    argument === null ? undefined : exactOf(argument),
  )
}

/** Whether a cohort has a cost: revenue of one that has none, or 0, stays out of ROI and payback. */
export const isSpent = (cost: string): string => `${cost} <> 0`
