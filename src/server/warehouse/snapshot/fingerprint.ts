// What a data file was when it was published: its size and its headers, of which the engine writes one anew with every
// change to the file. So a file that somebody changed is known at once, whatever its size; flipped bits inside are found
// by the engine's own checksums when a block is read.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** A main header and two of the database, 4 KiB each. */
export const headersBytes = 3 * 4096

/** Throws what the system says where there is no such file. */
export async function fingerprintOf(path: string): Promise<string> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const headers = Buffer.alloc(headersBytes)
  const { bytesRead } = await file.read(headers, 0, headersBytes, 0)
  const hash = createHash('sha256').update(headers.subarray(0, bytesRead)).digest('hex')
  return `${size} ${hash}`
}
