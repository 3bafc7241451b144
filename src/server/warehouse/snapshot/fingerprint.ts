// The fingerprint of a published data file: its size and headers, one of which the engine rewrites with every
// change. So a changed file is recognized at once, whatever its size; the engine's checksums find flipped
// bits when a block is read.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** A main header and two database headers, 4 KiB each. */
export const headersBytes = 3 * 4096

/** Throws the system's error where there is no such file. */
export async function fingerprintOf(path: string): Promise<string> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const headers = Buffer.alloc(headersBytes)
  const { bytesRead } = await file.read(headers, 0, headersBytes, 0)
  const hash = createHash('sha256').update(headers.subarray(0, bytesRead)).digest('hex')
  return `${size} ${hash}`
}
