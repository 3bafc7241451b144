// What cohorts cost, by their first day and the report's dimensions. A cost stands at the grain that it has: where a
// row is finer, the row has none, and the column says why; the total compares revenue and cost without that dimension.
// Where the cost can't obey a filter, the total has none either.
import type { LeafDefinition } from '#semantic/model/definitions.ts'
import { commonKind } from '#semantic/model/expression/kinds.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import type { CompileContext, Dimension } from '#semantic/model/types.ts'
import type { ResolvedRange } from '#semantic/plan/asked/range.ts'
import { planFact } from '#semantic/plan/facts/facts.ts'
import { reachDimension } from '#semantic/plan/facts/reach.ts'
import type { FactRequest } from '#semantic/plan/facts/request.ts'
import { dayNode } from '#semantic/plan/tree/reached.ts'
import type { CohortRestrictions } from '../people.ts'
import type { CostPlan, PlayerValue } from '../tree.ts'
import { requestOf, requireDays } from './earned.ts'

interface PlannedCost {
  /** Null where the cost can't obey the report's filters. */
  cost: CostPlan | null
  /** Why rows have no cost; null where they have. */
  unreached: string | null
}

/** `kinds`: those of the players' dimensions. */
export function planCost(
  spending: LeafDefinition,
  kinds: Kind[],
  { restrictions, range }: { restrictions: CohortRestrictions; range: ResolvedRange },
  lookup: Lookup,
  context: CompileContext,
): PlannedCost {
  const request = requestOf(spending, lookup)
  const days = requireDays(request, context)
  const unfiltered = [...restrictions.filters, ...restrictions.scope]
    .flatMap(({ dimensions }) => dimensions)
    .filter((dimension) => kindIn(request, dimension, lookup, context) === null)
  if (unfiltered.length > 0)
    return { cost: null, unreached: `「${spending.point.name}」不能按${named(unfiltered)}筛选，所以没有成本` }
  const missing = restrictions.dims.filter((dimension, index) => {
    const kind = kindIn(request, dimension, lookup, context)
    return kind === null || commonKind(kind, kinds[index] as Kind) === null
  })
  const dims = restrictions.dims.filter((dimension) => !missing.includes(dimension))
  const { plan } = planFact(request, { ...restrictions, dims, range }, lookup, context)
  return {
    cost: {
      physicalName: plan.physicalName,
      joins: plan.joins,
      where: plan.where,
      day: dayNode(days),
      dims: restrictions.dims.map((dimension) => plan.dims[dims.indexOf(dimension)] ?? null),
      value: plan.points[0] as PlayerValue,
    },
    unreached:
      missing.length === 0
        ? null
        : `「${spending.point.name}」没有按${named(missing)}分开，只有合计有成本和ROI`,
  }
}

const named = (dimensions: Dimension[]): string =>
  [...new Set(dimensions)].map(({ name }) => `「${name}」`).join('、')

/** The kind of the dimension's values in the cost's fact; null where the fact does not have it. */
function kindIn(
  { fact }: FactRequest,
  dimension: Dimension,
  lookup: Lookup,
  context: CompileContext,
): Kind | null {
  const result = reachDimension(fact, dimension, lookup, context)
  return 'reach' in result ? result.reach.kind : null
}
