// The kernel's memory for one stretch of a file, and the lists of lines that it finds there.
import { assemble } from './assemble.ts'
import { kernelFunctions, longestNeedle, maskAt, needleAt, resumeAt } from './functions.ts'
import type { Needle } from './needle.ts'

interface Exports {
  find(from: number, end: number, length: number, first: number, second: number): number
  holding(
    from: number,
    end: number,
    length: number,
    first: number,
    second: number,
    out: number,
    most: number,
  ): number
  lines(from: number, end: number, out: number, most: number): number
  numbers(
    from: number,
    end: number,
    length: number,
    first: number,
    second: number,
    out: number,
    most: number,
    least: number,
    greatest: number,
  ): number
}

/** Pairs: a line's start and end, with the flag `unsure` where only a closer check can decide. */
export type Lines = Int32Array

const outAt = 65_536
const mostAtOnce = 65_536
/** Address of a stretch; a line feed precedes it. */
export const stretchAt = outAt + mostAtOnce * 8 + 65_536
/** Vector instructions read beyond the end. */
const margin = 128
const page = 65_536

export class Kernel {
  readonly #memory: WebAssembly.Memory
  readonly #exports: Exports
  readonly #held = new Map<Needle, boolean>()
  #needle: Needle | null = null
  bytes: Uint8Array

  constructor(room: number) {
    const initial = Math.ceil((stretchAt + room + margin) / page)
    this.#memory = new WebAssembly.Memory({ initial })
    const module = new WebAssembly.Module(assemble(kernelFunctions))
    const { exports } = new WebAssembly.Instance(module, { engine: { memory: this.#memory } })
    this.#exports = exports as unknown as Exports
    this.bytes = new Uint8Array(this.#memory.buffer)
    this.bytes[stretchAt - 1] = 10
  }

  /** Makes room for a stretch of this many bytes; keeps the content. */
  makeRoom(room: number): void {
    const lacking = stretchAt + room + margin - this.bytes.length
    if (lacking <= 0) return
    this.#memory.grow(Math.ceil(lacking / page))
    this.bytes = new Uint8Array(this.#memory.buffer)
  }

  count(needle: Needle, from: number, end: number): number {
    this.#take(needle)
    const { bytes, first, second } = needle
    return this.#exports.holding(from, end, bytes.length, first, second, 0, -1)
  }

  /** Whether the stretch contains the needle; cached until another stretch is read. */
  has(needle: Needle, from: number, end: number): boolean {
    const known = this.#held.get(needle)
    if (known !== undefined) return known
    this.#take(needle)
    const { bytes, first, second } = needle
    const holds = this.#exports.find(from, end, bytes.length, first, second) >= 0
    this.#held.set(needle, holds)
    return holds
  }

  /** Call when another stretch is read. */
  forget(): void {
    this.#held.clear()
  }

  holding(needle: Needle, from: number, end: number): Lines {
    this.#take(needle)
    const { bytes, first, second } = needle
    return this.#gather(from, end, (start) =>
      this.#exports.holding(start, end, bytes.length, first, second, outAt, mostAtOnce),
    )
  }

  numbers(needle: Needle, least: number, greatest: number, from: number, end: number): Lines {
    this.#take(needle)
    const { bytes, first, second } = needle
    return this.#gather(from, end, (start) =>
      this.#exports.numbers(start, end, bytes.length, first, second, outAt, mostAtOnce, least, greatest),
    )
  }

  /** Of these lines, those that `numbers` would find; unsure ones stay unsure. */
  numbersAmong(needle: Needle, least: number, greatest: number, lines: Lines): Lines {
    this.#take(needle)
    const { bytes, first, second } = needle
    const out = new Int32Array(this.#memory.buffer, outAt, 2)
    const left = new Int32Array(lines.length)
    let count = 0
    for (let at = 0; at < lines.length; at += 2) {
      const start = lines[at] ?? 0
      const flagged = lines[at + 1] ?? 0
      const end = flagged & 0x7fff_ffff
      const found = this.#exports.numbers(start, end, bytes.length, first, second, outAt, 1, least, greatest)
      if (found === 0) continue
      left[count] = start
      left[count + 1] = (out[1] ?? 0) | flagged
      count += 2
    }
    return left.subarray(0, count)
  }

  lines(from: number, end: number): Lines {
    return this.#gather(from, end, (start) => this.#exports.lines(start, end, outAt, mostAtOnce))
  }

  #gather(from: number, end: number, walk: (from: number) => number): Lines {
    const parts: Int32Array[] = []
    for (let start = from; start < end; ) {
      const count = walk(start)
      parts.push(new Int32Array(this.#memory.buffer.slice(outAt, outAt + count * 8)))
      start = new Int32Array(this.#memory.buffer, resumeAt, 1)[0] ?? end
    }
    const [only] = parts
    if (parts.length <= 1) return only ?? new Int32Array(0)
    const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const part of parts) {
      all.set(part, at)
      at += part.length
    }
    return all
  }

  #take(needle: Needle): void {
    if (this.#needle === needle) return
    this.#needle = needle
    this.bytes.fill(0, maskAt, maskAt + longestNeedle)
    this.bytes.set(needle.bytes, needleAt)
    this.bytes.set(needle.masks, maskAt)
  }
}
