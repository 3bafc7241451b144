// LEFT JOINs of a fact: dimension tables by their key, segments by their players.
//
//   LEFT JOIN "dim_server" AS j1 ON f."server_id" = j1."server_id"
//   LEFT JOIN (SELECT m."player_id", m."cgi" FROM "segment_3" AS m WHERE m."until_day" IS NULL GROUP BY 1, 2) AS s3 ON …
import { memberColumns } from '../model/segments.ts'
import { memberDays, memberSource } from '../plan/facts/segments.ts'
import type { Join, MembersPlan } from '../plan/tree/tree.ts'
import { groupByFirst, select } from './select.ts'
import type { Writer } from './writer.ts'

export const joinTexts = (joins: Join[], writer: Writer): string[] =>
  joins.map(({ source, table, on, members }) => {
    const from = members === undefined ? writer.name(table) : `(${membersText(table, members, writer)})`
    return `LEFT JOIN ${from} AS ${source} ON ${on.map((condition) => writer.conjunct(condition)).join(' AND ')}`
  })

function membersText(table: string, { keys, byDay, where }: MembersPlan, writer: Writer): string {
  const { dialect } = writer
  const column = (name: string): string => `${memberSource}.${writer.name(name)}`
  const listed = (name: string, as: string): string => `${dialect.listed(column(name))} AS ${writer.name(as)}`
  const columns = [
    ...keys.map(({ name, value }) => `${writer.write(value)} AS ${writer.name(name)}`),
    ...(byDay
      ? [listed(memberColumns.from, memberDays.from), listed(memberColumns.until, memberDays.until)]
      : []),
  ]
  const conditions = where.map((condition) => writer.conjunct(condition))
  const text = select(columns, [
    `FROM ${writer.name(table)} AS ${memberSource}`,
    conditions.length === 0 ? null : `WHERE ${conditions.join(' AND ')}`,
    groupByFirst(keys.length),
  ])
  return text.replaceAll('\n', ' ')
}
