// Pauses subscriptions automatically, and tells their owner why, once.

import type { Db } from '#server/objects/types.ts'
import { asPlain } from '#shared/message.ts'
import { pages } from '#shared/pages.ts'
import { tellInboxes } from '#features/inbox/server/index.ts'
import type { SubscriptionDeps } from './deps.ts'
import type { StoredSubscription } from './objectKind.ts'
import { scheduleSubscription } from './scheduling.ts'

export const listPath = pages.statementSubscriptions.path

export async function setPaused(
  deps: Pick<SubscriptionDeps, 'jobs'>,
  db: Db,
  row: StoredSubscription,
  paused: { by: NonNullable<StoredSubscription['paused_by']>; why: string } | null,
): Promise<StoredSubscription> {
  const change = {
    paused_by: paused?.by ?? null,
    paused_why: paused?.why ?? null,
    paused_at: paused ? new Date().toISOString() : null,
  }
  await db.updateTable('subscription').set(change).where('id', '=', row.id).execute()
  const next = { ...row, ...change }
  await scheduleSubscription(deps, db, next)
  return next
}

/** For problems that persist: nothing is sent until the owner fixes them. */
export async function pauseByItself(
  deps: Pick<SubscriptionDeps, 'jobs'>,
  db: Db,
  row: StoredSubscription,
  why: string,
): Promise<void> {
  if (row.paused_by !== null) return
  const { paused_at } = await setPaused(deps, db, row, { by: 'system', why })
  await tellInboxes(db, [row.owner_id], {
    key: `subscription ${row.id} paused ${paused_at}`,
    title: `订阅「${row.name}」已暂停`,
    text: `原因：${asPlain(why)}\n处理后可在 [我的订阅](${listPath}) 恢复`,
    level: 'warning',
    source: { kind: 'subscription', id: row.id },
    link: listPath,
    at: new Date(),
  })
}
