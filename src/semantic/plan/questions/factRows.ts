// Plans for listing the facts' rows behind points: one per point table, with the points' conditions, the range, filters
// on dimensions and the reader's games.
import { keptDefinitions } from '#semantic/model/definitions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import type { CompileContext, PhysicalTable, ReportInfo } from '#semantic/model/types.ts'
import { readConditions } from '../asked/conditions.ts'
import { chooseGrain } from '../asked/grain.ts'
import { type ResolvedRange, resolveRange } from '../asked/range.ts'
import { sightOf } from '../asked/sight.ts'
import { wantedPoints } from '../asked/wanted.ts'
import { planFact } from '../facts/facts.ts'
import { factRequests } from '../facts/period.ts'
import type { FactPlan } from '../tree/tree.ts'

export interface RowsPlan {
  fact: Pick<FactPlan, 'physicalName' | 'joins' | 'where'>
  /** The point table's display name. */
  title: string
  physical: PhysicalTable
}

export interface RowsAsked extends Pick<ReportInfo, 'points' | 'formulas' | 'dateRange' | 'filters'> {
  /** Stretches of days instead of `dateRange`: in order, at least one. */
  parts?: ResolvedRange[]
}

/** Conditions with points are ignored: they select rows of the result, not of the facts. */
export function planRows(info: RowsAsked, lookup: Lookup, context: CompileContext): RowsPlan[] {
  const asked = { ...info, dims: [] }
  const definitions = keptDefinitions(lookup)
  const points = wantedPoints(asked, lookup).map((point) => definitions.define(point))
  const restrictions = {
    dims: [],
    grain: chooseGrain([], undefined),
    filters: readConditions(asked.filters, lookup).facts,
    ...daysOf(info, context),
    sight: sightOf(context, lookup),
  }
  return factRequests(points, lookup).map((request) => {
    const { plan } = planFact(request, restrictions, lookup, context)
    const { table, physical } = request.fact
    return { fact: plan, title: table.name, physical }
  })
}

export function daysOf(
  { dateRange, parts }: Pick<RowsAsked, 'dateRange' | 'parts'>,
  context: CompileContext,
): { range: ResolvedRange | null; parts?: ResolvedRange[] } {
  const [first, last] = [parts?.[0], parts?.at(-1)]
  if (first === undefined || last === undefined) return { range: resolveRange(dateRange, context) }
  const range = { from: first.from, until: last.until }
  return parts?.length === 1 ? { range } : { range, parts: parts as ResolvedRange[] }
}
