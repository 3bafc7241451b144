// A cached result on disk: a checksum line, a head, then the texts of the columns. A file that a kill or a
// bad disk damaged fails the checksum and counts as missing.
import { readFile, rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { saveFile } from '../files/whole.ts'
import type { ColumnChunk } from '../warehouse/types.ts'

const format = 'figures1'
const newline = 0x0a

interface Head<About> {
  about: About
  chunks: { rowCount: number; bytes: number[] }[]
}

export interface Stored<About> {
  about: About
  chunks: ColumnChunk[]
}

export function toBytes<About>({ about, chunks }: Stored<About>): Buffer {
  const texts = chunks.map(({ columns }) => columns.map((text) => Buffer.from(text)))
  const head: Head<About> = {
    about,
    chunks: chunks.map(({ rowCount }, index) => ({
      rowCount,
      bytes: (texts[index] ?? []).map((text) => text.length),
    })),
  }
  const body = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...texts.flat()])
  return Buffer.concat([Buffer.from(`${format} ${crc32(body)}\n`), body])
}

/** Null for bytes that `toBytes` did not make. */
export function fromBytes<About>(bytes: Buffer): Stored<About> | null {
  const lineEnd = bytes.indexOf(newline)
  const proof = /^(\w+) (\d+)$/.exec(bytes.subarray(0, Math.max(0, lineEnd)).toString('latin1'))
  const body = bytes.subarray(lineEnd + 1)
  if (proof?.[1] !== format || Number(proof[2]) !== crc32(body)) return null
  const headEnd = body.indexOf(newline)
  const { about, chunks } = JSON.parse(body.toString('utf8', 0, headEnd)) as Head<About>
  let at = headEnd + 1
  const take = (length: number): string => {
    at += length
    return body.toString('utf8', at - length, at)
  }
  return { about, chunks: chunks.map(({ rowCount, bytes }) => ({ rowCount, columns: bytes.map(take) })) }
}

/** Not synced: what a power cut truncates fails the checksum. */
export const writeAside = (path: string, bytes: Buffer): Promise<void> =>
  saveFile(path, bytes, { durable: false })

/** Null where the file is missing, or damaged and therefore removed. */
export async function readStored<About>(path: string): Promise<Stored<About> | null> {
  const bytes = await readFile(path).catch(() => null)
  if (!bytes) return null
  const stored = fromBytes<About>(bytes)
  if (!stored) await rm(path, { force: true })
  return stored
}
