import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerCall, registerRaw } from '#server/http/registerCall.ts'
import { jsonText } from '#server/http/reply.ts'
import { compileInput } from '#server/http/validation.ts'
import { defineCall } from '#shared/call.ts'
import { AppError } from '#shared/errors.ts'
import { makeBareApp } from './app.ts'

let house: Awaited<ReturnType<typeof makeBareApp>>
let port: number
/** Reasons with which the signal of `wait` aborted. */
const aborted: unknown[] = []
let produced = 0
/** Calls of `wait` and `hang` that have reached their work. */
let begun = 0

const echo = defineCall({
  name: 'echo',
  method: 'POST',
  path: '/api/test/echo{kind}/{id}',
  access: 'public',
  params: Type.Object({ kind: Type.Enum(['Big', 'Small']), id: Type.Integer({ minimum: 1 }) }),
  query: Type.Object({ like: Type.Optional(Type.String()), page: Type.Optional(Type.Integer()) }),
  body: Type.Object(
    {
      count: Type.Optional(Type.Integer()),
      items: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 100 })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ params: Type.Unknown(), query: Type.Unknown(), body: Type.Unknown() }),
  example: {},
})
const plain = { method: 'GET', access: 'public', example: {} } as const
const failing = defineCall({ ...plain, name: 'failing', path: '/api/test/failing/{how}' })
const loose = defineCall({
  ...plain,
  name: 'loose',
  path: '/api/test/loose/{how}',
  reply: Type.Object({ id: Type.Integer(), inner: Type.Array(Type.Object({ name: Type.String() })) }),
})
const streamed = defineCall({ ...plain, name: 'streamed', path: '/api/test/streamed/{how}' })
const file = defineCall({ ...plain, name: 'file', path: '/api/test/file/{how}', kind: 'blob' })
const wait = defineCall({ ...plain, name: 'wait', path: '/api/test/wait', timeoutMs: 200 })
const hang = defineCall({ ...plain, name: 'hang', path: '/api/test/hang' })
const raw = defineCall({ ...plain, name: 'raw', path: '/api/test/raw' })

const how = (input: { params: unknown }) => (input.params as { how: string }).how

beforeAll(async () => {
  house = await makeBareApp()
  const { app } = house
  registerCall(app, echo, (input) => input)
  registerCall(app, failing, (input) => {
    if (how(input) === 'known') throw new AppError('name_taken', '名称「甲」已存在', { id: 7 })
    if (how(input) === 'throttled') throw new AppError('login_throttled')
    throw new Error('secret: the password is 1234')
  })
  registerCall(app, loose, (input) => {
    const inner = [{ name: 'a', secret: 1 }]
    return how(input) === 'more' ? { id: 1, inner, hash: 'x' } : ({ id: 'no', inner } as never)
  })
  registerCall(app, streamed, (input) => {
    const choice = how(input)
    return jsonText(
      (async function* () {
        if (choice === 'early') throw new AppError('query_failed')
        yield '[1'
        if (choice === 'late') throw new Error('broken')
        for (let at = 0; choice === 'endless' || at < 3; at++) {
          produced = at
          yield `,${choice === 'endless' ? JSON.stringify('x'.repeat(10_000)) : at}`
        }
        yield ']'
      })(),
    )
  })
  registerCall(app, file, (input) => {
    if (how(input) === 'refused') throw new AppError('export_too_large')
    const body = Readable.from([Buffer.from('a'), Buffer.from('b')])
    return { fileName: '日报 "1"/2026.xls', contentType: 'application/vnd.ms-excel', body }
  })
  const untilAborted = async (_: unknown, { signal }: { signal: AbortSignal }) => {
    begun += 1
    await once(signal, 'abort')
    aborted.push(signal.reason)
    throw new Error('an engine that was stopped')
  }
  registerCall(app, wait, untilAborted)
  registerCall(app, hang, untilAborted)
  registerRaw(app, raw, () => ({ data: null, errors: [{ message: 'no' }] }))
  app.setNotFoundHandler(() => {
    throw new AppError('route_missing')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => house.dispose())

const get = (path: string) => house.app.inject({ url: `/api/test/${path}` })
const post = (path: string, payload: string, headers: Record<string, string> = {}) =>
  house.app.inject({
    method: 'POST',
    url: `/api/test/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })

test('reads a write without a body as one with nothing in it', async () => {
  const reply = await house.app.inject({ method: 'POST', url: '/api/test/echoBig/1' })
  expect(reply.json()).toMatchObject({ isSuccess: true, data: { body: {} } })
})

test('fills params, query and body, and only texts of the address become numbers', async () => {
  const reply = await post('echoBig/12?like=12&page=3', '{"count":1}')
  expect(reply.json()).toEqual({
    isSuccess: true,
    data: { params: { kind: 'Big', id: 12 }, query: { like: '12', page: 3 }, body: { count: 1 } },
    msg: '',
  })
  expect(reply.headers['cache-control']).toBe('no-store')
})

test.each([
  ['a wrong type, not coerced', 'echoBig/1', '{"count":"1"}'],
  ['an unknown property', 'echoBig/1', '{"other":1}'],
  ['an unknown query parameter', 'echoBig/1?other=1', '{}'],
  ['a query parameter twice', 'echoBig/1?like=a&like=b', '{}'],
  ['a poisoned query', 'echoBig/1?__proto__=1', '{}'],
  ['a param outside its enumeration', 'echoHuge/1', '{}'],
  ['a param that is no integer', 'echoBig/1.5', '{}'],
  ['a param in another notation', 'echoBig/1e3', '{}'],
  ['a param below its minimum', 'echoBig/0', '{}'],
  ['broken JSON', 'echoBig/1', '{"count":'],
  ['an empty body', 'echoBig/1', ''],
  ['another JSON value', 'echoBig/1', '[]'],
  ['a prototype', 'echoBig/1', '{"__proto__":{"x":1}}'],
  ['a constructor', 'echoBig/1', '{"constructor":{"prototype":{"x":1}}}'],
  ['a nested prototype', 'echoBig/1', '{"items":[{"__proto__":null}]}'],
  ['a NUL in a text', 'echoBig/1', '{"items":["a\\u0000"]}'],
  ['a NUL in the address', 'echoBig/1?like=a%00', '{}'],
])('refuses %s', async (_, path, body) => {
  const reply = await post(path, body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ isSuccess: false, code: 'request_malformed' })
  expect(reply.json().msg).toMatch(/^请求格式有误/)
})

test.each([
  ['echoBig/1', '{"count":"1"}', '「数量」应为整数', 'count'],
  ['echoBig/1', '{"other":1}', '内容不是已知的参数', 'other'],
  ['echoBig/1?other=1', '{}', '内容不是已知的参数', 'other'],
  ['echoHuge/1', '{}', '内容不是可选的值', 'kind'],
  ['echoBig/0', '{}', '内容不能小于 1', 'id'],
  ['echoBig/1', '[]', '内容应为对象', ''],
  ['echoBig/1', `{"${'x'.repeat(5000)}":1}`, '内容不是已知的参数', `${'x'.repeat(100)}…`],
  ['echoBig/1', JSON.stringify({ items: Array(101).fill(1) }), '「列表」最多 100 项', 'items'],
])(
  'says what is wrong with %s %.20s to people, and its place to programs',
  async (path, body, message, place) => {
    const { msg, data } = (await post(path, body)).json()
    expect([msg, data]).toEqual([`请求格式有误：${message}`, { place }])
  },
)

test('looks for no fault in each of many parts too many: the first of them is told', () => {
  const needed = Type.Object({ name: Type.String() }, { additionalProperties: false })
  const check = compileInput({
    schema: Type.Object({ list: Type.Array(needed, { maxItems: 2 }) }),
    httpPart: 'body',
  })
  const some = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
  const told = (list: unknown[]) => {
    const error = check({ list }).error as AppError
    return [error.message.split('：')[1], (error.data as { place: string }).place]
  }
  expect(told([some(5)])).toEqual(['「名称」不能缺少', 'list.0.name'])
  expect(told([{ name: 'a' }, some(30)])).toEqual(['内容不是已知的参数', 'list.1.k0'])
  expect(told([some(5), some(5), some(5)])).toEqual(['内容最多 2 项', 'list'])
})

test('refuses what is not JSON, too large, or an address that cannot be read', async () => {
  const form = await post('echoBig/1', 'count=1', { 'content-type': 'application/x-www-form-urlencoded' })
  expect([form.statusCode, form.json().code]).toEqual([400, 'media_unsupported'])
  const text = await post('echoBig/1', '{}', { 'content-type': 'text/plain' })
  expect([text.statusCode, text.json().code]).toEqual([400, 'media_unsupported'])
  // Anybody may send it, without a session.
  const huge = await post('echoBig/1', JSON.stringify({ items: ['x'.repeat(16 * 1024)] }))
  expect([huge.statusCode, huge.json().code]).toEqual([413, 'body_too_large'])
  const bad = await post('echoBig/%ff', '{}')
  expect([bad.statusCode, bad.json().code]).toEqual([400, 'request_malformed'])
})

test.each([
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:80' }, 403],
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ origin: 'http://localhost:80' }, 200],
  [{ origin: 'http://LOCALHOST' }, 200],
  [{}, 200],
])('a write with %j answers %i', async (headers, status) => {
  const reply = await post('echoBig/1', '{}', headers as Record<string, string>)
  expect(reply.statusCode).toBe(status)
  if (status === 403) expect(reply.json().code).toBe('origin_foreign')
})

test('answers failures by the table and never leaks unknown ones', async () => {
  const known = await get('failing/known')
  expect(known.statusCode).toBe(200)
  expect(known.json()).toEqual({
    isSuccess: false,
    data: { id: 7 },
    msg: '名称「甲」已存在',
    code: 'name_taken',
  })
  expect((await get('failing/throttled')).statusCode).toBe(429)
  const unknown = await get('failing/unknown')
  expect(unknown.statusCode).toBe(500)
  expect(unknown.payload).not.toContain('1234')
  const logged = house.lines.find((line) => line.msg === 'internal')
  expect(logged).toMatchObject({
    call: 'failing',
    err: { message: expect.stringContaining('1234') },
  })
  expect(logged?.reqId).toBeTruthy()
  expect(unknown.json().data).toEqual({ requestId: logged?.reqId })
})

test("logs under the caller's own request id", async () => {
  await house.app.inject({ url: '/api/test/failing/unknown', headers: { 'request-id': 'abc-12345678' } })
  expect(house.lines.filter(({ reqId }) => reqId === 'abc-12345678').map(({ msg }) => msg)).toEqual([
    'internal',
    'request',
  ])
})

test('takes undeclared properties out of replies, and refuses to send a broken one', async () => {
  expect((await get('loose/more')).json().data).toEqual({ id: 1, inner: [{ name: 'a' }] })
  expect((await get('loose/broken')).statusCode).toBe(500)
})

test('answers an unknown call in the envelope', async () => {
  const reply = await get('nothing')
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'route_missing'])
})

test('passes ready JSON text through', async () => {
  expect((await get('streamed/whole')).json()).toEqual({ isSuccess: true, data: [1, 0, 1, 2], msg: '' })
})

test('answers a stream that fails before its first chunk by the table, and breaks off one that fails later', async () => {
  expect((await get('streamed/early')).json()).toMatchObject({ isSuccess: false, code: 'query_failed' })
  await expect(
    fetch(`http://127.0.0.1:${port}/api/test/streamed/late`).then((reply) => reply.text()),
  ).rejects.toThrow()
})

test('waits for a slow reader, and stops when the reader goes away', async () => {
  const asked = request({ port, host: '127.0.0.1', path: '/api/test/streamed/endless' }).end()
  const [reply] = await once(asked, 'response')
  reply.pause()
  // What lies between fills up first.
  const more = async () => {
    const before = produced
    await sleep(300)
    return produced - before
  }
  await expect.poll(more, { timeout: 60_000 }).toBe(0)
  const logged = house.lines.length
  asked.destroy()
  await expect
    .poll(() => house.lines.slice(logged))
    .toEqual([expect.objectContaining({ msg: 'request', status: 499 })])
  const afterEnd = produced
  await sleep(100)
  expect(produced).toBe(afterEnd)
})

test('sends files under their whole name', async () => {
  const reply = await get('file/whole')
  expect(reply.payload).toBe('ab')
  expect(reply.headers['content-type']).toBe('application/vnd.ms-excel')
  expect(reply.headers['content-disposition']).toBe(
    `attachment; filename="__ _1__2026.xls"; filename*=UTF-8''%E6%97%A5%E6%8A%A5%20%221%22_2026.xls`,
  )
  const refused = await get('file/refused')
  expect(refused.json().code).toBe('export_too_large')
  expect(refused.headers['content-disposition']).toBeUndefined()
})

test('ends a call at its time-out and tells the work to stop', async () => {
  const reply = await get('wait')
  expect(reply.json()).toMatchObject({ isSuccess: false, code: 'query_timeout' })
  expect(aborted.at(-1)).toMatchObject({ code: 'query_timeout' })
})

test('tells the work to stop when the caller goes away', async () => {
  const begunBefore = begun
  const asked = request({ port, host: '127.0.0.1', path: '/api/test/hang' }).end()
  asked.on('error', () => undefined)
  await expect.poll(() => begun).toBe(begunBefore + 1)
  const before = aborted.length
  asked.destroy()
  await expect.poll(() => aborted.length).toBe(before + 1)
  expect(aborted.at(-1)).toMatchObject({ code: 'query_canceled' })
})

test('answers a raw call as its handler says', async () => {
  expect((await get('raw')).json()).toEqual({ data: null, errors: [{ message: 'no' }] })
})

test('answers bytes that are no HTTP with 400', async () => {
  const { connect } = await import('node:net')
  const socket = connect(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
  const [bytes] = await once(socket, 'data')
  expect(String(bytes)).toMatch(/^HTTP\/1.1 400 [\s\S]*request_malformed/)
  socket.destroy()
})
