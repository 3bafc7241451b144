// A growing byte buffer for cells. Digits are written one by one, without an intermediate string per number.
const quote = 0x22
const backslash = 0x5c
const hex = '0123456789abcdef'

const shortEscapes: Record<number, number> = { 8: 0x62, 9: 0x74, 10: 0x6e, 12: 0x66, 13: 0x72 }

export class TextBuffer {
  bytes: Buffer
  length = 0

  constructor(size = 1024) {
    this.bytes = Buffer.allocUnsafeSlow(size)
  }

  /** Makes room for `count` more bytes; the writers below rely on it and do not check. */
  reserve(count: number): void {
    const needed = this.length + count
    if (needed <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }

  /** Returns a copy of the written bytes and starts anew, releasing the room that one wide cell took. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length))
    this.length = 0
    if (this.bytes.length > 2_000_000) this.bytes = Buffer.allocUnsafeSlow(1024)
    return taken
  }

  byte(value: number): void {
    this.bytes[this.length] = value
    this.length += 1
  }

  /** An ASCII text. */
  ascii(text: string): void {
    for (let index = 0; index < text.length; index += 1)
      this.bytes[this.length + index] = text.charCodeAt(index)
    this.length += text.length
  }

  /** Any text; makes room by itself. */
  text(text: string): void {
    this.reserve(text.length * 3)
    this.length += this.bytes.write(text, this.length)
  }

  /** Two digits. */
  two(value: number): void {
    const tens = (value / 10) | 0
    this.bytes[this.length] = 48 + tens
    this.bytes[this.length + 1] = 48 + value - tens * 10
    this.length += 2
  }

  /** An integer within 2^53. */
  integer(value: number): void {
    let rest = value
    if (rest < 0) {
      this.byte(45)
      rest = -rest
    }
    if (rest < 0x7fff_ffff) this.#small(rest)
    else {
      const high = Math.floor(rest / 1_000_000_000)
      if (high < 0x7fff_ffff) this.#small(high)
      else this.ascii(String(high))
      this.padded(rest - high * 1_000_000_000, 9)
    }
  }

  /** An integer below 2^31 with leading zeros. */
  padded(value: number, width: number): void {
    let rest = value
    for (let at = this.length + width - 1; at >= this.length; at -= 1) {
      const next = (rest / 10) | 0
      this.bytes[at] = 48 + rest - next * 10
      rest = next
    }
    this.length += width
  }

  #small(value: number): void {
    let width = 1
    for (let bound = 10; width < 10 && value >= bound; bound *= 10) width += 1
    this.padded(value, width)
  }

  /** UTF-8 bytes as they are. */
  raw(source: Uint8Array, from: number, to: number): void {
    if (to - from > 64) this.bytes.set(source.subarray(from, to), this.length)
    else for (let at = from; at < to; at += 1) this.bytes[this.length + at - from] = source[at] as number
    this.length += to - from
  }

  /** UTF-8 bytes with JSON escapes, without surrounding quotes. Needs six times their room. */
  escaped(source: Uint8Array, from: number, to: number): void {
    const { bytes } = this
    let into = this.length
    for (let at = from; at < to; at += 1) {
      const value = source[at] as number
      if (value >= 0x20 && value !== quote && value !== backslash) {
        bytes[into] = value
        into += 1
      } else {
        this.length = into
        this.#escape(value)
        into = this.length
      }
    }
    this.length = into
  }

  #escape(value: number): void {
    this.byte(backslash)
    const short = shortEscapes[value]
    if (value >= 0x20) this.byte(value)
    else if (short !== undefined) this.byte(short)
    else this.ascii(`u00${hex[value >> 4]}${hex[value & 15]}`)
  }

  /** UTF-8 bytes as one csv field, quoted where needed. Needs twice their room plus three. */
  field(source: Uint8Array, from: number, to: number, lead: boolean): void {
    if (!needsQuotes(source, from, to)) {
      if (lead) this.byte(39)
      this.raw(source, from, to)
      return
    }
    this.byte(quote)
    if (lead) this.byte(39)
    for (let at = from; at < to; at += 1) {
      const value = source[at] as number
      if (value === quote) this.byte(quote)
      this.bytes[this.length] = value
      this.length += 1
    }
    this.byte(quote)
  }
}

/** Quotes are needed for commas, quotes and line ends, and for an empty text, to distinguish it from NULL. */
function needsQuotes(source: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const value = source[at] as number
    if (value === 0x2c || value === quote || value === 10 || value === 13) return true
  }
  return from === to
}
