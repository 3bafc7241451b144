// The days on which each player was active, once, with the day before and the day after: everything else follows from
// these. Days are numbers, 0 the first shown day.
//
//   _seen    d4, _game, _player, _t                     each player's active days within the dimensions
//   _spans   d4, _game, _player, _t, _before, _next     with the player's other active days beside them
import type { ActivityPlan } from '#semantic/plan/cohort/activity/tree.ts'
import { define, select } from '#semantic/sql/select.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { column, conjunction, fromFact } from '../players.ts'

export const dayKey = '_t'
const [beforeKey, nextKey] = ['_before', '_next']

/** The players at one level: those of the rows, or with no dimensions those of the total. */
export interface Source {
  seen: string
  spans: string
  /** Name of the counts by day. */
  counts: string
  groups: string[]
  /** Prefix of further expressions. */
  prefix: string
}

export const sourceOf = (prefix: string, level: '' | 'total_', groups: string[]): Source => ({
  seen: `${prefix}${level}seen`,
  spans: `${prefix}${level}spans`,
  counts: `${prefix}${level}counts`,
  prefix: `${prefix}${level}`,
  groups,
})

/** The number of the day of a fact's row. */
export const dayNumber = (plan: ActivityPlan, writer: Writer): string =>
  writer.dialect.unitsBetween(writer.dialect.day(plan.first), writer.write(plan.day), 'day')

export const identityOf = ({ people }: ActivityPlan, writer: Writer): string[] => [
  ...(people.game === null ? [] : [column('game', writer)]),
  column('player', writer),
]

/** The players' active days in the fact. */
export function seenPart(plan: ActivityPlan, { seen, groups }: Source, writer: Writer): string {
  const { people } = plan
  const columns = [
    ...groups.map((key, index) => {
      const node = people.dims[index]
      return `${node === undefined ? 'NULL' : writer.value(node)} AS ${writer.name(key)}`
    }),
    ...(people.game === null ? [] : [`${writer.write(people.game)} AS ${column('game', writer)}`]),
    `${writer.write(people.player)} AS ${column('player', writer)}`,
    `${dayNumber(plan, writer)} AS ${writer.name(dayKey)}`,
  ]
  const text = select(columns, [
    ...fromFact(people.physicalName, people.joins, writer),
    `WHERE ${conjunction(people.where, writer)}`,
    `GROUP BY ${columns.map((_, index) => index + 1).join(', ')}`,
  ])
  return define(writer.dialect.materialized(seen), text)
}

/** The same without dimensions, from the days within them. */
export function seenOfAllPart(plan: ActivityPlan, from: Source, { seen }: Source, writer: Writer): string {
  const columns = [...identityOf(plan, writer), writer.name(dayKey)]
  return define(
    writer.dialect.materialized(seen),
    select([`DISTINCT ${columns.join(', ')}`], [`FROM ${from.seen}`]),
  )
}

export function spansPart(plan: ActivityPlan, { seen, spans, groups }: Source, writer: Writer): string {
  const day = writer.name(dayKey)
  const dims = groups.map((key) => writer.name(key))
  const whom = [...dims, ...identityOf(plan, writer)].join(', ')
  const beside = (how: 'lag' | 'lead', key: string): string =>
    `${writer.dialect.over(how, [day], `PARTITION BY ${whom} ORDER BY ${day}`)} AS ${writer.name(key)}`
  return define(
    writer.dialect.materialized(spans),
    select([...dims, day, beside('lag', beforeKey), beside('lead', nextKey)], [`FROM ${seen}`]),
  )
}

/** Columns of the spans, quoted. */
export const spanColumns = (writer: Writer): { day: string; before: string; next: string } => ({
  day: writer.name(dayKey),
  before: writer.name(beforeKey),
  next: writer.name(nextKey),
})
