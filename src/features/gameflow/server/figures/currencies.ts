// Currencies by ISO code, with the number of decimals of their amounts.

import { AppError } from '#shared/errors.ts'
import { baseCurrency } from '#features/gameflow/contract.ts'

const known = new Set(Intl.supportedValuesOf('currency'))
const digits = new Map<string, number>()

export function currencyDigits(currency: string): number {
  const remembered = digits.get(currency)
  if (remembered !== undefined) return remembered
  const found = known.has(currency)
    ? (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2)
    : 2
  // A fact may hold any text, so the cache is limited.
  if (digits.size < 1_000) digits.set(currency, found)
  return found
}

/** The code in capitals; the base currency when empty. */
export function cleanCurrency(text: string): string {
  const code = text.trim().toUpperCase()
  if (code === '') return baseCurrency
  if (known.has(code)) return code
  throw new AppError(
    'parameter_wrong',
    `没有币种「${text.trim().slice(0, 20)}」，应为 CNY、USD 这样的三个字母`,
  )
}
