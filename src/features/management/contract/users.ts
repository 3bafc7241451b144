// Users: who they are, their role and games, their sessions, the link by which they set their password.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idSchema } from '#shared/ids.ts'
import { rowRules } from './rowRules.ts'
import { access, closed, data, edited, game, games, idParams, ids, line, ours, told } from './shared.ts'

const user = Type.Object({
  ...told,
  email: Type.String(),
  username: Type.String(),
  /** Readings of the user name, one syllable a character; see src/shared/pinyin.ts. */
  pinyin: Type.String(),
  /** The role's name. */
  role: Type.String(),
  /** The role was deleted: they have no right until they get another. */
  roleGone: Type.Boolean(),
  /** As far as the caller may know of them. */
  games,
  /** Their own; those of the role hold, too. */
  rowRules,
  /** Both in words, a line each: 渠道：只看 ios（角色「分析师」）. */
  scope: Type.Array(Type.String()),
  disabled: Type.Boolean(),
  /** Whether the caller may change them: they may, unless the user has games that the caller has not. */
  editable: Type.Boolean(),
  /** Whether it is the caller. */
  self: Type.Boolean(),
  /** Sessions that are open. */
  sessions: Type.Integer(),
  lastSeenAt: Type.Union([Type.String(), Type.Null()]),
  /** Until when the link to set their password can be used; null without one. */
  linkUntil: Type.Union([Type.String(), Type.Null()]),
})
export type ManagedUser = Static<typeof user>

const userList = Type.Object({
  rows: Type.Array(user),
  /** Names of the roles that can be given. */
  roles: Type.Array(Type.String()),
  /** Games that the caller may give. */
  games: Type.Array(game),
})
export type UserList = Static<typeof userList>

export const listUsers = defineCall({
  name: 'listUsers',
  method: 'GET',
  path: `${data}/UserInfo/list`,
  access,
  reply: userList,
  example: {},
})

const userChange = Type.Object(
  {
    ...edited,
    email: line,
    /** The role's name. */
    role: line,
    /** Absent: as it is; of a new one the e-mail's part before the @. */
    username: Type.Optional(line),
    /** Absent: as they are; of a new one all that the caller has. */
    games: Type.Optional(games),
    /** Absent: as they are; of a new one none. */
    rowRules: Type.Optional(rowRules),
    disabled: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type UserChange = Static<typeof userChange>

export const addOrUpdateUser = defineCall({
  name: 'addOrUpdateUser',
  method: 'POST',
  path: `${data}/UserInfo/addOrUpdate`,
  access,
  body: userChange,
  reply: user,
  example: { body: { id: 987654321, email: 'nobody@example.com', role: 'none' } },
})

export const deleteUser = defineCall({
  name: 'deleteUser',
  method: 'POST',
  path: `${data}/UserInfo/delete/{email}`,
  access,
  params: Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }),
  body: Type.Object({ confirmed: edited.confirmed }, closed),
  reply: Type.Null(),
  example: { params: { email: 'nobody@example.com' }, body: {} },
})

export const restoreUsers = defineCall({
  name: 'restoreUsers',
  method: 'POST',
  path: `${ours}/user/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const userHistory = defineCall({
  name: 'userHistory',
  method: 'GET',
  path: `${ours}/user/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})

const userSession = Type.Object({
  /** Names it among the user's; no cookie can be made of it. */
  key: Type.String(),
  userAgent: Type.String(),
  address: Type.String(),
  createdAt: Type.String(),
  lastSeenAt: Type.String(),
  /** Whether it is the one that asks. */
  current: Type.Boolean(),
})
export type UserSession = Static<typeof userSession>

export const listUserSessions = defineCall({
  name: 'listUserSessions',
  method: 'GET',
  path: `${ours}/user/sessions/{id}`,
  access,
  params: idParams,
  reply: Type.Array(userSession),
  example: { params: { id: 987654321 } },
})

/** One of them, or all: signed out everywhere. Answers how many ended. */
export const endUserSessions = defineCall({
  name: 'endUserSessions',
  method: 'POST',
  path: `${ours}/user/endSessions`,
  access,
  body: Type.Object({ id: idSchema, key: Type.Optional(Type.String({ maxLength: 100 })) }, closed),
  reply: Type.Integer(),
  example: { body: { id: 987654321 } },
})

const passwordLink = Type.Object({ token: Type.String(), expiresAt: Type.String() })
export type PasswordLink = Static<typeof passwordLink>

/** The token is told this once. A link that the user had ends. */
export const makePasswordLink = defineCall({
  name: 'makePasswordLink',
  method: 'POST',
  path: `${ours}/user/passwordLink`,
  access,
  body: Type.Object({ id: idSchema }, closed),
  reply: passwordLink,
  example: { body: { id: 987654321 } },
})
