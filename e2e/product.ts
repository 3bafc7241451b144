// Makes the demo once, and gives each process of journeys its own product over a copy.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { makeDemoWarehouse } from '#demo/warehouse/make.ts'
import { readSettings } from '#server/settings.ts'
import { businessDay } from '#shared/businessDay.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder with the demo in `demo`, and its copies. */
    installations: string
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

export interface Product {
  address: string
  process: ChildProcess
  /** Stops the server like a service manager; resolves when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

function start(dataDir: string, env: Record<string, string>) {
  const server = spawn(process.execPath, ['src/main-server.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-8000)
    })
  return { server, said: () => output }
}

/**
 * Serves `dataDir`; resolves when the server is ready. `env` is added to the environment; default port: a free one.
 */
export async function serve(
  dataDir: string,
  env: Record<string, string> = {},
  givenPort?: number,
): Promise<Product> {
  const port = givenPort ?? (await freePort())
  const address = `http://127.0.0.1:${port}`
  const { server, said } = start(dataDir, { PORT: String(port), ...env })
  const exited = once(server, 'exit')
  const deadline = Date.now() + 90_000
  while (!(await isReady(address))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`the product does not start:\n${said()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    server.kill(signal)
    await exited
  }
  return { address, process: server, stop }
}

const isReady = (address: string) =>
  fetch(`${address}/readyz`).then(
    (reply) => reply.status === 200,
    () => false,
  )

const pidFile = 'server.pid'

/** A copy of the demo in a new folder, removed after all journeys. */
export async function copyDemo(installations: string): Promise<string> {
  const dataDir = await mkdtemp(join(installations, 'copy-'))
  await cp(join(installations, 'demo'), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return dataDir
}

/** A product over a copy of the demo, until this process's journeys end. `drop`: a folder that sources may read. */
export async function serveOwn(installations: string): Promise<Product & { dataDir: string; drop: string }> {
  const dataDir = await copyDemo(installations)
  const drop = `${dataDir}-drop`
  await mkdir(drop)
  const product = await serve(dataDir, { SOURCE_FOLDERS: drop, SOURCE_NETS: '127.0.0.0/8' })
  await writeFile(join(dataDir, pidFile), String(product.process.pid))
  return { ...product, dataDir, drop }
}

/**
 * The first start fills an empty folder. It is interrupted, because a tenth of the rows is enough for the journeys;
 * the next start finds these and completes the demo.
 */
async function makeDemo(dataDir: string): Promise<void> {
  const { server, said } = start(dataDir, { PORT: '0' })
  const begun = () => said().includes('生成演示数据')
  const ended = once(server, 'exit').then(() => {
    if (!begun()) throw new Error(`the product does not begin its demo:\n${said()}`)
  })
  await Promise.race([
    ended,
    new Promise<void>((resolve) => server.stdout.on('data', () => begun() && resolve())),
  ])
  server.kill('SIGKILL')
  await ended
  await makeDemoWarehouse({ dataDir, today: businessDay(readSettings({})), scale: 0.1 })
  const product = await serve(dataDir)
  await jobsEnd(dataDir)
  await product.stop()
}

/** Waits for the jobs behind the first start, which compute the segments: each copy would begin with them. */
async function jobsEnd(dataDir: string): Promise<void> {
  const store = new DatabaseSync(join(dataDir, 'metadata.sqlite'), { readOnly: true })
  const due =
    store.prepare(`select count(*) filter (where status in ('queued', 'running') and run_at <= ?) as waiting,
    count(*) filter (where status = 'done') as done from job`)
  const deadline = Date.now() + 90_000
  const isOver = () => {
    const { waiting, done } = due.get(new Date().toISOString()) as { waiting: number; done: number }
    return waiting === 0 && done > 0
  }
  try {
    // Where they take longer, the copies go on with them.
    while (!isOver() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
  } finally {
    store.close()
  }
}

export default async function setup(project: TestProject) {
  const installations = await mkdtemp(join(tmpdir(), 'analytics-e2e-'))
  await makeDemo(join(installations, 'demo'))
  project.provide('installations', installations)
  return async () => {
    for (const name of await readdir(installations)) {
      const pid = await readFile(join(installations, name, pidFile), 'utf8').catch(() => '')
      if (pid) endProcess(Number(pid))
    }
    await rm(installations, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
