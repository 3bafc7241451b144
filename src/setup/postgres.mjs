// Finds PostgreSQL's programs for the metadata tests, or installs Debian's.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebian } from './browser.mjs'

const debian = '/usr/lib/postgresql'

/** Folder with initdb and postgres; undefined when there is none, or when only embedded stores are wanted. */
export function findPostgres() {
  if (process.env.EMBEDDED_ALONE) return undefined
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** False where PostgreSQL is unavailable; the tests then report that they skip it. */
export function ensurePostgres() {
  return findPostgres() !== undefined || (installDebian('postgresql') && findPostgres() !== undefined)
}
