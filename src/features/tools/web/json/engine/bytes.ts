// Texts as bytes: UTF-8 that also encodes lone surrogates (WTF-8), followed by a zero byte, which never
// occurs in JSON, so that a scan needs no check for the end.

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export interface JsonText {
  /** One byte longer than the text. */
  bytes: Uint8Array
  length: number
  /** The file's encoding; a pasted text has none. */
  encoding: 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'GB18030' | null
  /** Whether a byte order mark was removed. */
  hasMark: boolean
  /** Whether there were invalid bytes, each of which shows as �. */
  isBroken: boolean
}

function ended(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(bytes.length + 1)
  whole.set(bytes)
  return whole
}

const made = (bytes: Uint8Array, more: Partial<JsonText> = {}): JsonText => ({
  bytes: ended(bytes),
  length: bytes.length,
  encoding: null,
  hasMark: false,
  isBroken: false,
  ...more,
})

export function bytesOfText(given: string): JsonText {
  const hasMark = given.charCodeAt(0) === 0xfeff
  const text = hasMark ? given.slice(1) : given
  if (!text.isWellFormed()) return made(encodeLoosely(text), { hasMark })
  // Unused space costs nothing; for a very long text, what does not fit comes in a second part.
  const bytes = new Uint8Array(text.length * (text.length < longText ? 3 : 1) + 1)
  const { read, written } = encoder.encodeInto(text, bytes)
  if (read === text.length && written < bytes.length)
    return { bytes, length: written, encoding: null, hasMark, isBroken: false }
  const rest = encoder.encode(text.slice(read))
  const whole = new Uint8Array(written + rest.length + 1)
  whole.set(bytes.subarray(0, written))
  whole.set(rest, written)
  return { bytes: whole, length: written + rest.length, encoding: null, hasMark, isBroken: false }
}

/** From this length on, three bytes per character may not be available. */
const longText = 150_000_000

export const encoded = (text: string): Uint8Array =>
  text.isWellFormed() ? encoder.encode(text) : encodeLoosely(text)

function encodeLoosely(text: string): Uint8Array {
  const out = new Uint8Array(text.length * 3)
  let length = 0
  let from = 0
  const copy = (to: number) => {
    length += encoder.encodeInto(text.slice(from, to), out.subarray(length)).written
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0xd800 || code > 0xdfff) continue
    const next = text.charCodeAt(at + 1)
    if (code < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) {
      at++
      continue
    }
    copy(at)
    out.set([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)], length)
    length += 3
    from = at + 1
  }
  copy(text.length)
  return out.slice(0, length)
}

/** Decodes a part of bytes created here. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  for (let at = start; at < end - 2; at++) {
    if (bytes[at] === 0xed && (bytes[at + 1] as number) >= 0xa0) return decodeLoosely(bytes, start, end)
  }
  return decoder.decode(bytes.subarray(start, end))
}

function decodeLoosely(bytes: Uint8Array, start: number, end: number): string {
  const parts: string[] = []
  let from = start
  for (let at = start; at < end - 2; at++) {
    const second = bytes[at + 1] as number
    if (bytes[at] !== 0xed || second < 0xa0 || second > 0xbf) continue
    parts.push(decoder.decode(bytes.subarray(from, at)))
    parts.push(String.fromCharCode(0xd000 | ((second & 63) << 6) | ((bytes[at + 2] as number) & 63)))
    from = at + 3
    at += 2
  }
  parts.push(decoder.decode(bytes.subarray(from, end)))
  return parts.join('')
}

/**
 * Decodes a file: by its byte order mark, by zero bytes as UTF-16, otherwise as UTF-8, otherwise as the
 * legacy Chinese encoding.
 */
export function bytesOfFile(file: Uint8Array): JsonText {
  const [first, second, third] = file
  if (first === 0xef && second === 0xbb && third === 0xbf)
    return read8(file.subarray(3), { encoding: 'UTF-8', hasMark: true })
  if (first === 0xff && second === 0xfe) return read16(file.subarray(2), false, true)
  if (first === 0xfe && second === 0xff) return read16(file.subarray(2), true, true)
  if (first && second === 0 && file.length > 3) return read16(file, false, false)
  if (first === 0 && second && file.length > 3) return read16(file, true, false)
  return read8(file, { encoding: 'UTF-8' })
}

function read8(bytes: Uint8Array, more: Partial<JsonText>): JsonText {
  if (isValid(bytes, 'utf-8')) return made(bytes, more)
  if (!more.hasMark && isValid(bytes, 'gb18030')) {
    const text = new TextDecoder('gb18030').decode(bytes)
    return made(encoder.encode(text), { encoding: 'GB18030' })
  }
  return made(bytes, { ...more, isBroken: true })
}

/** In parts, so that no second copy of the whole is made. */
function isValid(bytes: Uint8Array, label: string): boolean {
  const strict = new TextDecoder(label, { fatal: true })
  const part = 1 << 20
  try {
    for (let at = 0; at < bytes.length; at += part)
      strict.decode(bytes.subarray(at, at + part), { stream: true })
    strict.decode()
    return true
  } catch {
    return false
  }
}

function read16(bytes: Uint8Array, isBig: boolean, hasMark: boolean): JsonText {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  const step = 8192
  const units = new Uint16Array(step)
  const count = bytes.length >> 1
  for (let at = 0; at < count; at += step) {
    const size = Math.min(step, count - at)
    for (let one = 0; one < size; one++) units[one] = view.getUint16((at + one) * 2, !isBig)
    parts.push(String.fromCharCode(...units.subarray(0, size)))
  }
  const encoding = isBig ? 'UTF-16BE' : 'UTF-16LE'
  return made(encoded(parts.join('')), { encoding, hasMark, isBroken: bytes.length % 2 === 1 })
}
