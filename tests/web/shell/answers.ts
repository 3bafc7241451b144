// Replaces the network: each test defines the server's answers.
import { vi } from 'vitest'

export interface Request {
  path: string
  method: string
  headers: Headers
  body: unknown
}

/** Answers all requests by `answer` until mocks are restored; returns the list of requests. */
export function answerWith(
  answer: (request: Request, signal: AbortSignal) => Response | Promise<Response>,
): Request[] {
  const asked: Request[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request = {
      path,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    asked.push(request)
    return answer(request, init.signal as AbortSignal)
  })
  return asked
}

export function envelope(data: unknown): Response {
  return Response.json({ isSuccess: true, data, msg: '' })
}

export function failure(
  msg: string,
  { status = 200, code = 'internal', data = null as unknown } = {},
): Response {
  return Response.json({ isSuccess: false, data, msg, code }, { status })
}

/** A response that breaks off after its start. */
export function brokenOff(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"isSuccess":'))
      controller.error(new TypeError('network error'))
    },
  })
  return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } })
}
