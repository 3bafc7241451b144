// What is recorded when a request ends: a log line and the metrics. Both name the call or the route's
// pattern, because addresses contain ids of shares, conditions and texts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginSpan, type OpenSpan } from '../tracing/spans.ts'
import type { Most } from './body/scan.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the declared call. */
    call?: string
    /** Limits of its body. */
    most?: Most
    /** Its body is binary. */
    bytes?: boolean
    /** Its callers sign their requests. */
    signed?: boolean
  }
  interface FastifyRequest {
    /** SHA-256 of the raw body, in hex, for signed calls; null without a body. */
    bodyHash: string | null
    /** Code of the failure that was answered; empty where there was none. */
    failureCode: string
    /** Of the call, where it is traced. */
    span: OpenSpan | null
  }
}

export interface SeenRequest {
  call: string
  status: number
  /** Of the table of errors; empty on success. */
  code: string
  seconds: number
}

/** The reader disconnected, or the answer was cut off. */
const unfinished = 499

/** The name under which a request is counted and logged. */
export const callOf = ({ routeOptions: { config, url } }: FastifyRequest): string =>
  config.call ?? url ?? 'unknown'

/** Begins to follow a request. The caller gets the request id, too, so that both sides can refer to it. */
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
  onEnd({ call, status, code: request.failureCode, seconds: ms / 1000 })
  const userId = request.user?.id ?? null
  const traceId = request.span?.traceId
  request.log.info({ userId, call, status, ms: Math.round(ms * 10) / 10, traceId }, 'request')
  request.span?.set({
    'http.response.status_code': status,
    ...(request.failureCode && { 'error.type': request.failureCode }),
  })
  request.span?.end()
}

/** Sending spans makes none. */
const untraced = new Set(['sendSpans'])

/**
 * Work for a declared call, as the span of its request. Called once it is known who asks: a stranger's `traceparent`
 * is followed, but does not decide what is kept.
 */
export function inRequestSpan<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<Result>,
): Promise<Result> {
  const { traceparent } = request.headers
  const call = callOf(request)
  if (untraced.has(call)) return work()
  const span = beginSpan({
    name: call,
    kind: 'server',
    isRoot: true,
    parent: typeof traceparent === 'string' ? traceparent : null,
    parentFrom: request.user ? 'known' : 'stranger',
    values: { 'analytics.call': call, 'http.request.method': request.method },
    startedAt: Date.now() - reply.elapsedTime,
  })
  request.span = span
  if (!span) return work()
  if (request.user) reply.header('traceresponse', span.traceparent)
  return span.run(work)
}
