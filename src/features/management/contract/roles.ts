// Roles: their permissions, their users, what each key grants, and previewing the product as a role.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idSchema } from '#shared/ids.ts'
import { type RuleList, ruleLists } from '#shared/permissions.ts'
import { rowRules } from './rowRules.ts'
import { access, data, edited, games, idParams, ids, line, ours, told } from './shared.ts'

const keyList = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 200 })
const lists = Object.fromEntries(ruleLists.map((list) => [list, Type.Optional(keyList)])) as Record<
  RuleList,
  ReturnType<typeof Type.Optional<typeof keyList>>
>

const role = Type.Object({
  ...told,
  name: Type.String(),
  /** Pinyin readings of the name; see src/shared/pinyin.ts. */
  pinyin: Type.String(),
  authorityInfo: Type.Record(Type.String(), Type.Array(Type.String())),
  /** Keys that grant nothing: keys the product does not know, or keys in the wrong list. */
  foreign: Type.Array(Type.Object({ list: Type.String(), key: Type.String() })),
  rowRules,
  /** Whether its users give a code of their authenticator at each sign-in. */
  secondStep: Type.Boolean(),
  /** Row rules as texts, one per line. */
  scope: Type.Array(Type.String()),
  users: Type.Array(
    Type.Object({
      id: Type.Integer(),
      email: Type.String(),
      username: Type.String(),
      disabled: Type.Boolean(),
    }),
  ),
  /** Whether it is the caller's own role. */
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
    /** Absent: unchanged; a new role has none. */
    rowRules: Type.Optional(rowRules),
    /** Absent: unchanged; a new role does not ask for it. */
    secondStep: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type RoleChange = Static<typeof roleChange>

/** Keys that the product does not know stay in the role. */
export const addOrUpdateRole = defineCall({
  name: 'addOrUpdateRole',
  method: 'POST',
  path: `${data}/AuthRole/addOrUpdate`,
  access,
  bearer: false,
  body: roleChange,
  reply: role,
  example: { body: { id: 987654321, name: '角色', authorityInfo: {} } },
})

/** Refused while users have the role; `data` then lists them. */
export const deleteRole = defineCall({
  name: 'deleteRole',
  method: 'POST',
  path: `${data}/AuthRole/delete/{name}`,
  access,
  bearer: false,
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
  bearer: false,
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

/** The calls that each key grants, as declared on the server. */
export const listKeyCalls = defineCall({
  name: 'listKeyCalls',
  method: 'GET',
  path: `${ours}/keys`,
  access,
  reply: Type.Array(keyCalls),
  example: {},
})

/** From now on the caller's session previews the product as the role, and can change nothing. */
export const startSeeing = defineCall({
  name: 'startSeeing',
  method: 'POST',
  path: `${ours}/seeing/start`,
  access,
  bearer: false,
  body: Type.Object({ id: idSchema, games: Type.Optional(games) }, closed),
  reply: Type.Null(),
  example: { body: { id: 987654321 } },
})

/** Needs no permission, because it concerns the session itself. */
export const endSeeing = defineCall({
  name: 'endSeeing',
  method: 'POST',
  path: `${ours}/seeing/end`,
  access: 'session',
  bearer: false,
  effect: 'session',
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { body: {} },
})

/** Names of users who can grant permissions, up to a limit. */
export const listGivers = defineCall({
  name: 'listGivers',
  method: 'GET',
  path: `${ours}/givers`,
  access: 'session',
  reply: Type.Array(Type.String()),
  example: {},
})
