import type { FoundKind } from '#shared/imports/kinds.ts'
import type { Ask } from './values/kinds.ts'

/** A column of the planned table: its name, and the SQL that computes it from the source rows. */
export interface PlannedColumn {
  name: string
  type: string
  kind: FoundKind
  sql: string
  /** SQL: the value as it stands in the file. */
  text: string
  /** SQL condition for values that should fit and do not; empty when all fit. */
  misfit: string
  /** How the column is read, for the user; empty for nothing special. */
  note: string
  /** A question that only people can answer; null without one. */
  ask: Ask | null
}
