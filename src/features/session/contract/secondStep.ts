// Calls of the second step at sign-in: a code of an authenticator after the password.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { loginReply } from './identity.ts'

const path = '/api/s1/session/secondStep'
const ticket = Type.String({ minLength: 1, maxLength: 100 })
const typedPassword = Type.String({ minLength: 1, maxLength: 1024 })
/** Six digits of the authenticator, or a recovery code. */
const code = Type.String({ minLength: 1, maxLength: 60 })

const standing = Type.Object({
  /** Since when the account has a second step; null without one. */
  since: Type.Union([Type.String(), Type.Null()]),
  /** Whether the role asks for it: then it can't be switched off. */
  isRequired: Type.Boolean(),
  /** Recovery codes that are left. */
  recoveryLeft: Type.Integer(),
})
export type StepStanding = Static<typeof standing>

/** The caller's own second step. */
export const readSecondStep = defineCall({
  name: 'readSecondStep',
  method: 'GET',
  path: `${path}/standing`,
  access: 'session',
  bearer: false,
  reply: standing,
  example: {},
})

const opened = Type.Object({ ticket: Type.String() })

/** Returns a ticket for setting up anew; a present second step is asked for its code first. */
export const openSecondStep = defineCall({
  name: 'openSecondStep',
  method: 'POST',
  path: `${path}/open`,
  access: 'session',
  bearer: false,
  body: Type.Object({ password: typedPassword, code: Type.Optional(code) }, closed),
  reply: opened,
  example: { body: { password: 'not the password' } },
})

const started = Type.Object({
  /** Base32. */
  secret: Type.String(),
  /** otpauth://totp/…, for the QR code. */
  address: Type.String(),
})
export type StartedStep = Static<typeof started>

/** Draws a new secret, which counts only after `confirmSecondStep`. */
export const startSecondStep = defineCall({
  name: 'startSecondStep',
  method: 'POST',
  path: `${path}/start`,
  access: 'public',
  body: Type.Object({ ticket }, closed),
  reply: started,
  example: { body: { ticket: 'unknown' } },
})

const confirmed = Type.Object({
  identity: loginReply,
  /** Told only this once. */
  recovery: Type.Array(Type.String()),
})
export type ConfirmedStep = Static<typeof confirmed>

/** A code proves the set-up; the user's other sessions end, and a new one starts. */
export const confirmSecondStep = defineCall({
  name: 'confirmSecondStep',
  method: 'POST',
  path: `${path}/confirm`,
  access: 'public',
  body: Type.Object({ ticket, code }, closed),
  reply: confirmed,
  example: { body: { ticket: 'unknown', code: '000000' } },
})

/** Ends a sign-in that the password began. */
export const answerSecondStep = defineCall({
  name: 'answerSecondStep',
  method: 'POST',
  path: `${path}/answer`,
  access: 'public',
  body: Type.Object({ ticket, code }, closed),
  reply: loginReply,
  example: { body: { ticket: 'unknown', code: '000000' } },
})

/** Switches it off; refused where the role asks for it. */
export const endSecondStep = defineCall({
  name: 'endSecondStep',
  method: 'POST',
  path: `${path}/end`,
  access: 'session',
  bearer: false,
  body: Type.Object({ password: typedPassword, code }, closed),
  reply: Type.Null(),
  example: { body: { password: 'not the password', code: '000000' } },
})
