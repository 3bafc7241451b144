// Exact decimals as integers, in units of the last digit.

/**
 * Parses `1.5`, `-3`, `1e3`: the value rounded down to `scale` digits, and whether that is exact. Null for
 * other texts.
 */
export function decimalOf(
  text: string,
  scale: number,
): { units: bigint; exact: boolean; text: string } | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(text.trim())
  if (!match) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole === '' && fraction === '') return null
  const digits = `${whole}${fraction}`
  const shift = scale - fraction.length + Number(exponent)
  const magnitude = BigInt(digits) * (shift > 0 ? 10n ** BigInt(shift) : 1n)
  const divisor = shift < 0 ? 10n ** BigInt(-shift) : 1n
  const value = sign === '-' ? -magnitude : magnitude
  const exact = value % divisor === 0n
  const units = value / divisor - (value < 0n && !exact ? 1n : 0n)
  return { units, exact, text: pointed(units, scale) }
}

/** The text of `units` with `scale` digits after the point. */
export function pointed(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return scale > 0 ? `${sign}${whole}.${digits.slice(digits.length - scale)}` : `${sign}${whole}`
}

/** Extra digits of an average, beyond those of its values. */
const extraDigits = 6

/** Rounds half away from zero and drops trailing zeros. */
export function dividedText(units: bigint, scale: number, count: number): string {
  const wide = (units < 0n ? -units : units) * 10n ** BigInt(extraDigits)
  const divisor = BigInt(count)
  const rounded = (wide * 2n + divisor) / (divisor * 2n)
  const text = pointed(units < 0n ? -rounded : rounded, scale + extraDigits)
  return text.replace(/\.0+$|(?<!0)0+$/, '')
}
