// Finds the time of a line. The position in the previous line is tried first, because lines of a file are
// mostly alike.
import { eachField, type Format, timeNames } from './formats.ts'
import { Moments } from './moments.ts'

interface ClockSettings {
  format: Format
  /** Name of the time field, where the source names one. */
  timeField: string | null
  zone: string
  /** Time of the file's last change: times without a year are not later. */
  newest: number
}

const longestPrefix = 96
/** Characters of a line in which its time is searched. */
const lookedAt = 4096

export class LineClock {
  readonly #moments: Moments
  readonly #settings: ClockSettings
  readonly #prefix = new Uint8Array(longestPrefix)
  #prefixLength = -1

  constructor(settings: ClockSettings) {
    this.#settings = settings
    this.#moments = new Moments(settings.zone, settings.newest)
  }

  /** Milliseconds since 1970; NaN where the line has no time. */
  timeOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#asLast(bytes, start, end) ?? this.#anew(bytes, start, end)
  }

  #asLast(bytes: Uint8Array, start: number, end: number): number | null {
    const length = this.#prefixLength
    if (length < 0 || end - start < length + 10) return null
    const prefix = this.#prefix
    for (let at = 0; at < length; at += 1) if (bytes[start + at] !== prefix[at]) return null
    return this.#moments.readAt(bytes, start + length, end)?.at ?? null
  }

  #remember(bytes: Uint8Array, start: number, length: number): void {
    this.#prefixLength = -1
    if (length > longestPrefix) return
    this.#prefix.set(bytes.subarray(start, start + length))
    this.#prefixLength = length
  }

  #anew(bytes: Uint8Array, start: number, end: number): number {
    const { format } = this.#settings
    if (format === 'combined') return this.#behindBracket(bytes, start, end)
    if (format === 'text') return this.#inText(bytes, start, end)
    return this.#ofField(bytes, start, end)
  }

  #ofField(bytes: Uint8Array, start: number, end: number): number {
    const { format, timeField } = this.#settings
    const text = Buffer.from(
      bytes.buffer,
      bytes.byteOffset + start,
      Math.min(end - start, lookedAt),
    ).toString('latin1')
    const wanted = timeField?.toLowerCase()
    let found = Number.NaN
    let written = ''
    eachField(format, text, (name, value) => {
      const lower = name.toLowerCase()
      if (wanted === undefined ? !timeNames.has(lower) : lower !== wanted) return false
      found = this.#moments.ofText(value)
      written = value
      return !Number.isNaN(found)
    })
    const at = Number.isNaN(found) || written.length < 10 ? -1 : text.indexOf(written)
    // A value that also occurs earlier in the line is searched anew each time.
    if (at >= 0 && text.indexOf(written, at + 1) < 0) this.#remember(bytes, start, at)
    return found
  }

  #behindBracket(bytes: Uint8Array, start: number, end: number): number {
    const bracket = bytes.indexOf(91, start)
    if (bracket < 0 || bracket >= Math.min(end, start + 300)) return Number.NaN
    return this.#moments.readAt(bytes, bracket + 1, end)?.at ?? Number.NaN
  }

  /** Among the first characters: after a bracket, a level, a host. */
  #inText(bytes: Uint8Array, start: number, end: number): number {
    const last = Math.min(end - 10, start + 64)
    for (let at = start; at <= last; at += 1) {
      const before = at === start ? 32 : (bytes[at - 1] ?? 0)
      const first = bytes[at] ?? 0
      const isDigit = first >= 48 && first <= 57
      const isMonth = first >= 65 && first <= 90
      if ((!isDigit && !isMonth) || isWordSign(before)) continue
      const found = this.#moments.readAt(bytes, at, end)
      if (!found || isDigitSign(bytes[found.end] ?? 0)) continue
      this.#remember(bytes, start, at - start)
      return found.at
    }
    return Number.NaN
  }
}

const isDigitSign = (sign: number): boolean => sign >= 48 && sign <= 57
const isWordSign = (sign: number): boolean =>
  isDigitSign(sign) || (sign >= 65 && sign <= 90) || (sign >= 97 && sign <= 122) || sign === 45 || sign === 46
