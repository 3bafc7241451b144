// The file format of a result: chunks one after another, then the chunk index, the head and a closing
// trailer. A file is written under a temporary name and renamed after sync, so a file under its final name is
// complete. The index holds each chunk's checksum, the trailer that of index and head: data that the disk
// changed is rejected.
import { crc32 } from 'node:zlib'
import type { WarehouseColumn } from '#server/warehouse/types.ts'

/** The position of a chunk. */
export interface ChunkPlace {
  firstRow: number
  rowCount: number
  offset: number
  /** Of the chunk's head and texts. */
  bytes: number
  /** CRC of the same bytes; null in files of earlier releases, which expire within days. */
  crc: number | null
}

export interface ResultHead {
  columns: WarehouseColumn[]
  rowCount: number
  truncated: boolean
}

const formats = [
  { mark: Buffer.from('RESULT02'), placeBytes: 32, tailBytes: 20, isProven: true },
  { mark: Buffer.from('RESULT01'), placeBytes: 28, tailBytes: 16, isProven: false },
] as const
const [current] = formats
type Format = (typeof formats)[number]

export const mostTailBytes = current.tailBytes

/** A result's file differs from what was written. */
export class DamagedResult extends Error {}

/** Number of rows and the length of each column's text. */
export function chunkHead(rowCount: number, lengths: number[]): Buffer {
  const head = Buffer.allocUnsafe(4 + lengths.length * 4)
  head.writeUInt32LE(rowCount, 0)
  lengths.forEach((length, index) => {
    head.writeUInt32LE(length, 4 + index * 4)
  })
  return head
}

/** The bytes of each column's text. */
export function chunkColumns(bytes: Buffer, columnCount: number): Buffer[] {
  let at = 4 + columnCount * 4
  return Array.from({ length: columnCount }, (_, index) => {
    const from = at
    at += bytes.readUInt32LE(4 + index * 4)
    return bytes.subarray(from, at)
  })
}

export function encodeFooter(places: ChunkPlace[], head: ResultHead): Buffer {
  const { placeBytes, mark } = current
  const index = Buffer.allocUnsafe(places.length * placeBytes)
  places.forEach(({ firstRow, rowCount, offset, bytes, crc }, at) => {
    index.writeDoubleLE(firstRow, at * placeBytes)
    index.writeDoubleLE(offset, at * placeBytes + 8)
    index.writeDoubleLE(bytes, at * placeBytes + 16)
    index.writeUInt32LE(rowCount, at * placeBytes + 24)
    index.writeUInt32LE(crc ?? 0, at * placeBytes + 28)
  })
  const text = Buffer.from(JSON.stringify(head))
  const tail = Buffer.allocUnsafe(12)
  tail.writeUInt32LE(index.length, 0)
  tail.writeUInt32LE(text.length, 4)
  tail.writeUInt32LE(crc32(text, crc32(index)), 8)
  return Buffer.concat([index, text, tail, mark])
}

interface Tail {
  /** Lengths of the index, of the head, and of what follows them. */
  index: number
  head: number
  tail: number
  format: Format
  crc: number | null
}

/** Parses the last bytes of a file; null where they are not a trailer of ours. */
export function readTail(end: Buffer): Tail | null {
  const format = formats.find(({ mark }) => end.subarray(-mark.length).equals(mark))
  if (!format || end.length < format.tailBytes) return null
  const tail = end.subarray(-format.tailBytes)
  return {
    index: tail.readUInt32LE(0),
    head: tail.readUInt32LE(4),
    tail: format.tailBytes,
    format,
    crc: format.isProven ? tail.readUInt32LE(8) : null,
  }
}

/** Throws DamagedResult where the bytes of index and head are not those that were written. */
export function decodeFooter(
  bytes: Buffer,
  { index, format, crc }: Tail,
): { head: ResultHead; places: ChunkPlace[] } {
  assertProven(bytes, crc)
  const { placeBytes } = format
  const places = Array.from({ length: index / placeBytes }, (_, at) => ({
    firstRow: bytes.readDoubleLE(at * placeBytes),
    offset: bytes.readDoubleLE(at * placeBytes + 8),
    bytes: bytes.readDoubleLE(at * placeBytes + 16),
    rowCount: bytes.readUInt32LE(at * placeBytes + 24),
    crc: format.isProven ? bytes.readUInt32LE(at * placeBytes + 28) : null,
  }))
  return { places, head: JSON.parse(bytes.toString('utf8', index)) as ResultHead }
}

export function assertProven(bytes: Buffer, crc: number | null): void {
  if (crc !== null && crc32(bytes) !== crc)
    throw new DamagedResult('the result file is not as it was written')
}
