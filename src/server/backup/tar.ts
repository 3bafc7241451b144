// Archives in the plain tar format (ustar), so that any system can look into a backup.
import { type FileHandle, open } from 'node:fs/promises'
import { writeAll } from '../files/whole.ts'

const blockBytes = 512
const chunkBytes = 1024 * 1024
/** Larger sizes don't fit the octal field and are written in binary, as by GNU tar. */
const octalLimit = 8 ** 11

export class TarWriter {
  readonly #file: FileHandle
  #at = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  /** Returns the entry's size; the header is written last, when the size is known. */
  async add(name: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<number> {
    const start = this.#at
    this.#at += blockBytes
    for await (const chunk of chunks) await this.#append(chunk)
    const size = this.#at - start - blockBytes
    await this.#append(Buffer.alloc(padding(size)))
    await writeAll(this.#file, header(name, size), start)
    return size
  }

  async end(): Promise<void> {
    await this.#append(Buffer.alloc(2 * blockBytes))
  }

  async #append(bytes: Buffer): Promise<void> {
    await writeAll(this.#file, bytes, this.#at)
    this.#at += bytes.length
  }
}

interface TarEntry {
  name: string
  size: number
  /** Must be read to the end before the next entry. */
  chunks: AsyncIterable<Buffer>
}

/** Throws where the file is no archive or is truncated. */
export async function* readTar(path: string): AsyncGenerator<TarEntry> {
  const file = await open(path, 'r')
  try {
    for (let at = 0; ; ) {
      const head = await readExactly(file, at, blockBytes)
      if (head.every((byte) => byte === 0)) return
      if (checksum(head) !== Number.parseInt(head.toString('latin1', 148, 156), 8)) {
        throw new Error('不是有效的备份文件')
      }
      const name = head.toString('utf8', 0, 100).replace(/\0.*$/s, '')
      const size = readSize(head)
      yield { name, size, chunks: readChunks(file, at + blockBytes, size) }
      at += blockBytes + size + padding(size)
    }
  } finally {
    await file.close()
  }
}

async function* readChunks(file: FileHandle, start: number, size: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; ) {
    const chunk = await readExactly(file, start + done, Math.min(chunkBytes, size - done))
    done += chunk.length
    yield chunk
  }
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new Error('备份文件不完整')
    filled += bytesRead
  }
  return buffer
}

const padding = (size: number): number => (blockBytes - (size % blockBytes)) % blockBytes

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for an archive`)
  const head = Buffer.alloc(blockBytes)
  const put = (text: string, at: number) => head.set(Buffer.from(text), at)
  const octal = (value: number, at: number, length: number) =>
    put(value.toString(8).padStart(length - 1, '0'), at)
  put(name, 0)
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  if (size < octalLimit) octal(size, 124, 12)
  else {
    head.writeUInt8(0x80, 124)
    head.writeBigUInt64BE(BigInt(size), 128)
  }
  octal(Math.trunc(Date.now() / 1000), 136, 12)
  put('0', 156)
  put('ustar\x0000', 257)
  put(`${checksum(head).toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

function readSize(head: Buffer): number {
  return head.readUInt8(124) === 0x80
    ? Number(head.readBigUInt64BE(128))
    : Number.parseInt(head.toString('latin1', 124, 136), 8)
}

/** Sum of all header bytes, with its own field counted as blanks. */
function checksum(head: Buffer): number {
  let sum = 8 * 0x20
  for (let at = 0; at < blockBytes; at++) if (at < 148 || at >= 156) sum += head.readUInt8(at)
  return sum
}
