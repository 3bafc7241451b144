// The bytes of a QR code with correction level M: the text as bytes, padded, in blocks, each with its correction.
import { correctionOf } from './correction.ts'

/** By version from 1: correction codewords of a block, and blocks. A text of at most 412 bytes fits in. */
const correction = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24]
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10]

export const sizeOf = (version: number): number => version * 4 + 17

/** Bits that neither patterns nor formats take, in whole bytes. */
function allCodewords(version: number): number {
  let bits = (16 * version + 128) * version + 64
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2
    bits -= (25 * marks - 10) * marks - 55
    if (version >= 7) bits -= 36
  }
  return Math.floor(bits / 8)
}

const shapeOf = (version: number) => ({
  count: blocks[version - 1] ?? 1,
  each: correction[version - 1] ?? 0,
  all: allCodewords(version),
})

/** Throws where the text is too long for version 15. */
export function codewordsOf(text: string): { version: number; bytes: number[] } {
  const sent = [...new TextEncoder().encode(text)]
  for (let version = 1; version <= blocks.length; version += 1) {
    const { count, each, all } = shapeOf(version)
    const room = all - count * each
    const lengthBits = version < 10 ? 8 : 16
    if (4 + lengthBits + sent.length * 8 > room * 8) continue
    return { version, bytes: interleaved(padded(sent, lengthBits, room), count, each) }
  }
  throw new RangeError('the text is too long for a QR code')
}

/** Mode 4 (bytes), the length, the bytes, up to four zero bits, and 236, 17 in turn. */
function padded(sent: readonly number[], lengthBits: number, room: number): number[] {
  const bits: number[] = []
  const push = (value: number, count: number) => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1)
  }
  push(4, 4)
  push(sent.length, lengthBits)
  for (const byte of sent) push(byte, 8)
  push(0, Math.min(4, room * 8 - bits.length))
  push(0, (8 - (bits.length % 8)) % 8)
  const bytes: number[] = []
  for (let at = 0; at < bits.length; at += 8)
    bytes.push(bits.slice(at, at + 8).reduce((value, bit) => value * 2 + bit, 0))
  for (let pad = 236; bytes.length < room; pad = 253 - pad) bytes.push(pad)
  return bytes
}

/** The last blocks are one byte longer where the data does not divide. */
function interleaved(data: readonly number[], count: number, each: number): number[] {
  const short = Math.floor(data.length / count)
  const longer = data.length % count
  let from = 0
  const parts = Array.from({ length: count }, (_, at) => {
    const until = from + short + (at >= count - longer ? 1 : 0)
    const part = data.slice(from, until)
    from = until
    return { part, added: correctionOf(part, each) }
  })
  const column = (at: number, of: (block: (typeof parts)[number]) => readonly number[]) =>
    parts.flatMap((block) => of(block)[at] ?? [])
  return [
    ...Array.from({ length: short + 1 }, (_, at) => column(at, ({ part }) => part)).flat(),
    ...Array.from({ length: each }, (_, at) => column(at, ({ added }) => added)).flat(),
  ]
}
