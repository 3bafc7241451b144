// The least number of days n with which the cohorts that have a cost, and whose n days are over, have paid it back.
//
// Not each day of each cohort is looked at. Revenue joins the sums with its age; a cohort leaves them, with revenue and
// cost, after its last day that is over. The sums change on no other days, so the least n is one of them.
//
//   cost 30 of a cohort with 5 days over, paid 10 on day 1 and 25 on day 3
//   _at   _w    _k    _c   _p
//   1     10    30    1    4     its cost, its players, and what they paid on day 1
//   3     25    0     0    0     35 of 30: paid back with 3 days
//   6     −35   −30   −1   −4    its day 6 is not over
import type { ValuePlan } from '#semantic/plan/cohort/tree.ts'
import { groupByFirst, indent, select } from '../../select.ts'
import type { Writer } from '../../writer.ts'
import { levelName } from '../levels.ts'
import { column } from '../players.ts'
import { dimNames, isSpent, own, type Source } from './sources.ts'

/** Over how many players payback is. */
export const backKey = '_q'

/** By level and row: `q`, and `_q` the players of the cohorts that are paid back with it. No row where none is. */
export function paybackText(
  plan: ValuePlan,
  { total, rows }: { total: Source; rows: Source },
  writer: Writer,
): string {
  const { dialect } = writer
  const keys = [levelName, ...plan.entries.dims.map(({ key }) => key)].map((key) => writer.name(key))
  const at = writer.name('_at')
  const moving = ['_w', '_k', '_c', '_p'].map((key) => writer.name(key))
  const [earned, cost, cohorts, players] = moving
  const changes = [
    changesText(plan, total, 0, moving, writer),
    ...(rows.hasCost ? [changesText(plan, rows, 1, moving, writer)] : []),
  ].join('\nUNION ALL\n')
  const window = `PARTITION BY ${keys.join(', ')} ORDER BY ${at}`
  const running = select(
    [...keys, at, ...moving.map((name) => `${dialect.over('sum', [name], window)} AS ${name}`)],
    [`FROM (\n${indent(changes)}\n) AS changes`],
  )
  return select(
    [
      ...keys,
      `${dialect.aggregate('min', at, null)} AS ${writer.name('q')}`,
      `${dialect.earliest(`${players}`, at)} AS ${writer.name(backKey)}`,
    ],
    [
      `FROM (\n${indent(running)}\n) AS running`,
      // Sums of real numbers may keep a remainder when the last cohort has left: the cohorts are counted, too.
      `WHERE ${cohorts} > 0 AND ${cost} > 0 AND ${earned} >= ${cost}`,
      groupByFirst(keys.length),
    ],
  )
}

/** By row and day: how the sums change. */
function changesText(
  plan: ValuePlan,
  source: Source,
  level: 0 | 1,
  moving: string[],
  writer: Writer,
): string {
  const dims = level === 0 ? [] : dimNames(plan, source, writer)
  const keys = plan.entries.dims.map(({ key }) => writer.name(key))
  const at = writer.name('_at')
  const inner = select(
    [...dims, at, ...moving.map((name) => `${writer.dialect.aggregate('sum', name, null)} AS ${name}`)],
    [`FROM (\n${indent(movesText(plan, source, moving, writer))}\n) AS moves`, groupByFirst(dims.length + 1)],
  )
  const shown = level === 0 ? keys.map((key) => `NULL AS ${key}`) : keys
  return select(
    [`${level} AS ${writer.name(levelName)}`, ...shown, at, ...moving],
    [`FROM (\n${indent(inner)}\n) AS by_day`],
  )
}

/** On which day (from 1) revenue and cost of a cohort with a cost join and leave the sums. */
function movesText(plan: ValuePlan, source: Source, moving: string[], writer: Writer): string {
  const dims = dimNames(plan, source, writer)
  const [n, age, paid, cost, over] = (['n', 'age', 'paid', 'cost', 'over'] as const).map((key) =>
    writer.name(own[key]),
  )
  const whole = writer.name(own.whole)
  const move = (moment: string, changes: [string, string, string, string], condition: string): string =>
    select(
      [
        ...dims,
        `${moment} AS ${writer.name('_at')}`,
        ...changes.map((text, index) => `${text} AS ${moving[index]}`),
      ],
      [
        `FROM (\n${indent(knownText(plan, source, writer))}\n) AS known`,
        `WHERE ${isSpent(whole)} AND ${condition}`,
      ],
    )
  const isPaid = `${paid} IS NOT NULL AND ${age} < ${over}`
  const isCost = `${cost} IS NOT NULL AND ${over} >= 1`
  const isPlayers = `${n} > 0 AND ${over} >= 1`
  return [
    move(`${age} + 1`, [`${paid}`, '0', '0', '0'], isPaid),
    move(`${over} + 1`, [`-${paid}`, '0', '0', '0'], isPaid),
    move('1', ['0', `${cost}`, '1', '0'], isCost),
    move(`${over} + 1`, ['0', `-${cost}`, '-1', '0'], isCost),
    move('1', ['0', '0', '0', `${n}`], isPlayers),
    move(`${over} + 1`, ['0', '0', '0', `-${n}`], isPlayers),
  ].join('\nUNION ALL\n')
}

/** The stack with each cohort's number of days that are over, and its whole cost. */
function knownText(plan: ValuePlan, source: Source, writer: Writer): string {
  const { dialect } = writer
  const dims = dimNames(plan, source, writer)
  const day = column('day', writer)
  const [n, age, paid, cost, over, whole] = (['n', 'age', 'paid', 'cost', 'over', 'whole'] as const).map(
    (key) => writer.name(own[key]),
  )
  const cohort = `PARTITION BY ${[...dims, day].join(', ')}`
  return select(
    [
      ...dims,
      `${dialect.unitsBetween(day, dialect.day(plan.today), 'day')} AS ${over}`,
      ...[n, age, paid, cost].map((name) => `${name}`),
      `${dialect.over('sum', [`${cost}`], cohort)} AS ${whole}`,
    ],
    [`FROM ${source.stack}`],
  )
}
