// Which columns of a warehouse's table hold personal data.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { personalKinds } from '#shared/personal.ts'
import { access, nullable, ours } from './shared.ts'

const kind = Type.Enum([...personalKinds])
const tableName = Type.String({ minLength: 1, maxLength: 200 })

const personal = Type.Object({
  table: Type.String(),
  /** Whether the caller sees what such columns hold. */
  maySee: Type.Boolean(),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.String(),
      comment: Type.String(),
      kind: nullable(kind),
      /** By the column's name or its values, with the reason. */
      proposed: nullable(Type.Object({ kind, reason: Type.String() })),
    }),
  ),
  /** The newest first. */
  changes: Type.Array(
    Type.Object({ column: Type.String(), kind: nullable(kind), at: Type.String(), by: Type.String() }),
  ),
})
export type PersonalTable = Static<typeof personal>

export const personalTable = defineCall({
  name: 'personalTable',
  method: 'GET',
  path: `${ours}/personal`,
  access,
  query: Type.Object({ table: tableName }, closed),
  reply: personal,
  example: { query: { table: 'visit' } },
})

/** Columns that are not named keep their kind. To take a mark back, the right to see such data is needed. */
export const markPersonal = defineCall({
  name: 'markPersonal',
  method: 'POST',
  path: `${ours}/personal`,
  access,
  body: Type.Object(
    {
      table: tableName,
      columns: Type.Array(
        Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }), kind: nullable(kind) }, closed),
        { minItems: 1, maxItems: 500 },
      ),
    },
    closed,
  ),
  reply: Type.Object({ changed: Type.Integer() }),
  example: { body: { table: 'table_that_is_gone', columns: [{ name: 'player', kind: 'device' }] } },
})
