// The last stage: the result's columns, its rows for missing dates, its order, and the statement's other settings.
import { dimensionAlong } from '#semantic/model/calculation/words.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import type { ReportColumn, RowMark } from '#semantic/model/types.ts'
import type { ReportRequest } from '../asked/request.ts'
import type { PlannedCalculated } from '../calculated/calculations.ts'
import type { CalculationsPlan, ComparisonPlan, PeriodPlan, ReportPlan } from '../tree/tree.ts'
import { titlesApart } from './apart.ts'
import { withCalculations } from './calculations.ts'
import { reportColumns } from './columns.ts'
import { withComparedColumns } from './compared.ts'
import { planFill } from './fill.ts'
import { orderTerms } from './order.ts'
import { shareTitle, withShares } from './shares.ts'

export function planColumns(planned: PlannedCalculated): ReportPlan {
  const { request, period, comparison, shared, calculations } = planned
  const { dims, shares, order, limit, showsSubtotals } = request
  const columns = columnsOf(planned)
  return {
    shared,
    period,
    comparison,
    fill: request.fillsDates ? planFill(request) : null,
    order: orderTerms(order, dims, columns, calculations.columns),
    limit,
    columns,
    reals: realsOf(period),
    shares,
    calculations,
    hidesSubtotals: request.subtotals && !showsSubtotals,
    marks: marksOf(request),
    bases: [...(comparison === null ? [] : basesOf(comparison)), ...fixedOf(calculations)],
  }
}

function columnsOf({ request, comparison, kinds, calculations }: PlannedCalculated): ReportColumn[] {
  const { dims, selected, grain, days, compare, shares, date, lookup, context } = request
  const points = selected.map(({ point }) => point)
  const shared = points.filter(({ id }) => shares.some(({ of }) => of === `p${id}`))
  const plain = reportColumns(
    dims.map((dimension, index) => ({ dimension, kind: kinds[index] as Kind })),
    selected,
    grain,
    titlesApart(
      dims,
      points,
      lookup,
      shared.map(({ name }) => shareTitle(name)),
    ),
    days,
  )
  const compared =
    comparison === null || compare === null
      ? plain
      : withComparedColumns(plain, compare.by, comparison.points, days.range)
  return withCalculations(withShares(compared, shares), request.calculations, {
    dimension: (id) => lookup.dimensions.get(id)?.name ?? '',
    date,
    base: (value, own) => {
      const ids = dims.map(({ id }) => id)
      return context.nameOf?.(value, dimensionAlong(own, ids, date?.dimension.id)) ?? value
    },
    noBase: noBasesOf(calculations),
  })
}

const realsOf = ({ facts, computed }: PeriodPlan): Map<string, string> =>
  new Map(
    [...facts.flatMap(({ points }) => points), ...computed].flatMap(({ key, real }) =>
      real === null ? [] : [[key, real]],
    ),
  )

/** Points for which some rows show more days than are compared. */
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

function marksOf({ showsSubtotals, top }: ReportRequest): RowMark[] {
  return [...(showsSubtotals ? (['level'] as const) : []), ...(top === null ? [] : (['other'] as const))]
}
