// A request of kind `table` → its plan: period, comparison, filled dates, shares, order, columns. All that is
// wrong with a request is said here, before anything runs.

import { dimensionAlong } from '../model/calculation/words.ts'
import { keptDefinitions } from '../model/definitions.ts'
import type { Kind } from '../model/expression/tree.ts'
import type { Lookup } from '../model/lookup.ts'
import { reportInvalid } from '../model/problem.ts'
import type { Comparison, CompileContext, Dimension, ReportInfo, RowMark } from '../model/types.ts'
import { readCalculations } from './asked/calculations.ts'
import { readConditions } from './asked/conditions.ts'
import { chooseGrain, grainDimensions } from './asked/grain.ts'
import { needSubtotals } from './asked/levels.ts'
import { type ResolvedRange, resolveRange, unfinishedFrom } from './asked/range.ts'
import { rowConditions } from './asked/rowConditions.ts'
import { planShares } from './asked/shares.ts'
import { sightOf } from './asked/sight.ts'
import { planTop } from './asked/top.ts'
import { rowLimit, wantedDimensions, wantedPoints } from './asked/wanted.ts'
import { planCalculations } from './calculated/calculations.ts'
import { dateAlong } from './calculated/series.ts'
import { titlesApart } from './columns/apart.ts'
import { withCalculations } from './columns/calculations.ts'
import { reportColumns } from './columns/columns.ts'
import { withComparedColumns } from './columns/compared.ts'
import { planFill } from './columns/fill.ts'
import { orderTerms } from './columns/order.ts'
import { shareTitle, withShares } from './columns/shares.ts'
import { planComparison } from './compared/comparison.ts'
import { planPasts } from './compared/pasts.ts'
import { shareFacts } from './compared/shared.ts'
import { type Asked, planPeriod } from './facts/period.ts'
import type { CalculationsPlan, ComparisonPlan, PeriodPlan, ReportPlan } from './tree/tree.ts'

export interface PlannedReport {
  plan: ReportPlan
  range: ResolvedRange | null
  comparedRange: ResolvedRange | null
  /** The report's own days that its total is compared by. */
  baseRange: ResolvedRange | null
  unfinishedFrom: string | null
}

export function planReport(info: ReportInfo, lookup: Lookup, context: CompileContext): PlannedReport {
  const dims = wantedDimensions(info, lookup)
  const points = wantedPoints(info, lookup)
  const conditions = readConditions(info.filters, lookup)
  const filters = conditions.facts
  const definitions = keptDefinitions(lookup)
  const selected = points.map((point) => definitions.define(point))
  const filtering = conditions.points.map((point) => definitions.define(point))
  const range = resolveRange(info.dateRange, context)
  const grain = chooseGrain(grainDimensions(info, lookup.dimensions), info.grain)
  const top = planTop(info.top, dims, lookup, definitions)
  const shares = planShares(info.shares, selected, dims, lookup)
  const calculations = readCalculations(info, selected, dims, lookup)
  const wantsLevels = wantsSubtotals(info, dims)
  const alone: Asked = {
    dims,
    grain,
    selected,
    hidden: top === null ? filtering : [...filtering, top.by],
    having: rowConditions(conditions.rows, conditions.points, definitions, lookup),
    pasts: [],
    subtotals: wantsLevels || needSubtotals(calculations, dims, wantsLevels),
    top: top?.plan ?? null,
    sight: sightOf(context, lookup),
  }
  const source = { info, range, filters, lookup, context }
  const asked: Asked = { ...alone, pasts: planPasts({ ...source, asked: alone }) }
  const { plan: period, kinds } = planPeriod(asked, { range, filters }, lookup, context)
  const comparison = planComparison({ ...source, asked })
  const shareTitles = (info.shares ?? []).map((id) => shareTitle(lookup.points.get(id)?.name ?? ''))
  const plain = reportColumns(
    dims.map((dimension, index) => ({ dimension, kind: kinds[index] as Kind })),
    selected,
    grain,
    titlesApart(dims, points, lookup, shareTitles),
    { range, reachesToday: unfinishedFrom(range, context) !== null },
  )
  const compared =
    comparison === null
      ? plain
      : withComparedColumns(plain, info.compare as Comparison, comparison.plan.points, range)
  const date = dateAlong({ dims, grain })
  const calculated = planCalculations(calculations, { ...source, asked, kinds })
  const columns = withCalculations(withShares(compared, shares), calculations, {
    dimension: (id) => lookup.dimensions.get(id)?.name ?? '',
    date,
    base: (value, own) =>
      context.nameOf?.(value, dimensionAlong(own, info.dims, date?.dimension.id)) ?? value,
    noBase: noBasesOf(calculated),
  })
  return {
    range,
    comparedRange: comparison?.range ?? null,
    baseRange: comparison?.base ?? null,
    unfinishedFrom: unfinishedFrom(range, context),
    plan: {
      ...shareFacts({ asked, range, filters, lookup, context }, period, comparison?.plan ?? null),
      fill: info.fillDates ? planFill({ dims, grain, range, context }) : null,
      order: orderTerms(info, dims, columns, calculated.columns),
      limit: rowLimit(info),
      columns,
      reals: realsOf(period),
      shares,
      calculations: calculated,
      hidesSubtotals: asked.subtotals && !wantsLevels,
      marks: marksOf({ ...asked, subtotals: wantsLevels }),
      bases: [...(comparison === null ? [] : basesOf(comparison.plan)), ...fixedOf(calculated)],
    },
  }
}

const realsOf = ({ facts, computed }: PeriodPlan): Map<string, string> =>
  new Map(
    [...facts.flatMap(({ points }) => points), ...computed].flatMap(({ key, real }) =>
      real === null ? [] : [[key, real]],
    ),
  )

/** Points of which some rows show more days than are compared. */
function basesOf({ periods, points }: ComparisonPlan): string[] {
  if (periods.every(({ base }) => base === null)) return []
  return points.flatMap(({ key, change }) => (change === null ? [] : [key]))
}

const noBasesOf = ({ columns }: CalculationsPlan): Map<string, string> =>
  new Map(
    columns.flatMap(({ key, work }) =>
      work.kind === 'fixed' && 'none' in work.base ? [[key, work.base.none] as const] : [],
    ),
  )

const fixedOf = ({ columns }: CalculationsPlan): string[] =>
  columns.flatMap(({ key, work }) => (work.kind === 'fixed' ? [key] : []))

/**
 * With one dimension the rows themselves are the only subtotals there could be: allowed, nothing is added.
 */
function wantsSubtotals(info: ReportInfo, dims: Dimension[]): boolean {
  if (info.subtotals && dims.length === 0)
    throw reportInvalid('没有维度，无法小计；请先选择至少两个维度，或关闭小计')
  return info.subtotals === true
}

function marksOf({ subtotals, top }: Pick<Asked, 'subtotals' | 'top'>): RowMark[] {
  return [...(subtotals ? (['level'] as const) : []), ...(top === null ? [] : (['other'] as const))]
}
