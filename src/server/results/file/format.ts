// How a result lies in its file: chunks one after the other, then the index of chunks, the head, and a closing mark.
// A file with its whole name has all of it: it is written under another name and renamed when it is synced.
import type { WarehouseColumn } from '../../warehouse/types.ts'

/** Where a chunk stands. */
export interface ChunkPlace {
  firstRow: number
  rowCount: number
  offset: number
  /** Of its head and texts. */
  bytes: number
}

export interface ResultHead {
  columns: WarehouseColumn[]
  rowCount: number
  truncated: boolean
}

const mark = Buffer.from('RESULT01')
const placeBytes = 28
export const tailBytes = 8 + mark.length

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
  const index = Buffer.allocUnsafe(places.length * placeBytes)
  places.forEach(({ firstRow, rowCount, offset, bytes }, at) => {
    index.writeDoubleLE(firstRow, at * placeBytes)
    index.writeDoubleLE(offset, at * placeBytes + 8)
    index.writeDoubleLE(bytes, at * placeBytes + 16)
    index.writeUInt32LE(rowCount, at * placeBytes + 24)
  })
  const text = Buffer.from(JSON.stringify(head))
  const tail = Buffer.allocUnsafe(8)
  tail.writeUInt32LE(index.length, 0)
  tail.writeUInt32LE(text.length, 4)
  return Buffer.concat([index, text, tail, mark])
}

/** Lengths of the index and of the head; null where the file does not end as one of ours. */
export function readTail(tail: Buffer): { index: number; head: number } | null {
  if (tail.length !== tailBytes || !tail.subarray(8).equals(mark)) return null
  return { index: tail.readUInt32LE(0), head: tail.readUInt32LE(4) }
}

export function decodeIndex(bytes: Buffer): ChunkPlace[] {
  return Array.from({ length: bytes.length / placeBytes }, (_, at) => ({
    firstRow: bytes.readDoubleLE(at * placeBytes),
    offset: bytes.readDoubleLE(at * placeBytes + 8),
    bytes: bytes.readDoubleLE(at * placeBytes + 16),
    rowCount: bytes.readUInt32LE(at * placeBytes + 24),
  }))
}
