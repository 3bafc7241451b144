// Sums cells into figures: exact while adding, rounded once for display.
import { netOf, type PricedCell } from './cell.ts'
import { currencyDigits } from './currencies.ts'
import { decimalText, exactDigits, one, rounded } from './exact.ts'

/** The currency in which a figure is shown. */
export type Shown = 'own' | 'base'

/** Whole numbers of 10^-22. */
export class FlowSums {
  readonly #shown: Shown
  orders = 0
  booked = 0n
  refunded = 0n
  adjusted = 0n
  share = 0n
  drift = 0n
  #rateMissing = false
  #shareMissing = false
  #driftUnknown = false
  #isEmpty = true
  closed = 0
  open = 0

  constructor(shown: Shown) {
    this.#shown = shown
  }

  add(cell: PricedCell): void {
    this.#isEmpty = false
    this.orders += cell.orders
    if (cell.closed) this.closed++
    else this.open++
    const rate = this.#shown === 'own' ? one : cell.rate
    this.#addDrift(cell, rate)
    const net = netOf(cell)
    // Zero is zero at any rate.
    if (cell.booked === 0n && cell.refunded === 0n && cell.adjusted === 0n) return
    if (rate === null) {
      this.#rateMissing = true
      return
    }
    const unit = rate * one
    this.booked += cell.booked * unit
    this.refunded += cell.refunded * unit
    this.adjusted += cell.adjusted * unit
    if (net === 0n) return
    if (cell.share === null) this.#shareMissing = true
    else this.share += net * rate * cell.share
  }

  #addDrift({ drift }: PricedCell, rate: bigint | null): void {
    if (drift === 0n) return
    if (rate === null) this.#driftUnknown = true
    else this.drift += drift * rate * one
  }

  get net(): bigint {
    return this.booked - this.refunded + this.adjusted
  }
  /** Null when a rate is missing. */
  get exactNet(): bigint | null {
    return this.#rateMissing ? null : this.net
  }
  /** Null when a rate or a share is missing. */
  get exactKept(): bigint | null {
    return this.#rateMissing || this.#shareMissing ? null : this.net - this.share
  }

  /** The figures as shown in a currency. */
  told(currency: string) {
    const text = (value: bigint) => moneyText(value, currency)
    const known = (value: bigint) => (this.#rateMissing ? null : text(value))
    const kept = this.exactKept
    return {
      orders: this.orders,
      booked: known(this.booked),
      refunded: known(this.refunded),
      adjusted: known(this.adjusted),
      net: known(this.net),
      share: kept === null ? null : text(this.share),
      kept: kept === null ? null : text(kept),
      drift: this.drift === 0n || this.#driftUnknown ? null : text(this.drift),
    }
  }

  get closedState(): 'all' | 'some' | 'none' {
    if (this.#isEmpty || this.closed === 0) return 'none'
    return this.open === 0 ? 'all' : 'some'
  }
}

/** An exact figure of 10^-22, rounded to its currency's decimals. */
export function moneyText(exact: bigint, currency: string): string {
  const digits = currencyDigits(currency)
  return decimalText(rounded(exact, exactDigits, digits), digits)
}

/** An amount of 10^-6, rounded the same way. */
export const amountText = (amount: bigint, currency: string): string =>
  moneyText(amount * one * one, currency)
