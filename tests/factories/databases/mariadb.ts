// A MariaDB server on loopback, with TLS and passwords, for one test file.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mysql from 'mysql2/promise'
import { freePort } from '#e2e/product.ts'
import { findMariadb } from '#setup/mariadb/mariadb.mjs'
import { makeCertificate } from './certificate.ts'
import type { DatabaseServer } from './postgres.ts'

export const hasMariadb = findMariadb() !== undefined
export const ownerPassword = 'owner: \'"&'

const nobody = 65534
const isRoot = process.getuid?.() === 0

export async function startMariadb(): Promise<DatabaseServer> {
  const { server: program = '', install = '' } = findMariadb() ?? {}
  const folder = mkdtempSync(join(tmpdir(), 'maria-source-'))
  const data = join(folder, 'data')
  const { key, certificate } = makeCertificate(folder)
  // Runs once at the start, so that no password is ever missing.
  const begin = join(folder, 'begin.sql')
  const statements = [
    'CREATE DATABASE shop CHARACTER SET utf8mb4;',
    `CREATE USER owner@'%' IDENTIFIED BY ${mysql.escape(ownerPassword)};`,
    "GRANT ALL ON *.* TO owner@'%' WITH GRANT OPTION;",
  ]
  writeFileSync(begin, statements.join('\n'))
  if (isRoot) for (const path of [folder, key, certificate, begin]) chownSync(path, nobody, nobody)
  const as = isRoot ? { uid: nobody, gid: nobody } : {}
  const fast = [
    `--tmpdir=${folder}`,
    '--innodb-buffer-pool-size=16M',
    '--innodb-log-file-size=4M',
    '--innodb-flush-log-at-trx-commit=0',
  ]
  execFileSync(
    install,
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...fast,
    ],
    {
      ...as,
      stdio: 'pipe',
      cwd: folder,
    },
  )
  const port = await freePort()
  const place = [
    `--datadir=${data}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(folder, 'socket')}`,
  ]
  const tls = [`--ssl-cert=${certificate}`, `--ssl-key=${key}`]
  const server = spawn(
    program,
    [
      '--no-defaults',
      ...place,
      ...tls,
      ...fast,
      '--skip-name-resolve',
      `--pid-file=${join(folder, 'pid')}`,
      `--init-file=${begin}`,
      '--sql-mode=',
    ],
    { ...as, stdio: 'ignore', cwd: folder },
  )
  const killed = () => server.kill('SIGKILL')
  process.once('exit', killed)
  await waitFor(port, server)
  return {
    port,
    ca: readFileSync(certificate, 'utf8'),
    kill: () => void server.kill('SIGKILL'),
    stop: async () => {
      const ended =
        server.exitCode !== null ||
        server.signalCode !== null ||
        new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGKILL')
      await ended
      process.off('exit', killed)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const ownerOf = (port: number) =>
  mysql.createConnection({
    host: '127.0.0.1',
    port,
    user: 'owner',
    password: ownerPassword,
    database: 'shop',
    charset: 'utf8mb4',
    multipleStatements: true,
  })

async function waitFor(port: number, server: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await (await ownerOf(port)).end()
      return
    } catch (error) {
      if (server.exitCode !== null || tries > 1000) throw error
      await sleep(30)
    }
  }
}
