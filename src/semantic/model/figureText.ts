// Formats a figure: thousands separators, ratios in percent, null as –, zero as 0.
import type { NumberFormat } from './types.ts'
import { emptyText } from './valueText.ts'

const integer = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const decimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const free = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
const formatters = { integer, decimal, percent: decimal } as const

/** From here on a double's digits are meaningless: 3e+300 is readable, 301 digits are not. */
const mostWritten = 1e21

/** Integers beyond 2^53 arrive as text; their digits are grouped without converting to a double. */
export function groupDigits(text: string): string {
  const sign = text.startsWith('-') ? '-' : ''
  const point = text.indexOf('.')
  const digits = text.slice(sign.length, point < 0 ? text.length : point)
  const first = digits.length % 3 || 3
  const groups = [digits.slice(0, first)]
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3))
  return `${sign}${groups.join(',')}${point < 0 ? '' : text.slice(point)}`
}

export function figureText(
  value: string | number | boolean | null,
  format: NumberFormat | null,
  unit: string,
): string {
  if (value === null || value === '') return emptyText
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? groupDigits(value) : value
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (!Number.isFinite(value)) return emptyText
  const formatter = format === null ? free : formatters[format]
  const scaled = format === 'percent' ? value * 100 : value
  // Adding 0 turns -0 into 0; a figure that rounds to zero has no sign either.
  const text = Math.abs(scaled) < mostWritten ? formatter.format(scaled + 0) : String(scaled)
  const unsigned = /^-0(\.0+)?$/.test(text) ? text.slice(1) : text
  // The unit is in the header; a ratio whose unit is not % shows it with the figure.
  return format === 'percent' && unit !== '%' ? `${unsigned}%` : unsigned
}
