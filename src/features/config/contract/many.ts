// Changes many definitions at once: all or none.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { access, kind, line, long, maybe, nullable, ours } from './shared.ts'

const many = Type.Array(
  Type.Object({ id: idSchema, revision: maybe(Type.Integer({ minimum: 1 })) }, closed),
  { minItems: 1, maxItems: 1_000 },
)

/** Only given values change; a field that the kind does not have is refused by name. */
const values = Type.Object(
  {
    /** dim_typeId or point_typeId; null: none. */
    category: maybe(nullable(idSchema)),
    describe: maybe(long),
    /** Points. */
    note: maybe(long),
    /** Dimensions. */
    cgi_filter: maybe(Type.Boolean()),
    form_type: maybe(line),
    /** Dimensions and point tables. */
    update_frequency: maybe(line),
    /** For points: part of `info`. */
    format: maybe(line),
    unit: maybe(line),
  },
  closed,
)
export type ManyValues = Static<typeof values>

/** Each is checked like a single save; the message and `data.id` name the faulty one. */
export const editDefinitions = defineCall({
  name: 'editDefinitions',
  method: 'POST',
  path: `${ours}/edit`,
  access,
  body: Type.Object({ kind, items: many, values, overwrite: maybe(Type.Boolean()) }, closed),
  reply: Type.Object({ changed: Type.Integer() }),
  example: { body: { kind: 'point', items: [{ id: 987654321 }], values: { describe: '' } } },
})

/** Refused with object_in_use and all uses where a remaining definition uses one of them. */
export const deleteDefinitions = defineCall({
  name: 'deleteDefinitions',
  method: 'POST',
  path: `${ours}/delete`,
  access,
  body: Type.Object({ kind, ids: Type.Array(idSchema, { minItems: 1, maxItems: 1_000 }) }, closed),
  reply: Type.Null(),
  example: { body: { kind: 'point', ids: [987654321] } },
})
