// `npm start` ends when npm is stopped or killed: no process is left, and the next start works at once.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#e2e/product.ts'
import { occupyAlone } from '#server/occupancy.ts'

const root = join(import.meta.dirname, '../../..')
const starter = join(import.meta.dirname, 'starter.mjs')

// Each starts npm and a server anew, beside all other tests.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
let port: number
/** Should a test fail, nothing of it stays. */
const started = new Set<number>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'npm-start-'))
  port = await freePort()
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const start = scripts.start.replaceAll('src/setup/start.mjs', starter)
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'started', version: '1.0.0', scripts: { start } }),
  )
})
afterAll(() => {
  for (const pid of started) kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** The process and all that descend from it. */
function familyOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number])
  const childrenOf = (parent: number): number[] =>
    pairs.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...childrenOf(child)])
  return [pid, ...childrenOf(pid)]
}

/** Resolves when the server answers; the process leads a group of its own, as at a terminal. */
async function npmStart(): Promise<{ npm: ChildProcess; family: number[] }> {
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('已就绪')) resolve()
    })
  }
  npm.once('exit', (code) => reject(new Error(`npm ended with ${code}: ${output}`)))
  await ready
  const family = familyOf(npm.pid as number)
  for (const pid of family) started.add(pid)
  return { npm, family }
}

/** Their numbers may be others' soon. */
const forget = (family: number[]) => {
  for (const pid of family) started.delete(pid)
}

const isGone = (family: number[]) => family.every((pid) => !kill(pid, 0))

/** The one that the test before has started on the same port and folder. */
let running: Awaited<ReturnType<typeof npmStart>> | undefined

test.each([
  ['SIGTERM to npm alone', 'SIGTERM', 'npm'],
  ['SIGTERM to all, as a service manager sends it', 'SIGTERM', 'all'],
  ['Ctrl+C at the terminal', 'SIGINT', 'all'],
  ['a terminal that is closed', 'SIGHUP', 'all'],
  ['npm killed without a word', 'SIGKILL', 'npm'],
  ['what npm runs killed without a word', 'SIGKILL', 'script'],
] as const)('%s stops the server, and the next start works at once', async (_, signal, whom) => {
  const { npm, family } = running ?? (await npmStart())
  const [leader = 0, script = 0] = family
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  process.kill({ npm: leader, all: -leader, script }[whom], signal)
  await ended
  // npm that was told waits for the server: once it has ended, nothing is left.
  if (signal === 'SIGTERM') expect(isGone(family)).toBe(true)
  running = await npmStart()
  await vi.waitFor(() => expect(isGone(family)).toBe(true), { timeout: 60_000 })
  forget(family)
})

test('leaves the folder free', async () => {
  const { npm, family } = running ?? (await npmStart())
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  npm.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(isGone(family)).toBe(true)
  forget(family)
  const alone = occupyAlone(join(folder, 'data'))
  expect(alone).not.toBeNull()
  alone?.leave()
})
