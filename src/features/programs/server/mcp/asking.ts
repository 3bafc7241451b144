// How a tool asks: by the product's own calls, with the caller's token or session, so that rights, games, row rules,
// masks, limits and the audit are those of the call itself.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { type Call, type Envelope, pathOf } from '#shared/call.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'

/** Who asks. */
export interface Caller {
  bearer: string | null
  cookies: string | undefined
  address: string
  userAgent: string
  signal: AbortSignal
}

interface Input {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
}

export interface Asking {
  /** Throws the call's refusal. */
  ask<R extends TSchema>(call: Call<TSchema, TSchema, TSchema, R>, input?: Input): Promise<Static<R>>
  /** Where people open the product; empty where the installation doesn't say. */
  home: string
}

export function askingOf(app: FastifyInstance, caller: Caller, home: string): Asking {
  return {
    home,
    async ask(call, { params, query, body } = {}) {
      const reply = await app.inject({
        method: call.method,
        url: pathOf(call, params),
        headers: headersOf(caller, body !== undefined),
        remoteAddress: caller.address,
        signal: caller.signal,
        ...(query && { query }),
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      return dataOf(reply) as never
    },
  }
}

const headersOf = ({ bearer, cookies, userAgent }: Caller, hasBody: boolean): Record<string, string> => ({
  'user-agent': userAgent,
  ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
  ...(bearer === null && cookies !== undefined && { cookie: cookies }),
  ...(hasBody && { 'content-type': 'application/json' }),
})

function dataOf(reply: LightMyRequestResponse): unknown {
  const { isSuccess, data, msg, code } = reply.json<Envelope>()
  if (isSuccess) return data
  throw new AppError((code ?? 'internal') as ErrorCode, msg, data)
}
