// Rows that only another period has: a value with a past and no present. They stand among the section's rows without a
// figure, so that filters, subtotals, order, limits and calculations see them as any other row; what a point shows of
// nothing it shows there, too (shown.ts).
//
//   _present   x  10
//   _rows      x  10 · y  null     y has sold a week ago alone
import { rowSource } from '../plan/tree/reached.ts'
import type { ComparedLevel } from '../plan/tree/tree.ts'
import { indent, select } from './select.ts'
import type { Writer } from './writer.ts'

/**
 * A query with the keys of another period's rows that can be among the report's own; none without dimensions.
 */
export function lostKeys(
  levels: ComparedLevel[],
  { rows }: { rows: string },
  { keys, rowLevel }: { keys: string[]; rowLevel: number },
  writer: Writer,
): string[] {
  const own = levels.find(({ level }) => level === rowLevel)
  if (own === undefined || keys.length === 0) return []
  const columns = keys.map((key) => writer.name(key))
  if (own.brought === null) return [select(columns, [`FROM ${rows}`])]
  return [select(columns, [`FROM ${rows} AS ${rowSource}`, `WHERE ${writer.write(own.brought)}`])]
}

/** The present rows, and lost ones without figures. */
export function withLost(
  present: string,
  lost: string[],
  { keys, points }: { keys: string[]; points: string[] },
  writer: Writer,
): string {
  const named = (names: string[]) => names.map((name) => writer.name(name))
  const held = select([...named(keys), ...named(points)], [`FROM ${present}`])
  const known = select(named(keys), [`FROM ${present}`])
  return `${held}\nUNION ALL\n${lackingText(stacked(lost), known, named(keys), named(points))}`
}

const stacked = (queries: string[]): string =>
  queries.length === 1
    ? (queries[0] as string)
    : `SELECT * FROM (\n${indent(queries.join('\nUNION ALL\n'))}\n) AS others`

/** `lost` and `known` are queries of the `keys`. */
export function lackingText(lost: string, known: string, keys: string[], points: string[]): string {
  const nothing = points.map((name) => `NULL AS ${name}`)
  return select([...keys, ...nothing], [`FROM (\n${indent(`${lost}\nEXCEPT\n${known}`)}\n) AS lacking`])
}
