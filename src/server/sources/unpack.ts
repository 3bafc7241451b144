// Copies a file into a folder, unpacked where it is packed by gzip or zstd.
import { type FileHandle, open } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { writeAll } from '../files/whole.ts'
import { checkedEnding } from '../warehouse/import/source.ts'
import { type FetchedFile, SourceProblem } from './connector.ts'

const packings: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  '.gz': createGunzip,
  '.zst': createZstdDecompress,
}

const packingOf = (name: string) => packings[extname(name).toLowerCase()]
const innerName = (name: string): string => (packingOf(name) ? name.slice(0, -extname(name).length) : name)

/** Whether the name, without the packing's ending, is that of a file that imports read. */
export function isLoadable(name: string): boolean {
  try {
    checkedEnding(innerName(name))
    return true
  } catch {
    return false
  }
}

/** Unpacked content is limited, so that a small file can't fill the disk. */
const mostUnpacked = 64 * 2 ** 30
const mostRatio = 1000

export async function unpackInto(
  handle: FileHandle,
  name: string,
  folder: string,
  signal: AbortSignal,
): Promise<FetchedFile> {
  // The user's name may be too long for a file, or begin with what a tool takes for an option.
  const file = `content${extname(innerName(name)).toLowerCase()}`
  const { size } = await handle.stat()
  const most = packingOf(name) ? Math.min(mostUnpacked, Math.max(size * mostRatio, 2 ** 20)) : Infinity
  let bytes = 0
  const counting = new PassThrough({
    transform(piece: Buffer, _, done) {
      bytes += piece.length
      done(bytes > most ? new SourceProblem(`${name} 解开之后过大，不读`) : null, piece)
    },
  })
  const unpacking = packingOf(name)?.() ?? new PassThrough()
  const reading = handle.createReadStream({ autoClose: false, start: 0 })
  const written = await open(join(folder, file), 'wx', 0o600)
  const write = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) await writeAll(written, piece)
  }
  try {
    await pipeline(reading, unpacking, counting, write, { signal })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (packingOf(name) && /^(Z_|ERR_ZSTD|ZSTD_)/.test(code))
      throw new SourceProblem(`${name} 解不开，可能没有写完或已损坏（${code}）`)
    throw error
  } finally {
    await written.close()
  }
  return { file, bytes }
}
