// The plan of a funnel: players who took the first step in the range, and how many steps they reached within
// `windowDays`.
//
//   points [新增用户, 访问用户, 购买用户], windowDays 7
//   6 enrolled, 5 of them visited within 7 days, 3 of those bought after that
//   → s1 6, s2 5, c2 5/6, s3 3, c3 3/5, t3 1/2
//
// Days are counted from the first step's day; each step comes after (or at the same time as) the step before.

import { keptDefinitions } from '#semantic/model/definitions.ts'
import { funnelOf, funnelProblem, usualWindowDays } from '#semantic/model/funnels.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, Point, ReportInfo } from '#semantic/model/types.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import type { ResolvedRange } from '../asked/range.ts'
import { found, rowLimit } from '../asked/wanted.ts'
import { titlesApart } from '../columns/apart.ts'
import { orderTerms } from '../columns/order.ts'
import { planFact } from '../facts/facts.ts'
import { lookedUpIn } from '../facts/rules.ts'
import { binary } from '../tree/build.ts'
import { dayNode } from '../tree/reached.ts'
import type { Node } from '../tree/tree.ts'
import { dimensionColumns, funnelColumns } from './columns.ts'
import { daysBetween, numberNode } from './days.ts'
import { dayIs, planEntries, tablesOfEntries } from './entries.ts'
import {
  type CohortRestrictions,
  entryField,
  followed,
  matchesOf,
  type People,
  peopleOf,
  requireSamePlayers,
} from './people.ts'
import type { FunnelPlan, StepPlan } from './tree.ts'

const maxWindow = 365
const maxSteps = 20

export function planFunnel(
  info: ReportInfo,
  restrictions: CohortRestrictions,
  range: ResolvedRange,
  lookup: Lookup,
  context: CompileContext,
): FunnelPlan {
  const { dims, byGame } = restrictions
  const definitions = keptDefinitions(lookup)
  const points = stepPoints(info, lookup)
  const windowDays = windowOf(info)
  const people = points.map((point) => peopleOf(point, 'funnel', byGame, definitions, lookup, context))
  const [first] = people as [People]
  for (const other of people.slice(1)) requireSamePlayers(first, other)
  const { plan: entries, kinds } = planEntries(first, 'inRange', restrictions, range, lookup, context)
  const steps = people
    .slice(1)
    .map((_, index) =>
      planStep(
        people.slice(0, index + 2),
        people[index + 2],
        { windowDays, restrictions, range },
        lookup,
        context,
      ),
    )
  const titles = titlesApart(dims, points, lookup)
  const columns = [...dimensionColumns(restrictions, kinds, titles), ...funnelColumns(points, titles)]
  return {
    kind: 'funnel',
    entries,
    steps,
    order: orderTerms(info.order, dims, columns),
    limit: rowLimit(info),
    columns,
    tables: [
      ...tablesOfEntries(entries),
      ...steps.flatMap(({ physicalName, where }) => [physicalName, ...lookedUpIn(where)]),
    ],
  }
}

export function stepPoints(info: ReportInfo, lookup: Lookup): Point[] {
  const points = found(info.points, lookup.points, '指标')
  if (points.length < 2) throw reportInvalid('漏斗报表至少需要两个步骤，请按先后顺序选择指标')
  if (points.length > maxSteps) throw reportInvalid(`漏斗的步骤过多，最多 ${maxSteps} 个`)
  const repeated = points.find((point, index) => points.indexOf(point) !== index)
  if (repeated !== undefined) throw reportInvalid(`漏斗的步骤「${repeated.name}」重复，每个指标只能用一次`)
  return points
}

function windowOf(info: ReportInfo): number {
  const problem = funnelProblem(funnelOf(info))
  if (problem !== '') throw reportInvalid(problem)
  const days = info.funnel?.windowDays ?? usualWindowDays
  if (!Number.isInteger(days) || days < 0 || days > maxWindow)
    throw reportInvalid(`漏斗的完成期限「${String(days)}」应为 0 到 ${maxWindow} 天的整数`)
  return days
}

interface StepSetting {
  windowDays: number
  restrictions: CohortRestrictions
  range: ResolvedRange
}

/**
 * `people`: the points of all steps up to this one, which is the last; `next`: the point after it. A row takes the step
 * if its time is not before the last known time, and, if this or the previous step has only days, its day is not before
 * that step's day. A step with only days keeps the last known time for later steps.
 */
function planStep(
  people: People[],
  next: People | undefined,
  { windowDays, restrictions, range }: StepSetting,
  lookup: Lookup,
  context: CompileContext,
): StepPlan {
  const [first] = people as [People]
  const before = people.at(-2) as People
  const step = people.at(-1) as People
  const wasTimed = people.slice(0, -1).some(({ time }) => time !== null)
  const day = dayNode(step.days)
  const dayBefore = people.length === 2 ? entryField('day', 'date') : entryField('on', 'date')
  const byTime = wasTimed && step.time !== null
  const byDay = step.time === null || before.time === null
  const fact = planFact(step.request, followed(step, restrictions), lookup, context)
  const lastDay = dayText((calendarDay(range.until) as number) + windowDays)
  return {
    physicalName: fact.plan.physicalName,
    where: [
      dayIs(step, '>=', range.from),
      dayIs(step, '<', lastDay),
      ...fact.standing,
      ...(byTime ? [binary('>=', step.time as Node, entryField('time', 'datetime'))] : []),
      ...(byDay ? [binary('>=', day, dayBefore)] : []),
      binary('<=', daysBetween(entryField('day', 'date'), day), numberNode(windowDays)),
    ],
    matches: matchesOf(first, step),
    time: step.time ?? (wasTimed ? entryField('time', 'datetime') : null),
    on: next !== undefined && (step.time === null || next.time === null) ? day : null,
    moment: step.time ?? day,
  }
}
