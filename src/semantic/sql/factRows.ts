// Statements that list and count the facts' rows behind a figure.
//
//   list    SELECT f."pay_time", f."amount" … FROM "pay_order" AS f WHERE … LIMIT 200   at most 100 columns
//   count   SELECT count(*) FROM "pay_order" AS f WHERE …

import { lookedUpIn } from '../plan/facts/rules.ts'
import type { RowsPlan } from '../plan/questions/factRows.ts'
import { ofRow } from './cohort/players.ts'
import type { Dialect } from './dialect.ts'
import { fromText } from './facts.ts'
import { select } from './select.ts'
import type { Statement } from './statement.ts'
import { Writer } from './writer.ts'

export const mostColumns = 100

export interface RowsStatements {
  title: string
  table: string
  columns: { name: string; comment: string; type: string }[]
  list: Statement
  count: Statement
}

export function writeRows(
  { fact, title, physical }: RowsPlan,
  limit: number,
  dialect: Dialect,
): RowsStatements {
  const columns = physical.columns.slice(0, mostColumns)
  const statement = (wanted: (writer: Writer) => string[], last: string | null): Statement => {
    const writer = new Writer(dialect)
    const sql = select(wanted(writer), [...fromText(fact, [], writer), last])
    const joined = fact.joins.map(({ table }) => table)
    return {
      sql,
      params: writer.params,
      tables: [...new Set([physical.name, ...joined, ...lookedUpIn(fact.where)])],
    }
  }
  const named = (writer: Writer) => columns.map((column) => ofRow(column, writer))
  return {
    title,
    table: physical.name,
    columns: columns.map(({ name, comment, type }) => ({ name, comment, type })),
    list: statement(named, `LIMIT ${limit}`),
    count: statement(() => ['count(*)'], null),
  }
}
