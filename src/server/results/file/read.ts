// Reads a result's file: its footer, single chunks, and windows of rows whose texts stay unparsed.
import { type FileHandle, open } from 'node:fs/promises'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import type { ResultWindow } from '../types.ts'
import { cut } from './cut.ts'
import {
  assertProven,
  type ChunkPlace,
  chunkColumns,
  DamagedResult,
  decodeFooter,
  mostTailBytes,
  type ResultHead,
  readTail,
} from './format.ts'

/** A window ends with the chunk that reaches this size, because it is held in memory whole. */
const mostWindowBytes = 32 * 1024 * 1024

async function readExactly(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, offset + done)
    if (bytesRead === 0) throw new DamagedResult('the result file ends too early')
    done += bytesRead
  }
  return bytes
}

/** Head and index of a complete file; throws where the file is not one. */
export async function readFooter(path: string): Promise<{ head: ResultHead; places: ChunkPlace[] }> {
  await using file = await open(path)
  const { size } = await file.stat()
  const end = Math.min(size, mostTailBytes)
  const tail = readTail(await readExactly(file, size - end, end))
  const start = tail ? size - tail.tail - tail.head - tail.index : -1
  if (!tail || start < 0) throw new DamagedResult('not a result file')
  return decodeFooter(await readExactly(file, start, tail.index + tail.head), tail)
}

/** A chunk's bytes, checked against their checksum. */
async function readProven(file: FileHandle, { offset, bytes: length, crc }: ChunkPlace): Promise<Buffer> {
  const bytes = await readExactly(file, offset, length)
  assertProven(bytes, crc)
  return bytes
}

export async function readChunk(
  file: FileHandle,
  place: ChunkPlace,
  columnCount: number,
): Promise<ColumnChunk> {
  const bytes = await readProven(file, place)
  return {
    rowCount: place.rowCount,
    columns: chunkColumns(bytes, columnCount).map((column) => column.toString()),
  }
}

/** Index of the chunk that holds the row; the number of chunks where none does. */
function chunkOf(places: ChunkPlace[], row: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    const { firstRow, rowCount } = places[middle] as ChunkPlace
    if (firstRow + rowCount <= row) low = middle + 1
    else high = middle
  }
  return low
}

/** Exactly the requested rows, unless the result ends or the window becomes too large. */
export async function readWindow(
  path: string,
  places: ChunkPlace[],
  columnCount: number,
  from: number,
  count: number,
): Promise<ResultWindow> {
  const parts: string[][] = Array.from({ length: columnCount }, () => [])
  let rows = 0
  let size = 0
  await using file = await open(path)
  for (let at = chunkOf(places, from); at < places.length && rows < count; at += 1) {
    if (size > mostWindowBytes) break
    const place = places[at] as ChunkPlace
    const first = from + rows - place.firstRow
    const last = Math.min(place.rowCount, first + count - rows)
    const columns = chunkColumns(await readProven(file, place), columnCount)
    columns.forEach((bytes, index) => {
      const text = first === 0 && last === place.rowCount ? inner(bytes) : cut(bytes, first, last)
      size += text.length
      parts[index]?.push(text)
    })
    rows += last - first
  }
  const end = places.at(-1)
  const total = end ? end.firstRow + end.rowCount : 0
  return { from, rowCount: rows, total, columns: parts.map((texts) => `[${texts.join(',')}]`) }
}

const inner = (bytes: Buffer): string => bytes.toString('utf8', 1, bytes.length - 1)
