// Numbers of a workbook as decimal texts. A file holds them as digits of doubles, mostly 17 of them, of which
// the last ones may be noise of the conversion: 0.1 is stored as 0.10000000000000001.

/** Any decimal of so many digits comes back from a double unchanged; a spreadsheet shows no more. */
const safeDigits = 15
/** So many digits identify a double. */
const mostDigits = 17
/** Longer amounts keep their exponent: no integer type holds them. */
const longestInteger = 19
/** Smaller numbers are measured ones, which keep their exponent. */
const mostDecimals = 10
/** Longer expansions are not compared. */
const longestExpansion = 100

/** Digits without leading zeros, and how many of them stand after the point; below 0 zeros follow. */
interface Decimal {
  sign: '' | '-'
  digits: string
  scale: number
}

/** A stored number without noise; null where the text is no number. */
export function readNumber(text: string): Decimal | null {
  // Integers have no noise, and may be longer than a double holds.
  const [, minus, whole] = /^[+]?(-?)(\d+)$/.exec(text) ?? []
  if (whole) {
    const digits = whole.replace(/^0+(?=\d)/, '')
    return { sign: minus && digits !== '0' ? '-' : '', digits, scale: 0 }
  }
  const written = decimalOf(text)
  if (!written) return null
  const value = Number(text)
  const shortest = decimalOf(String(value))
  if (!shortest || value === 0) return written
  const { length } = written.digits
  if (length <= mostDigits) {
    const isNoise = shortest.digits.length <= safeDigits || isExpansion(value, written, mostDigits)
    return isNoise ? shortest : written
  }
  return length <= longestExpansion && isExpansion(value, written, length) ? shortest : written
}

/** As plain digits; with an exponent where the number is far from 1. */
export function numberOf({ sign, digits, scale }: Decimal): string {
  const isLong = scale < 0 && digits.length - scale > longestInteger
  const isTiny = scale > mostDecimals && digits.length < scale - 5
  if (!isLong && !isTiny) return sign + shifted(digits, scale)
  const exponent = digits.length - 1 - scale
  const rest = digits.slice(1)
  return `${sign}${digits[0]}${rest && `.${rest}`}e${exponent < 0 ? '' : '+'}${exponent}`
}

/** A share as a percentage. */
export const percentOf = ({ sign, digits, scale }: Decimal): string => `${sign}${shifted(digits, scale - 2)}%`

function decimalOf(text: string): Decimal | null {
  const [, minus = '', whole = '', part = '', power = '0'] =
    /^[+]?(-?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,4}))?$/.exec(text) ?? []
  if (!whole && !part) return null
  const all = whole + part
  const kept = trimmed(all)
  const digits = kept.replace(/^0+/, '')
  const scale = part.length - Number(power) - (all.length - kept.length)
  return digits ? { sign: minus ? '-' : '', digits, scale } : { sign: '', digits: '0', scale: 0 }
}

/** Without the zeros at its end. */
function trimmed(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** Whether these are the first digits of the double itself. */
function isExpansion(value: number, { digits, scale }: Decimal, count: number): boolean {
  const expanded = decimalOf(value.toPrecision(count))
  return expanded !== null && expanded.digits === digits && expanded.scale === scale
}

function shifted(digits: string, scale: number): string {
  if (digits === '0') return digits
  if (scale <= 0) return digits + '0'.repeat(-scale)
  const padded = digits.padStart(scale + 1, '0')
  const part = trimmed(padded.slice(-scale))
  return padded.slice(0, -scale) + (part && `.${part}`)
}
