// Converts a request about players over time to its plan, its range, and the first unfinished day.
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import { reportKindTitles } from '#semantic/model/titles.ts'
import type { CompileContext, ReportInfo } from '#semantic/model/types.ts'
import { type FactCondition, readConditions } from '../asked/conditions.ts'
import { chooseGrain, grainDimensions } from '../asked/grain.ts'
import { askedDays, type ResolvedRange, unfinishedFrom } from '../asked/range.ts'
import { sightOf } from '../asked/sight.ts'
import { wantedDimensions } from '../asked/wanted.ts'
import { planActivity } from './activity/plan.ts'
import type { ActivityPlan } from './activity/tree.ts'
import { planDistribution } from './distribution.ts'
import { isGame } from './entries.ts'
import { planFunnel, stepPoints } from './funnel.ts'
import type { CohortRestrictions } from './people.ts'
import { type CohortKind, refuseHours, refuseUnfit } from './refusals.ts'
import { planRetention, returnsWithin } from './retention.ts'
import type { DistributionPlan, FunnelPlan, RetentionPlan, ValuePlan, WindowsPlan } from './tree.ts'
import { earnedWithin, planValue } from './value/plan.ts'
import { planWindows, windowsWithin } from './windows/plan.ts'

interface PlannedCohorts {
  plan: RetentionPlan | FunnelPlan | WindowsPlan | DistributionPlan | ValuePlan | ActivityPlan
  range: ResolvedRange | null
  unfinishedFrom: string | null
}

export function planCohorts(
  info: ReportInfo,
  kind: CohortKind,
  lookup: Lookup,
  context: CompileContext,
): PlannedCohorts {
  refuseUnfit(info, kind)
  const dims = wantedDimensions(info, lookup)
  const { facts: filters } = readConditions(info.filters, lookup)
  const days = askedDays(info.dateRange, context)
  const { range } = days
  const asked: CohortRestrictions = {
    dims,
    days,
    grain: chooseGrain(grainDimensions(info, lookup.dimensions), info.grain),
    // A filter on the game limits the players themselves, like the reader's games.
    scope: filters.filter(isOnGames),
    filters: filters.filter((condition) => !isOnGames(condition)),
    sight: sightOf(context, lookup),
    byGame: dims.some(isGame),
  }
  if (kind === 'distribution') {
    const plan = planDistribution(info, { ...asked, range }, lookup, context)
    return { plan, range, unfinishedFrom: days.unfinishedFrom }
  }
  if (range === null) throw reportInvalid(`${reportKindTitles[kind]}报表需要日期范围，请选择起止日期`)
  refuseHours(dims, asked.grain, kind)
  if (kind === 'funnel' && info.funnel?.within) {
    const plan = planWindows(info, stepPoints(info, lookup), asked, range, lookup, context)
    return { plan, range, unfinishedFrom: unfinishedFrom(windowsWithin(plan, range), days.today) }
  }
  if (kind === 'funnel') {
    const plan = planFunnel(info, asked, range, lookup, context)
    return { plan, range, unfinishedFrom: days.unfinishedFrom }
  }
  if (kind === 'activity') {
    const plan = planActivity(info, asked, range, lookup, context)
    return { plan, range, unfinishedFrom: days.unfinishedFrom }
  }
  if (kind === 'ltv') {
    const plan = planValue(info, asked, range, lookup, context)
    return { plan, range, unfinishedFrom: unfinishedFrom(earnedWithin(plan, range), days.today) }
  }
  const plan = planRetention(info, asked, range, lookup, context)
  return { plan, range, unfinishedFrom: unfinishedFrom(returnsWithin(plan, range), days.today) }
}

const isOnGames = ({ dimensions }: FactCondition): boolean => dimensions.every(isGame)
