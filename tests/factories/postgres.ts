// A throw-away PostgreSQL cluster for tests of the metadata store: no network, gone with the tests.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostgres } from '../../src/setup/postgres.mjs'

export interface PostgresCluster {
  /** Makes an empty database and returns its address. */
  makeDatabase(): Promise<string>
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root: it runs as nobody then. */
const nobody = 65534
const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/** Null where no PostgreSQL can be had; the reason is printed. */
export async function startPostgres(): Promise<PostgresCluster | null> {
  const programs = findPostgres()
  if (!programs) {
    console.warn('skipped on PostgreSQL: neither initdb nor postgres was found')
    return null
  }
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  if (identity.uid) chownSync(folder, identity.uid, identity.gid)
  const data = join(folder, 'data')
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(programs, 'initdb'), init, { ...identity, stdio: 'pipe', cwd: folder })
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'shared_buffers=16MB',
  ]
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...identity, stdio: 'ignore', cwd: folder },
  )
  const killed = () => server.kill('SIGQUIT')
  process.once('exit', killed)
  const addressOf = (database: string) => `postgres://postgres@localhost/${database}?host=${folder}`
  await waitFor(addressOf('postgres'), server)
  let made = 0
  return {
    makeDatabase: async () => {
      made += 1
      const name = `test${made}`
      await run(addressOf('postgres'), `create database ${name}`)
      return addressOf(name)
    },
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      process.off('exit', killed)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitFor(address: string, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
    try {
      return await run(address, 'select 1')
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) throw error
    }
  }
}

async function run(address: string, statement: string): Promise<void> {
  const client = new pg.Client(address)
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}
