// The lists that explain one cell of a cohort report: the players, and the facts' rows that make them count. A rate
// gets the lists of its numerator and of its denominator.
//
//   n1 of a retention   回来的玩家, 回来当天的行, 首日的行
//   r1 of a retention   分子：回来的玩家, 分母：满这么多天的玩家, 分子：回来当天的行, 分母：首日的行

import { keptDefinitions, type LeafDefinition } from '#semantic/model/definitions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import { isPlainReturns } from '#semantic/model/returns.ts'
import type { ReportColumn, ReportInfo } from '#semantic/model/types.ts'
import type { DistributionPlan, FunnelPlan, RetentionPlan, ReturnDay } from './tree.ts'

type CohortsPlan = RetentionPlan | FunnelPlan | DistributionPlan

/**
 * The players of the cell's row that are listed: all; those whose return day has come (`could`); those who returned on
 * it (`returned`); those who were gone for so many days (`lost`), and returned later (`back`); those who took a step (`took`, steps count from 1).
 */
type Chosen =
  | { kind: 'all' }
  | { kind: 'could'; day: ReturnDay }
  | { kind: 'returned'; day: ReturnDay }
  | { kind: 'lost'; day: ReturnDay }
  | { kind: 'back'; day: ReturnDay }
  | { kind: 'took'; step: number }

/** `whole`: players of all buckets with the row's own values, not only of the cell's bucket. */
export interface CohortList {
  title: string
  of: Chosen
  whole: boolean
  /** Players; or rows: each player's first row, the return day's rows, a step's rows, the value's rows. */
  what: 'players' | 'first' | 'returning' | 'step' | 'value'
  /** Physical name of the rows' fact; null for players. */
  table: string | null
}

/** Throws report_invalid if `key` is not a figure column of the report. */
export function listsBehind(
  plan: CohortsPlan,
  key: string,
  info: Pick<ReportInfo, 'points'>,
  lookup: Lookup,
): CohortList[] {
  const column = plan.columns.find((one) => one.key === key)
  if (column === undefined || column.kind === 'dimension') throw reportInvalid('报表没有这一列，请刷新后再试')
  const place = Number(key.slice(1))
  if (plan.kind === 'retention') return ofRetention(plan, column)
  if (plan.kind === 'funnel') return ofFunnel(plan, place, column.role, info, lookup)
  return ofDistribution(plan, key, info, lookup)
}

const all: Chosen = { kind: 'all' }
const players = (title: string, of: Chosen, whole = false): CohortList => ({
  title,
  of,
  whole,
  what: 'players',
  table: null,
})

function ofRetention(plan: RetentionPlan, { day: at, since, role }: ReportColumn): CohortList[] {
  const { entries, returning, days } = plan
  const rows = (title: string, of: Chosen, what: 'first' | 'returning'): CohortList => ({
    title,
    of,
    whole: false,
    what,
    table: (what === 'first' ? entries : returning).physicalName,
  })
  const day = days.find((one) => one.day === (since ?? at))
  if (day === undefined) return [players('玩家', all), rows('首日的行', all, 'first')]
  if (plan.how === 'gone') return ofGone(day, role, rows)
  const back: Chosen = { kind: 'returned', day }
  const could: Chosen = { kind: 'could', day }
  const came = isPlainReturns(plan) ? '回来当天的行' : '回来的行'
  return role === 'rate'
    ? [
        players('分子：回来的玩家', back),
        players('分母：满这么多天的玩家', could),
        rows(`分子：${came}`, back, 'returning'),
        rows('分母：首日的行', could, 'first'),
      ]
    : [players('回来的玩家', back), rows(came, back, 'returning'), rows('首日的行', back, 'first')]
}

function ofGone(
  day: ReturnDay,
  role: ReportColumn['role'],
  rows: (title: string, of: Chosen, what: 'first' | 'returning') => CohortList,
): CohortList[] {
  const lost: Chosen = { kind: 'lost', day }
  const back: Chosen = { kind: 'back', day }
  const could: Chosen = { kind: 'could', day }
  if (role === 'lost') return [players('流失的玩家', lost), rows('首日的行', lost, 'first')]
  if (role === 'back')
    return [players('流失后回来的玩家', back), rows('他们在首日之后的行', back, 'returning')]
  return role === 'rate'
    ? [
        players('分子：流失的玩家', lost),
        players('分母：满这么多天的玩家', could),
        rows('分子：首日的行', lost, 'first'),
        rows('分母：首日的行', could, 'first'),
      ]
    : [
        players('分子：流失后回来的玩家', back),
        players('分母：流失的玩家', lost),
        rows('分子：他们在首日之后的行', back, 'returning'),
        rows('分母：首日的行', lost, 'first'),
      ]
}

function ofFunnel(
  plan: FunnelPlan,
  place: number,
  role: string | undefined,
  { points }: Pick<ReportInfo, 'points'>,
  lookup: Lookup,
): CohortList[] {
  const name = (at: number): string => lookup.points.get(points[at - 1] as number)?.name ?? ''
  const of = (step: number): Chosen => (step === 1 ? all : { kind: 'took', step })
  const who = (at: number, lead = ''): CohortList => players(`${lead}走到「${name(at)}」的玩家`, of(at))
  const rows = (at: number, lead = '', by = at): CohortList => ({
    title: `${lead}「${name(at)}」的行`,
    of: by === at ? of(at) : of(by),
    whole: false,
    what: at === 1 ? 'first' : 'step',
    table: at === 1 ? plan.entries.physicalName : (plan.steps[at - 2]?.physicalName ?? null),
  })
  if (role === 'step') return place === 1 ? [who(1), rows(1)] : [who(place), rows(place), rows(1, '', place)]
  const base = role === 'conversion' ? place - 1 : 1
  return [who(place, '分子：'), who(base, '分母：'), rows(place, '分子：'), rows(base, '分母：')]
}

function ofDistribution(
  plan: DistributionPlan,
  key: string,
  { points }: Pick<ReportInfo, 'points'>,
  lookup: Lookup,
): CohortList[] {
  const [whom, value] = points.map((id) => lookup.points.get(id))
  const definitions = keptDefinitions(lookup)
  const row = (point: typeof whom, what: 'first' | 'value', table: string): CohortList => ({
    title: `「${point?.name ?? ''}」的行`,
    of: all,
    whole: false,
    what,
    table,
  })
  const ofPeople = row(whom, 'first', plan.people.physicalName)
  const ofValue = row(value, 'value', (plan.valueRows ?? plan.people).physicalName)
  const conditions = (point: typeof whom): string =>
    point === undefined
      ? ''
      : (definitions.define(point) as LeafDefinition).conditions.map(({ text }) => text.trim()).join('\0')
  // One list is enough if both points count the same rows: one fact, equal conditions.
  const isOne = plan.valueRows === null && conditions(whom) === conditions(value)
  const rows = isOne ? [ofValue] : key === 'v' ? [ofValue, ofPeople] : [ofPeople, ofValue]
  if (key === 'v') return [...rows.slice(0, 1), players('玩家', all), ...rows.slice(1)]
  if (key === 'n_share')
    return [
      players('分子：这一档的玩家', all),
      players(`分母：${plan.dims.length === 0 ? '全部玩家' : '同一行各档的全部玩家'}`, all, true),
      ...rows,
    ]
  return [players('玩家', all), ...rows]
}
