// An index of large containers in a JSON text (start, end, number of values), built while the text is
// checked, in one pass over its bytes. Small containers are scanned again when needed.
import { type describeProblem, JsonProblem } from './problem.ts'

/** Smallest container in the index, in bytes. */
const leastBytes = 512
/** Limit of the index, for a text of nothing but brackets. */
const deepest = 8_000_000

export interface JsonIndex {
  /** In ascending order. */
  starts: Uint32Array
  /** Position after the closing bracket. */
  ends: Uint32Array
  counts: Uint32Array
  size: number
}

interface Scanned {
  index: JsonIndex
  /** Where the top-level values begin: one, or one for each of several lines. */
  roots: Uint32Array
  deepest: number
  hasEscapes: boolean
}

const quote = 34
const backslash = 92
const comma = 44
const colon = 58
const openObject = 123
const closeObject = 125
const openArray = 91
const closeArray = 93

class Scanner {
  readonly bytes: Uint8Array
  readonly length: number
  starts = new Uint32Array(1024)
  ends = new Uint32Array(1024)
  counts = new Uint32Array(1024)
  size = 0
  /** Positions of the open containers in the index. */
  open = new Uint32Array(1024)
  depth = 0
  deepest = 0
  hasEscapes = false

  constructor(bytes: Uint8Array, length: number) {
    this.bytes = bytes
    this.length = length
  }

  space(from: number): number {
    const { bytes } = this
    let at = from
    for (;;) {
      const byte = bytes[at] as number
      if (byte > 32 || (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9)) return at
      at++
    }
  }

  fail(at: number, kind: Parameters<typeof describeProblem>[0]): never {
    const ended = at >= this.length
    const within = this.depth > 0 ? this.starts[this.open[this.depth - 1] as number] : undefined
    throw new JsonProblem(ended && kind !== 'number' ? 'end' : kind, Math.min(at, this.length), within)
  }

  enter(at: number): void {
    if (this.size === this.starts.length) this.grow()
    if (this.depth === this.open.length) this.open = wider(this.open)
    this.starts[this.size] = at
    this.counts[this.size] = 0
    this.open[this.depth++] = this.size++
    if (this.depth > this.deepest) {
      this.deepest = this.depth
      if (this.depth > deepest) throw new JsonProblem('deep', at)
    }
  }

  leave(end: number, last: number): void {
    const place = this.open[--this.depth] as number
    if (end - (this.starts[place] as number) < leastBytes) {
      // Everything within the container was smaller and is already dropped.
      this.size = place
      return
    }
    this.ends[place] = end
    this.counts[place] = (this.counts[place] as number) + last
  }

  grow(): void {
    this.starts = wider(this.starts)
    this.ends = wider(this.ends)
    this.counts = wider(this.counts)
  }

  /** Scans one value from its first byte; returns its end. */
  value(from: number): number {
    const { bytes } = this
    let at = from
    for (;;) {
      const first = bytes[at] as number
      if (first === quote) at = this.string(at)
      else if (first === openObject || first === openArray) {
        this.enter(at)
        const isObject = first === openObject
        at = this.space(at + 1)
        if (bytes[at] !== (isObject ? closeObject : closeArray)) {
          if (isObject) at = this.key(at)
          continue
        }
        this.leave(++at, 0)
      } else if ((first >= 48 && first <= 57) || first === 45) at = this.number(at)
      else at = this.word(at)
      const next = this.after(at)
      if (next < 0) return ~next
      at = next
    }
  }

  /**
   * What follows a value: the position of the next one, or the bitwise inverse of the end when there is none.
   */
  after(from: number): number {
    const { bytes } = this
    let at = from
    for (;;) {
      if (this.depth === 0) return ~at
      const place = this.open[this.depth - 1] as number
      const isObject = bytes[this.starts[place] as number] === openObject
      at = this.space(at)
      const byte = bytes[at]
      if (byte === comma) {
        this.counts[place] = (this.counts[place] as number) + 1
        const comes = this.space(at + 1)
        const next = bytes[comes]
        if (next === closeObject || next === closeArray) this.fail(at, 'trailingComma')
        return isObject ? this.key(comes) : comes
      }
      if (byte !== (isObject ? closeObject : closeArray))
        this.fail(
          at,
          byte === closeObject || byte === closeArray ? 'bracket' : isObject ? 'afterMember' : 'afterItem',
        )
      this.leave(++at, 1)
    }
  }

  key(at: number): number {
    if (this.bytes[at] !== quote) this.fail(at, 'key')
    const end = this.space(this.string(at))
    if (this.bytes[end] !== colon) this.fail(end, 'colon')
    return this.space(end + 1)
  }

  string(from: number): number {
    const { bytes } = this
    let at = from + 1
    for (;;) {
      const byte = bytes[at] as number
      if (byte === quote) return at + 1
      if (byte === backslash) at = this.escape(at)
      else if (byte < 32)
        this.fail(at >= this.length ? from : at, at >= this.length ? 'openString' : 'control')
      else at++
    }
  }

  escape(at: number): number {
    this.hasEscapes = true
    const kind = this.bytes[at + 1] as number
    if (kind === 117) {
      for (let digit = at + 2; digit < at + 6; digit++)
        if (!isHex(this.bytes[digit] as number)) this.fail(at, 'escape')
      return at + 6
    }
    // " / \ b f n r t
    if (
      kind !== 34 &&
      kind !== 47 &&
      kind !== 92 &&
      kind !== 98 &&
      kind !== 102 &&
      kind !== 110 &&
      kind !== 114 &&
      kind !== 116
    )
      this.fail(at, 'escape')
    return at + 2
  }

  number(from: number): number {
    const { bytes } = this
    let at = from
    if (bytes[at] === 45) at++
    const whole = at
    while (isDigit(bytes[at] as number)) at++
    if (at === whole) this.fail(from, 'number')
    if (bytes[whole] === 48 && at > whole + 1) this.fail(from, 'leadingZero')
    if (bytes[at] === 46) at = this.digits(at + 1, from)
    if (bytes[at] === 101 || bytes[at] === 69) {
      at++
      if (bytes[at] === 43 || bytes[at] === 45) at++
      at = this.digits(at, from)
    }
    return at
  }

  digits(from: number, number: number): number {
    let at = from
    while (isDigit(this.bytes[at] as number)) at++
    if (at === from) this.fail(number, 'number')
    return at
  }

  word(at: number): number {
    const { bytes } = this
    const is = (word: string) => {
      for (let letter = 0; letter < word.length; letter++)
        if (bytes[at + letter] !== word.charCodeAt(letter)) return false
      return true
    }
    for (const word of words) if (is(word)) return at + word.length
    return this.fail(at, 'value')
  }
}

const words = ['true', 'false', 'null'] as const
const isDigit = (byte: number) => byte >= 48 && byte <= 57
const isHex = (byte: number) => isDigit(byte) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102)

function wider(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(numbers.length * 2)
  more.set(numbers)
  return more
}

/** Throws JsonProblem when the text is neither one JSON value nor one per line. */
export function scanJson(bytes: Uint8Array, length: number): Scanned {
  const scanner = new Scanner(bytes, length)
  let roots = new Uint32Array(16)
  let count = 0
  let at = scanner.space(0)
  if (at >= length) throw new JsonProblem('empty', 0)
  for (;;) {
    if (count === roots.length) roots = wider(roots)
    roots[count++] = at
    const end = scanner.value(at)
    at = scanner.space(end)
    if (at >= length) break
    if (!hasLineEnd(bytes, end, at)) throw new JsonProblem('rest', at)
  }
  const { starts, ends, counts, size, hasEscapes } = scanner
  return {
    index: { starts, ends, counts, size },
    roots: roots.slice(0, count),
    deepest: scanner.deepest,
    hasEscapes,
  }
}

function hasLineEnd(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === 10 || bytes[at] === 13) return true
  return false
}

/** The index entry of the container that begins there; -1 for a small container. */
export function placeIn({ starts, size }: JsonIndex, start: number): number {
  let low = 0
  let high = size - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = starts[middle] as number
    if (found === start) return middle
    if (found < start) low = middle + 1
    else high = middle - 1
  }
  return -1
}
