// CAST on ClickHouse with the results of DuckDB's TRY_CAST: null where a value can't be converted. Texts may
// have blanks, signs and exponents: ' -1_000.5e2 ' is a number, '2026-1-5 8:30' a time. Days and times
// outside ClickHouse's range (1900 to 2299) become null, too.

import type { Exact } from '#semantic/model/expression/exact.ts'
import type { CastType } from '#semantic/model/expression/tree.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import { calendarDay } from '#shared/day.ts'
import { as, decimal, type Operand, typeName, wholeReal } from './numbers.ts'
import { blanks, once, quoted } from './once.ts'
import { asText } from './texts.ts'

/**
 * `literal`: the operand's text where it is a literal ('2026-01-05'), so that it can be converted here; else
 * null.
 */
export function cast(
  operand: Operand,
  type: CastType,
  precision: [number, number] | null,
  literal: string | null,
): string {
  switch (type) {
    case 'varchar':
      return asText(operand)
    case 'integer':
      return asInteger(operand)
    case 'double':
      return asReal(operand)
    case 'decimal':
      return asDecimal(operand, ...(precision as [number, number]))
    case 'boolean':
      return asTruth(operand)
    case 'date':
      return literal === null ? asDay(operand) : (writtenMoment(literal, type) ?? asDay(operand))
    case 'timestamp':
      return literal === null ? asMoment(operand) : (writtenMoment(literal, type) ?? asMoment(operand))
  }
}

const empty = (exact: Exact): string => `CAST(NULL AS Nullable(${typeName(exact)}))`

const digits = '\\d+(?:_\\d+)*'
const number = `[+-]?(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:[eE][+-]?\\d+)?`

/** The digits of a text that contains one number and otherwise only blanks; '' for any other text. */
const numberIn = (text: string): string =>
  `replaceAll(extract(${text}, ${quoted(`^${blanks}(${number})${blanks}$`)}), '_', '')`

/** That number as a decimal with 76 digits, 38 of them fractional; null where there is none. */
const wideIn = (text: string): string => `toDecimal256OrNull(${numberIn(text)}, 38)`

function asInteger({ text, exact }: Operand): string {
  const whole = (wide: string): string => `accurateCastOrNull(toInt256(round(${wide})), 'Int64')`
  switch (exact.is) {
    case 'integer':
      return exact.bits <= 63 ? `toInt64(${text})` : `accurateCastOrNull(${text}, 'Int64')`
    case 'decimal':
      return whole(decimal(text, exact.width, exact.scale))
    case 'float':
    case 'double':
      // Rounds half to even, as DuckDB casts floating-point numbers.
      return `accurateCastOrNull(round(${text}), 'Int64')`
    case 'string':
      return whole(wideIn(text))
    case 'boolean':
      return `toInt64(${text})`
    default:
      return empty({ is: 'integer', bits: 63 })
  }
}

function asReal(operand: Operand): string {
  const { text, exact } = operand
  if (exact.is === 'null' || exact.is === 'unknown') return empty({ is: 'double' })
  if (exact.is === 'boolean') return `toFloat64(${text})`
  if (exact.is !== 'string') return as(operand, { is: 'double' })
  const named = (sign: string, names: string) => quoted(`^${blanks}${sign}(?i:${names})${blanks}$`)
  return once(
    text,
    (value) =>
      `multiIf(match(${value}, ${named('\\+?', 'inf|infinity')}), inf, match(${value}, ${named('-', 'inf|infinity')}), -inf, match(${value}, ${named('[+-]?', 'nan')}), nan, toFloat64OrNull(${numberIn(value)}))`,
  )
}

function asDecimal(operand: Operand, width: number, scale: number): string {
  const { text, exact } = operand
  const limit = `1${'0'.repeat(width - scale)}`
  /** The value as the decimal; null where it has too many integer digits for the type. */
  const fitting = (wide: string): string =>
    once(wide, (value) => {
      const fits = `abs(${value}) < toDecimal256('${limit}', 0)`
      const held = `if(${fits}, ${value}, ${value} * 0)`
      return `if(${fits}, ${decimal(held, width, scale)}, NULL)`
    })
  switch (exact.is) {
    case 'integer':
      return fitting(`toDecimal256(${text}, ${scale})`)
    case 'decimal':
      return fitting(
        exact.scale > scale
          ? `round(toDecimal256(${text}, ${exact.scale}), ${scale})`
          : `toDecimal256(${text}, ${scale})`,
      )
    case 'string':
      return fitting(`round(${wideIn(text)}, ${scale})`)
    case 'float':
    case 'double': {
      // DuckDB multiplies by the power of ten in the operand's own type, FLOAT or DOUBLE.
      const moved =
        exact.is === 'double'
          ? `(${text} * 1e${scale})`
          : `toFloat64(toFloat32(toFloat64(${text}) * toFloat64(toFloat32(1e${scale}))))`
      return once(wholeReal(moved), (whole) => {
        const fits = `abs(${whole}) < 1e${width}`
        const unit = scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`
        const parts = `toDecimal256(${wideInteger(`if(${fits}, ${whole}, 0.)`, width)}, 0) * toDecimal256('${unit}', ${scale})`
        return `if(${fits}, ${decimal(parts, width, scale)}, NULL)`
      })
    }
    default:
      return empty({ is: 'decimal', width, scale })
  }
}

/**
 * An integral Float64 as Int256, in two halves of 64 bits: ClickHouse's own conversion loses digits beyond 64
 * bits.
 */
function wideInteger(text: string, digits: number): string {
  if (digits <= 18) return `toInt256(toInt64(${text}))`
  const half = '18446744073709551616'
  return once(text, (value) =>
    once(`trunc(${value} / ${half}.)`, (high) => {
      const low = `(${value} - ${high} * ${half}.)`
      return `(toInt256(toInt64(${high})) * toInt256('${half}') + sign(${low}) * toInt256(toUInt64(abs(${low}))))`
    }),
  )
}

function asTruth({ text, exact }: Operand): string {
  switch (exact.is) {
    case 'boolean':
      return text
    case 'string':
      return once(
        `lower(${text})`,
        (value) =>
          `multiIf(${value} IN ('true', 't', 'yes', 'y', '1'), true, ${value} IN ('false', 'f', 'no', 'n', '0'), false, NULL)`,
      )
    case 'integer':
    case 'decimal':
    case 'float':
    case 'double':
      return `(${text} <> 0)`
    default:
      return empty({ is: 'boolean' })
  }
}

const year = '0*((?:19|2[012])\\d\\d)'
const day = `${year}(?:-(\\d{1,2})-|/(\\d{1,2})/| (\\d{1,2}) |\\\\(\\d{1,2})\\\\)(\\d{1,2})`

/**
 * The day at the beginning of a text, from the groups `found` of the pattern `day`; null for invalid days.
 */
function dayOf(found: string): string {
  const two = (text: string): string => `leftPad(${text}, 2, '0')`
  const month = `concat(${[2, 3, 4, 5].map((place) => `${found}[${place}]`).join(', ')})`
  const written = `concat(${found}[1], '-', ${two(month)}, '-', ${two(`${found}[6]`)})`
  // Otherwise 30 February would become 2 March.
  return once(
    written,
    (text) => `if(toString(toDate32OrNull(${text})) = ${text}, toDate32OrNull(${text}), NULL)`,
  )
}

const parts = (text: string, pattern: string): string =>
  `extractGroups(ifNull(${text}, ''), ${quoted(`(?s)^${blanks}${pattern}$`)})`

function asDay({ text, exact }: Operand): string {
  if (exact.is === 'date') return text
  if (exact.is === 'datetime') return `toDate32(${text})`
  if (exact.is !== 'string') return empty({ is: 'date' })
  const found = once(parts(text, `${day}(?:\\D.*)?`), dayOf)
  return once(text, (value) => `if(position(${value}, '(BC)') = 0, ${found}, NULL)`)
}

const clock =
  '(?: +|T)0*(\\d{1,2}):0*(\\d{1,2}):?(?:0*(\\d{1,2})(?:\\.(\\d*))?(?:Z|[+-]\\d\\d(?::?\\d\\d)?| UTC)?)?'

function asMoment(operand: Operand): string {
  const { text, exact } = operand
  if (exact.is === 'date' || exact.is === 'datetime') return as(operand, { is: 'datetime' })
  if (exact.is !== 'string') return empty({ is: 'datetime' })
  return once(parts(text, `${day}(?:${clock}${blanks})?`), (found) => {
    const [hours, minutes, seconds] = [7, 8, 9].map((place) => `toInt64OrZero(${found}[${place}])`)
    const fraction = `toInt64OrZero(substring(rightPad(${found}[10], 6, '0'), 1, 6))`
    const span = `((${hours} * 60 + ${minutes}) * 60 + ${seconds}) * 1000000 + ${fraction}`
    // 24:00 is the start of the next day.
    const isClock = `${minutes} < 60 AND ${seconds} < 60 AND ${span} <= 86400000000`
    return `if(${isClock}, addMicroseconds(toDateTime64(${dayOf(found)}, 6, 'UTC'), ${span}), NULL)`
  })
}

/**
 * A literal day or time in the usual format, as a constant; null for any other text. Throws outside 1900 –
 * 2299.
 */
function writtenMoment(literal: string, type: 'date' | 'timestamp'): string | null {
  const found = /^(\d{4})-\d\d-\d\d(?:[ T](\d\d:\d\d)(:\d\d)?)?$/.exec(literal)
  if (found === null) return null
  const [, written, minutes, seconds = ':00'] = found
  if (Number(written) < 1900 || Number(written) > 2299)
    throw reportInvalid(`ClickHouse 的日期只能在 1900 年到 2299 年之间，不能用「${literal}」`)
  const start = literal.slice(0, 10)
  if (calendarDay(start) === null) return null
  if (type === 'date') return `toDate32('${start}')`
  return `toDateTime64('${start} ${minutes ?? '00:00'}${minutes === undefined ? ':00' : seconds}', 6, 'UTC')`
}
