// Shared pieces of the calculations' window functions.
import { rowSource } from '#semantic/plan/tree/reached.ts'
import type { PeriodPlan, ReportPlan } from '#semantic/plan/tree/tree.ts'
import { levelColumn } from '../levels.ts'
import { otherColumn } from '../top.ts'
import type { Writer } from '../writer.ts'

/** A column that a layer adds. */
export interface Column {
  key: string
  text: string
}

export const column = (key: string, writer: Writer): string => `${rowSource}.${writer.name(key)}`

/** The keys with `_other` after the dimension with top-N values. */
export const marked = (dims: readonly string[], { top }: Pick<PeriodPlan, 'top'>): string[] =>
  dims.flatMap((key) => (key === top?.dim ? [key, otherColumn] : [key]))

/** PARTITION BY: rows of one level with the same values of these dimensions. */
export function partition(
  dims: readonly string[],
  { period }: Pick<ReportPlan, 'period'>,
  writer: Writer,
): string {
  const keys = [levelColumn, ...marked(dims, period)]
  return `PARTITION BY ${keys.map((key) => column(key, writer)).join(', ')}`
}

/** The text in rows of these levels, `other` in all others. */
export function atLevels(levels: number[], text: string, writer: Writer, other = 'NULL'): string {
  if (levels.length === 0) return other
  const own = `${column(levelColumn, writer)} IN (${levels.join(', ')})`
  return `CASE WHEN ${own} THEN ${text}${other === 'NULL' ? '' : ` ELSE ${other}`} END`
}

/** Column with each row's position in the rows' order. */
export const placeColumn = '_place'
export const placeText = (writer: Writer): string => column(placeColumn, writer)
