// The exact type of a value, as DuckDB finds it: width and scale of a decimal, size of an integer. A dialect whose own
// rules differ writes its conversions by them, so that figures are equal in every warehouse.

export type Exact =
  /** `bits` of its greatest value: 63 of a BIGINT, 127 of a HUGEINT. */
  | { is: 'integer'; bits: number }
  | { is: 'decimal'; width: number; scale: number }
  | { is: 'float' }
  | { is: 'double' }
  /** `plain`: held as a text; else as something that reads as one (an enumeration, a UUID). */
  | { is: 'string'; plain: boolean }
  | { is: 'boolean' }
  | { is: 'date' }
  | { is: 'datetime' }
  | { is: 'null' }
  | { is: 'unknown' }

export type ExactNumber = Extract<Exact, { is: 'integer' | 'decimal' | 'float' | 'double' }>

export const mostDigits = 38
export const bigint: Exact & { is: 'integer' } = { is: 'integer', bits: 63 }
export const hugeint: Exact & { is: 'integer' } = { is: 'integer', bits: 127 }
export const double: Exact & { is: 'double' } = { is: 'double' }
export const boolean: Exact = { is: 'boolean' }
export const string: Exact = { is: 'string', plain: true }

export function isNumber(exact: Exact): exact is ExactNumber {
  return ['integer', 'decimal', 'float', 'double'].includes(exact.is)
}

const integerBits: Record<string, number> = {
  TINYINT: 7,
  SMALLINT: 15,
  INTEGER: 31,
  BIGINT: 63,
  HUGEINT: 127,
  UTINYINT: 8,
  USMALLINT: 16,
  UINTEGER: 32,
  UBIGINT: 64,
  UHUGEINT: 128,
  INT256: 255,
  UINT256: 256,
}

/** Of a column's type as its warehouse names it. */
export function exactOfType(type: string): Exact {
  const bare = bareType(type)
  const named = integerBits[bare.toUpperCase()]
  if (named !== undefined) return { is: 'integer', bits: named }
  const sized = /^(U?)INT(8|16|32|64|128)$/i.exec(bare)
  if (sized !== null) return { is: 'integer', bits: Number(sized[2]) - (sized[1] === '' ? 1 : 0) }
  const decimal = /^(?:DECIMAL|NUMERIC)\((\d+)(?:\s*,\s*(\d+))?\)$/i.exec(bare)
  if (decimal !== null) return { is: 'decimal', width: Number(decimal[1]), scale: Number(decimal[2] ?? 0) }
  if (/^(FLOAT|REAL|FLOAT32)$/i.test(bare)) return { is: 'float' }
  if (/^(DOUBLE|FLOAT64)$/i.test(bare)) return double
  if (/^(VARCHAR|CHAR|TEXT|STRING)/i.test(bare)) return string
  if (/^(FIXEDSTRING|ENUM|UUID)/i.test(bare)) return { is: 'string', plain: false }
  if (/^BOOL(EAN)?$/i.test(bare)) return boolean
  if (/^DATE(32)?$/i.test(bare)) return { is: 'date' }
  if (/^(TIMESTAMP|DATETIME)/i.test(bare)) return { is: 'datetime' }
  return { is: 'unknown' }
}

/** Without what only says how it is kept: `LowCardinality(Nullable(String))` is a `String`. */
export function bareType(type: string): string {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1]
  return inner === undefined ? type : bareType(inner)
}

/** Of a number as it is written. */
export function exactOfNumber(text: string): ExactNumber {
  if (/e/i.test(text)) return double
  const [whole = '', fraction] = text.split('.')
  if (fraction === undefined) {
    const value = BigInt(whole)
    if (value < 2n ** 31n) return { is: 'integer', bits: 31 }
    if (value < 2n ** 63n) return bigint
    return value < 2n ** 127n ? hugeint : double
  }
  const width = whole.length + fraction.length
  return width > mostDigits ? double : { is: 'decimal', width: Math.max(width, 1), scale: fraction.length }
}

/** Digits of the decimal that an integer becomes beside one. */
export function digitsOf({ bits }: { bits: number }): number {
  if (bits <= 8) return 3
  if (bits <= 16) return 5
  if (bits <= 32) return 10
  return bits <= 63 ? 19 : bits <= 64 ? 20 : mostDigits
}

/** The type that both are taken as where one of them is chosen, or where they are compared. */
export function commonExact(left: Exact, right: Exact): Exact {
  if (left.is === 'null' || left.is === 'unknown') return right
  if (right.is === 'null' || right.is === 'unknown') return left
  if (isNumber(left) && isNumber(right)) return commonNumber(left, right)
  if (left.is === 'datetime' || right.is === 'datetime') return { is: 'datetime' }
  if (left.is === 'string' && right.is === 'string') return string
  return left
}

/** The same where they are compared: decimals keep all their digits, more than a decimal can have, perhaps. */
export function comparedExact(left: Exact, right: Exact): Exact {
  const common = commonExact(left, right)
  if (common.is !== 'decimal' || !isNumber(left) || !isNumber(right)) return common
  const sides = [left, right].map((side) =>
    side.is === 'decimal' ? side : { width: side.is === 'integer' ? digitsOf(side) : 0, scale: 0 },
  )
  const scale = Math.max(...sides.map((side) => side.scale))
  return { is: 'decimal', width: Math.max(...sides.map((side) => side.width - side.scale)) + scale, scale }
}

function commonNumber(left: ExactNumber, right: ExactNumber): ExactNumber {
  if (left.is === 'double' || right.is === 'double') return double
  if (left.is === 'float' || right.is === 'float') return { is: 'float' }
  if (left.is === 'integer' && right.is === 'integer') return commonInteger(left.bits, right.bits)
  if (left.is === 'decimal' && right.is === 'decimal') {
    const before = Math.max(left.width - left.scale, right.width - right.scale)
    const scale = Math.max(left.scale, right.scale)
    // What does not fit is cut behind the point.
    return before + scale <= mostDigits
      ? { is: 'decimal', width: before + scale, scale }
      : { is: 'decimal', width: mostDigits, scale: mostDigits - before }
  }
  const [decimal, integer] = left.is === 'decimal' ? [left, right] : [right as typeof left, left]
  const { width, scale } = decimal as Extract<Exact, { is: 'decimal' }>
  const digits = Math.max(width, digitsOf(integer as { bits: number }) + scale)
  return { is: 'decimal', width: Math.min(digits, mostDigits), scale }
}

function commonInteger(left: number, right: number): ExactNumber {
  const bits = Math.max(left, right)
  // One without a sign beside one with: the next size that holds both.
  const differ = left % 8 !== right % 8 && bits % 8 === 0
  if (!differ) return { is: 'integer', bits }
  return { is: 'integer', bits: bits >= 64 ? 127 : bits * 2 - 1 }
}
