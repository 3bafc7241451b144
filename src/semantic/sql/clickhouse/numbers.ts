// Arithmetic that is exact in ClickHouse, whose integers of 64 bits wrap silently and whose decimals keep the width of
// their columns: both are made wide enough beforehand.
import { reportInvalid } from '../../model/problem.ts'
import type { HeldText } from '../dialect.ts'
import { bitsAfter, type Held } from '../held.ts'

/** Function that makes an integer of at least so many bits. */
export function integerOf(bits: number): 'toInt128' | 'toInt256' {
  if (bits <= 127) return 'toInt128'
  if (bits <= 255) return 'toInt256'
  throw reportInvalid(
    '整数相乘的结果可能超出 ClickHouse 能精确表示的范围，请把其中一个写成 cast(… as double)，或减少相乘的项',
  )
}

/** An integer with room for so many more bits; other values stay. */
export function widened(text: string, held: Held, more: number): string {
  return held.of === 'integer' && held.bits + more > 63 ? `${integerOf(held.bits + more)}(${text})` : text
}

export function exactly(operator: '+' | '-' | '*', left: HeldText, right: HeldText): string {
  const plain = `${left.text} ${operator} ${right.text}`
  if (left.held.of === 'integer' && right.held.of === 'integer') {
    const bits = bitsAfter(operator, left.held.bits, right.held.bits)
    if (bits <= 63) return plain
    const wide = integerOf(bits)
    return `${wide}(${left.text}) ${operator} ${wide}(${right.text})`
  }
  // One wide side is enough; a double stays one.
  if (isWide(left.held) || isWide(right.held)) return plain
  if (left.held.of === 'number') return `(${left.text}) * toDecimal128(1, 0) ${operator} ${right.text}`
  return right.held.of === 'number'
    ? `${left.text} ${operator} ((${right.text}) * toDecimal128(1, 0))`
    : plain
}

const isWide = (held: Held): boolean => held.of === 'number' && held.wide

/** A number as exact as it is written, where 38 digits hold it. */
export function decimal(text: string): string {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const isExact = whole !== '' && whole.length + fraction.length <= 38
  return isExact ? `toDecimal128('${text}', ${fraction.length})` : `toFloat64(${text})`
}
