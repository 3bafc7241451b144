// Scans a body's bytes before parsing: enforces the limits and finds where a long body can be split. It
// counts and does not validate: the parser of the pieces finds malformed JSON.
import { AppError, errors } from '#shared/errors.ts'

export interface Most {
  /** Values in the whole body, including lists and objects. */
  values: number
  /** Members of any single object. */
  members: number
  depth: number
  /**
   * Bytes of any single text, number or run of whitespace, which can't be split and is parsed in one step.
   */
  scalar: number
}

/** A long list or object, split at its members. `start` and `end` are the positions of its brackets. */
export interface LongPart {
  start: number
  end: number
  pieces: Piece[]
}

/** Consecutive members or items; or, with `part`, a single one that is long itself. */
export interface Piece {
  start: number
  end: number
  part?: LongPart
}

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32]
const [quote, comma, zero, colon, backslash, letterU] = [34, 44, 48, 58, 92, 117]
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125]

/** An open list or object. */
interface Level {
  start: number
  /** Start of the piece being collected; -1 after a long part, until its comma. */
  from: number
  lastComma: number
  members: number
  pieces: Piece[]
}

export class Scan {
  readonly #bytes: Uint8Array
  readonly #most: Most
  /** A longer value is split. */
  readonly #pieceBytes: number
  readonly #levels: Level[] = []
  #at = 0
  /** Position after the last bracket or comma. */
  #since = 0
  #values = 1
  #inText = false
  root: LongPart | null = null

  constructor(bytes: Uint8Array, most: Most, pieceBytes: number) {
    this.#bytes = bytes
    this.#most = most
    this.#pieceBytes = pieceBytes
  }

  /** Scans this many bytes; false at the end. Throws where a limit is exceeded. */
  next(count: number): boolean {
    const end = Math.min(this.#at + count, this.#bytes.length)
    while (this.#at < end)
      this.#at = this.#inText ? this.#text(this.#at, end) : this.#structure(this.#at, end)
    this.#measure(this.#at)
    return this.#at < this.#bytes.length
  }

  /** Whether every text, list and object is closed; if not, parsing could only fail at the end. */
  isClosed(): boolean {
    return !this.#inText && this.#levels.length === 0
  }

  /**
   * Skips to the end of the text that contains `at`, or to `end`, possibly a little further after an escape.
   */
  #text(at: number, end: number): number {
    const bytes = this.#bytes
    for (let place = at; place < end; place++) {
      const code = bytes[place]
      if (code === quote) {
        this.#inText = false
        return place + 1
      }
      if (code !== backslash) continue
      if (isNul(bytes, place)) throw new AppError('request_malformed', nulMessage)
      place += 1
      if (place >= end) return place + 1
    }
    return end
  }

  #structure(at: number, end: number): number {
    const bytes = this.#bytes
    for (let place = at; place < end; place++) {
      const code = bytes[place]
      if (code === quote) {
        this.#inText = true
        return place + 1
      }
      if (code === colon) this.#member()
      else if (code === comma) this.#comma(place)
      else if (code === openBracket || code === openBrace) this.#open(place)
      else if (code === closeBracket || code === closeBrace) this.#close(place)
      else continue
      this.#measure(place)
      this.#since = place
    }
    return end
  }

  #measure(at: number): void {
    if (at - this.#since > this.#most.scalar) throw tooLarge()
  }

  #open(at: number): void {
    if (this.#levels.length >= this.#most.depth) throw tooLarge()
    this.#count()
    this.#levels.push({ start: at, from: at + 1, lastComma: at, members: 0, pieces: [] })
  }

  #comma(at: number): void {
    this.#count()
    const level = this.#levels.at(-1)
    if (!level) return
    level.lastComma = at
    if (level.from < 0) level.from = at + 1
    else if (at - level.from >= this.#pieceBytes) {
      level.pieces.push({ start: level.from, end: at })
      level.from = at + 1
    }
  }

  #member(): void {
    const level = this.#levels.at(-1)
    if (!level) return
    level.members += 1
    if (level.members > this.#most.members) throw tooLarge()
  }

  #close(at: number): void {
    const level = this.#levels.pop()
    if (!level || at - level.start < this.#pieceBytes) return
    if (level.from >= 0) level.pieces.push({ start: level.from, end: at })
    const part = { start: level.start, end: at + 1, pieces: level.pieces }
    const outer = this.#levels.at(-1)
    if (!outer) {
      this.root ??= part
      return
    }
    const start = outer.lastComma + 1
    if (outer.from < start) outer.pieces.push({ start: outer.from, end: start - 1 })
    outer.pieces.push({ start, end: at + 1, part })
    outer.from = -1
  }

  #count(): void {
    this.#values += 1
    if (this.#values > this.#most.values) throw tooLarge()
  }
}

/** Our texts contain no NUL, and PostgreSQL rejects it. In JSON a NUL can only appear as this escape. */
const isNul = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 1] === letterU && [2, 3, 4, 5].every((step) => bytes[at + step] === zero)

const nulMessage = `${errors.request_malformed.message}：文本含有不能使用的字符`

const tooLarge = (): AppError => new AppError('body_too_large')

/** Whether there is only JSON whitespace. */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = bytes[at]
    if (code !== space && code !== lineFeed && code !== carriageReturn && code !== tab) return false
  }
  return true
}
