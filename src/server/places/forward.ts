// Hands a call on to the server that keeps the user's work, and its answer back as it comes.

import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as send } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { Holder } from './places.ts'

/** Proves to the other server that a call was handed on: it answers itself. */
export const keyHeader = 'x-handed-on'

/** Of this connection alone, or made anew. */
const ownHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'proxy-connection',
])
/** Longer than the other server's own time-out, whose answer says more. */
const moreMs = 5_000
const connectMs = 2_000

interface Forwarding {
  holder: Holder
  key: string
  timeoutMs: number
}

/** False where the server can't be reached, and the call has done nothing there or may be asked again. */
export async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  forwarding: Forwarding,
): Promise<boolean> {
  const answer = await ask(request, reply, forwarding).catch((error: Error) => {
    if (reply.raw.destroyed) throw new AppError('query_canceled')
    if (request.method === 'GET' || isUnsent(error)) return null
    throw Object.assign(new AppError('server_busy', '处理这个请求的服务器中断了，请查看结果后重试'), {
      cause: error,
    })
  })
  if (!answer) return false
  reply.status(answer.statusCode ?? 502)
  for (const [name, value] of Object.entries(answer.headers)) {
    const isOwn = name !== 'content-length' && ownHeaders.has(name)
    if (value !== undefined && !isOwn) reply.header(name, value)
  }
  void reply.send(answer)
  return true
}

function ask(
  { method, url, headers, ip, id, body }: FastifyRequest,
  reply: FastifyReply,
  { holder, key, timeoutMs }: Forwarding,
): Promise<IncomingMessage> {
  const bytes = bytesOf(body)
  return new Promise((resolve, reject) => {
    const asked = send(
      new URL(url, holder.address),
      { method, headers: headersOf(headers, { ip, key, id, bytes }), agent: false },
      resolve,
    )
    const timer = setTimeout(() => asked.destroy(new Error('no answer')), timeoutMs + moreMs)
    asked.once('socket', (socket) => {
      if (!socket.connecting) return
      const connecting = setTimeout(() => asked.destroy(unreachable()), connectMs)
      socket.once('connect', () => clearTimeout(connecting))
      socket.once('close', () => clearTimeout(connecting))
    })
    asked.once('response', () => clearTimeout(timer))
    asked.once('close', () => clearTimeout(timer))
    asked.once('error', reject)
    reply.raw.once('close', () => asked.destroy())
    asked.end(bytes)
  })
}

const unreachable = () => Object.assign(new Error('unreachable'), { code: 'EHOSTUNREACH' })

/** Whether the request has not reached the other server. */
function isUnsent(error: Error): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return syscall === 'connect' || /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code)
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined || body === null) return
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
}

function headersOf(
  headers: FastifyRequest['headers'],
  { ip, key, id, bytes }: { ip: string; key: string; id: string; bytes: Buffer | undefined },
): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.has(name))
  return {
    ...Object.fromEntries(kept),
    // The browser is asked for by its own address, not by this server's.
    'x-forwarded-for': ip,
    // Both logs name the request alike.
    'request-id': id,
    [keyHeader]: key,
    ...(bytes && { 'content-length': bytes.length }),
    ...(bytes && headers['content-type'] === undefined && { 'content-type': 'application/json' }),
  }
}
