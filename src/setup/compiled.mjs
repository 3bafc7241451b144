// Node's compile cache: a start takes a third less CPU. Node trusts the cache's content, whoever wrote it, so
// the folder belongs to our own user alone; a sandbox process, which runs as `nobody`, can't write there.
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const usual = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules/.cache/compiled')
const written = 0o022

/** Environment for a new process; disables the cache, even an inherited one, where our folder is unsafe. */
export function compiledCode(folder = usual, ownUser = process.getuid?.()) {
  try {
    return { NODE_COMPILE_CACHE: isOurs(folder, ownUser) ? folder : '' }
  } catch {
    // The server's user may only read this installation.
    return { NODE_COMPILE_CACHE: '' }
  }
}

function isOurs(folder, ownUser) {
  mkdirSync(dirname(folder), { recursive: true })
  const make = () => mkdirSync(folder, { recursive: true, mode: 0o700 })
  make()
  const found = lstatSync(folder)
  if (!found.isDirectory() || (ownUser !== undefined && found.uid !== ownUser)) return false
  if (process.platform === 'win32') return true
  if (found.mode & written) {
    // Others could have written there.
    rmSync(folder, { recursive: true })
    make()
  }
  chmodSync(folder, 0o700)
  return true
}
