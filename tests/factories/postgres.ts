// A temporary PostgreSQL cluster for tests of the metadata store: no network, removed after the run.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeLog } from '#server/log.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { findPostgres } from '#setup/postgres.mjs'
import { tables } from '../../src/main-tables.ts'
import { askFor } from './services.ts'

/** Folder of its socket; the cluster has the databases `postgres` and `migrated`. */
type Place = string

/** PostgreSQL refuses to run as root, so it runs as the OS user `nobody`. */
const nobody = 65534
const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
const template = 'migrated'

/** Creates a database in the run's cluster, empty or with all tables, and returns its address. */
export async function makeDatabase(kind: 'empty' | 'migrated'): Promise<string> {
  const folder = await askFor<Place>('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const source = kind === 'migrated' ? template : 'template0'
  await run(addressOf(folder, 'postgres'), `create database ${name} template ${source} strategy file_copy`)
  return addressOf(folder, name)
}

/** Removes a database, which takes 14 MB. */
export async function dropDatabase(address: string): Promise<void> {
  const { pathname, searchParams } = new URL(address)
  const statement = `drop database if exists ${pathname.slice(1)} with (force)`
  await run(addressOf(searchParams.get('host') ?? '', 'postgres'), statement)
}

/** Started once for the whole run; see ../services.ts. */
export async function startPostgres(): Promise<{ place: Place; stop(): Promise<void> }> {
  const programs = findPostgres()
  if (!programs) throw new Error('neither initdb nor postgres was found')
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
  await waitFor(addressOf(folder, 'postgres'), server)
  await run(addressOf(folder, 'postgres'), `create database ${template}`)
  const migrated = { metadata: addressOf(folder, template), dataDir: folder }
  await (await openMetadata(migrated, makeLog('silent'), tables)).stop()
  return {
    place: folder,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      process.off('exit', killed)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const addressOf = (folder: string, database: string) =>
  `postgres://postgres@localhost/${database}?host=${folder}`

async function waitFor(address: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await run(address, 'select 1')
    } catch (error) {
      if (server.exitCode !== null || tries > 1000) throw error
      await sleep(30)
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
