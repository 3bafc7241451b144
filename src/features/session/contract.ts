// Calls of the session: sign in, sign out, current user.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { game, type LoginReply, loginReply, role, scope } from './contract/identity.ts'

export * from './contract/provider.ts'
export * from './contract/secondStep.ts'
export type { LoginReply }

const authInfo = Type.Object({
  email: Type.String(),
  username: Type.String(),
  games: Type.Array(game),
  role,
  scope,
  /** The role that a manager is previewing, if any; role and games are then those of the preview. */
  seeing: Type.Optional(Type.String()),
})
export type AuthInfo = Static<typeof authInfo>

export const login = defineCall({
  name: 'login',
  method: 'POST',
  path: '/api/s1/data/login',
  access: 'public',
  body: Type.Object(
    {
      user: Type.String({ minLength: 1, maxLength: 254 }),
      password: Type.String({ minLength: 1, maxLength: 1024 }),
      hostname: Type.Optional(Type.String({ maxLength: 253 })),
    },
    { additionalProperties: false },
  ),
  reply: loginReply,
  example: { body: { user: 'nobody', password: 'wrong', hostname: 'localhost' } },
})

export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/api/s1/data/logout',
  access: 'public',
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Null(),
  example: { body: {} },
})

export const getUserAuthInfo = defineCall({
  name: 'getUserAuthInfo',
  method: 'GET',
  path: '/api/s1/data/UserInfo/getUserAuthInfo/{email}',
  access: { own: 'manage_authority' },
  params: Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }),
  reply: authInfo,
  example: { params: { email: 'nobody@example.com' } },
})

const typedPassword = Type.String({ minLength: 1, maxLength: 1024 })

/** Changes the user's own password, given the current one; all other sessions of the user end. */
export const changeOwnPassword = defineCall({
  name: 'changeOwnPassword',
  method: 'POST',
  path: '/api/s1/session/changeOwnPassword',
  access: 'session',
  bearer: false,
  body: Type.Object({ password: typedPassword, wanted: typedPassword }, { additionalProperties: false }),
  reply: Type.Null(),
  example: { body: { password: 'not the password', wanted: 'a longer password' } },
})

const token = Type.String({ minLength: 1, maxLength: 200 })
const linkTold = Type.Object({ email: Type.String(), username: Type.String(), expiresAt: Type.String() })
export type LinkTold = Static<typeof linkTold>

/** Returns whose password a one-time link sets; does not use the link up. */
export const openPasswordLink = defineCall({
  name: 'openPasswordLink',
  method: 'POST',
  path: '/api/s1/session/openPasswordLink',
  access: 'public',
  effect: 'read',
  body: Type.Object({ token }, { additionalProperties: false }),
  reply: linkTold,
  example: { body: { token: 'unknown' } },
})

export const setPassword = defineCall({
  name: 'setPassword',
  method: 'POST',
  path: '/api/s1/session/setPassword',
  access: 'public',
  body: Type.Object(
    { token, password: Type.String({ minLength: 1, maxLength: 1024 }) },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
  example: { body: { token: 'unknown', password: 'not long enough' } },
})
