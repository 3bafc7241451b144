// Raw requests that no client of ours sends: each gets an envelope in Chinese, and the next request is served.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foreignWords } from '#tests/factories/foreignWords.ts'
import { type House, makeHouse } from '#tests/factories/house.ts'

let house: House
let port: number
beforeAll(async () => {
  house = await makeHouse()
  port = Number(new URL(await house.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => house.dispose())

/** All that comes until the server closes the connection, which each request asks for. */
const answerTo = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

const login = '/api/s1/data/login'
const ours = () => `Host: 127.0.0.1:${port}\r\nConnection: close\r\n`
const json = 'Content-Type: application/json\r\n'
const post = (body: string, head = '') =>
  `POST ${login} HTTP/1.1\r\n${ours()}${json}${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const requests: [name: string, bytes: () => string][] = [
  ['two Host headers', () => `GET /healthz HTTP/1.1\r\n${ours()}Host: other\r\n\r\n`],
  ['two equal Host headers', () => `GET /healthz HTTP/1.1\r\n${ours()}Host: 127.0.0.1:${port}\r\n\r\n`],
  ['no Host header', () => `GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ['an empty Host header', () => `GET ${login} HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n`],
  ['a foreign Host header', () => `GET /healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`],
  ['a Host header of nonsense', () => `GET ${login} HTTP/1.1\r\nHost: [::\r\nConnection: close\r\n\r\n`],
  ['an expectation that nobody meets', () => post('{}', 'Expect: nonsense\r\n')],
  ['a tunnel', () => `CONNECT a:1 HTTP/1.1\r\n${ours()}\r\n`],
  ['an unknown method', () => `BOGUS ${login} HTTP/1.1\r\n${ours()}\r\n`],
  ['a method that no route has', () => `TRACE ${login} HTTP/1.1\r\n${ours()}\r\n`],
  ['another protocol', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown version', () => `GET ${login} HTTP/9.9\r\n${ours()}\r\n`],
  ['headers without end', () => `GET ${login} HTTP/1.1\r\n${ours()}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  [
    'two lengths',
    () => `POST ${login} HTTP/1.1\r\n${ours()}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
  ],
  [
    'a length and pieces',
    () =>
      `POST ${login} HTTP/1.1\r\n${ours()}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`,
  ],
  ['an address that cannot be read', () => `GET /api/s1/data/%zz HTTP/1.1\r\n${ours()}\r\n`],
  ['a call that there is not', () => `GET /api/s1/none HTTP/1.1\r\n${ours()}\r\n`],
  [
    'a body of another kind',
    () => `POST ${login} HTTP/1.1\r\n${ours()}Content-Type: a/b\r\nContent-Length: 1\r\n\r\nx`,
  ],
  ['a packed body', () => post('{}', 'Content-Encoding: gzip\r\n')],
  ['a body that ends early', () => post('{"user":')],
  ['a body of brackets', () => post('['.repeat(50_000))],
  ['a body of brackets that close', () => post(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
  ['a body with a machinery of its own', () => post('{"__proto__":{"a":1}}')],
]

describe('a request of', () => {
  it.each(requests)('%s is refused in the envelope, in Chinese', async (_, bytes) => {
    const [head = '', ...parts] = (await answerTo(bytes())).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 (4\d\d) /)
    expect(head.toLowerCase()).toContain('content-type: application/json')
    const text = parts.join('\r\n\r\n')
    const envelope = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
    expect(envelope).toMatchObject({ isSuccess: false, code: expect.stringMatching(/^\w+$/) })
    expect(envelope.msg).toMatch(/\p{Script=Han}/u)
    expect(foreignWords(envelope.msg)).toEqual([])
  })

  it('leaves the next to be served', async () => {
    const next = `GET /healthz HTTP/1.1\r\n${ours()}\r\n`
    for (const [, bytes] of requests) {
      await answerTo(bytes())
      expect(await answerTo(next)).toMatch(/^HTTP\/1\.1 200 /)
    }
  })
})
