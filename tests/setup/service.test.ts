// What runs the product without npm: the script, the container's file and its health check, the unit of systemd.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '#e2e/product.ts'

const root = join(import.meta.dirname, '../..')
const script = join(root, 'src/setup/ready/analytics.sh')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the script runs commands and serves from anywhere, without npm, and ends with its server', async () => {
  const link = join(folder, 'analytics')
  symlinkSync(script, link)
  const port = await freePort()
  const env = { PATH: '/usr/bin:/bin', DATA_DIR: join(folder, 'data'), PORT: String(port), LOG_LEVEL: 'warn' }
  const added = execFileSync(link, ['user', 'add', 'mei@example.com', '--role', '管理员'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  expect(added).toContain('mei@example.com')
  const server = spawn(link, ['start'], { cwd: folder, env, stdio: 'ignore' })
  const ended = once(server, 'exit')
  const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status)
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 60_000, interval: 100 })
  server.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
  await expect(ready()).rejects.toThrow()
})

test.each([
  [200, 0],
  [503, 1],
])('the health check of a server that answers %i at /readyz ends with %i', async (status, code) => {
  const asked: string[] = []
  const server = createServer(({ url = '' }, reply) => {
    asked.push(url)
    reply.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const PORT = String((server.address() as AddressInfo).port)
  const check = spawn(process.execPath, [join(root, 'src/setup/container/ready.mjs')], {
    env: { ...process.env, PORT },
    stdio: 'ignore',
  })
  expect([(await once(check, 'exit'))[0], asked]).toEqual([code, ['/readyz']])
  server.close()
  await once(server, 'close')
})

test('the health check of no server ends with 1', async () => {
  const env = { ...process.env, PORT: String(await freePort()) }
  expect(spawnSync(process.execPath, [join(root, 'src/setup/container/ready.mjs')], { env }).status).toBe(1)
})

describe('the container’s file', () => {
  const lines = readFileSync(join(root, 'src/setup/container/Containerfile'), 'utf8')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const said = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1).trim())
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')

  test('installs what the lock file says, and nothing for development', () => {
    expect(said('RUN').filter((line) => /\bnpm\b/.test(line))).toEqual([
      'npm ci --omit=dev --no-audit --no-fund --loglevel=error',
    ])
  })

  test('runs as a user without rights, who owns the data folder alone', () => {
    const last = lines.findLastIndex((line) => line.startsWith('FROM '))
    const user = lines.findIndex((line, at) => at > last && line.startsWith('USER '))
    expect(lines[user]).toMatch(/^USER [1-9]\d*:[1-9]\d*$/)
    expect(lines.slice(user).some((line) => /^(RUN|COPY|ADD) /.test(line))).toBe(false)
    expect(lines.slice(last, user).filter((line) => line.includes('--chown'))).toEqual([])
    expect(said('VOLUME')).toEqual(['["/var/lib/analytics"]'])
    expect(said('ENV').join()).toContain('DATA_DIR=/var/lib/analytics')
  })

  test('names files that are there and not left out of the context', () => {
    const copied = said('COPY')
      .filter((line) => !line.startsWith('--from='))
      .flatMap((line) => line.split(/\s+/).slice(0, -1))
    expect(copied.length).toBeGreaterThan(3)
    for (const path of copied) {
      expect(existsSync(join(root, path)), path).toBe(true)
      expect(ignored).not.toContain(path)
    }
    const run = [...said('ENTRYPOINT'), ...said('HEALTHCHECK'), ...said('RUN')].join(' ')
    const scripts = [...run.matchAll(/(?:\/opt\/analytics\/)?(src\/setup\/[\w/.-]+)/g)].map(
      ([, path]) => path,
    )
    expect(scripts.length).toBeGreaterThan(2)
    for (const path of scripts) expect(existsSync(join(root, path as string)), path).toBe(true)
  })
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('the unit of systemd has no fault that systemd-analyze finds', () => {
  const unit = readFileSync(join(root, 'src/setup/systemd/analytics.service'), 'utf8')
  const path = join(folder, 'analytics.service')
  writeFileSync(path, unit.replaceAll('/opt/analytics', root))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})
