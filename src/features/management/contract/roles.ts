// Roles: their rule lists, who has them, what each key opens, and looking at the product as one of them.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idSchema } from '#shared/ids.ts'
import { type RuleList, ruleLists } from '#shared/permissions.ts'
import { rowRules } from './rowRules.ts'
import { access, closed, data, edited, games, idParams, ids, line, ours, told } from './shared.ts'

const keyList = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 200 })
const lists = Object.fromEntries(ruleLists.map((list) => [list, Type.Optional(keyList)])) as Record<
  RuleList,
  ReturnType<typeof Type.Optional<typeof keyList>>
>

const role = Type.Object({
  ...told,
  name: Type.String(),
  /** Readings of the name; see src/shared/pinyin.ts. */
  pinyin: Type.String(),
  authorityInfo: Type.Record(Type.String(), Type.Array(Type.String())),
  /** What stands in it and opens nothing: keys that the product does not know, or in a list that is not theirs. */
  foreign: Type.Array(Type.Object({ list: Type.String(), key: Type.String() })),
  rowRules,
  /** In words, a line each. */
  scope: Type.Array(Type.String()),
  users: Type.Array(
    Type.Object({
      id: Type.Integer(),
      email: Type.String(),
      username: Type.String(),
      disabled: Type.Boolean(),
    }),
  ),
  /** Whether it is the caller's. */
  own: Type.Boolean(),
})
export type ManagedRole = Static<typeof role>

export const listRoles = defineCall({
  name: 'listRoles',
  method: 'GET',
  path: `${data}/AuthRole/list`,
  access,
  reply: Type.Array(role),
  example: {},
})

const roleChange = Type.Object(
  {
    ...edited,
    name: line,
    authorityInfo: Type.Object(lists, closed),
    /** Absent: as they are; of a new one none. */
    rowRules: Type.Optional(rowRules),
  },
  closed,
)
export type RoleChange = Static<typeof roleChange>

/** What the product does not know of a role stays in it. */
export const addOrUpdateRole = defineCall({
  name: 'addOrUpdateRole',
  method: 'POST',
  path: `${data}/AuthRole/addOrUpdate`,
  access,
  body: roleChange,
  reply: role,
  example: { body: { id: 987654321, name: '角色', authorityInfo: {} } },
})

/** Refused while users have it; `data` holds them then. */
export const deleteRole = defineCall({
  name: 'deleteRole',
  method: 'POST',
  path: `${data}/AuthRole/delete/{name}`,
  access,
  params: Type.Object({ name: Type.String({ minLength: 1, maxLength: 1_000 }) }),
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { name: '没有 / 这个角色' }, body: {} },
})

export const restoreRoles = defineCall({
  name: 'restoreRoles',
  method: 'POST',
  path: `${ours}/role/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const roleHistory = defineCall({
  name: 'roleHistory',
  method: 'GET',
  path: `${ours}/role/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})

const keyCalls = Type.Object({
  key: Type.String(),
  calls: Type.Array(Type.Object({ name: Type.String(), method: Type.String(), path: Type.String() })),
})
export type KeyCalls = Static<typeof keyCalls>

/** The calls that each key opens, as the server has them. */
export const listKeyCalls = defineCall({
  name: 'listKeyCalls',
  method: 'GET',
  path: `${ours}/keys`,
  access,
  reply: Type.Array(keyCalls),
  example: {},
})

/** The caller's session looks at the product as the role from now on, and can change nothing. */
export const startSeeing = defineCall({
  name: 'startSeeing',
  method: 'POST',
  path: `${ours}/seeing/start`,
  access,
  body: Type.Object({ id: idSchema, games: Type.Optional(games) }, closed),
  reply: Type.Null(),
  example: { body: { id: 987654321 } },
})

/** Whatever the role: it is the session's own. */
export const endSeeing = defineCall({
  name: 'endSeeing',
  method: 'POST',
  path: `${ours}/seeing/end`,
  access: 'session',
  effect: 'session',
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { body: {} },
})

/** Names of those who can give rights; of them so many at most. */
export const listGivers = defineCall({
  name: 'listGivers',
  method: 'GET',
  path: `${ours}/givers`,
  access: 'session',
  reply: Type.Array(Type.String()),
  example: {},
})
