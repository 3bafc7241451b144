// Finds OpenLDAP's server for the tests of sign-in, or installs Debian's. The tests start a server of their own.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebian } from '../browser.mjs'

const schemas = ['/etc/ldap/schema', '/etc/openldap/schema']

/** Paths of the server and of its schemas; undefined when one is missing, or only embedded stores are wanted. */
export function findSlapd() {
  if (process.env.EMBEDDED_ALONE) return undefined
  const folders = ['/usr/sbin', '/usr/lib/openldap', ...(process.env.PATH ?? '').split(delimiter)]
  const server = folders.map((folder) => join(folder, 'slapd')).find((path) => existsSync(path))
  const schema = schemas.find((folder) => existsSync(join(folder, 'inetorgperson.schema')))
  return server && schema ? { server, schema } : undefined
}

/** False where slapd is unavailable; the tests then report that they skip it. */
export const ensureSlapd = () =>
  findSlapd() !== undefined || (installDebian('slapd') && findSlapd() !== undefined)
