// Finds MariaDB's programs for the tests of sources, or installs Debian's. The tests start a server of their own.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebian } from '../browser.mjs'

const folders = () => ['/usr/sbin', '/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]

const find = (...names) =>
  folders()
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

/** Paths of the server and of what makes its folder; undefined when one is missing, or only embedded stores are wanted. */
export function findMariadb() {
  if (process.env.EMBEDDED_ALONE) return undefined
  const server = find('mariadbd', 'mysqld')
  const install = find('mariadb-install-db', 'mysql_install_db')
  return server && install ? { server, install } : undefined
}

/** False where MariaDB is unavailable; the tests then report that they skip it. */
export function ensureMariadb() {
  if (findMariadb()) return true
  const free = keepFromStarting()
  try {
    return installDebian('mariadb-server') && findMariadb() !== undefined
  } finally {
    free()
  }
}

/** Debian starts a server with its package, unless the machine's policy forbids it, which it does for the meantime. */
function keepFromStarting() {
  const policy = '/usr/sbin/policy-rc.d'
  if (process.getuid?.() !== 0 || existsSync(policy) || !existsSync('/usr/bin/apt-get'))
    return () => undefined
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  return () => rmSync(policy, { force: true })
}
