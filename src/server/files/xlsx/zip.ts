// A zip archive written front to back: entries are compressed as their text comes and sizes follow in data
// descriptors, so only the directory is held in memory.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

interface Entry {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** Larger offsets need ZIP64, which few spreadsheets read. */
const largestZip = 2 ** 32 - 2 ** 20

/** 1980-01-01: archives of equal data are byte-identical. */
const dosDate = 0x21

export class ZipWriter {
  readonly #out: Writable
  readonly #entries: Entry[] = []
  #offset = 0
  #packer: DeflateRaw | null = null
  #current: Entry | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(out: Writable) {
    this.#out = out
  }

  /** Begins an entry; the previous one must have ended. */
  async begin(name: string): Promise<void> {
    this.#current = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: this.#offset }
    await this.#put(localHead(this.#current.name))
    const packer = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 1 << 16 })
    this.#packer = packer
    this.#writing = this.#pump(packer, this.#current)
    // The error is reported to whoever awaits the entry's end.
    this.#writing.catch(() => undefined)
  }

  /** Writes bytes of the current entry; waits while the reader is behind. */
  async write(bytes: Buffer): Promise<void> {
    const entry = this.#current as Entry
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    const packer = this.#packer as DeflateRaw
    if (!packer.write(bytes)) await Promise.race([once(packer, 'drain'), this.#writing])
  }

  /** Uncompressed bytes of the current entry so far. */
  get entrySize(): number {
    return this.#current?.size ?? 0
  }

  async end(): Promise<void> {
    const entry = this.#current as Entry
    this.#packer?.end()
    await this.#writing
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(0x08074b50, 0)
    descriptor.writeUInt32LE(entry.crc, 4)
    descriptor.writeUInt32LE(entry.packed, 8)
    descriptor.writeUInt32LE(entry.size, 12)
    await this.#put(descriptor)
    this.#entries.push(entry)
    this.#current = null
  }

  /** Adds a small entry whole. */
  async add(name: string, text: string): Promise<void> {
    await this.begin(name)
    await this.write(Buffer.from(text))
    await this.end()
  }

  /** Writes the directory, which completes the archive. */
  async close(): Promise<void> {
    const start = this.#offset
    for (const entry of this.#entries) await this.#put(directoryEntry(entry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#offset - start, 12)
    end.writeUInt32LE(start, 16)
    await this.#put(end)
  }

  async #pump(packer: DeflateRaw, entry: Entry): Promise<void> {
    for await (const bytes of packer as AsyncIterable<Buffer>) {
      entry.packed += bytes.length
      await this.#put(bytes)
    }
  }

  async #put(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length
    if (this.#offset > largestZip) throw new Error('the archive is larger than 4 GB')
    if (!this.#out.write(bytes)) await once(this.#out, 'drain')
  }
}

/** Bit 3: sizes follow; bit 11: names are UTF-8. */
const flags = 0x0808

function localHead(name: Buffer): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(8, 8)
  head.writeUInt16LE(dosDate, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function directoryEntry({ name, crc, packed, size, offset }: Entry): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(20, 6)
  head.writeUInt16LE(flags, 8)
  head.writeUInt16LE(8, 10)
  head.writeUInt16LE(dosDate, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(packed, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, name])
}
