// The plan of one period: the report's points, computed from their facts within days and filters. A report has its own
// period, plus one for each period that it is compared with: the same request for other days.
//
//   points [充值金额 (pay_order), ARPU = [充值金额] / [活跃用户 (login_day)]]
//   → facts: pay_order with p11, login_day with p1; computed: p51 = p11 / p1
import type { LeafDefinition, PointDefinition } from '#semantic/model/definitions.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { PeriodRequest, ReportRequest } from '../asked/request.ts'
import { computedPoints } from '../tree/computed.ts'
import type { Node, PeriodPlan } from '../tree/tree.ts'
import { agreeDimensions, planFact, type Restrictions } from './facts.ts'
import { factTableOf } from './factTable.ts'
import type { FactRequest } from './request.ts'
import { rowNodes } from './rowNodes.ts'

interface PlannedPeriod {
  plan: PeriodPlan
  /** Kind of each dimension's values; all facts agree on it. */
  kinds: Kind[]
}

/** The first stage after the request: the report's own figures. */
export interface PlannedFacts {
  request: ReportRequest
  period: PeriodPlan
  kinds: Kind[]
}

export function planFacts(request: ReportRequest): PlannedFacts {
  const { days, filters } = request
  const { plan, kinds } = planPeriod(request, { range: days.range, filters })
  return { request, period: plan, kinds }
}

export function planPeriod(
  asked: PeriodRequest,
  own: Pick<Restrictions, 'range' | 'filters' | 'parts' | 'shift' | 'moves'>,
): PlannedPeriod {
  const { dims, grain, sight, lookup, context } = asked
  const wanted = [...asked.selected, ...asked.hidden]
  const facts = factRequests(wanted, lookup).map((request) =>
    planFact(request, { dims, grain, sight, ...own }, lookup, context),
  )
  const kinds = agreeDimensions(facts)
  const columns = kinds.map((kind, index) => ({ node: facts[0]?.plan.dims[index] as Node, kind }))
  const having = rowNodes(asked.having, { dims, grain, top: asked.top, columns })
  return {
    plan: {
      dims: dims.map((dimension) => `d${dimension.id}`),
      facts: facts.map((fact) => fact.plan),
      computed: computedPoints(wanted),
      having,
      // Conditions that compare rows with the past are planned by a later stage (compared/pasts.ts).
      pasts: [],
      subtotals: asked.subtotals,
      top: asked.top,
    },
    kinds,
  }
}

/** The leaves of all points, each once, grouped by point table. `title` names the first point that needs the table. */
export function factRequests(wanted: PointDefinition[], lookup: Lookup): FactRequest[] {
  const requests = new Map<number, FactRequest>()
  const seen = new Set<number>()
  const visit = (definition: PointDefinition, owner: PointDefinition): void => {
    if (seen.has(definition.point.id)) return
    seen.add(definition.point.id)
    if (definition.type === 'computed')
      for (const reference of definition.references.values()) visit(reference, owner)
    else addLeaf(requests, definition, owner, lookup)
  }
  for (const definition of wanted) visit(definition, definition)
  if (requests.size === 0)
    throw reportInvalid('所选指标的公式都没有引用可统计的指标，请至少选择一个来自指标表的指标')
  return [...requests.values()]
}

function addLeaf(
  requests: Map<number, FactRequest>,
  leaf: LeafDefinition,
  owner: PointDefinition,
  lookup: Lookup,
): void {
  const known = requests.get(leaf.table.id)
  if (known !== undefined) {
    known.leaves.push(leaf)
    return
  }
  const title =
    owner === leaf
      ? `指标「${leaf.point.name}」`
      : `指标「${owner.point.name}」（用到「${leaf.point.name}」）`
  requests.set(leaf.table.id, { fact: factTableOf(leaf.table, lookup), leaves: [leaf], title })
}
