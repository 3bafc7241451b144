// The server as a process: starts and refusals, the end, and what a kill leaves.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../../e2e/product.ts'
import { login } from '../../../src/features/session/contract.ts'
import { readUserCommand } from '../../../src/features/session/server/index.ts'
import { addOrUpdateViewType, getViewMeta } from '../../../src/features/statement/contract.ts'
import { UsageProblem } from '../../../src/server/process/terminal.ts'
import { publish } from '../../../src/server/warehouse/publish.ts'

const root = join(import.meta.dirname, '../../..')
const production = { NODE_ENV: 'production', LOG_LEVEL: 'warn' }
/** `KILLS=200` runs the long form. */
const kills = Number(process.env.KILLS ?? 15)

let dataDir: string
let password: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'server-'))
  const added = await command(['user', 'add', 'boss@example.com', '--role', '管理员'])
  password = added.out.match(/密码：(\S+)/)?.[1] ?? ''
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function run(script: string, args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = {
      cwd: root,
      env: { ...process.env, ...production, DATA_DIR: dataDir, PORT: '0', ...env },
      timeout: 20_000,
    }
    execFile(process.execPath, [script, ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}
const command = (args: string[], env = {}) => run('src/main-command.ts', args, env)

async function send(address: string, path: string, body: unknown, cookie = '') {
  const headers = { 'content-type': 'application/json', cookie }
  return fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function signIn(address: string): Promise<string> {
  const reply = await send(address, login.path, { user: 'boss', password })
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

test('ends within a moment of SIGTERM, with code 0 and no reader left', async () => {
  const product = await serve(dataDir, production)
  const ended = new Promise((resolve) => product.process.once('exit', (...how) => resolve(how)))
  await product.stop('SIGTERM')
  expect(await ended).toEqual([0, null])
  const second = await serve(dataDir, production)
  await second.stop('SIGTERM')
})

test.each([
  ['PORT', 'eighty', 'PORT 应为'],
  ['METADATA', 'postgres://postgres@127.0.0.1:1/none', '无法使用 METADATA'],
])('refuses to start with %s=%s, in one line', async (name, value, message) => {
  const { code, err } = await run('src/main-server.ts', [], { [name]: value })
  expect(code).toBe(1)
  expect(err).toContain(message)
  expect(err.trim().split('\n')).toHaveLength(1)
})

test('makes no demo in production, and none on an address that others reach', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'server-'))
  try {
    const refused = await run('src/main-server.ts', [], { NODE_ENV: '', HOST: '0.0.0.0', DATA_DIR: empty })
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('演示只能在本机使用')])
    const product = await serve(empty, production)
    const reply = await send(product.address, login.path, { user: 'admin', password: 'analytics-demo' })
    expect(await reply.json()).toMatchObject({ code: 'login_failed' })
    await product.stop()
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
})

test.each(['current.json', 'facts-000001.duckdb'])(
  'refuses to start on a damaged %s, by its name',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'server-'))
    await publish(folder, async ({ connection }) => {
      await connection.run('CREATE TABLE one AS SELECT range AS id FROM range(100000)')
    })
    const path = join(folder, 'warehouse', name)
    const whole = readFileSync(path)
    for (const size of [0, 100, whole.length - 50]) {
      truncateSync(path, size)
      const { code, err } = await run('src/main-server.ts', [], { DATA_DIR: folder })
      expect(code).toBe(1)
      expect(err).toContain(path)
      expect(err).toContain('npm run restore')
      expect(readFileSync(path)).toEqual(whole.subarray(0, size))
      writeFileSync(path, whole)
    }
    const product = await serve(folder, production)
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  },
)

test('names a port that is taken', async () => {
  const product = await serve(dataDir, production)
  const { port } = new URL(product.address)
  const second = await run('src/main-server.ts', [], { PORT: port })
  expect([second.code, second.err]).toEqual([1, `端口 ${port} 已被占用，请用 PORT 另指定一个\n`])
  await product.stop()
})

test.each([
  [[], '用法'],
  [['constructor'], '用法'],
  [['user', 'add', 'a@example.com', '--rol', 'x'], '未知的选项：--rol'],
  [['backup'], '缺少参数：文件'],
])('answers the usage to %j', async (args, message) => {
  const { code, err } = await command(args)
  expect(code).toBe(2)
  expect(err).toContain(message)
  expect(err).toContain('npm run')
})

test.each([
  [[], '缺少参数'],
  [['destroy'], '未知的命令：destroy'],
  [['add'], '缺少参数：邮箱'],
  [['add', 'a@example.com'], '缺少参数：--role'],
  [['add', 'a@example.com', '--role'], '--role'],
  [['add', 'a@example.com', 'b@example.com', '--role', 'x'], '多余的参数：b@example.com'],
  [['add', 'a@example.com', '--role', 'x', '--games', 'a,,b'], '--games'],
  [['list', '--all'], '未知的选项：--all'],
  [['disable'], '缺少参数：邮箱'],
])('refuses user %j before it opens anything', (args, message) => {
  expect(() => readUserCommand(args)).toThrow(UsageProblem)
  expect(() => readUserCommand(args)).toThrow(message)
})

test('adds, lists, disables and re-enables users', async () => {
  const unknown = await command(['user', 'add', 'li@example.com', '--role', '分析师'])
  expect([unknown.code, unknown.err]).toEqual([1, '没有角色「分析师」；现有角色：管理员\n'])
  const game = await command(['user', 'add', 'li@example.com', '--role', '管理员', '--games', 'x'])
  expect([game.code, game.err]).toEqual([1, '没有游戏「x」；现有：（无）\n'])
  const wrong = await command(['user', 'add', 'li', '--role', '管理员'])
  expect([wrong.code, wrong.err]).toEqual([1, '邮箱「li」格式有误\n'])
  expect((await command(['user', 'add', 'LI@example.com', '--role', '管理员', '--games', 'all'])).code).toBe(
    0,
  )
  const twice = await command(['user', 'add', 'li@example.com', '--role', '管理员'])
  expect([twice.code, twice.err]).toEqual([1, '邮箱或用户名已存在：li@example.com\n'])
  await command(['user', 'disable', 'li@example.com'])
  const listed = await command(['user', 'list'])
  expect(listed.out).toBe(
    'boss@example.com\tboss\t管理员\t全部\t正常\nli@example.com\tli\t管理员\t全部\t停用\n',
  )
  await command(['user', 'enable', 'li'])
  expect((await command(['user', 'list'])).out).not.toContain('停用')
})

test('a command on a running server takes effect at once', async () => {
  const product = await serve(dataDir, production)
  const cookie = await signIn(product.address)
  const ask = () => send(product.address, getViewMeta.path, {}, cookie)
  expect((await ask()).status).toBe(200)
  const changed = await command(['user', 'password', 'boss@example.com'])
  expect((await ask()).status).toBe(203)
  password = changed.out.match(/密码：(\S+)/)?.[1] ?? ''
  expect(await signIn(product.address)).toMatch(/^session=/)
  await product.stop()
})

test(`loses no acknowledged write in ${kills} kills at random moments`, {
  timeout: 60_000 + kills * 12_000,
}, async () => {
  const acknowledged = new Set<string>()
  let cookie = ''
  for (let round = 0; round < kills; round++) {
    const begun = performance.now()
    const product = await serve(dataDir, production)
    expect(performance.now() - begun).toBeLessThan(10_000)
    cookie ||= await signIn(product.address)
    let killed = false
    const write = async (worker: number) => {
      for (let at = 0; !killed; at++) {
        const name = `文件夹 ${round}-${worker}-${at}`
        const reply = await send(product.address, addOrUpdateViewType.path, { name }, cookie)
        if ((await reply.json()).isSuccess) acknowledged.add(name)
      }
    }
    const workers = [0, 1, 2].map((worker) => write(worker).catch(() => undefined))
    await sleep(50 + Math.random() * 300)
    await product.stop('SIGKILL')
    killed = true
    await Promise.all(workers)
  }
  const product = await serve(dataDir, production)
  const reply = await send(product.address, getViewMeta.path, {}, cookie)
  const { data } = (await reply.json()) as { data: { name: string }[] }
  await product.stop()
  const kept = data.map(({ name }) => name)
  expect(new Set(kept).size).toBe(kept.length)
  expect([...acknowledged].filter((name) => !kept.includes(name))).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(kills)
})
