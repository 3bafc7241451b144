import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { noteDemoPasswords } from '#server/metadata/demoPasswords.ts'
import { readSettings } from '#server/settings.ts'
import { type House, makeHouse } from '#tests/factories/house.ts'
import { anaSettingOption } from '#features/config/contract.ts'
import { login } from '#features/session/contract.ts'
import { changePassword } from '#features/session/server/index.ts'
import { addOrUpdateViewType } from '#features/statement/contract.ts'

let house: House
const logged: string[] = []
const web = mkdtempSync(join(tmpdir(), 'web-'))
const script = 'console.log("甲")'.repeat(100)

beforeAll(async () => {
  const page = '<html><head><!--installation--><title>analytics V3</title></head></html>'
  writeFileSync(join(web, 'index.html'), page)
  writeFileSync(join(web, 'favicon.svg'), '<svg/>')
  writeFileSync(join(web, '.secret'), 'secret')
  mkdirSync(join(web, 'assets'))
  writeFileSync(join(web, 'assets', 'main-AB12CD34.js'), script)
  writeFileSync(join(web, 'assets', 'main-AB12CD34.js.br'), brotliCompressSync(script))
  writeFileSync(join(web, 'assets', 'old-AB12CD34.js'), 'new')
  writeFileSync(join(web, 'assets', 'old-AB12CD34.js.br'), brotliCompressSync('stale'))
  utimesSync(join(web, 'assets', 'old-AB12CD34.js.br'), 0, 0)
  const installation = readInstallation({
    title: '分析"<平台>',
    hosts: {
      'Data.Example.com': {
        title: '数据中心',
        logo: 'https://cdn.example.com/a.svg',
        favicon: '/brand/a.ico',
      },
    },
  })
  house = await makeHouse({
    webFolder: web,
    settings: { installation },
    onLog: (line) => line.includes('"msg":"request"') || logged.push(line),
  })
  mkdirSync(join(house.dataDir, 'brand'))
  writeFileSync(join(house.dataDir, 'brand', 'a.ico'), 'icon')
})
afterAll(async () => {
  await house.dispose()
  rmSync(web, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  house.app.inject({ method, url, headers })
const installationOf = (page: string) => {
  const content = page.match(/<meta name="installation" content="([^"]*)">/)?.[1] ?? ''
  return JSON.parse(content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))))
}

test.each(['/', '/statement', '/statement/detail?id=3', '/no/such/page', '/dictionary/a.b'])(
  'answers %s with the page, never kept',
  async (url) => {
    const reply = await get(url, { accept: 'text/html,*/*' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('no-cache')
    expect(reply.payload).toContain('<title>分析&#34;&#60;平台&#62;</title>')
  },
)

test('tells the page of the installation, by the host name that was asked', async () => {
  expect(installationOf((await get('/')).payload)).toEqual({
    title: '分析"<平台>',
    logo: null,
    favicon: null,
    demo: false,
    zone: 'Asia/Shanghai',
    cutoffHour: 0,
    directory: null,
    providers: [],
  })
  const { id } = await house.person()
  await noteDemoPasswords(house.deps.metadata.db)
  const branded = installationOf((await get('/', { host: 'data.example.com:3000' })).payload)
  expect(branded).toMatchObject({ title: '数据中心', logo: 'https://cdn.example.com/a.svg', demo: true })
  await changePassword(house.deps.metadata.db, id, 'another')
  expect(installationOf((await get('/')).payload).demo).toBe(false)
})

test('lets the page run our scripts alone, and be framed by nobody', async () => {
  const policy = String((await get('/')).headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("worker-src 'self' blob:")
  expect(policy).toContain("img-src 'self' data: blob: https://cdn.example.com")
  expect((await get('/favicon.svg')).headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'same-origin',
  })
})

test('sends hashed files for ever, compressed where the browser takes it', async () => {
  const url = '/assets/main-AB12CD34.js'
  const compressed = await get(url, { 'accept-encoding': 'gzip, deflate, br' })
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  })
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(script)
  const plain = await get(url)
  expect(plain.payload).toBe(script)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect((await get(url, { 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined()
  expect((await get('/assets/old-AB12CD34.js', { 'accept-encoding': 'br' })).payload).toBe('new')
  const head = await get(url, {}, 'HEAD')
  expect([head.payload, head.headers['content-length']]).toEqual(['', String(Buffer.byteLength(script))])
})

test('asks anew for other files, which need not travel again, for the icon of the window once an hour', async () => {
  const first = await get('/favicon.svg')
  expect(first.headers['cache-control']).toBe('public, max-age=3600')
  expect((await get('/brand/a.ico')).headers['cache-control']).toBe('no-cache')
  const tag = String(first.headers.etag)
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await get('/favicon.svg', { 'if-none-match': known })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  }
  expect((await get('/favicon.svg', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('answers for a file once, with nothing to warn of', async () => {
  logged.length = 0
  await get('/favicon.svg')
  await get('/favicon.svg', {}, 'HEAD')
  await get('/none.png')
  expect(logged).toEqual([])
})

test('serves the pictures of the installation', async () => {
  expect((await get('/brand/a.ico')).payload).toBe('icon')
  expect((await get('/brand/none.ico', { accept: 'text/html' })).statusCode).toBe(404)
})

test.each([
  '/assets/none.js',
  '/none.png',
  '/.secret',
  '/assets/../.secret',
  '/%2e%2e/%2e%2e/etc/passwd.txt',
  '/brand/..%2fmetadata.sqlite',
  '/brand/../metadata.sqlite',
  '/a%00.js',
])('answers %s honestly with 404', async (url) => {
  const reply = await get(url, { accept: '*/*' })
  expect(reply.statusCode).toBe(404)
  expect(reply.payload).toBe('文件不存在')
})

test('answers unknown calls and methods in the envelope', async () => {
  for (const reply of [
    await get('/api'),
    await get('/api/s1/nothing', { accept: 'application/json' }),
    await house.app.inject({ method: 'POST', url: '/statement' }),
    await house.app.inject({ method: 'DELETE', url: '/api/s1/data/login' }),
  ]) {
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { isSuccess: false, data: null, msg: '接口不存在', code: 'route_missing' },
    ])
  }
})

test('says that it lives and that it can work', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await get('/readyz')).json()).toEqual({ metadata: 'ready', warehouse: 'ready' })
})

test('is not ready without its warehouse, and signs in, lists and saves all the same', async () => {
  const lame = await makeHouse({ webFolder: web })
  await lame.warehouse.warehouse.stop()
  const reply = await lame.app.inject({ url: '/readyz' })
  expect([reply.statusCode, reply.json()]).toEqual([503, { metadata: 'ready', warehouse: 'unavailable' }])
  const person = await lame.person({ password: 'a password' })
  const entering = { user: person.email, password: 'a password', hostname: 'localhost' }
  expect((await lame.send(login, { body: entering })).envelope?.isSuccess).toBe(true)
  expect((await person.call(anaSettingOption)).envelope?.isSuccess).toBe(true)
  expect((await person.call(addOrUpdateViewType, { body: { name: '日报' } })).envelope?.isSuccess).toBe(true)
  await lame.dispose()
})

test('says that the page is not built rather than answering an empty one', async () => {
  const bare = await makeHouse({ webFolder: join(web, 'none') })
  const reply = await bare.app.inject({ url: '/' })
  expect(reply.statusCode).toBe(503)
  expect(reply.payload).toContain('页面尚未构建，请先运行 npm run build')
  await bare.dispose()
})

test.each([
  ['{', 'settings.json'],
  ['{"titel":"x"}', 'settings.json'],
  ['{"hosts":{"a":{"title":1}}}', 'settings.json'],
])('a settings file of %s stops the start by name', (text, message) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'settings-'))
  writeFileSync(join(dataDir, 'settings.json'), text)
  expect(() => readSettings({ DATA_DIR: dataDir })).toThrow(message)
  rmSync(dataDir, { recursive: true })
})
