// The log has a line per request, with the id that its caller sees, and nothing of the request's content.
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registerCall } from '#server/http/registerCall.ts'
import { defineCall } from '#shared/call.ts'
import { type House, makeHouse } from '#tests/factories/house.ts'
import { makeBareApp } from './app.ts'

interface Line {
  msg: string
  reqId: string
  [about: string]: unknown
}

let house: House
const text: string[] = []
beforeAll(async () => {
  // No pages, whether or not they were built here.
  house = await makeHouse({ onLog: (line) => text.push(line), webFolder: '/nonexistent' })
})
afterAll(() => house.dispose())

const linesOf = (id: unknown): Line[] =>
  text.map((line) => JSON.parse(line) as Line).filter(({ msg, reqId }) => msg === 'request' && reqId === id)

async function ask(url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') {
  const reply = await house.app.inject({
    method,
    url,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { reply, lines: linesOf(reply.headers['request-id']) }
}

test('tells call, user, status and time under the number that the caller sees', async () => {
  const person = await house.person()
  const { reply, lines } = await ask('/api/s1/data/anaSettingOption', { cookie: person.cookie })
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.any(String),
      reqId: reply.headers['request-id'],
      userId: person.id,
      call: 'anaSettingOption',
      status: 200,
      ms: expect.any(Number),
      msg: 'request',
    },
  ])
})

test('has nothing of the lines before it', async () => {
  house.deps.log.warn({ err: new Error('of another'), userId: 99, reason: 'of another' }, 'another line')
  const { lines } = await ask('/healthz')
  expect(lines.map((line) => Object.keys(line).sort())).toEqual([
    ['call', 'level', 'ms', 'msg', 'reqId', 'status', 'time', 'userId'],
  ])
  text.length = 0
  house.deps.log.info('a line of its own')
  expect(text.map((line) => Object.keys(JSON.parse(line)))).toEqual([['level', 'time', 'msg']])
})

test.each([
  ['/api/s1/data/anaSettingOption', 'anaSettingOption', 203],
  ['/healthz', '/healthz', 200],
  ['/assets/none.js?secret=1', '/*', 404],
  ['/api/no/such?secret=1', '/*', 404],
  ['/iframe/report/secret-1?f=secret', '/*', 503],
  ['/%zz?secret=1', 'unknown', 400],
])('names the route of %s by its pattern', async (url, call, status) => {
  const { lines } = await ask(url)
  expect(lines).toMatchObject([{ userId: null, call, status }])
})

test('keeps what was asked out of the log: ids in paths, filters, texts, failures too', async () => {
  const person = await house.person({ keys: ['search_sqlQuery', 'manage_authority'] })
  await ask('/code_view/secret-share?secret=a', { cookie: person.cookie })
  for (const path of ['getSharedQuery/secret-share', 'getUserAuthInfo/secret@example.com', 'none/secret']) {
    await ask(`/api/s1/data/${path}?secret=b`, { cookie: person.cookie })
  }
  expect(text.join('')).not.toContain('secret')
})

test('calls a request whose reader went away 499', async () => {
  const slow = defineCall({ name: 'slow', method: 'GET', path: '/api/slow', access: 'public', example: {} })
  const bare = await makeBareApp()
  try {
    const entered = Promise.withResolvers<void>()
    registerCall(bare.app, slow, (_, { signal }) => {
      entered.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const { port } = new URL(await bare.app.listen({ host: '127.0.0.1', port: 0 }))
    const asked = request({ port, path: slow.path }).on('error', () => undefined)
    asked.end()
    await entered.promise
    asked.destroy()
    await vi.waitFor(() =>
      expect(bare.lines.filter(({ msg }) => msg === 'request')).toMatchObject([
        { call: 'slow', status: 499 },
      ]),
    )
  } finally {
    await bare.dispose()
  }
})
