// A folder whose disk can become full and have room again: a small file system where we may mount one, otherwise
// limits on the file sizes of a running server, which any Linux user may set.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  /** Whether processes started while the disk is full are affected, too. */
  isFullForAll: boolean
  /** Fills the disk: for everybody, or for these processes and their children. */
  fill(pid: number): void
  free(pid: number): void
  dispose(): void
}

const works = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0

/** A file system of this many megabytes; null where we may not mount one. */
export function mountDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  if (!works('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)) {
    rmSync(folder, { recursive: true })
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    isFullForAll: true,
    fill: () => fillFile(filler),
    free: () => rmSync(filler, { force: true }),
    dispose: () => {
      works('umount', '-l', folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fillFile(path: string): void {
  const file = openSync(path, 'a')
  try {
    // Down to one page at the end: the rest of the last page belongs to the file.
    for (const size of [1024 * 1024, 4096]) while (writes(file, size));
  } finally {
    closeSync(file)
  }
}

function writes(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}

/** Prevents files of these processes from growing beyond `bytes`; null where the system has no such limit. */
export function limitDisk(bytes = 0): SmallDisk | null {
  if (!works('prlimit', '--version')) return null
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  const limit = (pid: number, most: string) => {
    for (const one of familyOf(pid)) spawnSync('prlimit', ['--pid', String(one), `--fsize=${most}:`])
  }
  return {
    folder,
    isFullForAll: false,
    fill: (pid) => limit(pid, String(bytes)),
    free: (pid) => limit(pid, 'unlimited'),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function familyOf(pid: number): number[] {
  const childrenOf = (task: string) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim()
  const below = readdirSync(`/proc/${pid}/task`).flatMap((task) => childrenOf(task).split(' '))
  return [pid, ...below.filter((text) => text !== '').flatMap((text) => familyOf(Number(text)))]
}
