// Requests of programs, known by an access token instead of a session. The slice of the tokens finds whose it is.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Call, callName, effectOf } from '#shared/call.ts'
import { AppError } from '#shared/errors.ts'
import { Rate } from '../limits/rate.ts'
import type { SessionUser } from './session.ts'

declare module 'fastify' {
  interface FastifyInstance {
    bearers: Bearers
  }
}

/** Tells a token from other texts: in logs, in a scan of leaked secrets, from the tokens of sources. */
export const tokenStart = 'anv3_'

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

export interface Bearer {
  /** Of the token. */
  id: number
  mayWrite: boolean
  /** Names of the calls that it is for; empty for all. */
  calls: readonly string[]
  /** The owner with present rights, less what the token leaves out. */
  user: SessionUser
}

interface Bearers {
  /** Null where the token is none, is over or was revoked, or its owner is disabled. */
  find(token: string, from: string): Promise<Bearer | null>
  rate: Rate
}

const mostPerMinute = 600

export function openBearers(app: FastifyInstance): void {
  app.decorate('bearers', {
    find: async () => null,
    rate: new Rate({ most: mostPerMinute, windowMs: 60_000, refusal: 'token_throttled' }),
  })
}

/** The caller that the token stands for. Throws where the token is none, or is not for the call. */
export async function admitBearer(
  bearers: Bearers,
  call: Pick<Call, 'path' | 'method' | 'effect' | 'bearer'>,
  { token, from }: { token: string; from: string },
): Promise<SessionUser> {
  const found = await bearers.find(token, from)
  if (!found) throw new AppError('token_invalid')
  bearers.rate.take(String(found.id))
  const effect = effectOf(call)
  if (call.bearer === false || effect === 'session')
    throw new AppError('token_refused', '这个接口只能登录后使用，不接受访问令牌')
  if (found.calls.length > 0 && !found.calls.includes(callName(call)))
    throw new AppError('token_refused', `这个访问令牌不能用于 ${callName(call)}`)
  if (effect === 'write' && !found.mayWrite)
    throw new AppError('token_refused', '这个访问令牌只能查看，不能做任何改动')
  return found.user
}
