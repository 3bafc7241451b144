// A statement that finds ambiguous rows of a balance: keys with several counted rows of the same moment.
// Columns: the key's columns as texts, the moment, the number of rows.
import type { FactPlan, LeafPoint, Node } from '../plan/tree/tree.ts'
import type { Dialect } from './dialect.ts'
import { fromText } from './facts.ts'
import { groupByFirst, select } from './select.ts'
import type { Statement } from './statement.ts'
import { Writer } from './writer.ts'

const shown = 3

export function writeBalanceCheck(fact: FactPlan, dialect: Dialect): Statement {
  const writer = new Writer(dialect)
  const { series, at } = fact.balances as NonNullable<FactPlan['balances']>
  const { argument, condition } = fact.points[0] as LeafPoint
  const keys = [...series, at].map((node, index) => ({
    value: writer.value(node),
    name: writer.name(`_${index + 1}`),
  }))
  const counted = dialect.aggregate(
    'count',
    writer.write(argument as Node),
    condition === null ? null : writer.conjunct(condition),
  )
  const sql = select(
    [...keys.map(({ value, name }) => `${value} AS ${name}`), `${counted} AS ${writer.name('_rows')}`],
    [
      ...fromText(fact, [], writer),
      groupByFirst(keys.length),
      `HAVING ${counted} > 1`,
      `ORDER BY ${keys.length + 1} DESC, ${keys.map((_, index) => index + 1).join(', ')}`,
      `LIMIT ${shown}`,
    ],
  )
  return { sql, params: writer.params, tables: [fact.physicalName] }
}
