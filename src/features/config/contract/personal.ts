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

const player = Type.String({ minLength: 1, maxLength: 200 })
const tellAccess = { keys: ['see_personal'] } as const

const told = Type.Object({
  /** Tables of the warehouse with rows of this player. */
  tables: Type.Array(
    Type.Object({
      table: Type.String(),
      title: Type.String(),
      /** The columns that hold the id, with their rows. */
      columns: Type.Array(Type.Object({ name: Type.String(), rows: Type.Integer() })),
      rows: Type.Integer(),
      /** Business days; null for tables without a date. */
      first: nullable(Type.String()),
      last: nullable(Type.String()),
    }),
  ),
  /** Columns in which the id was looked for, and tables without any. */
  looked: Type.Integer(),
  without: Type.Array(Type.String()),
  /** What is kept beside the warehouse. */
  kept: Type.Array(Type.Object({ what: Type.String(), count: Type.Integer() })),
  /** What may hold data of this player and is not looked at. */
  elsewhere: Type.Array(Type.String()),
})
export type PlayerTold = Static<typeof told>

/** Where one player's data is: by an id, in every column of players' ids and of personal data. */
export const tellPlayer = defineCall({
  name: 'tellPlayer',
  method: 'POST',
  path: `${ours}/player/tell`,
  effect: 'read',
  access: tellAccess,
  body: Type.Object({ player }, closed),
  reply: told,
  example: { body: { player: 'nobody has this id' } },
})

/** The rows themselves, as a JSON file. */
export const exportPlayer = defineCall({
  name: 'exportPlayer',
  method: 'POST',
  path: `${ours}/player/export`,
  effect: 'read',
  access: tellAccess,
  kind: 'blob',
  body: Type.Object({ player }, closed),
  example: { body: { player: 'nobody has this id' } },
})
