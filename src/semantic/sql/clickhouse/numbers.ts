// Numbers on ClickHouse as DuckDB takes them: conversions between types, and arithmetic that is exact or
// fails, where ClickHouse's own integers wrap around and its decimals lose digits.
//
//   of b BIGINT, m DECIMAL(18,2):
//   b * 2        accurateCast((toInt128(f."b") * 2), 'Int64')        wide enough to compute, then checked
//   m * 1.5      (toDecimal128(f."m", 2) * toDecimal128('1.5', 1))
//   -b           accurateCast(negate(toInt128(f."b")), 'Int64')
import {
  comparedExact,
  type Exact,
  type ExactNumber,
  exactOfNumber,
  isNumber,
  mostDigits,
} from '#semantic/model/expression/exact.ts'
import type { ArithmeticOperator } from '#semantic/model/expression/tree.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import { decimalOf, exactOfArithmetic } from '#semantic/plan/tree/exact.ts'
import { once } from './once.ts'

/** A written part of an expression, with its exact type. */
export interface Operand {
  text: string
  exact: Exact
  /** The digits of a literal number; else null. */
  digits: string | null
}

const moment = "DateTime64(6, 'UTC')"

export function typeName(exact: Exact): string {
  switch (exact.is) {
    case 'integer':
      return exact.bits <= 63 ? 'Int64' : exact.bits <= 127 ? 'Int128' : 'Int256'
    case 'decimal':
      return `Decimal(${Math.min(exact.width, mostDigits)}, ${exact.scale})`
    case 'float':
      return 'Float32'
    case 'double':
      return 'Float64'
    case 'boolean':
      return 'Bool'
    case 'date':
      return 'Date32'
    case 'datetime':
      return moment
    default:
      return 'String'
  }
}

/** Converts a number, or a text of digits, to a decimal. The statement fails where the value does not fit. */
export function decimal(text: string, width: number, scale: number): string {
  return `toDecimal${width <= 18 ? 64 : width <= mostDigits ? 128 : 256}(${text}, ${scale})`
}

/** A literal number in its exact type: 0.125 → toDecimal64('0.125', 3). */
export function numberText(digits: string): string {
  const exact = exactOfNumber(digits)
  if (exact.is === 'integer') return exact.bits <= 63 ? String(BigInt(digits)) : `toInt128('${digits}')`
  if (exact.is === 'decimal') return decimal(`'${plainDigits(digits)}'`, exact.width, exact.scale)
  return realText(digits)
}

const plainDigits = (digits: string): string => digits.replace(/\.$/, '').replace(/^\./, '0.')

function realText(digits: string): string {
  const value = Number(digits)
  return Number.isFinite(value) ? `toFloat64(${value})` : 'inf'
}

/** Converts to a type that the value fits. Lost decimal digits are rounded, half away from zero. */
export function as(operand: Operand, to: Exact): string {
  const { text, exact, digits } = operand
  if (exact.is === 'null') return `CAST(NULL AS Nullable(${typeName(to)}))`
  if (to.is === 'datetime') return exact.is === 'date' ? `toDateTime64(${text}, 6, 'UTC')` : text
  if (!isNumber(to) || !isNumber(exact)) return text
  if (to.is === 'double') return digits === null ? asDouble(text, exact) : realText(digits)
  if (to.is === 'float') return `toFloat32(${exact.is === 'decimal' ? asDouble(text, exact) : text})`
  if (to.is === 'integer') return text
  return asDecimal(operand, to)
}

/** Converts to the type of a whole column: all branches of a multiIf must have exactly one type. */
export function asColumn(operand: Operand, to: Exact): string {
  if (operand.exact.is === 'null') return 'NULL'
  const text = as(operand, to)
  if (to.is === 'integer') return `to${typeName(to)}(${text})`
  if (to.is === 'date') return `toDate32(${text})`
  if (to.is === 'boolean') return `toBool(${text})`
  return text
}

function asDouble(text: string, exact: ExactNumber): string {
  if (exact.is === 'double') return text
  if (exact.is !== 'decimal' || exact.width <= 15) return `toFloat64(${text})`
  // Beyond 2^53 DuckDB converts integer and fractional digits separately and adds them.
  const most = String(2n ** 53n).padStart(exact.scale + 1, '0')
  const point = most.length - exact.scale
  const limit = `toDecimal128('${most.slice(0, point)}.${most.slice(point)}', ${exact.scale})`
  if (exact.scale === 0) return `toFloat64(${text})`
  return once(
    text,
    (value) =>
      `if(abs(${value}) <= ${limit}, toFloat64(${value}), toFloat64(toInt128(${value})) + toFloat64(${value} - trunc(${value})))`,
  )
}

function asDecimal({ text, exact, digits }: Operand, to: { width: number; scale: number }): string {
  if (digits !== null) {
    const own = exactOfNumber(digits)
    if (own.is === 'decimal' && own.scale > to.scale)
      return decimal(`round(${numberText(digits)}, ${to.scale})`, to.width, to.scale)
    return decimal(`'${plainDigits(digits)}'`, to.width, to.scale)
  }
  const isCut = exact.is === 'decimal' && exact.scale > to.scale
  return decimal(isCut ? `round(${text}, ${to.scale})` : text, to.width, to.scale)
}

export function arithmetic(operator: ArithmeticOperator, left: Operand, right: Operand): string {
  if (left.exact.is === 'date' && right.exact.is === 'date')
    return `dateDiff('day', toDate32(${right.text}), toDate32(${left.text}))`
  const result = exactOfArithmetic(operator, left.exact, right.exact)
  if (left.exact.is === 'null' || right.exact.is === 'null')
    return `CAST(NULL AS Nullable(${typeName(result)}))`
  const isKnown = isNumber(left.exact) && isNumber(right.exact)
  const apply = (one: string, other: string): string => {
    const isDivision = operator === '/' || operator === '%'
    return `(${one} ${operator} ${isDivision && !isNonZero(right) ? `nullIf(${other}, 0)` : other})`
  }
  if (!isKnown) return apply(left.text, right.text)
  if (operator === '%' && (result.is === 'double' || result.is === 'float'))
    throw reportInvalid(
      'ClickHouse 上的 % 不能用于 double（余数不精确），请先把两边用 cast(… as decimal(18, 4)) 或 cast(… as integer) 转换',
    )
  switch (result.is) {
    case 'double':
      return apply(as(left, result), as(right, result))
    case 'float':
      return `toFloat32(${apply(as(left, result), as(right, result))})`
    case 'integer':
      return integers(apply, operator, [left, right], result.bits)
    default:
      return decimals(apply, operator, [left, right], result as Extract<Exact, { is: 'decimal' }>)
  }
}

type Apply = (one: string, other: string) => string

function isNonZero({ digits }: Operand): boolean {
  return digits !== null && Number(digits) !== 0
}

function integers(
  apply: Apply,
  operator: ArithmeticOperator,
  operands: [Operand, Operand],
  bits: number,
): string {
  const sizes = operands.map(({ exact }) => (exact as { bits: number }).bits) as [number, number]
  const needed = operator === '*' ? sizes[0] + sizes[1] : Math.max(...sizes) + (operator === '%' ? 0 : 1)
  const type = needed <= 63 ? 'Int64' : needed <= 127 ? 'Int128' : 'Int256'
  const [one, other] = operands.map((operand) =>
    operand.digits === null || sizes.some((size) => size > 63) ? `to${type}(${operand.text})` : operand.text,
  ) as [string, string]
  const text = apply(operands.every(({ digits }) => digits !== null) ? `to${type}(${one})` : one, other)
  return needed <= bits ? text : `accurateCast(${text}, '${bits <= 63 ? 'Int64' : 'Int128'}')`
}

function decimals(
  apply: Apply,
  operator: ArithmeticOperator,
  operands: [Operand, Operand],
  { width, scale }: { width: number; scale: number },
): string {
  if (scale > mostDigits)
    throw reportInvalid(`乘积需要 ${scale} 位小数，最多 ${mostDigits} 位；请先把其中一个转为 double`)
  const [one, other] = operands.map((operand) => {
    const own = operator === '*' ? decimalOf(operand.exact as ExactNumber).scale : scale
    return asDecimal(operand, { width, scale: own })
  }) as [string, string]
  const text = apply(one, other)
  return width <= mostDigits ? text : decimal(text, mostDigits, scale)
}

export function negated({ text, exact, digits }: Operand): string {
  if (digits !== null && exact.is === 'integer' && exact.bits <= 63) return `(-${text})`
  if (exact.is !== 'integer') return `negate(${text})`
  if (exact.bits <= 32) return `negate(toInt64(${text}))`
  return exact.bits <= 63
    ? `accurateCast(negate(toInt128(${text})), 'Int64')`
    : `accurateCast(negate(toInt256(${text})), 'Int128')`
}

/**
 * All operands of a comparison, converted to one type. A column stays bare where that gives the same result.
 */
export function comparable(left: Operand, right: Operand, ...others: Operand[]): string[] {
  const operands = [left, right, ...others]
  const common = operands.map(({ exact }) => exact).reduce(comparedExact)
  const written = operands.filter(({ digits }) => digits !== null).length
  return operands.map((operand) => {
    const { exact, digits, text } = operand
    if (common.is !== 'decimal' || exact.is !== 'decimal') return as(operand, common)
    // The only column among literals stays bare: the literals are converted instead.
    return exact.scale === common.scale || (digits === null && written === operands.length - 1)
      ? text
      : as(operand, common)
  })
}

export function absolute({ text, exact }: Operand): string {
  if (exact.is !== 'integer') return `abs(${text})`
  if (exact.bits <= 32) return `toInt64(abs(${text}))`
  return exact.bits <= 63
    ? `accurateCast(abs(toInt128(${text})), 'Int64')`
    : `accurateCast(abs(toInt256(${text})), 'Int128')`
}

/** The nearest integer, halves away from zero. */
export function wholeReal(text: string): string {
  return once(
    text,
    (value) =>
      `(trunc(${value}) + if(abs(${value} - trunc(${value})) >= 0.5, toFloat64(sign(${value})), -0.))`,
  )
}

export function rounded({ text, exact }: Operand, digits: number): string {
  switch (exact.is) {
    case 'integer':
      return digits >= 0
        ? text
        : `accurateCast(toInt256(round(toDecimal256(${text}, 0), ${digits})), '${typeName(exact)}')`
    case 'decimal':
      return digits >= exact.scale
        ? text
        : decimal(
            `round(${decimal(text, exact.width, exact.scale)}, ${digits})`,
            exact.width,
            Math.max(digits, 0),
          )
    case 'float':
      return `toFloat32(${roundedReal(`toFloat64(${text})`, digits)})`
    case 'double':
      return roundedReal(text, digits)
    default:
      return `CAST(NULL AS Nullable(Int64))`
  }
}

function roundedReal(text: string, digits: number): string {
  if (digits === 0) return once(text, (value) => `if(isFinite(${value}), ${wholeReal(value)}, ${value})`)
  const power = `1e${Math.abs(digits)}`
  return once(text, (value) => {
    const whole = wholeReal(digits > 0 ? `(${value} * ${power})` : `(${value} / ${power})`)
    // Where value * power overflows, the number is too large to have such digits: it stays unchanged.
    return digits > 0
      ? `if(isFinite(${value} * ${power}), ${whole} / ${power}, ${value})`
      : `if(isInfinite(${value}) OR isNaN(${value}), 0., ${whole} * ${power})`
  })
}

export function stepped(name: 'floor' | 'ceil', operand: Operand): string {
  const { text, exact } = operand
  if (exact.is === 'integer') return as(operand, { is: 'double' })
  if (exact.is !== 'decimal') return `${name}(${text})`
  return decimal(`${name}(${decimal(text, exact.width, exact.scale)})`, exact.width, 0)
}

/**
 * The argument of sum(): integers of more than 32 bits are widened, because ClickHouse's 64-bit sums wrap
 * silently.
 */
export function summable(text: string, exact: Exact): string {
  if (exact.is !== 'integer' || exact.bits <= 32) return text
  return exact.bits <= 64 ? `toInt128(${text})` : `toInt256(${text})`
}
