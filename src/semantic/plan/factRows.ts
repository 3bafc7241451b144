// Plans for listing the facts' rows behind points: one for each point table, with the points' conditions, the
// range, filters on dimensions and the reader's games.
import { definitionsOf } from '../model/definitions.ts'
import type { Lookup } from '../model/lookup.ts'
import type { CompileContext, PhysicalTable, ReportInfo } from '../model/types.ts'
import { gamesBound, planFact } from './facts.ts'
import { chooseGrain } from './grain.ts'
import { factRequests } from './period.ts'
import { resolveRange } from './range.ts'
import type { FactPlan } from './tree.ts'
import { readFilters, wantedPoints } from './wanted.ts'

export interface RowsPlan {
  fact: Pick<FactPlan, 'physicalName' | 'joins' | 'where'>
  /** Name that people gave the point table. */
  title: string
  physical: PhysicalTable
}

/** Filters on points are passed over: they choose rows of the result, not of the facts. */
export function planRows(
  info: Pick<ReportInfo, 'points' | 'dateRange' | 'filters'>,
  lookup: Lookup,
  context: CompileContext,
): RowsPlan[] {
  const asked = { ...info, dims: [] }
  const definitions = definitionsOf(lookup)
  const points = wantedPoints(asked, lookup).map((point) => definitions.define(point))
  const restrictions = {
    dims: [],
    grain: chooseGrain([], undefined),
    filters: readFilters(asked, lookup).dimensions,
    range: resolveRange(info.dateRange, context),
    games: gamesBound(context.games),
  }
  return factRequests(points, lookup).map((request) => {
    const { plan } = planFact(request, restrictions, lookup, context)
    const { table, physical } = request.fact
    return { fact: plan, title: table.name, physical }
  })
}
