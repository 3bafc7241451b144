// Labels for the codes in a SQL result's rows, by column.
import { type Static, Type } from 'typebox'

/** `column`: its index. */
export const columnLabels = Type.Array(
  Type.Object({
    column: Type.Integer({ minimum: 0 }),
    names: Type.Array(Type.Object({ code: Type.String(), label: Type.String() })),
  }),
)
export type ColumnLabels = Static<typeof columnLabels>
