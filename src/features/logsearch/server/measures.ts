// Measurements of file blocks: number of lines and range of times. Taken once per block and cached on disk,
// so that searches skip irrelevant blocks and count whole ones without reading them.
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { saveFile } from '#server/files/whole.ts'
import { blockBytes, type Measured } from './engine/orders.ts'
import type { LogFile } from './files.ts'
import type { LogReaders } from './readers.ts'

/** A block is final when this many bytes follow it: its last line is complete by then. */
const settledBehind = 4_096
const atOnce = 16
/** Numbers per block in the stored form. */
const width = 5
const mostFilesKept = 20_000

export interface Block {
  file: LogFile
  block: number
  lines: number
  /** Time range of its lines; a line without a time has that of the line before. NaN where unknown. */
  low: number
  high: number
  /** Time of the line before the block. */
  carry: number
  /** Whether it was measured, and each of its lines has a time. */
  exact: boolean
}

interface Known {
  settled: Measured[]
  /** Measurements of blocks that may still grow, for a file size. */
  open: { size: number; blocks: Measured[] }
}

export class Measures {
  readonly #folder: string
  readonly #readers: LogReaders
  readonly #known = new Map<string, Promise<Known>>()
  readonly #taking = new Map<string, Promise<void>>()

  constructor(dataDir: string, readers: LogReaders) {
    this.#folder = join(dataDir, 'logs', '.measures')
    this.#readers = readers
  }

  /** Bytes of these files that are not measured yet. */
  async lacking(files: readonly LogFile[]): Promise<number> {
    const left = await Promise.all(
      files.map(async (file) => (settledCount(file) - (await this.#of(file)).settled.length) * blockBytes),
    )
    return left.reduce((sum, bytes) => sum + bytes, 0)
  }

  /** Measures what is missing; one run per file at a time. */
  async take(file: LogFile, signal: AbortSignal, line: string | number): Promise<void> {
    const before = this.#taking.get(file.key)
    if (before) await before.catch(() => undefined)
    const work = this.#take(file, signal, line)
    this.#taking.set(file.key, work)
    try {
      await work
    } finally {
      if (this.#taking.get(file.key) === work) this.#taking.delete(file.key)
    }
  }

  async #take(file: LogFile, signal: AbortSignal, line: string | number): Promise<void> {
    const known = await this.#of(file)
    const settled = settledCount(file)
    const begun = known.settled.length
    while (known.settled.length < settled) {
      const from = known.settled.length
      const steps = Array.from({ length: this.#readers.atOnce }, (_, at) => from + at * atOnce)
      const parts = await Promise.all(
        steps.map((step) => this.#measure(file, step, Math.min(step + atOnce, settled), signal, line)),
      )
      known.settled.push(...parts.flat())
    }
    if (known.settled.length > begun) await this.#keep(file.key, known.settled)
    if (known.open.size === file.size && begun === settled) return
    const count = Math.ceil(file.size / blockBytes)
    known.open = { size: file.size, blocks: await this.#measure(file, settled, count, signal, line) }
  }

  async #measure(
    file: LogFile,
    from: number,
    to: number,
    signal: AbortSignal,
    line: string | number,
  ): Promise<Measured[]> {
    if (from >= to) return []
    const blocks = Array.from({ length: to - from }, (_, at) => from + at)
    return this.#readers.ask({ kind: 'measure', file, blocks }, signal, line)
  }

  /** Measured blocks, and estimates from first times for the rest. */
  async blocksOf(file: LogFile, signal: AbortSignal, line: string | number): Promise<Block[]> {
    const known = await this.#of(file)
    const open = known.open.size === file.size ? known.open.blocks : []
    const measured = [...known.settled, ...open]
    const count = Math.ceil(file.size / blockBytes)
    const blocks = timed(file, measured.slice(0, count))
    if (measured.length >= count) return blocks
    const rest = Array.from({ length: count - measured.length }, (_, at) => measured.length + at)
    const times = await this.#readers.ask({ kind: 'probe', file, blocks: rest }, signal, line)
    const carried = blocks.at(-1)?.high ?? Number.NaN
    return [...blocks, ...guessed(file, rest, times, carried)]
  }

  async #of({ key }: LogFile): Promise<Known> {
    const known = this.#known.get(key) ?? this.#read(key)
    this.#known.set(key, known)
    return known
  }

  async #read(key: string): Promise<Known> {
    const bytes = believed(await readFile(join(this.#folder, key)).catch(() => Buffer.alloc(0)))
    const whole = bytes.length - (bytes.length % (width * 8))
    const figures = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + whole))
    const settled = Array.from({ length: figures.length / width }, (_, block) => {
      const [lines = 0, lead = 0, first = Number.NaN, last = Number.NaN, end = Number.NaN] = figures.subarray(
        block * width,
        (block + 1) * width,
      )
      return { block, lines, lead, first, last, end }
    })
    return { settled, open: { size: -1, blocks: [] } }
  }

  /** Best effort: without disk space it is measured again after a restart. */
  async #keep(key: string, settled: readonly Measured[]): Promise<void> {
    const figures = new Float64Array(
      settled.flatMap(({ lines, lead, first, last, end }) => [lines, lead, first, last, end]),
    )
    try {
      await mkdir(this.#folder, { recursive: true })
      const path = join(this.#folder, key)
      await saveFile(path, proven(Buffer.from(figures.buffer)), { durable: false })
      await this.#forgetOld()
    } catch {
      // No disk space: it is measured again after a restart.
    }
  }

  async #forgetOld(): Promise<void> {
    const names = await readdir(this.#folder)
    if (names.length <= mostFilesKept) return
    const aged = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(this.#folder, name))).mtimeMs })),
    )
    const old = aged.sort((one, other) => one.at - other.at).slice(0, names.length - mostFilesKept / 2)
    await Promise.all(old.map(({ name }) => rm(join(this.#folder, name), { force: true })))
  }
}

const settledCount = ({ size }: LogFile): number =>
  Math.max(0, Math.floor((size - settledBehind) / blockBytes))

function timed(file: LogFile, measured: readonly Measured[]): Block[] {
  let carry = Number.NaN
  return measured.map(({ block, lines, lead, first, last, end }) => {
    const isLed = lead > 0 && lines > 0
    const told = isLed ? [carry, first, last] : [first, last]
    const known = told.filter((time) => !Number.isNaN(time))
    const one: Block = {
      file,
      block,
      lines,
      low: known.length > 0 ? Math.min(...known) : Number.NaN,
      high: known.length > 0 ? Math.max(...known) : Number.NaN,
      carry,
      exact: known.length > 0 && !(isLed && Number.isNaN(carry)),
    }
    if (!Number.isNaN(end)) carry = end
    return one
  })
}

function guessed(
  file: LogFile,
  blocks: readonly number[],
  times: readonly number[],
  before: number,
): Block[] {
  return blocks.map((block, at) => {
    const known = [times[at - 1] ?? before, times[at], times[at + 1]].filter(
      (time): time is number => time !== undefined && !Number.isNaN(time),
    )
    const isLast = at === blocks.length - 1
    const low = known.length > 0 ? Math.min(...known) : Number.NaN
    // The last lines may be as new as the file's last change.
    const high = known.length > 0 ? Math.max(...known, ...(isLast ? [file.changed] : [])) : Number.NaN
    return { file, block, lines: 0, low, high, carry: times[at - 1] ?? before, exact: false }
  })
}

/** Prefixed with a checksum. */
function proven(figures: Buffer): Buffer {
  const proof = Buffer.alloc(8)
  proof.writeDoubleLE(crc32(figures))
  return Buffer.concat([proof, figures])
}

/** Null where the checksum fails: the file is measured again. */
function believed(bytes: Buffer): Buffer {
  const figures = bytes.subarray(8)
  return bytes.length >= 8 && bytes.readDoubleLE() === crc32(figures) ? figures : Buffer.alloc(0)
}
