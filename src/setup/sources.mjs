// Decides whether the web part must be rebuilt, by a hash over all its sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const stamp = join(root, 'dist/web.sources')
const made = join(root, 'dist/web/index.html')

export function hashSources() {
  const hash = createHash('sha256')
  const folders = ['src', 'commands', 'public']
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  )
  for (const file of [...files.sort(), join(root, 'build.mjs'), join(root, 'package-lock.json')]) {
    hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

export function isBuilt() {
  return existsSync(made) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources()
}

/** Marks dist/web as built for development or tests, so that the next start rebuilds it. */
export function forgetBuilt() {
  rmSync(stamp, { force: true })
}

export function markBuilt(hash) {
  writeFileSync(stamp, hash)
}
