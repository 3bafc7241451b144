// Host names that the server accepts: a site whose name points to our address must not act as ours (DNS rebinding).
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trusted } from '#server/http/app.ts'
import { hostCheck } from '#server/http/hosts.ts'
import { readInstallation } from '#server/installation.ts'
import { type House, makeHouse } from '#tests/factories/house.ts'
import { login } from '#features/session/contract.ts'

const check = (host: string, production: boolean, installation: object) =>
  hostCheck({ host, production, installation: readInstallation(installation) })

describe('a name', () => {
  it.each(['localhost', 'LOCALHOST', 'a.localhost', '127.0.0.1', '192.168.1.7', '[::1]', '::1', ''])(
    '«%s» is ours on this machine',
    (name) => expect(check('127.0.0.1', false, {})(name)).toBe(true),
  )

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'notlocalhost',
    'localhost:x',
  ])('«%s» is not', (name) => expect(check('127.0.0.1', false, {})(name)).toBe(false))

  it('is any where people come through a network or a proxy, and none are listed', () => {
    expect(check('0.0.0.0', true, {})('reports.example.com')).toBe(true)
    expect(check('127.0.0.1', true, { trustProxy: true })('reports.example.com')).toBe(true)
    expect(check('127.0.0.1', false, { trustProxy: true })('reports.example.com')).toBe(false)
  })

  it('is one of those that are listed, where there are some', () => {
    const isOurs = check('0.0.0.0', true, {
      hostNames: ['Reports.Example.com'],
      hosts: { 'data.example.com': {} },
    })
    for (const name of ['reports.example.com', 'REPORTS.example.com.', 'data.example.com', '10.0.0.1'])
      expect(isOurs(name), name).toBe(true)
    for (const name of ['example.com', 'x.reports.example.com', 'evil.example'])
      expect(isOurs(name), name).toBe(false)
  })
})

describe('the server', () => {
  let house: House
  beforeAll(async () => {
    house = await makeHouse()
  })
  afterAll(() => house.dispose())

  it.each(['/', '/api/none', '/healthz', '/metrics', '/assets/a.js'])(
    'refuses a foreign name at %s',
    async (url) => {
      const reply = await house.app.inject({ method: 'GET', url, headers: { host: 'evil.example:3000' } })
      expect(reply.statusCode).toBe(421)
      expect(reply.json()).toMatchObject({ isSuccess: false, code: 'host_foreign', data: null })
    },
  )

  it('signs nobody in under it', async () => {
    const body = { user: 'nobody', password: 'wrong', hostname: 'localhost' }
    const headers = { host: 'evil.example', origin: 'http://evil.example' }
    expect((await house.send(login, { body }, headers)).envelope?.code).toBe('host_foreign')
    expect((await house.send(login, { body })).envelope?.code).toBe('login_failed')
  })
})

describe('the settings', () => {
  it.each(['a b', 'reports.example.com:80', 'https://x.example', '*.example.com', ''])(
    'refuse «%s»',
    (name) => expect(() => readInstallation({ hostNames: [name] })).toThrow(/hostNames/),
  )
  it('count proxies', () => {
    expect(readInstallation({ trustProxy: true }).trustProxy).toBe(1)
    expect(readInstallation({ trustProxy: 2 }).trustProxy).toBe(2)
    expect(readInstallation({}).trustProxy).toBe(0)
    expect(() => readInstallation({ trustProxy: -1 })).toThrow(/trustProxy/)
  })
})

describe('a proxy in front', () => {
  const seen = async (trustProxy: boolean | number, forwarded: string) => {
    const app = fastify({ trustProxy: trusted(readInstallation({ trustProxy }).trustProxy) })
    app.get('/', ({ ip }) => ip)
    return (await app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } })).payload
  }
  it('is believed for what it added, not for what its caller wrote', async () => {
    expect(await seen(false, '6.6.6.6, 10.0.0.9')).toBe('127.0.0.1')
    expect(await seen(true, '6.6.6.6, 10.0.0.9')).toBe('10.0.0.9')
    expect(await seen(2, '6.6.6.6, 10.0.0.9, 10.0.0.1')).toBe('10.0.0.9')
    expect(await seen(5, '6.6.6.6')).toBe('6.6.6.6')
  })
})
