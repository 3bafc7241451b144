// Parses moments as logs write them, from bytes: ISO-like, Unix time in seconds to nanoseconds, the combined
// format's, syslog's. Moments without a zone are in the source's.

const minute = 60_000
const day = 86_400_000

const digitAt = (bytes: Uint8Array, at: number): number => {
  const digit = (bytes[at] ?? 0) - 48
  return digit >= 0 && digit <= 9 ? digit : Number.NaN
}
const twoAt = (bytes: Uint8Array, at: number): number => digitAt(bytes, at) * 10 + digitAt(bytes, at + 1)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthAt = (bytes: Uint8Array, at: number): number =>
  months.indexOf(String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0).toLowerCase())

interface Found {
  /** Milliseconds since 1970. */
  at: number
  /** Offset after it. */
  end: number
}

export class Moments {
  readonly #zone: Intl.DateTimeFormat
  readonly #offsets = new Map<number, number>()
  /** Cache of the last parsed day. */
  #lastDay = -1
  #lastDayAt = 0
  /** For times without a year: the line is not later than this. */
  readonly #newest: number

  constructor(zone: string, newest = Date.now()) {
    this.#newest = newest
    this.#zone = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  }

  /** The moment that begins at this offset; null where there is none. */
  readAt(bytes: Uint8Array, at: number, end: number): Found | null {
    const first = bytes[at] ?? 0
    if (first >= 48 && first <= 57) {
      const sign = bytes[at + 4]
      if (sign === 45 || sign === 47) return this.#iso(bytes, at, end)
      if (bytes[at + 2] === 47) return this.#combined(bytes, at, end)
      return unixAt(bytes, at, end)
    }
    return this.#syslog(bytes, at, end)
  }

  ofText(text: string): number {
    const bytes = Buffer.from(text.slice(0, 64), 'latin1')
    return this.readAt(bytes, 0, bytes.length)?.at ?? Number.NaN
  }

  #dayAt(year: number, month: number, date: number): number {
    const key = (year * 12 + month) * 32 + date
    if (key !== this.#lastDay) {
      const at = Date.UTC(year, month, date)
      if (Number.isNaN(at) || month < 0 || month > 11 || date < 1 || date > 31) return Number.NaN
      this.#lastDay = key
      this.#lastDayAt = at
    }
    return this.#lastDayAt
  }

  #iso(bytes: Uint8Array, at: number, end: number): Found | null {
    if (end - at < 16) return null
    const year = twoAt(bytes, at) * 100 + twoAt(bytes, at + 2)
    const date = this.#dayAt(year, twoAt(bytes, at + 5) - 1, twoAt(bytes, at + 8))
    const between = bytes[at + 10]
    if (between !== 84 && between !== 32 && between !== 116) return null
    return this.#clock(bytes, at + 11, end, date)
  }

  /** `23/Nov/2026:09:30:00 +0800`. */
  #combined(bytes: Uint8Array, at: number, end: number): Found | null {
    if (end - at < 20 || bytes[at + 6] !== 47) return null
    const year = twoAt(bytes, at + 7) * 100 + twoAt(bytes, at + 9)
    const date = this.#dayAt(year, monthAt(bytes, at + 3), twoAt(bytes, at))
    return this.#clock(bytes, at + 12, end, date)
  }

  /** `Nov 23 09:30:00`, in the latest year that is not in the future. */
  #syslog(bytes: Uint8Array, at: number, end: number): Found | null {
    if (end - at < 15 || bytes[at + 3] !== 32) return null
    const month = monthAt(bytes, at)
    if (month < 0) return null
    const date = bytes[at + 4] === 32 ? digitAt(bytes, at + 5) : twoAt(bytes, at + 4)
    const year = new Date(this.#newest).getUTCFullYear()
    const found = this.#clock(bytes, at + 7, end, this.#dayAt(year, month, date))
    if (!found || found.at <= this.#newest + day) return found
    return this.#clock(bytes, at + 7, end, this.#dayAt(year - 1, month, date))
  }

  /** `09:30:00.123+08:00` of a day; seconds, fraction and zone are optional. */
  #clock(bytes: Uint8Array, from: number, end: number, date: number): Found | null {
    const [hour, minutes] = [twoAt(bytes, from), twoAt(bytes, from + 3)]
    if (bytes[from + 2] !== 58 || !(hour < 25) || !(minutes < 60)) return null
    let local = date + hour * 3_600_000 + minutes * minute
    let at = from + 5
    if (bytes[at] === 58) {
      local += twoAt(bytes, at + 1) * 1000
      at += 3
      if (bytes[at] === 46 || bytes[at] === 44) {
        let scale = 100
        at += 1
        for (let digit = digitAt(bytes, at); at < end && digit >= 0; digit = digitAt(bytes, at)) {
          local += Math.floor(digit * scale)
          scale /= 10
          at += 1
        }
      }
    }
    if (Number.isNaN(local)) return null
    return this.#zoned(bytes, at, end, local)
  }

  #zoned(bytes: Uint8Array, from: number, end: number, local: number): Found {
    if (bytes[from] === 90 || bytes[from] === 122) return { at: local, end: from + 1 }
    const at = bytes[from] === 32 ? from + 1 : from
    const sign = bytes[at]
    const isSigned = at < end && (sign === 43 || sign === 45)
    const hours = isSigned ? twoAt(bytes, at + 1) : Number.NaN
    if (!(hours < 16)) return { at: local - this.#offsetOf(local), end: from }
    const next = bytes[at + 3] === 58 ? at + 4 : at + 3
    const minutes = twoAt(bytes, next)
    const offset = (hours * 60 + (minutes < 60 ? minutes : 0)) * minute
    const length = minutes < 60 ? next + 2 : at + 3
    return { at: sign === 43 ? local - offset : local + offset, end: length }
  }

  /** The zone's offset at a local time; offsets change at full quarters of an hour. */
  #offsetOf(local: number): number {
    const quarter = Math.floor(local / (15 * minute))
    const known = this.#offsets.get(quarter)
    if (known !== undefined) return known
    const guess = local - this.#offsetAt(local)
    const offset = this.#offsetAt(guess)
    if (this.#offsets.size > 10_000) this.#offsets.clear()
    this.#offsets.set(quarter, offset)
    return offset
  }

  #offsetAt(utc: number): number {
    const parts = new Map(
      this.#zone.formatToParts(Math.floor(utc / 1000) * 1000).map(({ type, value }) => [type, Number(value)]),
    )
    const of = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
    const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
    return shown - Math.floor(utc / 1000) * 1000
  }
}

/** Seconds with or without a fraction, milli-, micro- or nanoseconds; from 2001 to 2286. */
function unixAt(bytes: Uint8Array, from: number, end: number): Found | null {
  let at = from
  let value = 0
  for (let digit = digitAt(bytes, at); at < end && digit >= 0; digit = digitAt(bytes, at)) {
    value = value * 10 + digit
    at += 1
  }
  const length = at - from
  if (length === 10) {
    let fraction = 0
    if (bytes[at] === 46) {
      let scale = 100
      at += 1
      for (let digit = digitAt(bytes, at); at < end && digit >= 0; digit = digitAt(bytes, at)) {
        fraction += Math.floor(digit * scale)
        scale /= 10
        at += 1
      }
    }
    return { at: value * 1000 + fraction, end: at }
  }
  if (length !== 13 && length !== 16 && length !== 19) return null
  return { at: Math.floor(value / 10 ** (length - 13)), end: at }
}
