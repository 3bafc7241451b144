// A text prepared for the kernel: case-insensitive letters, and two of its bytes that are rare in logs.
import { longestNeedle } from './functions.ts'

export interface Needle {
  bytes: Uint8Array
  /** 32 for letters, else 0. */
  masks: Uint8Array
  first: number
  second: number
}

/** By decreasing frequency in logs; other bytes are rarer. */
const frequent = ' "0123456789,:eatinosrdlcm-._umpgh/[]={}fybvkwTZjxq'

const rarity = (byte: number): number => {
  const at = frequent.indexOf(String.fromCharCode(byte))
  if (at >= 0) return at
  // UTF-8 of Chinese characters starts with few distinct bytes.
  return byte >= 0xe4 && byte <= 0xe9 ? 20 : 60
}

export function makeNeedle(text: string): Needle {
  const whole = Buffer.from(text, 'utf8')
  // Only the beginning of a long text is searched; the caller checks the rest.
  const bytes = Uint8Array.from(whole.subarray(0, longestNeedle))
  const masks = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if ((byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)) {
      bytes[at] = byte | 32
      masks[at] = 32
    }
  }
  const places = [...bytes.keys()].sort((one, other) => rarity(bytes[other] ?? 0) - rarity(bytes[one] ?? 0))
  const first = places[0] ?? 0
  const second = places.find((at) => bytes[at] !== bytes[first]) ?? places[1] ?? first
  return { bytes, masks, first, second }
}
