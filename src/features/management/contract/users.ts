// Users: their identity, role and games, their sessions, and the link for setting a password.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idSchema } from '#shared/ids.ts'
import { rowRules } from './rowRules.ts'
import { access, data, edited, game, games, idParams, ids, line, ours, told } from './shared.ts'

const user = Type.Object({
  ...told,
  email: Type.String(),
  username: Type.String(),
  /** Pinyin readings of the user name, one syllable per character; see src/shared/pinyin.ts. */
  pinyin: Type.String(),
  /** The role's name. */
  role: Type.String(),
  /** The role was deleted: the user has no permission until they get another. */
  roleGone: Type.Boolean(),
  /** The user's games that the caller may see. */
  games,
  /** The user's own rules; those of the role apply as well. */
  rowRules,
  /** Both kinds of rules as texts, one per line: 渠道：只看 ios（角色「分析师」）. */
  scope: Type.Array(Type.String()),
  disabled: Type.Boolean(),
  /** Whether the caller may change the user; false when the user has games that the caller lacks. */
  editable: Type.Boolean(),
  /** Whether the user is the caller. */
  self: Type.Boolean(),
  /** Number of open sessions. */
  sessions: Type.Integer(),
  lastSeenAt: Type.Union([Type.String(), Type.Null()]),
  /** Until when the link for setting a password is valid; null without one. */
  linkUntil: Type.Union([Type.String(), Type.Null()]),
  /** Whether the user signs in with a code of an authenticator. */
  secondStep: Type.Boolean(),
  /** Where the company keeps the account; null: its password is kept here. */
  source: Type.Union([
    Type.Object({
      /** `ldap`, or the provider's key. */
      method: Type.String(),
      title: Type.String(),
      /** The name there. */
      account: Type.String(),
      /** When the company last said that the account is in order. */
      checkedAt: Type.String(),
      /** Why the company's account may not be used, in Chinese; null: it may. */
      stopped: Type.Union([Type.String(), Type.Null()]),
    }),
    Type.Null(),
  ]),
  /** A company account with the same e-mail address that was proven, and which a manager may link; null without one. */
  claim: Type.Union([
    Type.Object({ title: Type.String(), account: Type.String(), name: Type.String(), at: Type.String() }),
    Type.Null(),
  ]),
})
export type ManagedUser = Static<typeof user>

const userList = Type.Object({
  rows: Type.Array(user),
  /** Names of the roles that can be granted. */
  roles: Type.Array(Type.String()),
  /** Games that the caller may grant. */
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
    /** Absent: unchanged; for a new user the e-mail's part before the @. */
    username: Type.Optional(line),
    /** Absent: unchanged; a new user gets all the caller's games. */
    games: Type.Optional(games),
    /** Absent: unchanged; a new user has none. */
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
  bearer: false,
  body: userChange,
  reply: user,
  example: { body: { id: 987654321, email: 'nobody@example.com', role: 'none' } },
})

export const deleteUser = defineCall({
  name: 'deleteUser',
  method: 'POST',
  path: `${data}/UserInfo/delete/{email}`,
  access,
  bearer: false,
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
  bearer: false,
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
  /** Identifies the session among the user's; no cookie can be derived from it. */
  key: Type.String(),
  userAgent: Type.String(),
  address: Type.String(),
  createdAt: Type.String(),
  lastSeenAt: Type.String(),
  /** Whether it is the caller's current session. */
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

/** Ends one session or all of them. Returns how many ended. */
export const endUserSessions = defineCall({
  name: 'endUserSessions',
  method: 'POST',
  path: `${ours}/user/endSessions`,
  access,
  bearer: false,
  body: Type.Object({ id: idSchema, key: Type.Optional(Type.String({ maxLength: 100 })) }, closed),
  reply: Type.Integer(),
  example: { body: { id: 987654321 } },
})

const passwordLink = Type.Object({ token: Type.String(), expiresAt: Type.String() })
export type PasswordLink = Static<typeof passwordLink>

/** Returns the token only this once. The user's previous link becomes invalid. */
export const makePasswordLink = defineCall({
  name: 'makePasswordLink',
  method: 'POST',
  path: `${ours}/user/passwordLink`,
  access,
  bearer: false,
  body: Type.Object({ id: idSchema }, closed),
  reply: passwordLink,
  example: { body: { id: 987654321 } },
})

/** Makes the proven company account with the user's e-mail address theirs; the password here is gone. */
export const linkOutside = defineCall({
  name: 'linkOutside',
  method: 'POST',
  path: `${ours}/user/linkOutside`,
  access,
  bearer: false,
  body: Type.Object({ id: idSchema }, closed),
  reply: Type.Null(),
  example: { body: { id: 987654321 } },
})

/** The account is kept here from now on; its sessions end. */
export const unlinkOutside = defineCall({
  name: 'unlinkOutside',
  method: 'POST',
  path: `${ours}/user/unlinkOutside`,
  access,
  bearer: false,
  body: Type.Object({ id: idSchema }, closed),
  reply: Type.Null(),
  example: { body: { id: 987654321 } },
})

/** The user signs in without a second step until they set one up anew; their sessions end. */
export const resetSecondStep = defineCall({
  name: 'resetSecondStep',
  method: 'POST',
  path: `${ours}/user/resetSecondStep`,
  access,
  bearer: false,
  body: Type.Object({ id: idSchema }, closed),
  reply: Type.Null(),
  example: { body: { id: 987654321 } },
})
