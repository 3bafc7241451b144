// Rules on rows, of a role or a user: a dimension, the values of it that are seen, or those that are not.
import { type Static, Type } from 'typebox'
import { idSchema } from '#shared/ids.ts'
import { closed } from './shared.ts'

export const mostRules = 20
export const mostValues = 1_000

/** Of one that is limited by several, all hold. */
export const rowRules = Type.Array(
  Type.Object(
    {
      dim: idSchema,
      /** Rows of the values alone, or of all others. */
      how: Type.Enum(['only', 'except']),
      /** As texts; null stands for the empty value. */
      values: Type.Array(Type.Union([Type.String({ maxLength: 200 }), Type.Null()]), {
        maxItems: mostValues,
      }),
      /** Tables that can't tell the dimension are seen whole; otherwise they are refused. */
      open: Type.Boolean(),
    },
    closed,
  ),
  { maxItems: mostRules },
)
export type RowRules = Static<typeof rowRules>
