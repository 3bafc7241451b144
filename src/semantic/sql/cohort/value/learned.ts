// The statement that reads the cohorts from which forecasts are learned (plan/cohort/value/learned.ts):
//
//   d4  _day        _n  _age  _v
//   x   2026-01-01  3   –     –      three players
//   x   2026-01-01  0   0     10     paid 10 on the first day
import type { ValuePlan } from '#semantic/plan/cohort/tree.ts'
import type { Dialect } from '#semantic/sql/dialect.ts'
import { define, select } from '#semantic/sql/select.ts'
import { freePrefix, type Statement } from '#semantic/sql/statement.ts'
import { Writer } from '#semantic/sql/writer.ts'
import { column, entriesParts } from '../players.ts'
import { dimNames, own, sourcesOf } from './sources.ts'
import { stackText } from './stack.ts'

/** More rows are no forecast's: they would fill the memory. */
const mostLearned = 600_000

export function writeLearned(plan: ValuePlan, dialect: Dialect): Statement & { limit: number } {
  const writer = new Writer(dialect)
  const tables = [...new Set(plan.tables)]
  const prefix = freePrefix(tables)
  const { rows } = sourcesOf(plan, prefix)
  const entries = `${prefix}entries`
  const parts = [
    ...entriesParts(plan.entries, entries, writer),
    define(rows.stack, stackText(plan, rows, entries, writer)),
  ]
  const columns = [...dimNames(plan, rows, writer), column('day', writer)]
  const figures = [own.n, own.age, own.paid].map((name) => writer.name(name))
  const text = select([...columns, ...figures], [`FROM ${rows.stack}`, `LIMIT ${mostLearned + 1}`])
  return { sql: `WITH ${parts.join(',\n')}\n${text}`, params: writer.params, tables, limit: mostLearned }
}
