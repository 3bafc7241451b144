// Calls of signing in at a provider: OpenID Connect, or a platform's OAuth.
import { Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { loginReply } from './identity.ts'

const path = '/api/s1/session/provider'
/** Its key in the settings. */
const provider = Type.String({ minLength: 1, maxLength: 40 })

/** Begins a sign-in and returns the address at the provider; a cookie binds it to this browser for ten minutes. */
export const beginProvider = defineCall({
  name: 'beginProvider',
  method: 'POST',
  path: `${path}/begin`,
  access: 'public',
  body: Type.Object({ provider }, closed),
  reply: Type.Object({ address: Type.String() }),
  example: { body: { provider: 'none' } },
})

/** Ends it with what the provider sent the browser back with (the query of the address); works once. */
export const finishProvider = defineCall({
  name: 'finishProvider',
  method: 'POST',
  path: `${path}/finish`,
  access: 'public',
  body: Type.Object({ provider, query: Type.String({ maxLength: 8_000 }) }, closed),
  reply: loginReply,
  example: { body: { provider: 'none', query: 'code=none&state=none' } },
})

/** Signs out as `logout` does; the address, where there is one, ends the session at the provider, too. */
export const leaveProvider = defineCall({
  name: 'leaveProvider',
  method: 'POST',
  path: `${path}/leave`,
  access: 'public',
  body: Type.Object({}, closed),
  reply: Type.Object({ address: Type.Union([Type.String(), Type.Null()]) }),
  example: { body: {} },
})
