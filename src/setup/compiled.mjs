// Code as it was compiled last time: a start takes a third less of the processor. The runtime believes what it finds
// there, whoever wrote it, so the folder is our own user's alone: a sandbox's process, which is nobody, may not reach it.
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const usual = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules/.cache/compiled')
const written = 0o022

/** What a process that starts is given; no folder, not even one of its environment, where ours is not safe. */
export function compiledCode(folder = usual, ownUser = process.getuid?.()) {
  try {
    return { NODE_COMPILE_CACHE: isOurs(folder, ownUser) ? folder : '' }
  } catch {
    // An installation that the server's user may only read.
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
    // Others could write there until now.
    rmSync(folder, { recursive: true })
    make()
  }
  chmodSync(folder, 0o700)
  return true
}
