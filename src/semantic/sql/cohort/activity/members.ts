// The players behind a cell of a report of activity, each with the days up to the cell's day (number `at`):
//
//   _known     _game, _player, _first, _last, _before, _earlier, _times    the first active day, the last one up to the
//                                           day, that before the day, that before the day before; how many in a window
//   _members   those of them who are asked for
import { absent, type LifeState, type StateFlow } from '#semantic/model/activity.ts'
import type { ActiveChosen } from '#semantic/plan/cohort/activity/lists.ts'
import type { ActivityPlan } from '#semantic/plan/cohort/activity/tree.ts'
import { indent, select } from '#semantic/sql/select.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { column, conjunction, fromFact } from '../players.ts'
import { dayKey, dayNumber, identityOf } from './source.ts'

export const memberColumns = {
  first: '_first',
  last: '_last',
  before: '_before',
  earlier: '_earlier',
  times: '_times',
} as const

/** `conditions`: on the fact's rows, from the cell's row. */
export function knownText(
  plan: ActivityPlan,
  { at, of, conditions }: { at: number; of: ActiveChosen; conditions: string[] },
  writer: Writer,
): string {
  const { people } = plan
  const { dialect } = writer
  const day = writer.name(dayKey)
  const rows = select(
    [
      ...(people.game === null ? [] : [`${writer.write(people.game)} AS ${column('game', writer)}`]),
      `${writer.write(people.player)} AS ${column('player', writer)}`,
      `${dayNumber(plan, writer)} AS ${day}`,
    ],
    [
      ...fromFact(people.physicalName, people.joins, writer),
      `WHERE ${[conjunction(people.where, writer), ...conditions].join(' AND ')}`,
    ],
  )
  const days = of.kind === 'within' ? of.days : 1
  const latest = (until: number): string => dialect.aggregate('max', day, `${day} <= ${until}`)
  const within = `CASE WHEN ${day} > ${at - days} THEN ${day} END`
  const figures: [string, string][] = [
    [memberColumns.first, dialect.aggregate('min', day, null)],
    [memberColumns.last, latest(at)],
    [memberColumns.before, latest(at - 1)],
    [memberColumns.earlier, latest(at - 2)],
    [memberColumns.times, dialect.aggregate('distinct', within, null)],
  ]
  return select(
    [...identityOf(plan, writer), ...figures.map(([key, text]) => `${text} AS ${writer.name(key)}`)],
    [
      `FROM (\n${indent(rows)}\n) AS f`,
      `WHERE ${day} <= ${at}`,
      `GROUP BY ${identityOf(plan, writer).join(', ')}`,
    ],
  )
}

/** The condition on a known player. */
export function chosenText({ windows }: ActivityPlan, of: ActiveChosen, at: number, writer: Writer): string {
  const [first, last, before, earlier, times] = Object.values(memberColumns).map((key) =>
    writer.name(key),
  ) as [string, string, string, string, string]
  const window = windows[0] ?? 1
  if (of.kind === 'within') return of.times === null ? `${last} > ${at - of.days}` : `${times} = ${of.times}`
  if (of.kind === 'inRange') return of.isNew ? `${first} >= 0` : `${last} >= 0`
  const today = { at, last, before }
  if (of.kind === 'state') return inState(of.state, today, window)
  const conditions = [
    ...(of.to === null ? [] : [inState(of.to, today, window)]),
    ...(of.from === null ? [] : [inState(of.from, { at: at - 1, last: before, before: earlier }, window)]),
  ]
  return conditions.length === 0 ? '1 = 1' : conditions.join(' AND ')
}

interface KnownDay {
  at: number
  /** The last active day up to it, and before it. */
  last: string
  before: string
}

function inState(state: LifeState | StateFlow[0], { at, last, before }: KnownDay, window: number): string {
  switch (state) {
    case absent:
      return `${last} IS NULL`
    case 'new':
      return `${last} = ${at} AND ${before} IS NULL`
    case 'staying':
      return `${last} = ${at} AND ${before} >= ${at - window}`
    case 'returning':
      return `${last} = ${at} AND ${before} < ${at - window}`
    case 'quiet':
      return `${last} < ${at} AND ${last} > ${at - window}`
    case 'leaving':
      return `${last} <= ${at - window} AND ${last} > ${at - 2 * window}`
    default:
      return `${last} <= ${at - 2 * window}`
  }
}
