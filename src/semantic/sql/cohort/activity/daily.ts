// Players by the number of days on which they were active, up to the last day:
//
//   _people    d4, _game, _player, y7, y30    each player's active days within the dimensions
//   _numbers   b                              1 to the greatest window
//   _levels    _level, d4, b, y7, y30         players with 1, 2, 3 … of them; the total: everybody

import { activityKeys as keysOf } from '#semantic/model/activityFigures.ts'
import { mostActivityRows, tooManyRows } from '#semantic/plan/cohort/activity/asked.ts'
import type { ActivityPlan } from '#semantic/plan/cohort/activity/tree.ts'
import { define, select } from '#semantic/sql/select.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { levelName } from '../levels.ts'
import { dayKey, identityOf, type Source } from './source.ts'

export function dailyParts(
  plan: ActivityPlan,
  { rows, levels }: { rows: Source; levels: string },
  writer: Writer,
): string[] {
  const { materialized } = writer.dialect
  const names = {
    people: `${rows.prefix}people`,
    groups: `${rows.prefix}groups`,
    numbers: `${rows.prefix}numbers`,
  }
  const groups = rows.groups.map((key) => writer.name(key))
  return [
    define(materialized(names.people), peopleText(plan, rows, writer)),
    define(
      materialized(names.numbers),
      Array.from(
        { length: plan.windows.at(-1) ?? 1 },
        (_, index) => `SELECT ${whole(index + 1, writer)} AS ${writer.name(keysOf.bucket)}`,
      ).join(' UNION ALL '),
    ),
    ...(groups.length === 0
      ? []
      : [
          define(
            materialized(names.groups),
            select([`DISTINCT ${groups.join(', ')}`], [`FROM ${names.people}`]),
          ),
        ]),
    define(levels, `${totalText(plan, rows, writer)}\nUNION ALL\n${rowsText(plan, names, writer)}`),
  ]
}

/** A number with the type of counts: ClickHouse's own literals have types that don't meet them in a union. */
const whole = (number: number, writer: Writer): string => writer.dialect.cast(String(number), 'integer', null)

/** The active days of each player in each window; a day 0 is the last one. */
function daysIn(plan: ActivityPlan, writer: Writer): string[] {
  return plan.windows.map((days) => {
    const counted = writer.dialect.aggregate('count', null, `${writer.name(dayKey)} > ${-days}`)
    return `${counted} AS ${writer.name(keysOf.daily(days))}`
  })
}

function peopleText(plan: ActivityPlan, { seen, groups }: Source, writer: Writer): string {
  const whom = [...groups.map((key) => writer.name(key)), ...identityOf(plan, writer)]
  return select(
    [...whom, ...daysIn(plan, writer)],
    [`FROM ${seen}`, `GROUP BY ${whom.map((_, index) => index + 1).join(', ')}`],
  )
}

/** Everybody who was active in the window, each once. */
function totalText(plan: ActivityPlan, { seen }: Source, writer: Writer): string {
  const day = writer.name(dayKey)
  const latest = select(
    [`${writer.dialect.aggregate('max', day, null)} AS last_day`],
    [`FROM ${seen}`, `GROUP BY ${identityOf(plan, writer).join(', ')}`],
  )
  const figures = plan.windows.map(
    (days) =>
      `${writer.dialect.aggregate('count', null, `last_day > ${-days}`)} AS ${writer.name(keysOf.daily(days))}`,
  )
  const empty = [...plan.dims, keysOf.bucket].map((key) => `NULL AS ${writer.name(key)}`)
  return select(
    [`0 AS ${writer.name(levelName)}`, ...empty, ...figures],
    [`FROM (${latest.replaceAll('\n', ' ')}) AS players`],
  )
}

/** Each number of days of each group, also those that nobody has. */
function rowsText(
  plan: ActivityPlan,
  { people, groups, numbers }: { people: string; groups: string; numbers: string },
  writer: Writer,
): string {
  const dims = plan.dims.map((key) => writer.name(key))
  const bucket = writer.name(keysOf.bucket)
  const keys = plan.windows.map((days) => writer.name(keysOf.daily(days)))
  const counted = keys.map((_, index) => writer.name(`_m${index}`))
  const counts = (own: number | null): string[] =>
    counted.map((name, index) => `${whole(index === own ? 1 : 0, writer)} AS ${name}`)
  const parts = keys.map((key, index) =>
    select([...dims, `${key} AS ${bucket}`, ...counts(index)], [`FROM ${people}`, `WHERE ${key} > 0`]),
  )
  const grid = select(
    [...dims, bucket, ...counts(null)],
    [
      `FROM ${numbers}`,
      ...(dims.length === 0
        ? []
        : [`CROSS JOIN ${groups}`, writer.dialect.atMost(mostActivityRows, [numbers, groups], tooManyRows)]),
    ],
  )
  // More days than a window has are empty, not 0.
  const figures = plan.windows.map((days, index) => {
    const key = keys[index] as string
    return `CASE WHEN ${bucket} <= ${days} THEN sum(${counted[index]}) END AS ${key}`
  })
  const all = [...parts, grid].join('\nUNION ALL\n')
  return select(
    [`1 AS ${writer.name(levelName)}`, ...dims, bucket, ...figures],
    [`FROM (\n${all}\n) AS stacked`, `GROUP BY ${[...dims, bucket].join(', ')}`],
  )
}
