// Figures as a reader sees them, made of those that were counted, at every level and wherever figures are read: in
// the result, by filters on points, by the ranking of first values, beside another period. What a point shows where
// it has nothing to count hangs on the point alone, not on its neighbours in the report.
//
//   counted   p11   p21         shown   p11   p21       p11 a sum or count, p21 a maximum
//             null  7                   0     7
import { notFiniteText } from '../plan/tree/finite.ts'
import type { LeafPoint, PeriodPlan } from '../plan/tree/tree.ts'
import { indent, select } from './select.ts'
import type { Writer } from './writer.ts'

const isCount = ({ aggregate }: LeafPoint): boolean => aggregate === 'count' || aggregate === 'distinct'

/**
 * Points whose counted figures differ from those to display. `isSparse`: rows may lack a point's figures,
 * because another fact or a missing date made them.
 */
export function unshownPoints(leaves: LeafPoint[], isSparse: boolean): LeafPoint[] {
  // A count in rows of its own fact is never null.
  return leaves.filter((leaf) => leaf.real !== null || hasOwnNothing(leaf, isSparse))
}

const hasOwnNothing = (leaf: LeafPoint, isSparse: boolean): boolean =>
  leaf.nothing === 'zero' ? isSparse || !isCount(leaf) : isCount(leaf)

/** Whether rows of a period may come from a fact without figures for some of the points. */
export const isStacked = ({ facts }: Pick<PeriodPlan, 'facts'>): boolean => facts.length > 1

function shownText(leaf: LeafPoint, writer: Writer): string {
  const name = writer.name(leaf.key)
  const shown =
    leaf.nothing === 'zero'
      ? `coalesce(${name}, 0)`
      : isCount(leaf)
        ? `CASE WHEN ${name} <> 0 THEN ${name} END`
        : name
  return leaf.real === null ? shown : finiteText(name, leaf.real, shown, writer)
}

/**
 * The FROM source: the source with the displayed figures of `unshown` points; the source itself where there
 * are none. `columns`: what to read besides the `leaves`, quoted.
 */
export function withShown(
  source: string,
  columns: string[],
  { leaves, unshown }: { leaves: LeafPoint[]; unshown: LeafPoint[] },
  writer: Writer,
): string {
  if (unshown.length === 0) return source
  const points = leaves.map((leaf) => {
    const name = writer.name(leaf.key)
    return unshown.includes(leaf) ? `${shownText(leaf, writer)} AS ${name}` : name
  })
  return `(\n${indent(select([...columns, ...points], [`FROM ${source}`]))}\n)`
}

/**
 * The `shown` text where the figure is a number or null; otherwise the statement fails with the point's name.
 */
export const finiteText = (figure: string, name: string, shown: string, { dialect }: Writer): string =>
  dialect.unless(dialect.notFinite(figure), notFiniteText(name), shown)

/** A point's figure where it has nothing to count. */
export const nothingOf = ({ nothing }: LeafPoint): string => (nothing === 'zero' ? '0' : 'NULL')
