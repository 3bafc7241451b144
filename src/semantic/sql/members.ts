// The statement that lists a segment's members by rules (plan/questions/members.ts): cgi and player_id, each player of a
// game
// once. Each condition marks those who meet it with a bit of its own.
//
//   SELECT "cgi", "player_id" FROM (
//     SELECT "cgi", "player_id", bit_or("bit") AS "bits" FROM (… UNION ALL …) AS met GROUP BY 1, 2
//   ) AS marked WHERE ("bits" & 1) <> 0 AND NOT ("bits" & 2) <> 0
import { memberColumns } from '../model/segments.ts'
import { lookedUpIn } from '../plan/facts/rules.ts'
import type { ConditionPlan, MembersQuery } from '../plan/questions/members.ts'
import type { Dialect } from './dialect.ts'
import { aggregateText, fromText } from './facts.ts'
import { groupByFirst, indent, select } from './select.ts'
import type { Statement } from './statement.ts'
import { Writer } from './writer.ts'

export function writeMembers({ conditions, any }: MembersQuery, dialect: Dialect): Statement {
  const writer = new Writer(dialect)
  const keys = [writer.name(memberColumns.game), writer.name(memberColumns.player)]
  const met = conditions.map((condition, place) => conditionText(condition, String(2 ** place), writer))
  const bits = writer.name('bits')
  const marked = select(
    [...keys, `${dialect.bitOr(writer.name('bit'), null)} AS ${bits}`],
    [`FROM (\n${indent(met.join('\nUNION ALL\n'))}\n) AS met`, groupByFirst(keys.length)],
  )
  const has = (place: number): string => dialect.hasBit(bits, String(2 ** place))
  const groups = any.map(({ held, not }) =>
    [...held.map(has), ...not.map((place) => `NOT (${has(place)})`)].join(' AND '),
  )
  const sql = select(keys, [
    `FROM (\n${indent(marked)}\n) AS marked`,
    `WHERE ${groups.map((group) => `(${group})`).join(' OR ')}`,
    'ORDER BY 1, 2',
  ])
  const tables = conditions.flatMap(({ fact }) => [
    fact.physicalName,
    ...fact.joins.map(({ table }) => table),
    ...lookedUpIn(fact.where),
  ])
  return { sql, params: writer.params, tables: [...new Set(tables)] }
}

function conditionText(
  { fact, player, game, point, met }: ConditionPlan,
  bit: string,
  writer: Writer,
): string {
  const [gameName, playerName] = [writer.name(memberColumns.game), writer.name(memberColumns.player)]
  const figures = select(
    [
      `${game === null ? writer.dialect.text('') : writer.write(game)} AS ${gameName}`,
      `${writer.write(player)} AS ${playerName}`,
      `${aggregateText(point, writer)} AS ${writer.name(point.key)}`,
    ],
    [...fromText(fact, [], writer), groupByFirst(2)],
  )
  return select(
    [gameName, playerName, `${bit} AS ${writer.name('bit')}`],
    [
      `FROM (\n${indent(figures)}\n) AS r`,
      `WHERE ${gameName} IS NOT NULL AND ${playerName} IS NOT NULL AND ${writer.conjunct(met)}`,
    ],
  )
}
