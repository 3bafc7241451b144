// Statements that list, count and hand on the players behind a figure (plan/questions/who.ts).
//
//   list      cgi, player, rows, first day, last day, own figure; the greatest figure first
//   count     how many there are
//   members   cgi and player_id of all of them, as a segment keeps them
import { memberColumns } from '../model/segments.ts'
import { lookedUpIn } from '../plan/facts/rules.ts'
import type { WhoPlan } from '../plan/questions/who.ts'
import type { Node } from '../plan/tree/tree.ts'
import type { Dialect } from './dialect.ts'
import { aggregateText, fromText } from './facts.ts'
import { groupByFirst, indent, select } from './select.ts'
import type { Statement } from './statement.ts'
import { Writer } from './writer.ts'

/** `rows`: how many rows of a player count; `figure`: the player's own. */
const whoColumns = ['game', 'player', 'rows', 'first', 'last', 'figure'] as const
export type WhoColumn = (typeof whoColumns)[number]

export interface WhoStatements {
  title: string
  unit: string
  /** In the order of the list's columns. */
  columns: WhoColumn[]
  list: Statement
  count: Statement
  members: Statement
}

/** Passes over `offset` players of the list. */
export interface WhoPage {
  limit: number
  offset: number
}

export function writeWho(plan: WhoPlan, { limit, offset }: WhoPage, dialect: Dialect): WhoStatements {
  const columns = whoColumns.filter((name) => isIn(plan, name))
  const tables = [
    ...new Set([
      plan.fact.physicalName,
      ...plan.fact.joins.map(({ table }) => table),
      ...lookedUpIn(plan.fact.where),
    ]),
  ]
  const statement = (text: (writer: Writer) => string): Statement => {
    const writer = new Writer(dialect)
    return { sql: text(writer), params: writer.params, tables }
  }
  return {
    title: plan.title,
    unit: plan.unit,
    columns,
    list: statement((writer) => `${listText(plan, columns, writer)}\nLIMIT ${limit} OFFSET ${offset}`),
    count: statement((writer) =>
      select(
        [dialect.aggregate('count', null, null)],
        [`FROM (\n${indent(identities(plan, writer))}\n) AS everybody`],
      ),
    ),
    members: statement((writer) => `${identities(plan, writer)}\nORDER BY 1, 2`),
  }
}

function isIn({ game, day, figure }: WhoPlan, name: WhoColumn): boolean {
  if (name === 'game') return game !== null
  if (name === 'figure') return figure !== null
  return (name !== 'first' && name !== 'last') || day !== null
}

/** Each player of a game once; a fact without games has one game, named by nothing. */
function identities(plan: WhoPlan, writer: Writer): string {
  return select(
    [
      `${plan.game === null ? writer.dialect.text('') : writer.write(plan.game)} AS ${writer.name(memberColumns.game)}`,
      `${writer.write(plan.player)} AS ${writer.name(memberColumns.player)}`,
    ],
    [...fromText(plan.fact, [], writer), groupByFirst(2)],
  )
}

function listText(plan: WhoPlan, columns: WhoColumn[], writer: Writer): string {
  const { dialect } = writer
  const keys = columns.filter((name) => name === 'game' || name === 'player')
  const grouped = select(
    columns.map((name) => `${columnText(plan, name, writer)} AS ${writer.name(name)}`),
    [...fromText(plan.fact, [], writer), groupByFirst(keys.length)],
  )
  const shown = columns.map((name) => {
    const own = writer.name(name)
    const { listedBy } = plan
    if (name !== 'player' || listedBy === null) return own
    return `${dialect.masked(own, 'device', () => writer.bind(listedBy))} AS ${own}`
  })
  const order = [
    ...(plan.figure === null ? [] : [`r.${writer.name('figure')} DESC NULLS LAST`]),
    `r.${writer.name('rows')} DESC`,
    ...keys.map((name) => `r.${writer.name(name)}`),
  ]
  return select(shown, [`FROM (\n${indent(grouped)}\n) AS r`, `ORDER BY ${order.join(', ')}`])
}

function columnText(plan: WhoPlan, name: WhoColumn, writer: Writer): string {
  const { dialect } = writer
  const day = (how: 'min' | 'max') => dialect.aggregate(how, writer.write(plan.day as Node), null)
  switch (name) {
    case 'game':
      return writer.write(plan.game as Node)
    case 'player':
      return writer.write(plan.player)
    case 'rows':
      return dialect.aggregate('count', null, null)
    case 'first':
      return day('min')
    case 'last':
      return day('max')
    case 'figure':
      return plan.figure === null ? 'NULL' : aggregateText(plan.figure, writer)
  }
}
