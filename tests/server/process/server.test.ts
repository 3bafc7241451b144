// The server as a process: starts, refused starts, and its end.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '#server/warehouse/publish.ts'
import { findDamage } from '#server/warehouse/snapshot/check.ts'
import type { ManifestProblem } from '#server/warehouse/snapshot/manifest.ts'
import { makeInstallation, send } from '#tests/factories/installation.ts'
import { login } from '#features/session/contract.ts'

let installation: Awaited<ReturnType<typeof makeInstallation>>
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.dispose())

test('ends within a moment of SIGTERM, with code 0 and no reader left', async () => {
  const product = await installation.serve()
  const ended = new Promise((resolve) => product.process.once('exit', (...how) => resolve(how)))
  await product.stop('SIGTERM')
  expect(await ended).toEqual([0, null])
  const second = await installation.serve()
  await second.stop('SIGTERM')
})

test.each([
  ['PORT', 'eighty', 'PORT 应为'],
  ['METADATA', 'postgres://postgres@127.0.0.1:1/none', '无法使用 METADATA'],
])('refuses to start with %s=%s, in one line', async (name, value, message) => {
  const { code, err } = await installation.startRefused({ [name]: value })
  expect(code).toBe(1)
  expect(err).toContain(message)
  expect(err.trim().split('\n')).toHaveLength(1)
})

/** What others than the owner of a folder could read or change of it. */
const openTo = (folder: string): string[] =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (name) => statSync(join(folder, name)).mode & 0o077,
  )

test('makes no demo in production, and none on an address that others reach', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'server-'))
  chmodSync(empty, 0o777)
  try {
    const refused = await installation.startRefused({ NODE_ENV: '', HOST: '0.0.0.0', DATA_DIR: empty })
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('演示只能在本机使用')])
    const product = await installation.serve(empty)
    const reply = await send(product.address, login.path, { user: 'admin', password: 'analytics-demo' })
    expect(await reply.json()).toMatchObject({ code: 'login_failed' })
    await product.stop()
    expect(openTo(empty)).toEqual([])
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
    // Beside a filled warehouse there must be metadata; an empty file is a new store.
    writeFileSync(join(folder, 'metadata.sqlite'), '')
    const path = join(folder, 'warehouse', name)
    const whole = readFileSync(path)
    const damaged = async (size: number, meet: () => Promise<unknown>) => {
      truncateSync(path, size)
      await meet()
      expect(readFileSync(path)).toEqual(whole.subarray(0, size))
      writeFileSync(path, whole)
    }
    // What finds it is the same at each start.
    const found = () => findDamage(join(folder, 'warehouse')).catch((error: ManifestProblem) => error.told)
    for (const size of [0, 100]) await damaged(size, async () => expect(await found()).toContain(path))
    await damaged(whole.length - 50, async () => {
      const { code, err } = await installation.startRefused({ DATA_DIR: folder })
      expect(code).toBe(1)
      expect(err).toContain(path)
      expect(err).toContain('npm run restore')
    })
    const product = await installation.serve(folder)
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  },
)

test('names a port that is taken, and a folder that is served, whose server goes on', async () => {
  const product = await installation.serve()
  const { port } = new URL(product.address)
  const other = mkdtempSync(join(tmpdir(), 'server-'))
  const [onPort, onFolder] = await Promise.all([
    installation.startRefused({ PORT: port, DATA_DIR: other, NODE_ENV: '' }),
    installation.startRefused({}),
  ])
  const fresh = join(other, 'fresh')
  expect((await installation.startRefused({ PORT: port, DATA_DIR: fresh, NODE_ENV: '' })).code).toBe(1)
  // Nothing was made before the port was asked for: no demo, no store, no folder.
  expect(existsSync(fresh)).toBe(false)
  expect(readdirSync(other).filter((name) => /^(metadata|warehouse)/.test(name))).toEqual([])
  expect([onPort.code, onPort.err]).toEqual([1, `端口 ${port} 已被占用，请用 PORT 另指定一个\n`])
  expect([onFolder.code, onFolder.err]).toEqual([1, expect.stringContaining(`（${product.address}）`)])
  expect(onFolder.err.trim().split('\n')).toHaveLength(1)
  expect((await fetch(`${product.address}/readyz`)).status).toBe(200)
  await product.stop()
  rmSync(other, { recursive: true, force: true })
})
