// Finds MariaDB's programs for the tests of sources, or installs Debian's. The tests start a server of their own.
import { existsSync } from 'node:fs'
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
  // The latter runs it, and it comes with the clients.
  const isWhole = server && install && find('my_print_defaults')
  return isWhole ? { server, install } : undefined
}

/**
 * False where MariaDB is unavailable; the tests then report that they skip it. The programs alone are installed:
 * `mariadb-server` would set up a service and start it.
 */
export const ensureMariadb = () =>
  findMariadb() !== undefined ||
  (installDebian('mariadb-server-core', 'mariadb-client-core') && findMariadb() !== undefined)
