// The rate and the share valid on a day. A day's rate overrides its month's; a game's share overrides that of
// all games. A missing one is null, never 1 or 0.

import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { baseCurrency } from '#features/gameflow/contract.ts'
import { monthOf } from './days.ts'
import { one, rateDigits, storedDecimal } from './exact.ts'

export interface Pricing {
  /** Whole numbers of 10^-8. */
  rate(currency: string, day: string): bigint | null
  /** Whole numbers of 10^-8: 0.3 of the net amount. */
  share(channel: string, cgi: string, day: string): bigint | null
}

interface Validity {
  cgi: string
  from: string
  until: string | null
  share: bigint
}

export async function readPricing(db: Db): Promise<Pricing> {
  const [rateRows, shareRows] = await Promise.all([
    db.selectFrom('flow_rate').select(['currency', 'period', 'rate']).where(living('flow_rate')).execute(),
    db
      .selectFrom('flow_share')
      .select(['channel', 'cgi', 'percent', 'first_day', 'last_day'])
      .where(living('flow_share'))
      .execute(),
  ])
  const rates = new Map(
    rateRows.map(({ currency, period, rate }) => [`${currency} ${period}`, storedDecimal(rate, rateDigits)]),
  )
  const shares = new Map<string, Validity[]>()
  for (const { channel, cgi, percent, first_day, last_day } of shareRows) {
    const share = storedDecimal(percent, rateDigits) / 100n
    const known = shares.get(channel) ?? []
    known.push({ cgi, from: first_day, until: last_day, share })
    shares.set(channel, known)
  }
  return {
    rate: (currency, day) =>
      currency === baseCurrency
        ? one
        : (rates.get(`${currency} ${day}`) ?? rates.get(`${currency} ${monthOf(day)}`) ?? null),
    share: (channel, cgi, day) => {
      const valid = (shares.get(channel) ?? []).filter(
        ({ from, until }) => from <= day && (until === null || day <= until),
      )
      const found = valid.find((one) => one.cgi === cgi) ?? valid.find((one) => one.cgi === '*')
      return found?.share ?? null
    },
  }
}
