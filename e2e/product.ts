// Starts the product once for all journeys: its own process, an empty data folder, the demo made anew.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    address: string
    dataDir: string
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** A port that nobody listens on now. */
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
  /** Ends it as a service manager would; resolves when it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Serves `dataDir`; resolves when it is ready. `env` adds to the environment; the port is a free one if none is given. */
export async function serve(
  dataDir: string,
  env: Record<string, string> = {},
  givenPort?: number,
): Promise<Product> {
  const port = givenPort ?? (await freePort())
  const address = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['src/main-server.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-8000)
    })
  }
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const deadline = Date.now() + 90_000
  while (!(await isReady(address))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`the product does not start:\n${output}`)
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

export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'analytics-e2e-'))
  const product = await serve(dataDir)
  project.provide('address', product.address)
  project.provide('dataDir', dataDir)
  return async () => {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
