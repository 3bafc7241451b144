// Fetch for one origin, whose name was resolved and checked: each connection goes to that address. No redirects.
import { isIP } from 'node:net'
import { Readable } from 'node:stream'

interface Pinned {
  address: string
  signal: AbortSignal
  /** Ends a request in which nothing moved for so long. */
  silentMs: number
  /** Of an authority that the system does not know. */
  ca: string
  isChecked: boolean
}

export function pinnedFetch({ address, signal, silentMs, ca, isChecked }: Pinned): typeof fetch {
  const family = isIP(address)
  return async (input, init = {}) => {
    const url = new URL(String(input))
    const { request: open } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
    return new Promise<Response>((resolve, reject) => {
      const request = open(
        url,
        {
          method: init.method ?? 'GET',
          headers: init.headers as Record<string, string>,
          signal,
          agent: false,
          rejectUnauthorized: isChecked,
          ...(ca !== '' && { ca }),
          lookup: (_, { all }, answer) =>
            all ? answer(null, [{ address, family }]) : answer(null, address, family),
        },
        (reply) => {
          const { statusCode: status = 0, headers } = reply
          const isEmpty = status === 204 || status === 304
          if (isEmpty) reply.resume()
          const body = isEmpty ? null : (Readable.toWeb(reply) as ReadableStream)
          resolve(new Response(body, { status, headers: headers as Record<string, string> }))
        },
      )
      request.setTimeout(silentMs, () =>
        request.destroy(Object.assign(new Error('nothing moved'), { code: 'ETIMEDOUT' })),
      )
      request.on('error', reject)
      request.end()
    })
  }
}
