// Which subscriptions told figures that a load has changed since: each gets one run, whatever the number of loads.
import { living } from '#server/scopes/life.ts'
import { markRestatementsTold, untoldRestatements } from '#features/restated/server/index.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { readContent, type StoredSubscription } from '../objectKind.ts'
import { sendOne } from '../scheduling.ts'

export async function orderCorrections({ jobs, metadata }: SubscriptionDeps): Promise<void> {
  const loads = await untoldRestatements(metadata.db)
  if (loads.length === 0) return
  await jobs.transaction(async (db, enqueue) => {
    const told = await db
      .selectFrom('subscription_told')
      .select(['subscription_id', 'from_day', 'to_day', 'at'])
      .execute()
    const touched = new Set(
      told
        .filter(({ from_day, to_day, at }) =>
          loads.some((load) => load.at > at && load.first_day <= to_day && load.last_day >= from_day),
        )
        .map(({ subscription_id }) => subscription_id),
    )
    const rows = touched.size
      ? await db
          .selectFrom('subscription')
          .selectAll()
          .where('id', 'in', [...touched])
          .where(living('subscription'))
          .where('paused_by', 'is', null)
          .execute()
      : []
    const last = loads.at(-1)?.id
    for (const row of rows.filter(wantsCorrections))
      await enqueue({
        kind: sendOne,
        payload: { subscription: row.id, reason: 'restated' },
        userId: row.owner_id,
        key: `subscription ${row.id} restated ${last}`,
        lane: `subscription ${row.owner_id}`,
      })
    await markRestatementsTold(
      db,
      loads.map(({ id }) => id),
    )
  })
}

const wantsCorrections = ({ content }: StoredSubscription): boolean =>
  readContent(content).corrections !== false
