// Computed points as columns beside the leaf points, over rows of any level.
//
//   ( SELECT r.*, r."p11" / nullif(r."p1", 0) AS "p51" FROM _levels AS r ) AS r
import { rowSource } from '../plan/tree/reached.ts'
import type { ComputedPoint } from '../plan/tree/tree.ts'
import { select } from './select.ts'
import { finiteText } from './shown.ts'
import type { Writer } from './writer.ts'

/** The FROM source: `r`, in one subquery per stage of formulas. */
export function withComputed(source: string, computed: ComputedPoint[], writer: Writer): string {
  const stages = new Map<number, ComputedPoint[]>()
  for (const point of computed) stages.set(point.stage, [...(stages.get(point.stage) ?? []), point])
  let text = `${source} AS ${rowSource}`
  for (const [, points] of [...stages].sort(([left], [right]) => left - right)) {
    const formulas = points.map((point) => `${formulaText(point, writer)} AS ${writer.name(point.key)}`)
    text = `(\n  ${select([`${rowSource}.*`, ...formulas], [`FROM ${text}`]).replace(/\n/g, '\n  ')}\n) AS ${rowSource}`
  }
  return text
}

function formulaText({ formula, real }: ComputedPoint, writer: Writer): string {
  const text = writer.write(formula)
  return real === null ? text : finiteText(text, real, text, writer)
}
