// The Fastify app with its engines: sessions, validation, errors, headers. Slices add their calls to it.
import { randomBytes } from 'node:crypto'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Call } from '#shared/call.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '../deps.ts'
import { openOwnLogs } from '../ownLogs/open.ts'
import { openBearers } from './bearer.ts'
import { bodyLimitOf } from './body/limits.ts'
import { readBodiesInPieces } from './body/parse.ts'
import { failureText, handleError } from './errorHandler.ts'
import { failurePage, pageType, tooLong } from './failurePage.ts'
import { hostCheck } from './hosts.ts'
import { openLeaving } from './leaving.ts'
import { RequestFigures } from './metrics.ts'
import { jsonType } from './reply.ts'
import { followRequest } from './requests.ts'
import { dataHeaders, onlyHttps, securityHeaders } from './securityHeaders.ts'
import { Sessions, type SessionUser } from './session.ts'
import { compileInput } from './validation.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions
    /** All registered calls. */
    calls: Call[]
  }
  interface FastifyRequest {
    user: SessionUser | null
  }
}

/** Bytes of the request line and headers. */
const longestHead = 64 * 1024

/** The body limit of routes that are no declared call. */
const nothing = bodyLimitOf({ access: 'public' })

export function makeApp(deps: Deps): FastifyInstance {
  const { settings, metadata, log } = deps
  const figures = new RequestFigures()
  const ownLogs = openOwnLogs(deps)
  const follow = (request: FastifyRequest, reply: FastifyReply) =>
    followRequest(request, reply, (seen) => {
      figures.add(seen)
      ownLogs.noteRequest(request, reply, seen)
    })
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: nothing.bytes,
    trustProxy: trusted(settings.installation.trustProxy),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 8000 },
    forceCloseConnections: 'idle',
    // Requests that still arrive on open connections during shutdown are answered, then the connection is
    // closed.
    return503OnClosing: false,
    requestTimeout: 60_000,
    genReqId: requestIds(),
    frameworkErrors: ((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      follow(request, reply)
      return handleError(error, request, reply)
    }) as never,
    // A missing Host is refused below with a message. Old links with long filters need the large header
    // limit.
    http: { requireHostHeader: false, maxHeaderSize: longestHead },
    clientErrorHandler: answerClientError,
  })
  app.decorate('sessions', new Sessions(metadata, settings.installation.https, log))
  app.decorate('calls', [])
  app.decorateRequest('user', null)
  app.decorateRequest('bodyHash', null)
  app.decorateRequest('failureCode', '')
  app.decorateRequest('span', null)
  app.removeContentTypeParser('text/plain')
  takeBytes(app)
  readBodiesInPieces(app, ({ routeOptions }) => routeOptions.config.most ?? nothing)
  app.setValidatorCompiler(compileInput)
  app.setErrorHandler(handleError)
  app.decorate('figures', figures)
  app.decorate('ownLogs', ownLogs)
  openLeaving(app)
  openBearers(app)
  app.addHook('onClose', () => ownLogs.stop())
  answerOddities(app)
  const isOurs = hostCheck(settings)
  const secured = settings.installation.https ? onlyHttps : {}
  app.addHook('onRequest', async (request, reply) => {
    follow(request, reply)
    reply.headers(request.url.startsWith('/api/') ? dataHeaders : securityHeaders).headers(secured)
    assertOneHost(request)
    if (!isOurs(request.hostname)) throw new AppError('host_foreign')
  })
  return app
}

/** With two Host headers it is ambiguous which one the caller meant. */
function assertOneHost({ raw }: FastifyRequest): void {
  const names = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (names.length > 1) throw new AppError('request_malformed', '请求格式有误：Host 头只能有一个')
  if (names.length === 0 && raw.httpVersion !== '1.0')
    throw new AppError('request_malformed', '请求格式有误：缺少 Host 头')
}

/** Binary bodies are accepted only by calls that declare them. */
function takeBytes(app: FastifyInstance): void {
  const types = ['application/octet-stream', 'application/x-ndjson', 'text/csv']
  app.addContentTypeParser(types, { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    if (!request.routeOptions.config.bytes) throw new AppError('media_unsupported')
    return bytes
  })
}

/** Trusts this many proxies, counted from the nearest; anybody may have written the entries before theirs. */
export const trusted = (proxies: number) =>
  proxies > 0 ? (_address: string, hop: number) => hop < proxies : false

/**
 * Uses the caller's own id where it sent a well-formed one, so that both sides' logs match; else makes one.
 */
function requestIds() {
  const start = randomBytes(4).toString('hex')
  let count = 0
  return (request: { headers: FastifyRequest['headers'] }) => {
    const sent = request.headers['request-id']
    if (typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent)) return sent
    count += 1
    return `${start}-${count.toString(36)}`
  }
}

/** Answers what Node would reject without a message: an unknown Expect header, a CONNECT tunnel. */
function answerOddities({ server }: FastifyInstance): void {
  server.on('checkExpectation', (_request, response) => {
    const body = failureText(new AppError('request_malformed', '请求格式有误：不支持这样的 Expect 头'))
    response.writeHead(417, { 'content-type': jsonType, connection: 'close' }).end(body)
  })
  server.on('connect', (_request, socket) => answerClientError({}, socket))
}

/**
 * Bytes that are not HTTP are answered and the connection is cut. An over-long address comes from a person
 * who followed a link, so it gets a page.
 */
function answerClientError(
  { code }: { code?: string },
  socket: { writable: boolean; end(text: string): void },
): void {
  if (!socket.writable) return
  const isTooLong = code === 'HPE_HEADER_OVERFLOW'
  const body = isTooLong ? failurePage(431, tooLong) : failureText(new AppError('request_malformed'))
  const [status, type] = isTooLong
    ? ['431 Request Header Fields Too Large', pageType]
    : ['400 Bad Request', jsonType]
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nConnection: close\r\n`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}
