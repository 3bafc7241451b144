// A request to an external server. The host's name is resolved once and the connection pinned to the checked
// address; private addresses are refused unless listed, redirects are not followed, size and time are
// limited.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { faultOf, OutboundProblem } from './problem.ts'
import { resolveOnce } from './resolve.ts'

export { type OutboundFault, OutboundProblem } from './problem.ts'

interface Outbound {
  url: URL
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Private addresses and nets that are allowed. */
  allowed?: readonly string[]
  timeoutMs?: number
  mostBytes?: number
  signal?: AbortSignal
}

export interface OutboundAnswer {
  status: number
  text: string
}

const usualTimeoutMs = 10_000
const usualBytes = 256 * 1024

/** Throws OutboundProblem, or the signal's reason. */
export async function ask(outbound: Outbound): Promise<OutboundAnswer> {
  const { url, allowed = [], timeoutMs = usualTimeoutMs, signal } = outbound
  const limit = AbortSignal.timeout(timeoutMs)
  const own = signal ? AbortSignal.any([signal, limit]) : limit
  try {
    const address = await resolveOnce(url.hostname, allowed, own)
    return await send(outbound, address, own)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (error instanceof OutboundProblem) throw error
    throw new OutboundProblem(limit.aborted ? 'slow' : faultOf(error), { cause: error })
  }
}

async function send(
  { url, method = 'GET', headers = {}, body, mostBytes = usualBytes }: Outbound,
  address: string,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  // Importing node:http loads the runtime's fetch client: 60 ms and 17 MB that no start needs.
  const { request: open } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
  const family = isIP(address)
  return new Promise((resolve, reject) => {
    const request = open(
      url,
      {
        method,
        signal,
        agent: false,
        headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
        // The name is used for the certificate and the Host header; the connection goes to the checked
        // address.
        lookup: (_, { all }, answer) =>
          all ? answer(null, [{ address, family }]) : answer(null, address, family),
      },
      (reply) => readReply(reply, mostBytes).then(resolve, reject),
    )
    request.on('error', reject)
    request.end(body)
  })
}

async function readReply(reply: IncomingMessage, mostBytes: number): Promise<OutboundAnswer> {
  const status = reply.statusCode ?? 0
  if (status >= 300 && status < 400) {
    reply.destroy()
    throw new OutboundProblem('redirect')
  }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of reply as AsyncIterable<Buffer>) {
    size += part.length
    if (size > mostBytes) {
      reply.destroy()
      throw new OutboundProblem('large')
    }
    parts.push(part)
  }
  return { status, text: Buffer.concat(parts).toString('utf8') }
}
