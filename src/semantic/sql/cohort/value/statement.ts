// What players are worth → one statement. Expressions, for the days 1 and 7 and with a cost:
//
//   _entries   _game, _player, _day, dimensions   each player's first row, in the range
//   _stack     dimensions, _day, _n, _age, _v, _k players, what they paid by age, and the cost, one below the other
//   _cells     dimensions, _day, n, k, v1, v7     one row for each cohort: a first day within the dimensions
//   _stack_known, _stack_moves                    what cohorts with a cost paid, and how it joins and leaves the sums
//   _sums      _level, dimensions, n, k, _n7 …    the total and the rows, over the cohorts whose n days are over
//   _payback   _level, dimensions, q, _q          the least number of days with which the cost is recovered
//   _levels    both together
//   result     … n, k, u = k / _u, v7, l7 = v7 / _n7, i7 = _w7 / _k7, q; _n7 beside l7, _q beside q      ordered, cut
import type { ValuePlan } from '#semantic/plan/cohort/tree.ts'
import { isForecastKey, paybackKey } from '#semantic/plan/cohort/value/columns.ts'
import { define, select } from '#semantic/sql/select.ts'
import { finiteText } from '#semantic/sql/shown.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { levelName, levelsPart, resultText } from '../levels.ts'
import { entriesParts } from '../players.ts'
import { levelOf } from './levels.ts'
import { backKey, movesParts, paybackText } from './payback.ts'
import { type Source, sourcesOf } from './sources.ts'
import { cellsText, stackText } from './stack.ts'

export function valueText(plan: ValuePlan, prefix: string, writer: Writer): string {
  const names = {
    entries: `${prefix}entries`,
    sums: `${prefix}sums`,
    payback: `${prefix}payback`,
    levels: `${prefix}levels`,
  }
  const { rows, total } = sourcesOf(plan, prefix)
  const hasCost = plan.cost !== null
  const parts = [
    ...entriesParts(plan.entries, names.entries, writer),
    ...[...new Set([rows, total])].flatMap((source) => sourceParts(plan, source, names.entries, writer)),
    levelsPart(
      names.sums,
      plan.entries.dims.map(({ key }) => key),
      levelOf(plan, total, false, writer),
      levelOf(plan, rows, plan.rowsByDay, writer),
      writer,
    ),
    ...(hasCost
      ? [
          define(names.payback, paybackText(plan, { total, rows }, writer)),
          define(names.levels, joinedText(plan, names, writer)),
        ]
      : []),
  ]
  const levels = hasCost ? names.levels : names.sums
  const bases = new Map(plan.bases.map((key) => [key, `r.${writer.name(baseOf(key))}`]))
  const result = resultText(plan, levels, ({ key }) => figure(plan, key, writer), writer, bases)
  return `WITH ${parts.join(',\n')}\n${result}`
}

const sourceParts = (plan: ValuePlan, source: Source, entries: string, writer: Writer): string[] => [
  define(writer.dialect.materialized(source.stack), stackText(plan, source, entries, writer)),
  define(writer.dialect.materialized(source.cells), cellsText(plan, source, writer)),
  ...(source.hasCost ? movesParts(plan, source, writer) : []),
]

function joinedText(plan: ValuePlan, names: { sums: string; payback: string }, writer: Writer): string {
  const { dialect } = writer
  const level = writer.name(levelName)
  const same = plan.entries.dims.map(({ key }) =>
    dialect.same(`l.${writer.name(key)}`, `b.${writer.name(key)}`),
  )
  const q = writer.name('q')
  return select(
    ['l.*', ...[q, writer.name(backKey)].map((name) => `b.${name} AS ${name}`)],
    [
      `FROM ${names.sums} AS l`,
      `LEFT JOIN ${names.payback} AS b ON ${[`l.${level} = b.${level}`, ...same].join(' AND ')}`,
    ],
  )
}

/** Over how many players a column is. */
const baseOf = (key: string): string => (key === paybackKey ? backKey : `_n${key.slice(1)}`)

function figure(plan: ValuePlan, key: string, writer: Writer): string {
  const of = (name: string): string => `r.${writer.name(name)}`
  const { dialect } = writer
  const count = key.slice(1)
  if (plan.cost === null && /^[kuiq]/.test(key)) return dialect.cast('NULL', 'double', null)
  // Filled in afterwards.
  if (isForecastKey(key)) return dialect.cast('NULL', 'double', null)
  switch (key[0]) {
    case 'u':
      return dialect.divide(of('k'), of('_u'))
    case 'v': {
      const paid = `CASE WHEN ${of(`_n${count}`)} > 0 THEN coalesce(${of(key)}, 0) END`
      const { real } = plan.earned.value
      return real === null ? paid : finiteText(of(key), real, paid, writer)
    }
    case 'l':
      return dialect.divide(`coalesce(${of(`v${count}`)}, 0)`, of(`_n${count}`))
    case 'i':
      return dialect.divide(`coalesce(${of(`_w${count}`)}, 0)`, of(`_k${count}`))
    default:
      return writer.name(key)
  }
}
