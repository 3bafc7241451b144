// The total and the rows of a report about players, and the result over them.

import type { ReportColumn } from '../../model/types.ts'
import { rowSource } from '../../plan/computed.ts'
import type { OrderTerm } from '../../plan/tree.ts'
import { orderTexts } from '../ordering.ts'
import { define, groupBy, indent, select } from '../select.ts'
import type { Writer } from '../writer.ts'

export interface Level {
  /** Where its figures are aggregated from. */
  from: string
  figures: string[]
}

const levelName = '_level'

/** The total, and the rows by dimensions, stacked: columns `_level`, the dimensions, the figures. */
export function levelsPart(name: string, dims: string[], total: Level, rows: Level, writer: Writer): string {
  const level = writer.name(levelName)
  const empty = dims.map((key) => `NULL AS ${writer.name(key)}`)
  const named = dims.map((key) => writer.name(key))
  // Group keys come first, as groupBy counts them; the level is put before them where both are stacked.
  const grouped = select([...named, ...rows.figures], [`FROM ${rows.from}`, groupBy(dims)])
  const ofTotal = select([`0 AS ${level}`, ...empty, ...total.figures], [`FROM ${total.from}`])
  const ofRows = select([`1 AS ${level}`, 'grouped.*'], [`FROM (\n${indent(grouped)}\n) AS grouped`])
  return define(name, `${ofTotal}\nUNION ALL\n${ofRows}`)
}

export interface ResultPlan {
  columns: ReportColumn[]
  order: OrderTerm[]
  limit: number
}

/** `figure` gives the text of a column that is no dimension, over the levels as `r`. */
export function resultText(
  plan: ResultPlan,
  levels: string,
  figure: (column: ReportColumn) => string,
  writer: Writer,
): string {
  const columns = plan.columns.map((column) => {
    const name = writer.name(column.key)
    return column.kind === 'dimension' ? name : `${figure(column)} AS ${name}`
  })
  const level = writer.name(levelName)
  const hidden = plan.order.filter(({ key }) => !plan.columns.some((column) => column.key === key))
  const inner = select(
    [level, ...hidden.map(({ key }) => writer.name(key)), ...columns],
    [`FROM ${levels} AS ${rowSource}`],
  )
  const order = [
    `${rowSource}.${level}`,
    ...plan.order.flatMap((term) => orderTexts(`${rowSource}.${writer.name(term.key)}`, term, writer)),
  ]
  // One row more than the limit tells that there are more; the total is one besides.
  return select(
    plan.columns.map(({ key }) => `${rowSource}.${writer.name(key)}`),
    [
      `FROM (\n${indent(inner)}\n) AS ${rowSource}`,
      `ORDER BY ${order.join(', ')}`,
      `LIMIT ${plan.limit + 2}`,
    ],
  )
}
