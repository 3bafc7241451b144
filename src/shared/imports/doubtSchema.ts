// A check that the data of a day, or of a whole table, does not meet, as reports and explanations carry it.
import { type Static, Type } from 'typebox'

export const dataDoubt = Type.Object({
  /** Null: the table as a whole. */
  day: Type.Union([Type.String(), Type.Null()]),
  /** The table's title. */
  table: Type.String(),
  /** The check's. */
  name: Type.String(),
  /** With figures; empty for readers who do not see all rows. */
  text: Type.String(),
})
export type DataDoubt = Static<typeof dataDoubt>
