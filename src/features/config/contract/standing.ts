// Whether a point may be relied on: checked until a day, or retired from a day on.
import { Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { access, maybe, nullable, ours } from './shared.ts'

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/**
 * Absent: unchanged; null: taken back. Whose things use a point that is retired gets a note. `dryRun`: tells how many
 * they are, and writes nothing.
 */
export const markPoint = defineCall({
  name: 'markPoint',
  method: 'POST',
  path: `${ours}/standing`,
  access,
  body: Type.Object(
    {
      id: idSchema,
      revision: maybe(Type.Integer({ minimum: 1 })),
      verifiedUntil: maybe(nullable(day)),
      retiredFrom: maybe(nullable(day)),
      note: maybe(Type.String({ maxLength: 500 })),
      dryRun: maybe(Type.Boolean()),
    },
    closed,
  ),
  /** `people`: how many other users were told, or would be. */
  reply: Type.Object({ people: Type.Integer(), revision: Type.Integer() }),
  example: { body: { id: 987654321, verifiedUntil: null } },
})
