// The statement that lists a dimension's values: columns value and label, from one table or several facts.
import { lookedUpIn } from '../plan/facts/rules.ts'
import type { ValuesPlan } from '../plan/questions/values.ts'
import type { Join } from '../plan/tree/tree.ts'
import { type Dialect, inAnyCase } from './dialect.ts'
import { select } from './select.ts'
import type { Statement } from './statement.ts'
import { Writer } from './writer.ts'

export function writeValues(plan: ValuesPlan, dialect: Dialect): Statement {
  const writer = new Writer(dialect)
  const [value, label] = [writer.name('value'), writer.name('label')]
  const sources = plan.sources.map((source) => {
    const valueText = writer.write(source.value)
    const labelText = writer.write(source.label)
    const isOwnLabel = valueText === labelText
    return select(
      [`${valueText} AS ${value}`, `${isOwnLabel ? labelText : `max(${labelText})`} AS ${label}`],
      [
        source.table === null ? null : `FROM ${writer.name(source.table)} AS ${source.source}`,
        source.within === undefined ? null : innerJoin(source.within, writer),
        source.where.length === 0
          ? null
          : `WHERE ${source.where.map((condition) => writer.conjunct(condition)).join(' AND ')}`,
        isOwnLabel ? 'GROUP BY 1, 2' : 'GROUP BY 1',
      ],
    )
  })
  // Several facts may have the same value. UNION removes duplicates, because labels from facts equal their
  // values.
  const union = sources.join('\nUNION\n').replace(/^/gm, '  ')
  const where =
    plan.like === null ? null : `WHERE ${searched([value, label], writer.bind(plan.like), dialect)}`
  const rank =
    plan.valueOrder === null
      ? []
      : [`${dialect.rank(value, writer.bind({ value: plan.valueOrder }), plan.valueOrder.length)} NULLS LAST`]
  const order = [...rank, `${label} NULLS LAST`, `${value} NULLS LAST`].join(', ')
  const sql = select(
    [value, label],
    [`FROM (\n${union}\n) AS listed`, where, `ORDER BY ${order}`, `LIMIT ${plan.limit}`],
  )
  return {
    sql,
    params: writer.params,
    tables: [
      ...new Set(
        plan.sources.flatMap(({ table, within, where }) =>
          [table ?? [], within?.table ?? [], lookedUpIn(where)].flat(),
        ),
      ),
    ],
  }
}

const innerJoin = ({ table, source, on }: Join, writer: Writer): string =>
  `INNER JOIN ${writer.name(table)} AS ${source} ON ${on.map((condition) => writer.conjunct(condition)).join(' AND ')}`

function searched(columns: string[], place: number, dialect: Dialect): string {
  const wanted = inAnyCase(dialect.parameter(place, 'text'), dialect)
  return columns.map((column) => dialect.contains(inAnyCase(column, dialect), wanted)).join(' OR ')
}
