// What a value may mean beyond its type: a time, a text with JSON, a picture, an address, encoded bytes.
import { textOf } from './bytes.ts'
import type { JsonKind } from './walk.ts'

export type Hint =
  /** Milliseconds since 1970. */
  | { kind: 'time'; at: number }
  | { kind: 'json' | 'picture' | 'address' | 'base64' }
  /** The value as JavaScript and most other programs would read it. */
  | { kind: 'inexact'; as: string }

/** 2001 to 2100. */
const firstSecond = 978_307_200
const lastSecond = 4_133_980_800
const longest = 4096

export function hintOf(bytes: Uint8Array, at: number, end: number, kind: JsonKind): Hint | null {
  if (kind === 'number') return end - at > 40 ? inexactHint(bytes, at, end) : numberHint(bytes, at, end)
  if (kind !== 'string' || end - at < 12) return null
  const text = textOf(bytes, at + 1, Math.min(end - 1, at + longest))
  if (/^\s*(?:\{\s*(?:\\"|\})|\[\s*(?:\\"|[-\d[{tfn\]]))/.test(text)) return { kind: 'json' }
  if (/^data:image\/(?:png|jpeg|gif|webp|svg\+xml|bmp|avif)[;,]/.test(text)) return { kind: 'picture' }
  if (/^https?:\\?\/\\?\/[^\s"<>]+$/.test(text)) return { kind: 'address' }
  if (
    end - at >= 22 &&
    /^[A-Za-z0-9+/]{20,}={0,2}$/.test(text) &&
    /\d/.test(text) &&
    /[A-Z]/.test(text) &&
    /[a-z]/.test(text)
  )
    return { kind: 'base64' }
  return null
}

function numberHint(bytes: Uint8Array, at: number, end: number): Hint | null {
  const text = textOf(bytes, at, end)
  if (/^\d{10}$/.test(text) && Number(text) >= firstSecond && Number(text) < lastSecond)
    return { kind: 'time', at: Number(text) * 1000 }
  if (/^\d{13}$/.test(text) && Number(text) >= firstSecond * 1000 && Number(text) < lastSecond * 1000)
    return { kind: 'time', at: Number(text) }
  return inexactHint(bytes, at, end)
}

function inexactHint(bytes: Uint8Array, at: number, end: number): Hint | null {
  if (end - at > 10_000) return { kind: 'inexact', as: '近似值' }
  const text = textOf(bytes, at, end)
  const read = Number(text)
  return sameNumber(text, Object.is(read, -0) ? '-0' : String(read))
    ? null
    : { kind: 'inexact', as: String(read) }
}

/** Compares digits without zeros at both ends and the exponent: 1.50e3 equals 1500. */
export function sameNumber(one: string, other: string): boolean {
  return one === other || normalNumber(one) === normalNumber(other)
}

/** `-` digits `e` exponent; 0 and -0 are different. */
export function normalNumber(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', part = '', power = '0'] = match
  const digits = (whole + part).replace(/^0+/, '')
  const short = withoutEndZeros(digits)
  if (short === '') return `${sign}0`
  const exponent = BigInt(power) - BigInt(part.length) + BigInt(digits.length - short.length)
  return `${sign}${short}e${exponent}`
}

function withoutEndZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
