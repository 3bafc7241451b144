// Exact money arithmetic. Amounts are whole numbers of 10^-6, rates and shares of 10^-8; products are of
// 10^-22 and are added without rounding. A figure is rounded once, for display, half away from zero, to its
// currency's decimals, so totals are sums of unrounded values.
import { AppError } from '#shared/errors.ts'

export const amountDigits = 6
export const rateDigits = 8
/** Digits of amount × rate × share. */
export const exactDigits = amountDigits + 2 * rateDigits

export const one = 10n ** BigInt(rateDigits)

const plain = /^([+-]?)(\d{1,24})(?:\.(\d{0,24}))?$/

/** Whole number of 10^-digits; null when the text is no decimal, or has more decimals. */
function readDecimal(text: string, digits: number): bigint | null {
  const match = plain.exec(text)
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  const kept = withoutZeros(fraction)
  if (kept.length > digits) return null
  const value = BigInt(whole) * 10n ** BigInt(digits) + BigInt(kept.padEnd(digits, '0') || '0')
  return sign === '-' ? -value : value
}

/** Like `readDecimal`, for texts from the store or the warehouse. */
export function storedDecimal(text: string, digits: number): bigint {
  const value = readDecimal(text, digits)
  if (value !== null) return value
  throw new AppError(
    'query_failed',
    `数据源里的金额「${text.slice(0, 40)}」不是数字，或小数超过 ${digits} 位`,
  )
}

export function decimalText(value: bigint, digits: number): string {
  const size = value < 0n ? -value : value
  const text = size.toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  return `${value < 0n ? '-' : ''}${digits === 0 ? text : `${whole}.${text.slice(text.length - digits)}`}`
}

/** Without trailing zeros: 7.1 instead of 7.10000000. */
export const shortText = (value: bigint, digits: number): string =>
  digits === 0 ? decimalText(value, 0) : withoutZeros(decimalText(value, digits)).replace(/\.$/, '')

function withoutZeros(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '0') end--
  return text.slice(0, end)
}

/** Rounds to fewer decimals, half away from zero. */
export function rounded(value: bigint, from: number, to: number): bigint {
  if (to >= from) return value * 10n ** BigInt(to - from)
  const step = 10n ** BigInt(from - to)
  const half = step / 2n
  const up = value < 0n ? value - half : value + half
  return up / step
}

const wrong = (message: string) => new AppError('parameter_wrong', message)
const widths = /[０-９．，－＋]/g
const narrow = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)

/** Parses typed amounts: 1,234.50, １２３４．５, ￥1234; parentheses mean a negative amount. */
export function typedDecimal(text: string, what: string, digits: number): bigint {
  let typed = text
    .trim()
    .replace(widths, narrow)
    .replace(/^[￥¥$]/, '')
    .replaceAll(/[\s,]/g, '')
  const inParentheses = /^\((.*)\)$/.exec(typed)
  if (inParentheses) typed = `-${inParentheses[1]}`
  if (typed === '') throw wrong(`请填写${what}`)
  const value = readDecimal(typed.replace(/^\./, '0.').replace(/^-\./, '-0.'), digits)
  if (value !== null) return value
  const fraction = /^[+-]?\d+\.(\d+)$/.exec(typed)?.[1] ?? ''
  if (fraction.length > digits) throw wrong(`${what}最多 ${digits} 位小数`)
  throw wrong(`${what}「${text.slice(0, 30)}」不是数字，应像 1234.50`)
}
