// The levels of a report's rows: 0 is the total, then subtotals by the leading dimensions, then the rows; and the whole
// that a share at each level refers to.
import type { Calculation, Dimension } from '#semantic/model/types.ts'
import type { ReadCalculation } from './calculations.ts'

/** Whether shares need levels between the total and the rows. */
export function needSubtotals(
  calculations: ReadCalculation[],
  dims: Dimension[],
  hasSubtotals: boolean,
): boolean {
  const levels = shownLevels(dims, hasSubtotals)
  return calculations.some(
    ({ asked }) =>
      asked.kind === 'share' &&
      levels.some((level) => {
        const by = alikeAt(asked, level, dims)
        return isPrefix(by, dims) && by.length > 0 && by.length < dims.length
      }),
  )
}

/** Marks of the displayed levels, without the total's. */
export function shownLevels(dims: Dimension[], hasSubtotals: boolean): number[] {
  const deepest = Math.max(dims.length, 1)
  return hasSubtotals ? Array.from({ length: deepest }, (_, index) => index + 1) : [deepest]
}

/** Dimensions whose values the rows of a share's whole have in common. */
export function alikeAt({ parent, within = [] }: Calculation, level: number, dims: Dimension[]): Dimension[] {
  if (parent) return dims.slice(0, Math.max(0, level - 1))
  return dims.slice(0, level).filter(({ id }) => within.includes(id))
}

export const isPrefix = (by: Dimension[], dims: Dimension[]): boolean =>
  by.every((dimension, place) => dims[place] === dimension)
