// A navigation always gets a page, whatever is wrong, and never JSON.
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, makeHouse } from '#tests/factories/house.ts'

const web = mkdtempSync(join(tmpdir(), 'web-'))
let house: House
let port: number
beforeAll(async () => {
  // No file can be read from a folder of its name; the page of embeds was never built.
  mkdirSync(join(web, 'index.html'))
  house = await makeHouse({ webFolder: web })
  await house.app.listen({ port: 0, host: '127.0.0.1' })
  port = (house.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await house.dispose()
  rmSync(web, { recursive: true, force: true })
})

/** As browsers ask when somebody follows a link, and as they did before they said so. */
const ways = { now: { 'sec-fetch-dest': 'document' }, before: { accept: 'text/html,*/*;q=0.8' } }

async function get(path: string, headers: Record<string, string>) {
  const asked = request({ port, host: '127.0.0.1', path, headers }).end()
  const [reply] = await once(asked, 'response')
  const pieces: Buffer[] = []
  for await (const piece of reply) pieces.push(piece)
  return {
    status: reply.statusCode,
    type: reply.headers['content-type'],
    text: Buffer.concat(pieces).toString(),
  }
}

const long = `/statement/detail?d=${'x'.repeat(70_000)}`
const cases: [string, number, string][] = [
  ['/iframe/report/a', 503, '页面尚未构建'],
  ['/assets/none.js', 404, '文件不存在'],
  ['/api/s1/no/such/call', 404, '接口不存在'],
  ['/api/s1/address/read/none', 203, '登录失效'],
  ['/api/%ff', 400, '请求格式有误'],
  ['/', 500, '服务异常'],
  [long, 431, '这个地址太长'],
]

it.each(cases.flatMap((one) => Object.keys(ways).map((way) => [one[0].slice(0, 40), way, one] as const)))(
  '%s, asked for as browsers do %s, is told on a page',
  async (_, way, [path, status, words]) => {
    const reply = await get(path, ways[way as keyof typeof ways])
    expect([reply.status, reply.type]).toEqual([status, 'text/html; charset=utf-8'])
    expect(reply.text).toContain('<html lang="zh-CN">')
    expect(reply.text).toContain(words)
    expect(reply.text).not.toMatch(/isSuccess|EISDIR/)
  },
)

it('programs get the envelope', async () => {
  const call = await get('/api/s1/no/such/call', { accept: 'application/json' })
  expect(JSON.parse(call.text)).toMatchObject({ isSuccess: false, code: 'route_missing' })
})

it('an address of before, with a filter of thousands of values, is read', async () => {
  const reply = await get(`/statement/detail?d=${'x'.repeat(60_000)}`, ways.now)
  expect(reply.text).not.toContain('太长')
  expect(reply.status).toBe(500)
})
