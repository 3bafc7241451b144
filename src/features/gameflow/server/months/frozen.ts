// The frozen figures of a game's closed month: its cells day by day, with the rates and shares used.
import type { GameScope } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { readerOf } from '#server/scopes/seen.ts'
import type { CellQuestion, FlowCell, PricedCell } from '../figures/cell.ts'
import { type DayRange, monthOf } from '../figures/days.ts'
import { rateDigits, shortText, storedDecimal } from '../figures/exact.ts'
import { flowMonth } from '../tables.ts'

/** channel, server, currency, orders, and three amounts as whole numbers of 10^-6. */
type FrozenCell = [string, string, string, number, string, string, string]

interface FrozenDay {
  day: string
  cells: string
  rates: string
  shares: string
}

type Rates = Record<string, string>

/** Days of one game's month in stored form. */
export async function frozenDays(cells: Iterable<PricedCell>): Promise<FrozenDay[]> {
  const days = new Map<string, { cells: FrozenCell[]; rates: Rates; shares: Rates }>()
  for (const cell of cells) {
    await breathe()
    const { day, channel, server, currency, orders, booked, refunded, adjusted, rate, share } = cell
    const kept = days.get(day) ?? { cells: [], rates: {}, shares: {} }
    days.set(day, kept)
    kept.cells.push([channel, server, currency, orders, `${booked}`, `${refunded}`, `${adjusted}`])
    if (rate !== null) kept.rates[currency] = shortText(rate, rateDigits)
    if (share !== null) kept.shares[channel] = shortText(share, rateDigits)
  }
  return [...days].map(([day, kept]) => ({
    day,
    cells: JSON.stringify(kept.cells),
    rates: JSON.stringify(kept.rates),
    shares: JSON.stringify(kept.shares),
  }))
}

interface Frozen {
  cells: FlowCell[]
  isClosed(month: string, cgi: string): boolean
  pricing(cell: FlowCell): Pick<PricedCell, 'rate' | 'share'>
}

interface StandingClose {
  id: number
  month: string
  cgi: string
}

/** Closes that were not reopened, for months that overlap the days. */
export function standingCloses(db: Db, games: GameScope, { from, to }: DayRange): Promise<StandingClose[]> {
  return db
    .selectFrom('flow_month')
    .select(['id', 'month', 'cgi'])
    .where(seenBy(db, flowMonth, readerOf(games)))
    .where('reopened_at', 'is', null)
    .where('month', '>=', monthOf(from))
    .where('month', '<=', monthOf(to))
    .execute()
}

const closesAtOnce = 500

export async function readFrozen(db: Db, games: GameScope, question: CellQuestion): Promise<Frozen> {
  const closes = await standingCloses(db, games, question)
  const byId = new Map(closes.map((close) => [close.id, close]))
  const keys = new Set(closes.map(({ month, cgi }) => `${month} ${cgi}`))
  const cells: FlowCell[] = []
  const pricings = new Map<string, { rates: Rates; shares: Rates }>()
  const ids = [...byId.keys()]
  for (let start = 0; start < ids.length; start += closesAtOnce) {
    const rows = await db
      .selectFrom('flow_frozen')
      .selectAll()
      .where('month_id', 'in', ids.slice(start, start + closesAtOnce))
      .where('day', '>=', question.from)
      .where('day', '<=', question.to)
      .execute()
    for (const row of rows) {
      await breathe()
      const cgi = byId.get(row.month_id)?.cgi ?? ''
      pricings.set(`${row.day} ${cgi}`, { rates: JSON.parse(row.rates), shares: JSON.parse(row.shares) })
      for (const cell of JSON.parse(row.cells) as FrozenCell[])
        cells.push(thawed(row.day, cgi, cell, question.withServer))
    }
  }
  return {
    cells,
    isClosed: (month, cgi) => keys.has(`${month} ${cgi}`),
    pricing: ({ day, cgi, currency, channel }) => {
      const { rates, shares } = pricings.get(`${day} ${cgi}`) ?? { rates: {}, shares: {} }
      return { rate: decimalOf(rates, currency), share: decimalOf(shares, channel) }
    },
  }
}

const decimalOf = (rates: Rates, key: string): bigint | null =>
  Object.hasOwn(rates, key) ? storedDecimal(rates[key] as string, rateDigits) : null

function thawed(
  day: string,
  cgi: string,
  [channel, server, currency, orders, booked, refunded, adjusted]: FrozenCell,
  withServer: boolean,
): FlowCell {
  const amounts = { booked: BigInt(booked), refunded: BigInt(refunded), adjusted: BigInt(adjusted) }
  return { day, cgi, channel, server: withServer ? server : '', currency, orders, ...amounts }
}
