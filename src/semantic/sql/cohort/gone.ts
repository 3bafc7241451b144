// How long players were gone. Expressions, for 7 days:
//
//   _active     _game, _player, _age            days on which a player returned, counted from the first day
//   _gaps       _game, _player, _back, _last    the most days in a row without the player before a return, and the
//                                               last day of all
//   _people     dimensions, _player, _day, _gone, _back    _gone: also the days since the last one, up to the last
//                                               whole day
//   _levels     _level, dimensions, n, _n7, g7, y7
//   result      … n, g7, h7 = g7 / _n7, y7, z7 = y7 / g7
import type { entryColumns, RetentionPlan } from '#semantic/plan/cohort/tree.ts'
import { shiftDay } from '#shared/day.ts'
import { define, groupByFirst, indent, select } from '../select.ts'
import type { Writer } from '../writer.ts'
import type { Level } from './levels.ts'
import { column, entryDims, fromFollowed, keptEntry, sameEntry } from './players.ts'
import { reached } from './returns.ts'

/** Columns of the people: the most days in a row that they were gone, and the most after which they returned. */
export const gaps = { gone: '_gone', back: '_back' } as const
const [ageKey, lastKey] = ['_age', '_last']

export interface GoneNames {
  entries: string
  active: string
  returned: string
}

const identity = (plan: RetentionPlan) =>
  plan.entries.game === null ? (['player'] as const) : (['game', 'player'] as const)

/** Common table expressions of each player's gaps. */
export function gapsParts(plan: RetentionPlan, names: GoneNames, writer: Writer): string[] {
  return [
    define(writer.dialect.materialized(names.active), activeText(plan, names.entries, writer)),
    define(names.returned, gapsText(plan, names.active, writer)),
  ]
}

function activeText(plan: RetentionPlan, entries: string, writer: Writer): string {
  const age = writer.write(plan.age)
  const columns = [
    ...identity(plan).map((name) => keptEntry(name, writer)),
    `${age} AS ${writer.name(ageKey)}`,
  ]
  const [from, join, where] = fromFollowed(plan.returning, entries, writer)
  return select(columns, [from, join, `${where} AND ${age} >= 1`, groupByFirst(columns.length)])
}

function gapsText(plan: RetentionPlan, active: string, writer: Writer): string {
  const { dialect } = writer
  const age = writer.name(ageKey)
  const names = identity(plan).map((name) => column(name, writer))
  const before = dialect.over(
    'max',
    [age],
    `PARTITION BY ${names.join(', ')} ORDER BY ${age} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING`,
  )
  const gap = writer.name('_gap')
  // The first day itself is day 0.
  const each = select([...names, age, `${age} - coalesce(${before}, 0) - 1 AS ${gap}`], [`FROM ${active}`])
  const most = (name: string): string => dialect.aggregate('max', name, null)
  return select(
    [...names, `${most(gap)} AS ${writer.name(gaps.back)}`, `${most(age)} AS ${writer.name(lastKey)}`],
    [`FROM (\n${indent(each)}\n) AS gaps`, groupByFirst(names.length)],
  )
}

/** `more`: further columns of the entries, for lists of players. */
export function peopleText(
  plan: RetentionPlan,
  names: GoneNames,
  writer: Writer,
  more: (keyof typeof entryColumns)[] = [],
): string {
  const { dialect } = writer
  const hasGame = plan.entries.game !== null
  const back = `coalesce(b.${writer.name(gaps.back)}, 0)`
  const lastWhole = dialect.day(shiftDay(plan.today, -1))
  const whole = dialect.unitsBetween(`e.${column('day', writer)}`, lastWhole, 'day')
  const since = `${whole} - coalesce(b.${writer.name(lastKey)}, 0)`
  return select(
    [
      ...entryDims(plan.entries, writer),
      keptEntry('player', writer),
      keptEntry('day', writer),
      ...more.map((name) => keptEntry(name, writer)),
      `greatest(${back}, ${since}) AS ${writer.name(gaps.gone)}`,
      `${back} AS ${writer.name(gaps.back)}`,
    ],
    [
      `FROM ${names.entries} AS e`,
      `LEFT JOIN ${names.returned} AS b ON ${sameEntry('b', 'e', hasGame, writer)}`,
    ],
  )
}

/** `_n7` of whom it is known, `g7` were gone for 7 days, `y7` of those returned later. */
export function goneFigures(plan: RetentionPlan, writer: Writer): Level['figures'] {
  const { dialect } = writer
  const count = (condition: string | null) => dialect.aggregate('count', null, condition)
  return plan.days.flatMap((one) => [
    `${count(reached(one, false, column('day', writer), writer))} AS ${writer.name(`_n${one.day}`)}`,
    `${count(`${writer.name(gaps.gone)} >= ${one.day}`)} AS ${writer.name(`g${one.day}`)}`,
    `${count(`${writer.name(gaps.back)} >= ${one.day}`)} AS ${writer.name(`y${one.day}`)}`,
  ])
}

export function goneFigure(key: string, writer: Writer): string {
  const day = key.slice(1)
  const of = (name: string): string => `r.${writer.name(`${name}${day}`)}`
  if (key.startsWith('h')) return writer.dialect.divide(of('g'), of('_n'))
  if (key.startsWith('z')) return writer.dialect.divide(of('y'), of('g'))
  return `CASE WHEN ${of('_n')} > 0 THEN r.${writer.name(key)} END`
}
