// Requests to other servers: private addresses, and refused settings.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { isIn, isPrivate, netsOf } from '#server/outbound/addresses.ts'
import { ask, OutboundProblem } from '#server/outbound/request.ts'

it('knows private addresses, however they are written', () => {
  const ours = [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ]
  const others = ['1.1.1.1', '172.32.0.1', '8.8.8.8', '2606:4700::1111', '::ffff:1.1.1.1']
  expect(ours.filter((address) => !isPrivate(address))).toEqual([])
  expect(others.filter(isPrivate)).toEqual([])
  expect(isIn(netsOf(['10.0.0.0/8', '::1']), '10.200.0.1')).toBe(true)
  expect(isIn(netsOf(['10.0.0.0/8', '::1']), '::1')).toBe(true)
  expect(isIn(netsOf(['10.0.0.1']), '10.0.0.2')).toBe(false)
  for (const wrong of ['10.0.0', '10.0.0.0/33', 'example.com', ''])
    expect(() => netsOf([wrong])).toThrow('不是 IP')
})

const faultOf = (url: string, more = {}) =>
  ask({ url: new URL(url), ...more }).then(
    () => 'answered',
    (error: unknown) => (error instanceof OutboundProblem ? error.fault : String(error)),
  )

it('reaches nothing private that is not listed, by name or number', async () => {
  const server = createServer((_, reply) => reply.end('here')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  try {
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1'])
      expect(await faultOf(`http://${host}:${port}/`)).toBe('private')
    const answer = await ask({ url: new URL(`http://127.0.0.1:${port}/`), allowed: ['127.0.0.1'] })
    expect(answer).toEqual({ status: 200, text: 'here' })
    expect(await faultOf('http://no-such-host.invalid/')).toBe('unresolved')
    expect(await faultOf('http://127.0.0.1:1/', { allowed: ['127.0.0.1'] })).toBe('refused')
  } finally {
    server.close()
  }
})

it('gives up on a server that is silent', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  try {
    expect(await faultOf(url, { allowed: ['127.0.0.1'], timeoutMs: 50 })).toBe('slow')
    const gone = AbortSignal.abort(new Error('gone'))
    expect(await faultOf(url, { allowed: ['127.0.0.1'], signal: gone })).toBe('Error: gone')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

it.each([
  [{ url: 'nonsense' }, '不是网址'],
  [{ url: 'http://gateway.example.com/' }, '应以 https:// 开头'],
  [{ url: 'ftp://gateway.example.com/' }, '应以 https:// 开头'],
  [{ url: 'https://user:password@gateway.example.com/' }, '不能含用户名和密码'],
  [{ url: 'https://gateway.example.com/', allowed: ['intranet'] }, '不是 IP 地址或网段'],
])('refuses a gateway %o at the start', (gateway, message) => {
  expect(() => readInstallation({ adGateways: { toutiao: gateway } })).toThrow(message)
  expect(
    readInstallation({ adGateways: { toutiao: { url: 'https://gateway.example.com/' } } }).adGateways,
  ).toBeDefined()
})
