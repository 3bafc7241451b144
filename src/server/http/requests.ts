// What is known of each request when it is over: a line in the log and the figures of /metrics. Both name the call, or
// the route's pattern: addresses hold the ids of shares, conditions and texts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Most } from './body/scan.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the declared call. */
    call?: string
    /** What its body may hold. */
    most?: Most
    /** Its body is bytes. */
    bytes?: boolean
    /** Its callers sign what they send. */
    signed?: boolean
  }
  interface FastifyRequest {
    /** SHA-256 of the body as it came, in hex, of calls whose callers sign it; null where none came. */
    bodyHash: string | null
  }
}

export interface SeenRequest {
  call: string
  status: number
  seconds: number
}

/** The reader went away, or the answer was cut off. */
const unfinished = 499

/** The name under which a request is counted and logged. */
export const callOf = ({ routeOptions: { config, url } }: FastifyRequest): string =>
  config.call ?? url ?? 'unknown'

/** Begins to follow a request. Its id goes to its caller too, so that both sides speak of the same one. */
export function followRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  onEnd: (seen: SeenRequest) => void,
): void {
  const begun = performance.now()
  reply.header('request-id', request.id)
  reply.raw.once('close', () => note(request, reply, performance.now() - begun, onEnd))
}

function note(
  request: FastifyRequest,
  { raw }: FastifyReply,
  ms: number,
  onEnd: (seen: SeenRequest) => void,
): void {
  const call = callOf(request)
  const status = raw.writableEnded ? raw.statusCode : unfinished
  onEnd({ call, status, seconds: ms / 1000 })
  const userId = request.user?.id ?? null
  request.log.info({ userId, call, status, ms: Math.round(ms * 10) / 10 }, 'request')
}
