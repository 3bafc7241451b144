// Finds duplicate keys of an object.
import { textOf } from './bytes.ts'
import { stringEnd } from './walk.ts'

/** The content of a string that begins at a quote. */
export function stringAt(bytes: Uint8Array, at: number, end = stringEnd(bytes, at)): string {
  for (let place = at + 1; place < end; place++)
    if (bytes[place] === 92) return JSON.parse(textOf(bytes, at, end)) as string
  return textOf(bytes, at + 1, end - 1)
}

/**
 * Stores byte positions instead of texts, so that two million keys fit. Keys with different notations count
 * as different.
 */
export class SeenKeys {
  readonly #bytes: Uint8Array
  readonly #table: Uint32Array
  readonly #mask: number

  constructor(bytes: Uint8Array, count: number) {
    let size = 4
    while (size < count * 2) size *= 2
    this.#bytes = bytes
    this.#table = new Uint32Array(size)
    this.#mask = size - 1
  }

  /** Position of an earlier equal key; 0 when there is none. */
  add(key: number): number {
    let place = hashOf(this.#bytes, key) & this.#mask
    for (;;) {
      const other = this.#table[place] as number
      if (other === 0) {
        this.#table[place] = key
        return 0
      }
      if (isSame(this.#bytes, other, key)) return other
      place = (place + 1) & this.#mask
    }
  }
}

function hashOf(bytes: Uint8Array, key: number): number {
  let hash = 0x811c9dc5
  for (let at = key + 1; bytes[at] !== 34; at++) {
    hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193)
    if (bytes[at] === 92) hash = Math.imul(hash ^ (bytes[++at] as number), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}

function isSame(bytes: Uint8Array, one: number, other: number): boolean {
  const end = stringEnd(bytes, one)
  for (let at = one + 1, with_ = other + 1; at < end; at++, with_++)
    if (bytes[at] !== bytes[with_]) return false
  return true
}
