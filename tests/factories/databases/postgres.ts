// A PostgreSQL server on loopback as companies run it: passwords, TLS, users with few rights. For one test file.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#e2e/product.ts'
import { findPostgres } from '#setup/postgres.mjs'
import { makeCertificate } from './certificate.ts'

export const hasPostgres = findPostgres() !== undefined
export const ownerPassword = 'owner: \'"&'

const nobody = 65534
const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

export interface DatabaseServer {
  port: number
  /** The certificate, as its own authority; for `localhost`. */
  ca: string
  kill(): void
  stop(): Promise<void>
}

export async function startDatabase(): Promise<DatabaseServer> {
  const programs = findPostgres() ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'pg-source-'))
  writeFileSync(join(folder, 'password'), ownerPassword)
  const data = join(folder, 'data')
  const { key, certificate } = makeCertificate(folder)
  if (identity.uid)
    for (const path of ['', 'password', 'key.pem', 'certificate.pem'])
      chownSync(join(folder, path), identity.uid, identity.gid)
  const init = ['-D', data, '-U', 'owner', '-A', 'scram-sha-256', '--pwfile', join(folder, 'password')]
  execFileSync(join(programs, 'initdb'), [...init, '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...identity,
    stdio: 'pipe',
    cwd: folder,
  })
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'shared_buffers=16MB',
    'ssl=on',
    `ssl_cert_file=${certificate}`,
    `ssl_key_file=${key}`,
  ]
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((line) => ['-c', line])],
    {
      ...identity,
      stdio: 'ignore',
      cwd: folder,
    },
  )
  const killed = () => server.kill('SIGQUIT')
  process.once('exit', killed)
  await waitFor(port, server)
  return {
    port,
    ca: readFileSync(certificate, 'utf8'),
    kill: () => void server.kill('SIGQUIT'),
    stop: async () => {
      const ended = server.exitCode !== null || new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGQUIT')
      await ended
      process.off('exit', killed)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const ownerOf = (port: number): pg.Client =>
  new pg.Client({ host: '127.0.0.1', port, user: 'owner', password: ownerPassword, database: 'postgres' })

async function waitFor(port: number, server: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = ownerOf(port)
    try {
      await client.connect()
      return
    } catch (error) {
      if (server.exitCode !== null || tries > 1000) throw error
      await sleep(30)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
