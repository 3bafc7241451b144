// Row rules of a role or a user: a dimension, and the values whose rows are visible or hidden.
import { type Static, Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'

export const mostRules = 20
export const mostValues = 1_000

/** If several rules apply, all must hold. */
export const rowRules = Type.Array(
  Type.Object(
    {
      dim: idSchema,
      /** `only`: rows with the values; `except`: all other rows. */
      how: Type.Enum(['only', 'except']),
      /** As texts; null stands for the empty value. */
      values: Type.Array(Type.Union([Type.String({ maxLength: 200 }), Type.Null()]), {
        maxItems: mostValues,
      }),
      /** True: tables without the dimension are visible completely; false: they are refused. */
      open: Type.Boolean(),
    },
    closed,
  ),
  { maxItems: mostRules },
)
export type RowRules = Static<typeof rowRules>
