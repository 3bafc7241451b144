// The request of a report of kind `table`, read from its info and checked once: ids are resolved in the model, days
// computed, conditions parsed, the reader's scope bound. Later stages use only this request, not the info.
import { onDimensions } from '#semantic/model/conditions.ts'
import { keptDefinitions, type PointDefinition } from '#semantic/model/definitions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, Dimension, ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import type { SharePlan, TopPlan } from '../tree/tree.ts'
import { type ReadCalculation, readCalculations } from './calculations.ts'
import { type AskedComparison, readComparison } from './comparison.ts'
import { type FactCondition, readConditions } from './conditions.ts'
import { chooseGrain, dateAlong, type GrainChoice, grainDimensions, type ReportDate } from './grain.ts'
import { needSubtotals } from './levels.ts'
import { type AskedDays, askedDays } from './range.ts'
import { type RowConditions, rowConditions } from './rowConditions.ts'
import { planShares } from './shares.ts'
import { type Sight, sightOf } from './sight.ts'
import { planTop } from './top.ts'
import { rowLimit, wantedDimensions, wantedPoints } from './wanted.ts'

/** The part of a request that is the same for all its periods. */
export interface PeriodRequest {
  dims: Dimension[]
  grain: GrainChoice
  /** Points of the report's columns. */
  selected: PointDefinition[]
  /** Points used to filter or rank rows, but not shown. */
  hidden: PointDefinition[]
  /** Conditions on the result's rows. */
  having: RowConditions
  subtotals: boolean
  top: TopPlan | null
  /** Bound once for all facts and periods. */
  sight: Sight
  lookup: Lookup
  context: CompileContext
}

export interface ReportRequest extends PeriodRequest {
  days: AskedDays
  /** Conditions on dimensions: they restrict the facts' rows. */
  filters: FactCondition[]
  /** The same conditions in the form of the request. */
  onDimensions: ReportCondition[]
  compare: AskedComparison | null
  shares: SharePlan[]
  calculations: ReadCalculation[]
  /** The date along which calculations run; null without dates. */
  date: ReportDate | null
  /** Whether subtotals are shown; `subtotals` may be set for shares alone. */
  showsSubtotals: boolean
  fillsDates: boolean
  order: ReportInfo['order']
  limit: number
}

/** Throws ReportProblem. */
export function readRequest(info: ReportInfo, lookup: Lookup, context: CompileContext): ReportRequest {
  const dims = wantedDimensions(info, lookup)
  const points = wantedPoints(info, lookup)
  const conditions = readConditions(info.filters, lookup)
  const definitions = keptDefinitions(lookup)
  const selected = points.map((point) => definitions.define(point))
  const filtering = conditions.points.map((point) => definitions.define(point))
  const days = askedDays(info.dateRange, context)
  const grain = chooseGrain(grainDimensions(info, lookup.dimensions), info.grain)
  const top = planTop(info.top, dims, lookup, definitions)
  const shares = planShares(info.shares, selected, dims, lookup)
  const calculations = readCalculations(info, selected, dims, lookup)
  const showsSubtotals = wantsSubtotals(info, dims)
  return {
    dims,
    grain,
    selected,
    hidden: top === null ? filtering : [...filtering, top.by],
    having: rowConditions(conditions.rows, conditions.points, definitions, lookup),
    subtotals: showsSubtotals || needSubtotals(calculations, dims, showsSubtotals),
    top: top?.plan ?? null,
    sight: sightOf(context, lookup),
    lookup,
    context,
    days,
    filters: conditions.facts,
    onDimensions: onDimensions(info.filters),
    compare: readComparison(info, lookup),
    shares,
    calculations,
    date: dateAlong({ dims, grain }),
    showsSubtotals,
    fillsDates: info.fillDates === true,
    order: info.order,
    limit: rowLimit(info),
  }
}

/** With one dimension the rows themselves are the only subtotals: the setting is allowed and adds nothing. */
function wantsSubtotals({ subtotals }: ReportInfo, dims: Dimension[]): boolean {
  if (subtotals && dims.length === 0)
    throw reportInvalid('没有维度，无法小计；请先选择至少两个维度，或关闭小计')
  return subtotals === true
}
