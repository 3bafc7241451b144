// Calls of access tokens (访问令牌): programs call the product by them under their owner's rights, or fewer.
import { type Static, type TSchema, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]
export const tokenScopeTitles: Record<TokenScope, string> = { read: '只能查看', write: '查看和修改' }

export const longestTokenDays = 366

const ours = '/api/s1/tokens'
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 1_000 }) }, closed)
const games = Type.Union([
  Type.Literal('*'),
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1_000 }),
])
/** Names of calls as users see them, the last parts of their paths. */
const calls = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100 })
const none = 987654321

const token = Type.Object({
  id: Type.Integer(),
  owner: Type.String(),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
  editable: Type.Boolean(),
  name: Type.String(),
  pinyin: Type.String(),
  scope: Type.Enum([...tokenScopes]),
  /** Only what this role may do, too; null: all that the owner may. */
  role: nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
  games,
  /** Only these calls; empty: all that the scope allows. */
  calls,
  /** ISO time. */
  expiresAt: Type.String(),
  isExpired: Type.Boolean(),
  usedAt: nullable(Type.String()),
  /** The address that it was last used from. */
  usedFrom: Type.String(),
  /** The last characters, by which it is known again. */
  ending: Type.String(),
  note: Type.String(),
})
export type Token = Static<typeof token>

const tokenList = Type.Object({
  rows: Type.Array(token),
  games: Type.Array(Type.Object({ cgi: Type.String(), name: Type.String() })),
  roles: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
})
export type TokenList = Static<typeof tokenList>

/** The caller's own. */
export const listTokens = defineCall({
  name: 'listTokens',
  method: 'GET',
  path: `${ours}/list`,
  access: 'session',
  bearer: false,
  reply: tokenList,
  example: {},
})

const tokenChange = Type.Object(
  {
    /** Absent or -1: a new token. */
    id: Type.Optional(idOrNewSchema),
    /** The revision that was edited; answers object_conflict when a newer one exists. */
    revision: Type.Optional(Type.Integer({ minimum: 1 })),
    overwrite: Type.Optional(Type.Boolean()),
    name: Type.String({ maxLength: 2_000 }),
    scope: Type.Enum([...tokenScopes]),
    roleId: Type.Optional(nullable(idSchema)),
    games,
    calls: Type.Optional(calls),
    /** From now on. A change without it keeps the day on which the token ends. */
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: longestTokenDays })),
    note: Type.Optional(Type.String({ maxLength: 20_000 })),
  },
  closed,
)
export type TokenChange = Static<typeof tokenChange>

const madeToken = Type.Object({
  row: token,
  /** Of a new token: its text, told this once. */
  secret: nullable(Type.String()),
})
export type MadeToken = Static<typeof madeToken>

export const saveToken = defineCall({
  name: 'saveToken',
  method: 'POST',
  path: `${ours}/save`,
  access: { own: null },
  bearer: false,
  body: tokenChange,
  reply: madeToken,
  example: { body: { id: none, name: '报表脚本', scope: 'read', games: '*' } },
})

/** Ends them at once. */
export const revokeTokens = defineCall({
  name: 'revokeTokens',
  method: 'POST',
  path: `${ours}/revoke`,
  access: { own: null },
  bearer: false,
  body: ids,
  example: { body: { ids: [none] } },
})

export const restoreTokens = defineCall({
  name: 'restoreTokens',
  method: 'POST',
  path: `${ours}/restore`,
  access: { own: null },
  bearer: false,
  body: ids,
  example: { body: { ids: [none] } },
})

export const tokenHistory = defineCall({
  name: 'tokenHistory',
  method: 'GET',
  path: `${ours}/history/{id}`,
  access: { own: null },
  bearer: false,
  params: Type.Object({ id: idSchema }),
  reply: changeHistory,
  example: { params: { id: none } },
})
