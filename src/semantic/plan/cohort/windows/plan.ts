// The plan of a funnel whose windows are opened by moments: each row of the first step opens one, and the steps after
// it are the earliest ones in order, as long as the window is open.
//
//   points [访问用户, 购买用户], within 24 hours
//   a player visits at 10 and at 20 o'clock, and buys at 11 the next day: the second window goes farther, and counts
//
// A player counts once a period (a row's days) by the window that goes farthest, of equals by the first; or each window
// counts. Strictly: no other step of the funnel lies between two steps. The same property: each value on its own.
import { keptDefinitions } from '#semantic/model/definitions.ts'
import { commonKind } from '#semantic/model/expression/kinds.ts'
import { type Funnel, funnelProblem, windowMicroseconds } from '#semantic/model/funnels.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, Dimension, Point, ReportInfo } from '#semantic/model/types.ts'
import { isBusinessDate } from '#semantic/plan/asked/grain.ts'
import type { ResolvedRange } from '#semantic/plan/asked/range.ts'
import { rowLimit } from '#semantic/plan/asked/wanted.ts'
import { titlesApart } from '#semantic/plan/columns/apart.ts'
import { orderTerms } from '#semantic/plan/columns/order.ts'
import { planFact } from '#semantic/plan/facts/facts.ts'
import { lookedUpIn } from '#semantic/plan/facts/rules.ts'
import { asText } from '#semantic/plan/tree/build.ts'
import type { Node } from '#semantic/plan/tree/tree.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { dimensionColumns } from '../columns.ts'
import { dayIs } from '../entries.ts'
import {
  type CohortRestrictions,
  followed,
  isSomebody,
  type People,
  peopleOf,
  requireSamePlayers,
} from '../people.ts'
import type { WindowStep, WindowsPlan } from '../tree.ts'
import { windowColumns } from './columns.ts'

interface Asked {
  restrictions: CohortRestrictions
  range: ResolvedRange
  same: Dimension | null
  /** The last day on which a window may end. */
  lastDay: string
}

export function planWindows(
  info: ReportInfo,
  points: Point[],
  restrictions: CohortRestrictions,
  range: ResolvedRange,
  lookup: Lookup,
  context: CompileContext,
): WindowsPlan {
  const funnel = info.funnel as Funnel & { within: NonNullable<Funnel['within']> }
  const problem = funnelProblem(funnel)
  if (problem !== '') throw reportInvalid(problem)
  const { dims, byGame } = restrictions
  const definitions = keptDefinitions(lookup)
  const people = points.map((point) => peopleOf(point, 'funnel', byGame, definitions, lookup, context))
  const [first, ...others] = people as [People, ...People[]]
  for (const other of others) requireSamePlayers(first, other)
  for (const one of people) requireTime(one)
  if (byGame) requireGames(people)
  const microseconds = funnel.within.count * windowMicroseconds[funnel.within.unit]
  const days = Math.ceil(microseconds / windowMicroseconds.day)
  const same = sameDimension(funnel, lookup)
  const lastDay = dayText((calendarDay(range.until) as number) + days)
  const asked: Asked = { restrictions, range, same, lastDay }
  const opening = planOpening(first, asked, lookup, context)
  const steps = people.map((one) => planStep(one, asked, lookup, context))
  const [held] = steps
  for (const [at, step] of steps.entries())
    if (held?.kind && step.kind && commonKind(held.kind, step.kind) === null)
      throw reportInvalid(`维度「${same?.name ?? ''}」在漏斗的第 1 步和第 ${at + 1} 步不是同一种值，不能对应`)
  const titles = titlesApart(dims, points, lookup)
  const columns = [
    ...dimensionColumns(restrictions, opening.kinds, titles),
    ...windowColumns(points, funnel, days, titles),
  ]
  return {
    kind: 'windows',
    opening: opening.step,
    steps: steps.map(({ kind: _, ...step }) => step),
    microseconds,
    unitMicroseconds: windowMicroseconds[funnel.within.unit],
    strictly: funnel.strictly ?? false,
    each: funnel.each ?? false,
    times: funnel.times ?? false,
    periods: dims.flatMap((one) => (isBusinessDate(one) ? [`d${one.id}`] : [])),
    order: orderTerms(info.order, dims, columns),
    limit: rowLimit(info),
    columns,
    tables: [
      ...opening.step.joins.map(({ table }) => table),
      ...steps.flatMap(({ physicalName, joins, where }) => [
        physicalName,
        ...joins.map(({ table }) => table),
        ...lookedUpIn(where),
      ]),
    ],
  }
}

/** The days on which a window that was opened in the range may still be open. */
export const windowsWithin = ({ microseconds }: WindowsPlan, range: ResolvedRange): ResolvedRange => ({
  from: range.from,
  until: dayText((calendarDay(range.until) as number) + Math.ceil(microseconds / windowMicroseconds.day)),
})

function requireTime({ time, point, request }: People): void {
  if (time === null)
    throw reportInvalid(
      `指标「${point.name}」的「${request.fact.table.name}」没有时间列，漏斗的期限不能从时刻算起，请改为按天`,
    )
}

function requireGames(all: People[]): void {
  for (const { game, point, request } of all)
    if (game === null)
      throw reportInvalid(
        `指标「${point.name}」的「${request.fact.table.name}」没有游戏列，按游戏分开时漏斗的期限不能从时刻算起`,
      )
}

function sameDimension({ same }: Funnel, lookup: Lookup): Dimension | null {
  if (same === undefined) return null
  const dimension = lookup.dimensions.get(same)
  if (dimension === undefined) throw reportInvalid(`维度已被删除：维度 #${same}`)
  if (isBusinessDate(dimension))
    throw reportInvalid(`维度「${dimension.name}」是日期，不能用作各步相同的属性`)
  return dimension
}

/** The rows that open windows: those of the first step in the range, under the report's filters. */
function planOpening(
  first: People,
  { restrictions, range, same }: Asked,
  lookup: Lookup,
  context: CompileContext,
): { step: WindowsPlan['opening']; kinds: ReturnType<typeof planFact>['kinds'] } {
  const asked = same === null ? restrictions.dims : [...restrictions.dims, same]
  const planned = planFact(first.request, { ...restrictions, dims: asked, range: null }, lookup, context)
  const nodes = planned.plan.dims as Node[]
  return {
    step: {
      physicalName: planned.plan.physicalName,
      joins: planned.plan.joins,
      where: [
        dayIs(first, '>=', range.from),
        dayIs(first, '<', range.until),
        ...planned.standing,
        ...planned.filters,
        isSomebody(first.player),
      ],
      game: first.game === null ? null : asText(first.game.node),
      player: first.player,
      time: first.time as Node,
      held: same === null ? null : (nodes.at(-1) as Node),
      listedBy: first.listedBy,
      dims: restrictions.dims.map(({ id }, at) => ({ key: `d${id}`, node: nodes[at] as Node })),
    },
    kinds: planned.kinds.slice(0, restrictions.dims.length),
  }
}

/** The rows by which a step is taken, also those of the first one, which may not lie between others. */
function planStep(
  people: People,
  { restrictions, range, same, lastDay }: Asked,
  lookup: Lookup,
  context: CompileContext,
): WindowStep & { kind: People['kind'] | null } {
  const { grain } = restrictions
  const asked = { ...followed(people, restrictions), dims: same === null ? [] : [same], grain }
  const planned = planFact(people.request, asked, lookup, context)
  return {
    physicalName: planned.plan.physicalName,
    joins: planned.plan.joins,
    where: [
      dayIs(people, '>=', range.from),
      dayIs(people, '<', lastDay),
      ...planned.standing,
      isSomebody(people.player),
    ],
    game: people.game === null ? null : asText(people.game.node),
    player: people.player,
    time: people.time as Node,
    held: same === null ? null : (planned.plan.dims[0] as Node),
    kind: same === null ? null : (planned.kinds[0] ?? null),
  }
}
