// Writes files completely or fails. On a nearly full disk write() stores only part of the bytes and just
// returns how many, so a caller that ignores the number acknowledges data that was never stored. All our file
// writes go through here.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'

/** Readable by the server's own user alone. */
const ownMode = 0o600

/**
 * Writes from offset `at`, or at the file's position when absent. Throws the system's error when it takes no
 * more.
 */
export async function writeAll(file: FileHandle, bytes: Uint8Array, at?: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const place = at === undefined ? null : at + done
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, place)
    done += taken(bytesWritten)
  }
}

export function writeAllSync(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    done += taken(writeSync(file, bytes, done, bytes.length - done))
  }
}

function taken(count: number): number {
  if (count > 0) return count
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}

interface Saving {
  /** Whether the file must survive a power cut. Files that can be regenerated need not, which is faster. */
  durable?: boolean
  /** The temporary path before the rename. */
  aside?: string
}

/** The file appears under its name whole or not at all; until then the former content stays. */
export async function saveFile(
  path: string,
  bytes: Uint8Array | string,
  { durable = true, aside = `${path}.part` }: Saving = {},
): Promise<void> {
  try {
    await makeFile(aside, [Buffer.from(bytes)], { durable })
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true }).catch(() => undefined)
    throw error
  }
}

export function saveFileSync(
  path: string,
  bytes: Uint8Array | string,
  { durable = true, aside = `${path}.${process.pid}.part` }: Saving = {},
): void {
  try {
    makeFileSync(aside, bytes, { durable })
    renameSync(aside, path)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Writes a file under a name that nobody reads before it is done; returns its size in bytes. After a failure
 * the caller removes the file. `flags`: `wx` where no file may exist yet.
 */
export async function makeFile(
  path: string,
  pieces: Pieces,
  { durable = true, flags = 'w' }: { durable?: boolean; flags?: 'w' | 'wx' } = {},
): Promise<number> {
  const file = await open(path, flags, ownMode)
  let size = 0
  try {
    for await (const piece of pieces) {
      await writeAll(file, piece)
      size += piece.length
    }
    if (durable) await file.sync()
  } finally {
    await file.close()
  }
  return size
}

export function makeFileSync(path: string, bytes: Uint8Array | string, { durable = true } = {}): void {
  const file = openSync(path, 'w', ownMode)
  try {
    writeAllSync(file, Buffer.from(bytes))
    if (durable) fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
