// Exact types of values, by DuckDB's rules: bits of an integer, width and scale of a decimal. `Kind`
// (tree.ts) says what may be done with a value; `Exact` says in how many digits DuckDB does it, so that other
// dialects write conversions to the same digits, and arithmetic that would overflow is widened
// (plan/tree/wide.ts).
//
//   column type       exact                    two types met          common type
//   INTEGER           integer, 31 bits         (10,2) and (5,4)       decimal (12,4)
//   BIGINT            integer, 63 bits         INTEGER and (10,2)     decimal (12,2)
//   UInt64            integer, 64 bits         BIGINT and UBIGINT     integer, 127 bits
//   DECIMAL(18,2)     decimal (18,2)           (38,2) and (4,3)       decimal (38,2): a digit is cut
//   1e3               double                   a number and double    double

export type Exact =
  /** Bits of its greatest value: 63 for a BIGINT, 127 for a HUGEINT, 64 for a UBIGINT. */
  | { is: 'integer'; bits: number }
  | { is: 'decimal'; width: number; scale: number }
  | { is: 'float' }
  | { is: 'double' }
  /** `plain`: stored as a text; otherwise a type displayed as text (an enumeration, a UUID). */
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

/** From a column's type name in DuckDB or ClickHouse. */
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

/** The type without ClickHouse's storage wrappers: `LowCardinality(Nullable(String))` → `String`. */
export function bareType(type: string): string {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1]
  return inner === undefined ? type : bareType(inner)
}

/** From a number literal: `0.125` → decimal (4,3), `3000000000` → 63 bits, `1e3` → double. */
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

/** Digits of an integer that is converted to a decimal: 10 for an INTEGER, 19 for a BIGINT. */
export function digitsOf({ bits }: { bits: number }): number {
  if (bits <= 8) return 3
  if (bits <= 16) return 5
  if (bits <= 32) return 10
  return bits <= 63 ? 19 : bits <= 64 ? 20 : mostDigits
}

/** The common type of both values, as branches of one `if` or arguments of one `coalesce`. */
export function commonExact(left: Exact, right: Exact): Exact {
  if (left.is === 'null' || left.is === 'unknown') return right
  if (right.is === 'null' || right.is === 'unknown') return left
  if (isNumber(left) && isNumber(right)) return commonNumber(left, right)
  if (left.is === 'datetime' || right.is === 'datetime') return { is: 'datetime' }
  if (left.is === 'string' && right.is === 'string') return string
  return left
}

/**
 * The type for comparing both: like commonExact, but without losing decimal digits. `width` may exceed 38,
 * which no decimal has: (38,2) and (4,3) → (39,3).
 */
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
    // Beyond 38 digits the fractional ones are dropped.
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
  // An unsigned type of 8, 16, 32 or 64 bits with a signed one no wider: the next signed size holds both.
  const differ = left % 8 !== right % 8 && bits % 8 === 0
  if (!differ) return { is: 'integer', bits }
  return { is: 'integer', bits: bits >= 64 ? 127 : bits * 2 - 1 }
}
