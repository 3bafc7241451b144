// Reads blocks of a file into the kernel's memory: a block's complete lines, the last one beyond its end.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { Kernel, stretchAt } from './kernel/kernel.ts'
import { blockBytes, longestRead, type OrderedFile } from './orders.ts'

/** The file vanished, was truncated, or was replaced. */
export class FileGone extends Error {}

export interface Stretch {
  /** Addresses of the first line, and after the last. */
  from: number
  end: number
  /** File offset minus address. */
  shift: number
}

const kernel = new Kernel(blockBytes + 65_536)
const opened = new Map<string, number>()
const mostOpened = 50

export const theKernel = (): Kernel => kernel

function openFile({ path, inode }: OrderedFile): number {
  const key = `${inode} ${path}`
  const known = opened.get(key)
  if (known !== undefined) return known
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch (error) {
    throw new FileGone((error as Error).message)
  }
  if (inodeOf(fd) !== inode) {
    closeSync(fd)
    throw new FileGone(path)
  }
  const [oldest] = opened
  if (oldest && opened.size >= mostOpened) {
    closeSync(oldest[1])
    opened.delete(oldest[0])
  }
  opened.set(key, fd)
  return fd
}

/** Closes files after a rest, so that deleted ones free their space. */
export function closeFiles(): void {
  for (const fd of opened.values()) closeSync(fd)
  opened.clear()
}

function inodeOf(fd: number): string {
  const { dev, ino } = fstatSync(fd, { bigint: true })
  return `${dev}-${ino}`
}

/** Reads into the memory; fewer bytes where the file ends. */
export function readInto(file: OrderedFile, at: number, length: number, offset: number): number {
  const fd = openFile(file)
  let got = 0
  while (got < length) {
    const read = readSync(fd, kernel.bytes, at + got, length - got, offset + got)
    if (read === 0) break
    got += read
  }
  return got
}

/** The lines that begin in the block. */
export function readBlock(file: OrderedFile, block: number): Stretch {
  kernel.forget()
  const begin = block * blockBytes
  const wanted = Math.min(blockBytes, file.size - begin)
  // The byte before tells whether a line begins exactly here.
  const lead = begin > 0 ? 1 : 0
  const base = stretchAt
  const got = readInto(file, base, wanted + lead, begin - lead) - lead
  if (got < wanted) throw new FileGone(file.path)
  const shift = begin - lead - base
  const blockEnd = base + lead + got
  const none = { from: base, end: base, shift }
  const from = lead === 1 ? feedFrom(base, blockEnd) + 1 : base
  if (from >= blockEnd || got === 0) return none
  const end = lastLineEnd(file, blockEnd, begin + got)
  kernel.bytes[end] = 10
  // Ends whatever precedes the first line.
  kernel.bytes[from - 1] = 10
  return { from, end, shift }
}

/** Address of the next line feed; the end where there is none. */
export function feedFrom(from: number, end: number): number {
  const feed = kernel.bytes.subarray(from, end).indexOf(10)
  return feed < 0 ? end : from + feed
}

/** The end of the line that crosses the block's end, line feed included. */
function lastLineEnd(file: OrderedFile, end: number, offset: number): number {
  if (offset >= file.size || kernel.bytes[end - 1] === 10) return end
  let length = 0
  for (let step = 16_384; length < longestRead && offset + length < file.size; step *= 2) {
    kernel.makeRoom(end - stretchAt + length + step + 65_536)
    const got = readInto(file, end + length, Math.min(step, file.size - offset - length), offset + length)
    const feed = kernel.bytes.subarray(end + length, end + length + got).indexOf(10)
    if (feed >= 0) return end + length + feed + 1
    length += got
    if (got < step) break
  }
  return end + length
}
