// Whether a pushed value can stand in its column, and how it is written for the load. What was acknowledged has to
// load: a value that the column's type can't hold is refused while the sender still listens.
import { calendarDay } from '#shared/day.ts'
import type { FoundKind } from '#shared/imports/kinds.ts'

export type Scalar = string | number | boolean | null

/** Types are DuckDB's. Undefined: the value does not fit. A text without a sign is no value, except in a text column. */
export function fitted(type: string, value: Scalar): Scalar | undefined {
  if (value === null || (value === '' && type !== 'VARCHAR')) return null
  const text = String(value)
  const bits = integers[type]
  if (bits) return wholeNumber(text, bits)
  const [, precision, scale] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(type) ?? []
  if (precision && scale) return decimal(text, Number(precision), Number(scale))
  if (type === 'DOUBLE' || type === 'FLOAT') return double(text)
  if (type === 'BOOLEAN') return flag(text)
  if (type === 'DATE') return day(text)
  if (type.startsWith('TIMESTAMP')) return isMoment(text) ? value : undefined
  return value
}

/** How the load reads the column, so that nothing is guessed from the values that happen to come; null: as found. */
export function kindOfType(type: string): FoundKind | null {
  if (integers[type]) return 'BIGINT'
  if (type.startsWith('DECIMAL')) return 'DECIMAL'
  if (type === 'FLOAT') return 'DOUBLE'
  return (
    (['BOOLEAN', 'DOUBLE', 'DATE', 'TIMESTAMP', 'VARCHAR'] as const).find((kind) => kind === type) ?? null
  )
}

const signed = (bits: bigint) => ({ least: -(1n << (bits - 1n)), most: (1n << (bits - 1n)) - 1n })
const unsigned = (bits: bigint) => ({ least: 0n, most: (1n << bits) - 1n })

const integers: Readonly<Record<string, { least: bigint; most: bigint }>> = {
  TINYINT: signed(8n),
  SMALLINT: signed(16n),
  INTEGER: signed(32n),
  BIGINT: signed(64n),
  HUGEINT: signed(128n),
  UTINYINT: unsigned(8n),
  USMALLINT: unsigned(16n),
  UINTEGER: unsigned(32n),
  UBIGINT: unsigned(64n),
  UHUGEINT: unsigned(128n),
}

interface Exact {
  isNegative: boolean
  /** Without leading zeros; empty for zero. */
  whole: string
  /** Without trailing zeros. */
  fraction: string
}

/** No column has more digits before or after its point. */
const mostDigits = 400

/** `1.50`, `2.0`, `1e3`: digit by digit, as a double would round what is long. */
function exact(text: string): Exact | null {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(text)
  if (!found) return null
  const [, sign, before = '', after = '', power = '0'] = found
  if (before + after === '' || Math.abs(Number(power)) > mostDigits || text.length > 2 * mostDigits)
    return null
  const zeros = '0'.repeat(Math.abs(Number(power)))
  const digits = `${zeros}${before}${after}${zeros}`
  const point = zeros.length + before.length + Number(power)
  return {
    isNegative: sign === '-',
    whole: digits.slice(0, point).replace(/^0+/, ''),
    fraction: withoutZeros(digits.slice(point)),
  }
}

function withoutZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

const written = ({ isNegative, whole, fraction }: Exact): string =>
  `${isNegative && whole + fraction !== '' ? '-' : ''}${whole || '0'}${fraction && `.${fraction}`}`

function wholeNumber(text: string, { least, most }: { least: bigint; most: bigint }): string | undefined {
  const number = exact(text)
  if (number?.fraction !== '' || number.whole.length > 40) return undefined
  const value = BigInt(written(number))
  return value >= least && value <= most ? String(value) : undefined
}

function decimal(text: string, precision: number, scale: number): string | undefined {
  const number = exact(text)
  if (!number || number.fraction.length > scale || number.whole.length > precision - scale) return undefined
  return written(number)
}

/** A double is told from every other by 17 digits: of more, some would be lost. */
function double(text: string): string | undefined {
  const number = exact(text)
  if (!number || !Number.isFinite(Number(text))) return undefined
  const digits = withoutZeros(`${number.whole}${number.fraction}`.replace(/^0+/, ''))
  return digits.length <= 17 ? written(number) : undefined
}

const flag = (text: string): boolean | undefined =>
  /^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : undefined

/** A moment at midnight is its day. */
function day(text: string): string | undefined {
  const [, own, rest = ''] = /^(\d{4}-\d{2}-\d{2})([T ]00:00(?::00(?:\.0{1,9})?)?)?$/.exec(text) ?? []
  return own !== undefined && rest !== undefined && calendarDay(own) !== null ? own : undefined
}

function isMoment(text: string): boolean {
  const found =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      text,
    )
  if (!found) return false
  const [, own = '', hour = '0', minute = '0', second = '0'] = found
  return calendarDay(own) !== null && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
}
