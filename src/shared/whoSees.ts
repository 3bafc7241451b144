// Who sees something that somebody shares, as sent and as the dialog 谁可以看 shows it.
import { type Static, Type } from 'typebox'
import { type Right, rights } from './grants.ts'
import { idSchema as id } from './ids.ts'

const kind = Type.Enum(['user', 'role'])
const right = Type.Unsafe<Right>(Type.Enum([...rights]))

/** More than are accepted (`mostGrants`), so that the refusal says so. */
export const grantsSchema = Type.Array(Type.Object({ kind, id, right }, { additionalProperties: false }), {
  maxItems: 1_000,
})

export const granteeSchema = Type.Object({
  kind,
  id,
  name: Type.String(),
  /** A person's address, for two of one name. */
  email: Type.String(),
  pinyin: Type.String(),
})
export type Grantee = Static<typeof granteeSchema>

const namedGrant = Type.Object({
  kind,
  id,
  right,
  name: Type.String(),
  /** Disabled or deleted: sees nothing by it. */
  gone: Type.Boolean(),
})
export type NamedGrant = Static<typeof namedGrant>

export const whoSeesSchema = Type.Object({
  name: Type.String(),
  owner: Type.Object({ id, name: Type.String() }),
  readerId: id,
  editable: Type.Boolean(),
  revision: Type.Integer(),
  /** Whether who sees its place sees it. */
  shared: Type.Boolean(),
  grants: Type.Array(namedGrant),
  place: Type.Object({
    folder: Type.Union([Type.Object({ id, name: Type.String() }), Type.Null()]),
    /** Whether everybody sees what is shared there. */
    open: Type.Boolean(),
    /** Who sees what is shared there; null where the reader may not know. */
    grants: Type.Union([Type.Array(namedGrant), Type.Null()]),
  }),
})
export type WhoSees = Static<typeof whoSeesSchema>
