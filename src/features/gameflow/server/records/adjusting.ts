// Records that count in the figures of their day: adjustments, and refunds missing from the orders.
import type { GameScope } from '#semantic/model/types.ts'
import type { Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { readerOf } from '#server/scopes/seen.ts'
import type { CellQuestion, FlowCell } from '../figures/cell.ts'
import { amountDigits, storedDecimal } from '../figures/exact.ts'
import { flowRecord } from '../tables.ts'

export async function readAdjustments(
  db: Db,
  games: GameScope,
  { from, to, withServer }: CellQuestion,
): Promise<FlowCell[]> {
  const rows = await db
    .selectFrom('flow_record')
    .select(['kind', 'first_day', 'cgi', 'channel', 'server', 'currency', 'amount'])
    .where(seenBy(db, flowRecord, readerOf(games)))
    .where('kind', 'in', ['adjust', 'refund'])
    .where('first_day', '>=', from)
    .where('first_day', '<=', to)
    .execute()
  return rows.map(({ kind, first_day, cgi, channel, server, currency, amount }) => {
    const value = storedDecimal(amount, amountDigits)
    return {
      day: first_day,
      cgi,
      channel,
      server: withServer ? server : '',
      currency,
      orders: 0,
      booked: 0n,
      refunded: kind === 'refund' ? value : 0n,
      adjusted: kind === 'adjust' ? value : 0n,
    }
  })
}
