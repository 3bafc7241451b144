// Adds decimals exactly: 0.1 + 0.2 is 0.3, and sums beyond 2^53 keep their last digit.

export { groupThousands } from '#shared/thousands.ts'

/** Numbers with at most this many decimals are added as integers, which is fast and exact. */
const fastScale = 6
const fastFactor = 10 ** fastScale
/** The integer sum is exact below this bound, with room for the next number. */
const flushAbove = 2 ** 52

const decimalPattern = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?\s*$/

interface Decimal {
  digits: bigint
  scale: number
}

export class ExactSum {
  count = 0
  private fast = 0
  private digits = 0n
  private scale = fastScale

  /** Returns whether the value is a number at all. */
  add(value: number | string): boolean {
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) return false
      const scaled = Math.round(value * fastFactor)
      if (scaled > -flushAbove && scaled < flushAbove && scaled / fastFactor === value) {
        this.addScaled(scaled)
        return true
      }
    }
    const decimal = parseDecimal(String(value))
    if (!decimal) return false
    this.addDecimal(decimal)
    this.count++
    return true
  }

  get isEmpty(): boolean {
    return this.count === 0
  }

  sumText(): string {
    this.flush()
    return decimalText(this.digits, this.scale)
  }

  /** Rounded to the given number of decimals, halves away from zero. */
  averageText(decimals: number): string {
    this.flush()
    const factor = 10n ** BigInt(decimals)
    const divisor = BigInt(this.count) * 10n ** BigInt(this.scale)
    const doubled = this.digits * factor * 2n
    const half = doubled < 0n ? -divisor : divisor
    return decimalText((doubled + half) / (divisor * 2n), decimals)
  }

  private addScaled(scaled: number) {
    this.count++
    this.fast += scaled
    if (this.fast > flushAbove || this.fast < -flushAbove) this.flush()
  }

  private addDecimal({ digits, scale }: Decimal) {
    if (scale > this.scale) {
      this.digits *= 10n ** BigInt(scale - this.scale)
      this.scale = scale
    }
    this.digits += digits * 10n ** BigInt(this.scale - scale)
  }

  private flush() {
    if (this.fast === 0) return
    const digits = BigInt(this.fast)
    this.fast = 0
    this.addDecimal({ digits, scale: fastScale })
  }
}

function parseDecimal(text: string): Decimal | null {
  const match = decimalPattern.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole === '' && fraction === '') return null
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

function decimalText(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const fraction = text.slice(text.length - scale).replace(/0+$/, '')
  return sign + text.slice(0, text.length - scale) + (scale > 0 && fraction ? `.${fraction}` : '')
}
