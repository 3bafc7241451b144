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
import { define, groupByFirst, indent, select } from '#semantic/sql/select.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { levelName } from '../levels.ts'
import { column } from '../players.ts'
import { dimNames, isSpent, own, type Source } from './sources.ts'

/** Over how many players payback is. */
export const backKey = '_q'

const moving = ['_w', '_k', '_c', '_p']
const atKey = '_at'
const movesOf = ({ stack }: Source): string => `${stack}_moves`
const knownOf = ({ stack }: Source): string => `${stack}_known`

/** Expressions that payback reads, of a source with a cost: what its cohorts paid on days that are over, and the moves. */
export const movesParts = (plan: ValuePlan, source: Source, writer: Writer): string[] => [
  define(writer.dialect.materialized(knownOf(source)), knownText(plan, source, writer)),
  define(writer.dialect.materialized(movesOf(source)), movesText(plan, source, writer)),
]

/** By level and row: `q`, and `_q` the players of the cohorts that are paid back with it. No row where none is. */
export function paybackText(
  plan: ValuePlan,
  { total, rows }: { total: Source; rows: Source },
  writer: Writer,
): string {
  const { dialect } = writer
  const keys = [levelName, ...plan.entries.dims.map(({ key }) => key)].map((key) => writer.name(key))
  const at = writer.name(atKey)
  const names = moving.map((key) => writer.name(key))
  const [earned, cost, cohorts, players] = names
  const changes = [
    changesText(plan, total, 0, writer),
    ...(rows.hasCost ? [changesText(plan, rows, 1, writer)] : []),
  ].join('\nUNION ALL\n')
  const window = `PARTITION BY ${keys.join(', ')} ORDER BY ${at}`
  const running = select(
    [...keys, at, ...names.map((name) => `${dialect.over('sum', [name], window)} AS ${name}`)],
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
function changesText(plan: ValuePlan, source: Source, level: 0 | 1, writer: Writer): string {
  const keys = plan.entries.dims.map(({ key }) => writer.name(key))
  const at = writer.name(atKey)
  const names = moving.map((key) => writer.name(key))
  const named = `${level} AS ${writer.name(levelName)}`
  if (level === 1) return select([named, ...keys, at, ...names], [`FROM ${movesOf(source)}`])
  const sums = names.map((name) => `${writer.dialect.aggregate('sum', name, null)} AS ${name}`)
  const inner = select([at, ...sums], [`FROM ${movesOf(source)}`, groupByFirst(1)])
  const empty = keys.map((key) => `NULL AS ${key}`)
  return select([named, ...empty, at, ...names], [`FROM (\n${indent(inner)}\n) AS by_day`])
}

/** On which day (from 1) revenue, cost and players of the cohorts with a cost join and leave the sums. */
function movesText(plan: ValuePlan, source: Source, writer: Writer): string {
  const dims = dimNames(plan, source, writer)
  const [at, over, k, n] = [atKey, own.over, 'k', 'n'].map((key) => writer.name(key))
  const paid = writer.name('_w')
  const sum = writer.dialect.aggregate('sum', paid, null)
  const known = `FROM ${knownOf(source)}`
  const costed = `FROM (\n${indent(costedText(plan, source, writer))}\n) AS costed`
  const move = (moment: string, changes: string[], from: (string | null)[]): string =>
    select(
      [
        ...dims,
        `${moment} AS ${at}`,
        ...changes.map((text, index) => `${text} AS ${writer.name(moving[index] as string)}`),
      ],
      from,
    )
  const groups = groupByFirst(dims.length + 1)
  const moves = [
    move(`${at}`, [sum, '0', '0', '0'], [known, groups]),
    move(`${over} + 1`, [`-${sum}`, '0', '0', '0'], [known, groups]),
    move('1', ['0', `${k}`, '1', `${n}`], [costed]),
    move(`${over} + 1`, ['0', `-${k}`, '-1', `-${n}`], [costed]),
  ].join('\nUNION ALL\n')
  const sums = moving.map((key) => {
    const name = writer.name(key)
    return `${writer.dialect.aggregate('sum', name, null)} AS ${name}`
  })
  return select([...dims, `${at}`, ...sums], [`FROM (\n${indent(moves)}\n) AS moves`, groups])
}

/** What cohorts with a cost paid on days that are over, with the number of days on which it counts first. */
function knownText(plan: ValuePlan, source: Source, writer: Writer): string {
  const dims = dimNames(plan, source, writer)
  const day = column('day', writer)
  const [age, paid, over] = [own.age, own.paid, own.over].map((key) => writer.name(key))
  const same = [...dims.map((name) => writer.dialect.same(`s.${name}`, `c.${name}`)), `s.${day} = c.${day}`]
  return select(
    [
      ...dims.map((name) => writer.dialect.selected(`s.${name}`, name)),
      `s.${age} + 1 AS ${writer.name(atKey)}`,
      `c.${over} AS ${over}`,
      `s.${paid} AS ${writer.name('_w')}`,
    ],
    [
      `FROM ${source.stack} AS s`,
      `JOIN (\n${indent(costedText(plan, source, writer))}\n) AS c ON ${same.join(' AND ')}`,
      `WHERE s.${age} < c.${over}`,
    ],
  )
}

/** Cohorts with a cost that have a day behind them, with the number of these days. */
function costedText(plan: ValuePlan, source: Source, writer: Writer): string {
  const { dialect } = writer
  const day = column('day', writer)
  const over = dialect.unitsBetween(day, dialect.day(plan.today), 'day')
  const [k, n] = [writer.name('k'), writer.name('n')]
  return select(
    [...dimNames(plan, source, writer), day, `${n}`, `${k}`, `${over} AS ${writer.name(own.over)}`],
    [`FROM ${source.cells}`, `WHERE ${isSpent(`${k}`)} AND ${day} < ${dialect.day(plan.today)}`],
  )
}
