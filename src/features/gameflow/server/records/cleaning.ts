// Validates a record as typed or pasted.

import { cleanLine, cleanName, cleanText } from '#server/objects/texts.ts'
import { AppError } from '#shared/errors.ts'
import type { RecordChange } from '#features/gameflow/contract.ts'
import { cleanCurrency, currencyDigits } from '../figures/currencies.ts'
import { cleanPeriod } from '../figures/days.ts'
import { amountDigits, decimalText, typedDecimal } from '../figures/exact.ts'

type Typed = Omit<RecordChange, 'id' | 'revision' | 'overwrite'>
const longestCode = 100
/** No real amount is larger; a larger one is a typing error. */
const mostUnits = 10n ** 15n * 10n ** BigInt(amountDigits)

const wrong = (message: string) => new AppError('parameter_wrong', message)

/** Readers by form field; each throws for an invalid value. */
export const recordReaders = (typed: Typed, today: string) => ({
  period: () => cleanRecordPeriod(typed, today),
  channel: () => cleanName(typed.channel, '渠道', longestCode),
  server: () => cleanLine(typed.server ?? '', '区服', longestCode),
  currency: () => cleanCurrency(typed.currency ?? ''),
  amount: () => cleanAmount(typed),
  note: () => cleanText(typed.note ?? '', '备注', 2_000),
})

type Readers = ReturnType<typeof recordReaders>
export type ReadRecord = { [Name in keyof Readers]: ReturnType<Readers[Name]> }

export const recordValues = ({ kind, cgi, basis }: Typed, read: ReadRecord) => {
  const { period, from, to } = read.period
  return {
    kind,
    period,
    first_day: from,
    last_day: to,
    cgi: cgi.trim(),
    channel: read.channel,
    server: read.server,
    currency: read.currency,
    amount: read.amount,
    // Only statements are figures of a channel, so only they have a basis.
    basis: kind === 'statement' ? (basis ?? ('net' as const)) : ('net' as const),
    note: read.note,
  }
}

function cleanRecordPeriod({ kind, period }: Typed, today: string) {
  const read = cleanPeriod(period)
  if (read.period.length === 7 && kind !== 'statement')
    throw wrong('调整与补记退款要写到哪一天，如 2026-01-31；只有渠道账单可以写一整月')
  if (read.from > today) throw wrong(`日期 ${read.period} 还没有到`)
  return read
}

function cleanAmount({ amount, kind, currency }: Typed): string {
  const value = typedDecimal(amount, '金额', amountDigits)
  const size = value < 0n ? -value : value
  if (size >= mostUnits) throw wrong('金额过大')
  if (value === 0n && kind !== 'statement') throw wrong('金额不能为 0')
  if (value < 0n && kind === 'refund') throw wrong('补记退款的金额应大于 0')
  const digits = currencyDigits((currency ?? '').trim().toUpperCase() || 'CNY')
  if (value % 10n ** BigInt(amountDigits - digits) !== 0n)
    throw wrong(digits === 0 ? '这个币种的金额没有小数' : `这个币种的金额最多 ${digits} 位小数`)
  return decimalText(value / 10n ** BigInt(amountDigits - digits), digits)
}
