// A text as the kernel looks for it: letters in either case, and two of its bytes that are rare in logs.
import { longestNeedle } from './functions.ts'

export interface Needle {
  bytes: Uint8Array
  /** 32 beside a letter, else 0. */
  masks: Uint8Array
  first: number
  second: number
}

/** From the most frequent in logs on; what is not here is rarer. */
const frequent = ' "0123456789,:eatinosrdlcm-._umpgh/[]={}fybvkwTZjxq'

const rarity = (byte: number): number => {
  const at = frequent.indexOf(String.fromCharCode(byte))
  if (at >= 0) return at
  // Bytes of Chinese texts begin alike.
  return byte >= 0xe4 && byte <= 0xe9 ? 20 : 60
}

export function makeNeedle(text: string): Needle {
  const whole = Buffer.from(text, 'utf8')
  // What a longer one begins with is looked for; whoever asks looks closer then.
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
