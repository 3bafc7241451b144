// A request → its plan. Everything that can be wrong with it is said here, before anything runs.

import { dayText } from '../model/day.ts'
import { definitionsOf } from '../model/definitions.ts'
import type { Kind } from '../model/expression/tree.ts'
import type { Lookup } from '../model/lookup.ts'
import { reportInvalid } from '../model/problem.ts'
import type { Comparison, CompileContext, ReportInfo } from '../model/types.ts'
import { reportColumns } from './columns.ts'
import { withComparedColumns } from './comparedColumns.ts'
import { planComparison } from './comparison.ts'
import { gamesBound } from './facts.ts'
import { chooseGrain } from './grain.ts'
import { orderTerms } from './order.ts'
import { type Asked, planPeriod } from './period.ts'
import { businessToday, type ResolvedRange, resolveRange } from './range.ts'
import type { ReportPlan } from './tree.ts'
import { readFilters, rowLimit, wantedDimensions, wantedPoints } from './wanted.ts'

export interface PlannedReport {
  plan: ReportPlan
  range: ResolvedRange | null
  comparedRange: ResolvedRange | null
  unfinishedFrom: string | null
}

export function planReport(info: ReportInfo, lookup: Lookup, context: CompileContext): PlannedReport {
  refuseUnbuilt(info)
  const dims = wantedDimensions(info, lookup)
  const points = wantedPoints(info, lookup)
  const filters = readFilters(info, lookup)
  const definitions = definitionsOf(lookup)
  const selected = points.map((point) => definitions.define(point))
  const filtering = filters.points.map(({ point }) => definitions.define(point))
  const range = resolveRange(info.dateRange, context)
  const grain = chooseGrain(dims, info.grain)
  const asked: Asked = {
    dims,
    grain,
    selected,
    hidden: filtering,
    having: filters.points.map(({ filter, point }) => ({ filter, definition: definitions.define(point) })),
    games: gamesBound(context.games),
  }
  const { plan: period, kinds } = planPeriod(asked, { range, filters: filters.dimensions }, lookup, context)
  const comparison = planComparison({
    info,
    asked,
    range,
    filters: filters.dimensions,
    lookup,
    context,
  })
  const plain = reportColumns(
    dims.map((dimension, index) => ({ dimension, kind: kinds[index] as Kind })),
    selected,
    grain,
  )
  const columns =
    comparison === null
      ? plain
      : withComparedColumns(plain, info.compare as Comparison, comparison.plan.points)
  return {
    range,
    comparedRange: comparison?.range ?? null,
    unfinishedFrom: unfinishedFrom(range, context),
    plan: {
      period,
      comparison: comparison?.plan ?? null,
      order: orderTerms(info, dims, columns),
      limit: rowLimit(info),
      columns,
    },
  }
}

/** What comes with a later issue. It is refused by name, never ignored: a figure that leaves it out is wrong. */
function refuseUnbuilt(info: ReportInfo): void {
  if (info.fillDates) throw reportInvalid('此版本还不支持补全缺失日期，请关闭后再查询')
  if ((info.kind ?? 'table') !== 'table' || info.subtotals || info.top || (info.shares ?? []).length > 0)
    throw reportInvalid('此版本还不支持这种报表')
}

/** The first day that is not over, where the range reaches it. */
function unfinishedFrom(range: ResolvedRange | null, context: CompileContext): string | null {
  const today = dayText(businessToday(context))
  return range === null || range.until > today ? today : null
}
