// Files packed by gzip or zstd: unpacked beside, within limits, before they are read.
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { writeAll } from '#server/files/whole.ts'
import { storageFailure } from '#server/storage.ts'
import { importProblem } from './problem.ts'

const packings: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  '.gz': createGunzip,
  '.zst': createZstdDecompress,
}
export const packedEndings = Object.keys(packings)

const packingOf = (name: string) => packings[extname(name).toLowerCase()]
export const isPacked = (name: string): boolean => packingOf(name) !== undefined
/** The name without the packing's ending. */
export const innerName = (name: string): string =>
  packingOf(name) ? name.slice(0, -extname(name).length) : name

/** Unpacked content is limited, so that a small file can't fill the disk. */
const mostUnpacked = 64 * 2 ** 30
const mostRatio = 1000

interface Packed {
  reading: Readable
  /** The file's, for messages and by its ending. */
  name: string
  size: number
}

/** Writes the content, unpacked where it is packed, to a new file; returns its size. */
export async function unpackTo(
  path: string,
  { reading, name, size }: Packed,
  { signal, problem = importProblem }: { signal?: AbortSignal; problem?: (text: string) => Error } = {},
): Promise<number> {
  const packing = packingOf(name)
  const most = packing ? Math.min(mostUnpacked, Math.max(size * mostRatio, 2 ** 20)) : Infinity
  let bytes = 0
  const counting = new PassThrough({
    transform(piece: Buffer, _, done) {
      bytes += piece.length
      done(bytes > most ? problem(`${name} 解开之后过大，不读`) : null, piece)
    },
  })
  const written = await open(path, 'wx', 0o600)
  const write = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) await writeAll(written, piece)
  }
  try {
    await pipeline(reading, packing?.() ?? new PassThrough(), counting, write, signal ? { signal } : {})
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (packing && /^(Z_|ERR_ZSTD|ZSTD_)/.test(code))
      throw problem(`${name} 解不开，可能没有写完或已损坏（${code}）`)
    throw storageFailure(error) ?? error
  } finally {
    await written.close()
  }
  return bytes
}

/** The content of a packed file, in a new file in the folder. */
export async function unpackInto(
  { path, name }: { path: string; name: string },
  folder: string,
  signal?: AbortSignal,
): Promise<{ path: string; size: number }> {
  const inner = join(folder, `unpacked${extname(innerName(name)).toLowerCase()}`)
  const { size } = await stat(path)
  const packed = { reading: createReadStream(path), name, size }
  return { path: inner, size: await unpackTo(inner, packed, signal ? { signal } : {}) }
}
