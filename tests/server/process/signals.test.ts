// Terminals and our processes: signals that arrive several times, and closed outputs.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serve } from '#e2e/product.ts'
import { makeFolder } from '#tests/factories/warehouse.ts'

const root = join(import.meta.dirname, '../../..')
const production = { NODE_ENV: 'production', LOG_LEVEL: 'warn' }

let dataDir: string
beforeAll(async () => {
  dataDir = await makeFolder()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('takes a Ctrl+C that comes by several ways for one', async () => {
  const product = await serve(dataDir, production)
  const ended = new Promise((resolve) => {
    product.process.once('exit', (code, signal) => resolve([code, signal]))
  })
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) product.process.kill(signal)
  expect(await ended).toEqual([0, null])
})

test('serves on while it says that it leaves, and ends each connection with its next answer', async () => {
  const product = await serve(dataDir, { ...production, STOP_DELAY: '600' })
  const ask = async (path: string) => {
    const { status, headers } = await fetch(product.address + path)
    return [status, headers.get('connection')]
  }
  const ended = new Promise((resolve) => {
    product.process.once('exit', resolve)
  })
  expect(await ask('/readyz')).toEqual([200, 'keep-alive'])
  product.process.kill('SIGTERM')
  await vi.waitFor(async () => expect(await ask('/readyz')).toEqual([503, 'close']), 60_000)
  expect(await ask('/healthz')).toEqual([200, 'close'])
  expect(await ask('/api/s1/data/nothing')).toEqual([404, 'close'])
  product.process.kill('SIGKILL')
  await ended
})

test('a command whose reader has gone ends its work', async () => {
  const child = spawn(
    process.execPath,
    ['src/main-command.ts', 'user', 'add', 'a@example.com', '--role', '管理员'],
    {
      cwd: root,
      env: { ...process.env, ...production, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  child.stdout.destroy()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect([code, errors]).toEqual([0, ''])
})
