// Makes a route of a declared call: session, permission, validation both ways, time-out, cancel, the envelope.
import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Access, Call, CallInput } from '#shared/call.ts'
import { AppError } from '#shared/errors.ts'
import { breathe } from '../limits/breath.ts'
import { inLine } from '../limits/lines.ts'
import { answerElsewhere } from '../places/open.ts'
import { bodyLimitOf } from './body/limits.ts'
import { admit, bearerOf } from './guard.ts'
import { jsonPieces } from './pieces.ts'
import { type BlobReply, JsonText, jsonType, RawText, sendBlob, sendJsonText, successText } from './reply.ts'
import { callOf, inRequestSpan } from './requests.ts'
import { rightsStamp } from './rightsStamp.ts'
import type { SessionUser } from './session.ts'
import { compileReply } from './validation.ts'

/** The caller, as far as the call's access identifies one: public calls look up nobody. */
type UserOf<Asked extends Access> = Asked extends 'public'
  ? null
  : Asked extends { shared: unknown }
    ? SessionUser | null
    : SessionUser

export interface CallContext<Asked extends Access = 'session'> {
  user: UserOf<Asked>
  /** Aborts when the caller disconnects and at the call's time-out; its reason is an AppError. */
  signal: AbortSignal
  requestId: string
  log: FastifyBaseLogger
  /** The caller's address and browser, for sessions and the audit. */
  address: string
  userAgent: string
  /** The request's Cookie header, for starting and ending sessions. */
  cookies: string | undefined
  /** The token of the Authorization header, and the Idempotency-Key. */
  bearer: string | null
  idempotencyKey: string | null
  sent: Sent
  setCookies(lines: string[]): void
}

/** The signed parts of a request, exactly as received. */
export interface Sent {
  method: string
  /** Without the query string. */
  path: string
  /** SHA-256 of the body, in hex; of zero bytes where no body came. Only for calls declared `signed`. */
  bodyHash: string
}

/** Who asks, and the signal that aborts when nobody waits any more. */
export type Asker = Pick<CallContext, 'user' | 'signal'>

type Answer<Reply> = Reply | JsonText | BlobReply
type Input<P extends TSchema, Q extends TSchema, B extends TSchema> = CallInput<
  Static<P>,
  Static<Q>,
  Static<B>
>
type Handler<Received, Asked extends Access, Answered> = (
  input: Received,
  context: CallContext<Asked>,
) => Promise<Answered> | Answered

/** Registers a call whose answer is in the envelope, or a file. */
export function registerCall<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  R extends TSchema,
  A extends Access,
>(
  app: FastifyInstance,
  call: Call<P, Q, B, R, A>,
  handler: Handler<Input<P, Q, B>, A, Answer<Static<R>>>,
): void {
  const check = compileReply(call.name, call.reply ?? ({} as TSchema))
  route(app, call, handler, (answer, request, reply) => {
    if (answer instanceof JsonText) return sendJsonText(reply, answer)
    if (isBlob(call, answer)) return sendBlob(reply, answer)
    const undeclared = () => request.log.warn({ call: call.name }, 'reply held undeclared properties')
    return reply.type(jsonType).send(successText(check(answer, undeclared)))
  })
}

function isBlob({ kind }: Pick<Call, 'kind'>, answer: unknown): answer is BlobReply {
  return (
    kind === 'blob' ||
    (kind === 'json|blob' && typeof answer === 'object' && answer !== null && 'contentType' in answer)
  )
}

/** Registers a call that answers without the envelope (GraphQL's `{ data, errors }`); refusals still have it. */
export function registerRaw<P extends TSchema, Q extends TSchema, B extends TSchema, A extends Access>(
  app: FastifyInstance,
  call: Call<P, Q, B, TSchema, A>,
  handler: Handler<Input<P, Q, B>, A, unknown>,
): void {
  route(app, call, handler, async (answer, _request, reply) => {
    if (answer instanceof RawText)
      return reply.status(answer.status).type(jsonType).headers(answer.headers).send(answer.text)
    const pieces = await Array.fromAsync(jsonPieces(answer))
    const isShort = pieces.length <= shortAnswer
    return reply.type(jsonType).send(isShort ? pieces.join('') : Readable.from(pieces, { objectMode: false }))
  })
}

/** An answer of at most this many pieces is sent at once. */
const shortAnswer = 20

type Send = (
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

function route<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  R extends TSchema,
  A extends Access,
  Answered,
>(
  app: FastifyInstance,
  call: Call<P, Q, B, R, A>,
  handler: Handler<Input<P, Q, B>, A, Answered>,
  send: Send,
): void {
  const most = bodyLimitOf(call)
  app.calls.push(call as unknown as Call)
  app.route({
    method: call.method,
    url: patternOf(call),
    schema: schemaOf(call),
    config: {
      call: call.name,
      most,
      ...(call.bytes && { bytes: true }),
      ...(call.signed && { signed: true }),
    },
    bodyLimit: most.bytes,
    onRequest: async (request, reply) => {
      request.user = await admit(request, call, app)
      if (request.user) reply.header('rights', rightsStamp(request.user))
    },
    // A write without parameters may come without a body and without a content type.
    preValidation: async (request) => {
      await breathe()
      if (call.body && request.headers['content-type'] === undefined) request.body ??= {}
    },
    ...(call.atPlace && {
      preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
        const isAnswered = await answerElsewhere(app, request, reply, call.timeoutMs)
        // The reply is a promise of its end, and the handler is not run then.
        return isAnswered ? reply : undefined
      },
    }),
    handler: (request, reply) =>
      inRequestSpan(request, reply, async () => {
        await breathe()
        const watch = watchCaller(request, reply, call)
        try {
          const input = { params: request.params, query: request.query, body: request.body } as Input<P, Q, B>
          // Embed readers have no session: their line is their address.
          const line = request.user?.id ?? request.ip
          const work = Promise.resolve(
            inLine(line, () => handler(input, contextOf<A>(request, reply, watch.signal))),
          )
          const answer = await Promise.race([work, watch.ended])
          return await Promise.race([send(answer, request, reply), watch.ended])
        } catch (error) {
          // The head was already sent: only the broken connection can report the failure.
          if (reply.raw.headersSent && watch.signal.aborted) return reply
          // The canceled query's error is the effect; the cause is the disconnect or the time-out.
          throw watch.signal.aborted ? watch.signal.reason : error
        }
      }),
  })
}

/** An optional path parameter may be omitted together with its slash. */
export function patternOf({ path, params }: Pick<Call, 'path' | 'params'>): string {
  const { required = [] } = (params ?? {}) as { required?: string[] }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => (required.includes(name) ? `:${name}` : `:${name}?`))
}

function schemaOf(call: Call<TSchema, TSchema, TSchema, TSchema>): Record<string, unknown> {
  const schema: Record<string, unknown> = {}
  if (call.params) schema.params = call.params
  if (call.query) schema.querystring = call.query
  // Binary bodies have no schema.
  if (call.body)
    schema.body = call.bytes ? { content: { 'application/json': { schema: call.body } } } : call.body
  return schema
}

/** SHA-256 of zero bytes. */
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

function headerOf({ headers }: FastifyRequest, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

function contextOf<A extends Access>(
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): CallContext<A> {
  return {
    // `admit` has already checked the access.
    user: request.user as UserOf<A>,
    signal,
    requestId: request.id,
    log: request.log,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    cookies: request.headers.cookie,
    bearer: bearerOf(request.headers.authorization),
    idempotencyKey: headerOf(request, 'idempotency-key'),
    sent: {
      method: request.method,
      path: request.url.split('?', 1)[0] ?? '',
      bodyHash: request.bodyHash ?? emptyHash,
    },
    setCookies: (lines) => reply.header('set-cookie', lines),
  }
}

/**
 * `ended` rejects when the caller disconnects or the call takes too long; the signal tells the work to stop.
 */
function watchCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, timeoutMs }: Pick<Call, 'kind' | 'timeoutMs'>,
) {
  const controller = new AbortController()
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: AppError) => {
      controller.abort(reason)
      reject(reason)
      // The head was already sent: only a broken connection tells that the answer is incomplete.
      if (reply.raw.headersSent) reply.raw.destroy()
    }
    const timer = setTimeout(() => {
      // A file download may take as long as its reader needs; producing the file has its own limits.
      if (kind !== 'json' && reply.raw.headersSent) return
      request.log.warn({ call: callOf(request), timeoutMs }, 'call timed out')
      end(new AppError('query_timeout'))
    }, timeoutMs)
    reply.raw.once('close', () => {
      clearTimeout(timer)
      if (!reply.raw.writableFinished) end(new AppError('query_canceled'))
    })
  })
  ended.catch(() => undefined)
  return { signal: controller.signal, ended }
}
