// The lists that explain one cell of a report of activity: the players, and the rows that make them count. A quotient
// gets those of its numerator and of its denominator.
//
//   a30   近 30 天活跃的玩家, 这些天的行
//   h30   分子：当天活跃的玩家, 分母：近 30 天活跃的玩家, 分子：当天的行, 分母：近 30 天的行
//   w5    流失的玩家, 他们最后一天的行
import { absent, type LifeState, lifeStates, type StateFlow, stateTitles } from '#semantic/model/activity.ts'
import { activityKeys as keysOf } from '#semantic/model/activityFigures.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { ReportColumn } from '#semantic/model/types.ts'
import type { WantedCells } from '#semantic/sql/cell.ts'
import type { ActivityPlan } from './tree.ts'

/**
 * Players, by what they did up to the cell's day: active on one of its last days (on exactly `times` of them, or on
 * any), in a state on it, or with a pair of states. `inRange`: the total over several days, active on any of them.
 */
export type ActiveChosen =
  | { kind: 'within'; days: number; times: number | null }
  | { kind: 'state'; state: LifeState }
  | { kind: 'flow'; from: StateFlow[0] | null; to: LifeState | null }
  | { kind: 'inRange'; isNew: boolean }

export interface ActivityList {
  title: string
  of: ActiveChosen
  /** Players; or rows: of the day and so many before it, of each one's last active day, of all shown days. */
  what: 'players' | { within: number } | 'last' | 'shown'
  /** Physical name of the rows' fact; null for players. */
  table: string | null
}

/** Throws report_invalid if `key` is not a figure column of the report. */
export function activityLists(plan: ActivityPlan, key: string, cells: WantedCells): ActivityList[] {
  const column = plan.columns.find((one) => one.key === key)
  if (column === undefined || column.kind === 'dimension') throw reportInvalid('报表没有这一列，请刷新后再试')
  // The total of several days has no figures but those of everybody.
  if (plan.days.length > 0 && cells.size === 0) return ofRange(plan, column)
  const number = Number(column.key.slice(1).replace('_share', ''))
  switch (column.role) {
    case 'active':
      return both('当天活跃的玩家', '当天的行', { kind: 'within', days: 1, times: null }, { within: 1 }, plan)
    case 'rolling':
      return within(plan, number)
    case 'sticky':
      return interleaved(
        both(
          '分子：当天活跃的玩家',
          '分子：当天的行',
          { kind: 'within', days: 1, times: null },
          { within: 1 },
          plan,
        ),
        within(plan, Number(column.key.slice(1)), '分母：'),
      )
    case 'state':
      return ofState(plan, lifeStates[number - 1] as LifeState)
    case 'flow':
      return ofFlow(plan, cells)
    case 'daily':
      return within(plan, number, '', timesOf(cells))
    default:
      return ofShare(plan, column, cells)
  }
}

const both = (
  players: string,
  rows: string,
  of: ActiveChosen,
  what: Exclude<ActivityList['what'], 'players'>,
  { people }: ActivityPlan,
): ActivityList[] => [
  { title: players, of, what: 'players', table: null },
  { title: rows, of, what, table: people.physicalName },
]

const interleaved = (one: ActivityList[], other: ActivityList[]): ActivityList[] =>
  one.flatMap((list, at) => [list, other[at] ?? []].flat())

function within(plan: ActivityPlan, days: number, lead = '', times: number | null = null): ActivityList[] {
  const exactly = times === null ? '活跃的玩家' : `活跃了 ${times} 天的玩家`
  return both(
    `${lead}近 ${days} 天${exactly}`,
    `${lead}近 ${days} 天的行`,
    { kind: 'within', days, times },
    { within: days },
    plan,
  )
}

function ofState(plan: ActivityPlan, state: LifeState): ActivityList[] {
  const title = `${stateTitles[state]}的玩家`
  const isActive = state === 'new' || state === 'staying' || state === 'returning'
  return isActive
    ? both(title, '他们当天的行', { kind: 'state', state }, { within: 1 }, plan)
    : both(title, '他们最后一次活跃那天的行', { kind: 'state', state }, 'last', plan)
}

const stateNamed = (title: unknown): LifeState | null =>
  lifeStates.find((state) => stateTitles[state] === title) ?? null

function ofFlow(plan: ActivityPlan, cells: WantedCells): ActivityList[] {
  const [from, to] = [cells.get(keysOf.from), cells.get(keysOf.to)]
  const of: ActiveChosen = {
    kind: 'flow',
    from: from === stateTitles[absent] ? absent : stateNamed(from),
    to: stateNamed(to),
  }
  return both(
    from === undefined ? '玩家' : `从「${String(from)}」到「${String(to)}」的玩家`,
    '他们最后一次活跃那天的行',
    of,
    'last',
    plan,
  )
}

function ofShare(plan: ActivityPlan, column: ReportColumn, cells: WantedCells): ActivityList[] {
  if (plan.show === 'flow') {
    if (cells.size === 0) return []
    const before = new Map([...cells].filter(([key]) => key !== keysOf.to))
    const [part] = ofFlow(plan, cells)
    const [whole] = ofFlow(plan, before)
    return [
      { ...(part as ActivityList), title: `分子：${part?.title ?? ''}` },
      { ...(whole as ActivityList), title: `分母：前一天「${String(cells.get(keysOf.from))}」的玩家` },
    ]
  }
  const days = Number((column.of ?? '').slice(1))
  return interleaved(within(plan, days, '分子：', timesOf(cells)), within(plan, days, '分母：'))
}

const timesOf = (cells: WantedCells): number | null => {
  const times = cells.get(keysOf.bucket)
  return times === undefined ? null : Number(times)
}

function ofRange(plan: ActivityPlan, { role, key }: ReportColumn): ActivityList[] {
  if (role === 'active')
    return both('这些天活跃过的玩家', '这些天的行', { kind: 'inRange', isNew: false }, 'shown', plan)
  if (key !== keysOf.state(1)) return []
  return both('这些天第一次活跃的玩家', '他们这些天的行', { kind: 'inRange', isNew: true }, 'shown', plan)
}
