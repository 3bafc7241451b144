/** A column of the table to be: its name, and the SQL that gives it from the source rows. */
export interface PlannedColumn {
  name: string
  type: string
  sql: string
}
