import type { FoundKind } from './columnTypes.ts'

/** A column of the table to be: its name, and the SQL that gives it from the source rows. */
export interface PlannedColumn {
  name: string
  type: string
  kind: FoundKind
  sql: string
  /** What the user should know of how it is read; empty for nothing. */
  note: string
}
