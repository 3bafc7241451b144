// The total and the rows of a retention, a funnel or of players' value as one expression, and the result's SELECT over it.

import type { ReportColumn } from '#semantic/model/types.ts'
import { rowSource } from '#semantic/plan/tree/reached.ts'
import type { OrderTerm } from '#semantic/plan/tree/tree.ts'
import { orderTexts } from '../ordering.ts'
import { define, groupBy, indent, select } from '../select.ts'
import type { Writer } from '../writer.ts'

export interface Level {
  /** The FROM source. */
  from: string
  figures: string[]
}

export const levelName = '_level'

/**
 * Defines `name` with columns `_level` (0 the total, 1 rows), the dimensions (null in the total), the
 * figures.
 */
export function levelsPart(name: string, dims: string[], total: Level, rows: Level, writer: Writer): string {
  const level = writer.name(levelName)
  const empty = dims.map((key) => `NULL AS ${writer.name(key)}`)
  const named = dims.map((key) => writer.name(key))
  // GROUP BY counts columns from 1, so the dimensions come first here; `_level` is prepended outside.
  const grouped = select([...named, ...rows.figures], [`FROM ${rows.from}`, groupBy(dims)])
  const ofTotal = select([`0 AS ${level}`, ...empty, ...total.figures], [`FROM ${total.from}`])
  const ofRows = select([`1 AS ${level}`, 'grouped.*'], [`FROM (\n${indent(grouped)}\n) AS grouped`])
  return define(name, `${ofTotal}\nUNION ALL\n${ofRows}`)
}

interface ResultPlan {
  columns: ReportColumn[]
  order: OrderTerm[]
  limit: number
}

/**
 * `figure` writes a column that is no dimension, over the levels, whose alias is `r`. `bases`: figures after the
 * columns, by the keys of the columns that they explain.
 */
export function resultText(
  plan: ResultPlan,
  levels: string,
  figure: (column: ReportColumn) => string,
  writer: Writer,
  bases: ReadonlyMap<string, string> = new Map(),
): string {
  const columns = plan.columns.map((column) => {
    const name = writer.name(column.key)
    return column.kind === 'dimension' ? name : `${figure(column)} AS ${name}`
  })
  const level = writer.name(levelName)
  const hidden = plan.order.filter(({ key }) => !plan.columns.some((column) => column.key === key))
  const inner = select(
    [
      level,
      ...hidden.map(({ key }) => writer.name(key)),
      ...columns,
      ...[...bases].map(([key, text]) => `${text} AS ${writer.name(`${key}_base`)}`),
    ],
    [`FROM ${levels} AS ${rowSource}`],
  )
  const order = [
    `${rowSource}.${level}`,
    ...plan.order.flatMap((term) => orderTexts(`${rowSource}.${writer.name(term.key)}`, term, writer)),
  ]
  // + 2: the total, and one row that shows that there are more.
  return select(
    [...plan.columns.map(({ key }) => key), ...[...bases.keys()].map((key) => `${key}_base`)].map(
      (key) => `${rowSource}.${writer.name(key)}`,
    ),
    [
      `FROM (\n${indent(inner)}\n) AS ${rowSource}`,
      `ORDER BY ${order.join(', ')}`,
      `LIMIT ${plan.limit + 2}`,
    ],
  )
}
