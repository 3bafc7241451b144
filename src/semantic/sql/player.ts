// The statements of one player's history (plan/questions/player.ts), one for each fact: the newest rows first.
//
//   SELECT f."pay_time" AS "_at", f."amount", … FROM "pay_order" AS f WHERE … ORDER BY "_at" DESC LIMIT 50
import { lookedUpIn } from '../plan/facts/rules.ts'
import type { PlayerFactPlan } from '../plan/questions/player.ts'
import { ofRow } from './cohort/players.ts'
import type { Dialect } from './dialect.ts'
import { mostColumns, type RowsStatements } from './factRows.ts'
import { fromText } from './facts.ts'
import { select } from './select.ts'
import { freePrefix, type Statement } from './statement.ts'
import { Writer } from './writer.ts'

/** The list's first column is the moment; `columns` are those after it. */
export type PlayerStatement = Omit<RowsStatements, 'count'>

export function writePlayer(plan: PlayerFactPlan, limit: number, dialect: Dialect): PlayerStatement {
  const { physical, fact } = plan
  const columns = physical.columns
    .filter(({ name }) => !plan.known.includes(name.toLowerCase()))
    .slice(0, mostColumns)
  const at = `${freePrefix(physical.columns.map(({ name }) => name))}at`
  const writer = new Writer(dialect)
  const sql = select(
    [`${writer.write(plan.at)} AS ${writer.name(at)}`, ...columns.map((column) => ofRow(column, writer))],
    [...fromText(fact, [], writer), `ORDER BY 1 DESC`, `LIMIT ${limit}`],
  )
  const list: Statement = {
    sql,
    params: writer.params,
    tables: [...new Set([physical.name, ...fact.joins.map(({ table }) => table), ...lookedUpIn(fact.where)])],
  }
  return {
    title: plan.title,
    table: physical.name,
    columns: columns.map(({ name, comment, type }) => ({ name, comment, type })),
    list,
  }
}
