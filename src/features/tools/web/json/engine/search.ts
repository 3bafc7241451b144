// Finds values whose key or content contains a text. Escaped characters match their meaning.
import { encoded } from './bytes.ts'
import { stringAt } from './keys.ts'
import { isContainer, type JsonDocument, plainEnd, skipSpace, stringEnd } from './walk.ts'

const mostMatches = 1_000_000

export interface Matches {
  /** Where the matching values begin, in ascending order. */
  values: Uint32Array
  count: number
}

export function searchJson(document: JsonDocument, typed: string): Matches {
  const { bytes, length } = document
  const holds = finder(bytes, typed)
  let values = new Uint32Array(256)
  let count = 0
  let at = 0
  const note = (value: number) => {
    if (count < mostMatches) {
      if (count === values.length) {
        const more = new Uint32Array(count * 2)
        more.set(values)
        values = more
      }
      values[count] = value
    }
    count++
  }
  while (at < length) {
    const byte = bytes[at] as number
    if (byte === 34) {
      const end = stringEnd(bytes, at)
      const next = skipSpace(bytes, end)
      if (bytes[next] !== 58) {
        if (holds(at + 1, end - 1, true)) note(at)
        at = end
        continue
      }
      const value = skipSpace(bytes, next + 1)
      if (!holds(at + 1, end - 1, true)) at = value
      else {
        note(value)
        at = isContainer(bytes, value)
          ? value + 1
          : bytes[value] === 34
            ? stringEnd(bytes, value)
            : plainEnd(bytes, value)
      }
    } else if (byte <= 32 || byte === 44 || byte === 123 || byte === 125 || byte === 91 || byte === 93) at++
    else {
      const end = plainEnd(bytes, at)
      if (holds(at, end, false)) note(at)
      at = end
    }
  }
  return { values: values.slice(0, Math.min(count, mostMatches)), count }
}

/** Without decoding characters, only Latin letters match regardless of case. */
function finder(bytes: Uint8Array, typed: string) {
  const wanted = typed.toLowerCase()
  const needle = encoded(wanted)
  const first = needle[0] as number
  const other = first >= 97 && first <= 122 ? first - 32 : first
  const isPlain = needle.every((byte) => byte < 128)
  // Letters beyond ASCII can differ in case too, but are rare.
  const decodes = !isPlain && wanted !== typed.toUpperCase()
  const inBytes = (from: number, to: number): boolean => {
    const last = to - needle.length
    for (let at = from; at <= last; at++) {
      const byte = bytes[at]
      if (byte !== first && byte !== other) continue
      let length = 1
      while (length < needle.length && lower(bytes[at + length] as number) === needle[length]) length++
      if (length === needle.length) return true
    }
    return false
  }
  return (from: number, to: number, isString: boolean): boolean => {
    if (!isString) return inBytes(from, to)
    if (decodes || hasEscape(bytes, from, to))
      return stringAt(bytes, from - 1, to + 1)
        .toLowerCase()
        .includes(wanted)
    return inBytes(from, to)
  }
}

const lower = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte)

function hasEscape(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === 92) return true
  return false
}
