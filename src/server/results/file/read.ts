// Reads a result's file: its footer, single chunks, and windows of rows whose texts stay unparsed.
import { type FileHandle, open } from 'node:fs/promises'
import type { ColumnChunk } from '../../warehouse/types.ts'
import type { ResultWindow } from '../types.ts'
import { cut } from './cut.ts'
import { type ChunkPlace, chunkColumns, decodeIndex, type ResultHead, readTail, tailBytes } from './format.ts'

/** A window ends after the chunk that reaches it, whatever was asked for: it is held in memory as a whole. */
const mostWindowBytes = 32 * 1024 * 1024

export async function readExactly(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, offset + done)
    if (bytesRead === 0) throw new Error('the result file ends too early')
    done += bytesRead
  }
  return bytes
}

/** Head and index of a whole file; throws where it is none. */
export async function readFooter(path: string): Promise<{ head: ResultHead; places: ChunkPlace[] }> {
  await using file = await open(path)
  const { size } = await file.stat()
  const tail = size < tailBytes ? null : readTail(await readExactly(file, size - tailBytes, tailBytes))
  if (!tail) throw new Error('not a result file')
  const start = size - tailBytes - tail.head - tail.index
  const bytes = await readExactly(file, start, tail.index + tail.head)
  return {
    places: decodeIndex(bytes.subarray(0, tail.index)),
    head: JSON.parse(bytes.toString('utf8', tail.index)) as ResultHead,
  }
}

export async function readChunk(
  file: FileHandle,
  place: ChunkPlace,
  columnCount: number,
): Promise<ColumnChunk> {
  const bytes = await readExactly(file, place.offset, place.bytes)
  return {
    rowCount: place.rowCount,
    columns: chunkColumns(bytes, columnCount).map((column) => column.toString()),
  }
}

/** Position of the chunk that holds the row; the number of chunks where none does. */
export function chunkOf(places: ChunkPlace[], row: number): number {
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

/** Exactly the rows that are asked for, but for the end of the result and a bound on the window's size. */
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
    const columns = chunkColumns(await readExactly(file, place.offset, place.bytes), columnCount)
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
