// Players one by one, with what each paid in the first n days:
//
//   _paid     _game, _player, v1, _c1, v7, _c7     what each paid, and in how many rows
//   _people   dimensions, _player, _day, v1, _c1   the entries with it
import type { ValuePlan } from '#semantic/plan/cohort/tree.ts'
import { select } from '#semantic/sql/select.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { column, entryDims, fromFollowed, keptEntry, keyColumns, sameEntry } from '../players.ts'

export const paidRows = (days: number): string => `_c${days}`

/** What each player who paid did so in the first n days. */
export function paidText(plan: ValuePlan, entries: string, writer: Writer): string {
  const { value } = plan.earned
  const age = writer.write(plan.age)
  const names = [...(plan.entries.game === null ? [] : (['game'] as const)), 'player' as const]
  const condition = value.condition === null ? null : writer.conjunct(value.condition)
  const argument = value.argument === null ? null : writer.write(value.argument)
  const figures = plan.days.flatMap(({ days }) => {
    const within = [...(condition === null ? [] : [condition]), `${age} < ${days}`].join(' AND ')
    return [
      `${writer.dialect.aggregate(value.aggregate, argument, within)} AS ${writer.name(`v${days}`)}`,
      `${writer.dialect.aggregate('count', null, within)} AS ${writer.name(paidRows(days))}`,
    ]
  })
  const [from, join, where] = fromFollowed(plan.earned, entries, writer)
  return select(
    [...names.map((name) => keptEntry(name, writer)), ...figures],
    [
      from,
      join,
      `${where} AND ${age} BETWEEN 0 AND ${plan.horizon - 1}`,
      `GROUP BY ${names.map((_, index) => index + 1).join(', ')}`,
    ],
  )
}

export function peopleText(
  plan: ValuePlan,
  names: { entries: string; paid: string },
  writer: Writer,
): string {
  const hasGame = plan.entries.game !== null
  const paid = plan.days.flatMap(({ days }) =>
    [`v${days}`, paidRows(days)].map((key) => `coalesce(b.${writer.name(key)}, 0) AS ${writer.name(key)}`),
  )
  return select(
    [
      ...entryDims(plan.entries, writer),
      ...keyColumns(plan.entries).map((key) => keptEntry(key, writer)),
      ...paid,
    ],
    [`FROM ${names.entries} AS e`, `LEFT JOIN ${names.paid} AS b ON ${sameEntry('b', 'e', hasGame, writer)}`],
  )
}

/** Condition that a player's cohort is among those with a cost, over the people `p` and the cohorts `c`. */
export function sameCohort(keys: string[], writer: Writer): string {
  const day = column('day', writer)
  const dims = keys.map((key) => writer.dialect.same(`p.${writer.name(key)}`, `c.${writer.name(key)}`))
  return [...dims, `p.${day} = c.${day}`].join(' AND ')
}
