// Which subscriptions use a receiver: while any does, it can't be deleted.

import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import type { ReceiverUse } from '#features/receivers/server/index.ts'
import { listPath } from './pausing.ts'

export async function usesOfReceiver(db: Db, receiverId: number): Promise<ReceiverUse[]> {
  const rows = await db
    .selectFrom('subscription_recipient as recipient')
    .innerJoin('subscription', 'subscription.id', 'recipient.subscription_id')
    .innerJoin('user', 'user.id', 'subscription.owner_id')
    .select(['subscription.id', 'subscription.name', 'user.games'])
    .where('recipient.receiver_id', '=', receiverId)
    .where('recipient.removed', '=', 0)
    .where(living('subscription'))
    .execute()
  return rows.map(({ id, name, games }) => ({ id, name, games, link: listPath }))
}

/** The number of subscriptions per receiver. */
export async function countReceiverUses(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('subscription_recipient as recipient')
    .innerJoin('subscription', 'subscription.id', 'recipient.subscription_id')
    .select((select) => ['recipient.receiver_id', select.fn.countAll<number>().as('count')])
    .where('recipient.receiver_id', 'is not', null)
    .where('recipient.removed', '=', 0)
    .where(living('subscription'))
    .groupBy('recipient.receiver_id')
    .execute()
  return new Map(rows.map(({ receiver_id, count }) => [Number(receiver_id), Number(count)]))
}
