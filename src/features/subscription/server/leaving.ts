// Unsubscribes by a link, without a login. A link gives access to its own entry in one subscription only, and
// reveals only the subscription's name and its owner.

import { writeAudit } from '#server/metadata/audit.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import type { Leaving } from '../contract.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readToken } from './tokens.ts'

const refused = () =>
  new AppError(
    'object_missing',
    '退订链接无效或订阅已被删除。请使用邮件里完整的链接，或登录后在「我的订阅」里退订',
  )

async function placeOf(deps: SubscriptionDeps, db: Db, token: string) {
  const id = readToken(deps.settings.dataDir, token)
  const row =
    id === null
      ? undefined
      : await db
          .selectFrom('subscription_recipient as recipient')
          .innerJoin('subscription', 'subscription.id', 'recipient.subscription_id')
          .innerJoin('user as owner', 'owner.id', 'subscription.owner_id')
          .leftJoin('user as reader', 'reader.id', 'recipient.user_id')
          .select(['recipient.id', 'recipient.stopped_at', 'recipient.mail', 'recipient.user_id'])
          .select(['subscription.id as subscription', 'subscription.name', 'owner.username', 'reader.email'])
          .where('recipient.id', '=', id)
          .where(living('subscription'))
          .executeTakeFirst()
  if (!row) throw refused()
  return row
}

const shown = (row: Awaited<ReturnType<typeof placeOf>>, stopped: boolean): Leaving => ({
  name: row.name,
  owner: row.username,
  address: masked(row.mail ?? row.email ?? ''),
  stopped,
})

/** z***@example.com: enough to recognize one's own address. */
function masked(address: string): string {
  const [name = '', host = ''] = address.split('@')
  return host === '' ? '' : `${name.slice(0, 1)}***@${host}`
}

export async function readLeaving(deps: SubscriptionDeps, token: string): Promise<Leaving> {
  const row = await placeOf(deps, deps.metadata.db, token)
  return shown(row, row.stopped_at !== null)
}

/** May be repeated; only the first time counts. */
export function leaveByLink(deps: SubscriptionDeps, token: string, again: boolean): Promise<Leaving> {
  return deps.metadata.transaction(async (db) => {
    const row = await placeOf(deps, db, token)
    if ((row.stopped_at !== null) === !again) return shown(row, !again)
    const stopped_at = again ? null : new Date().toISOString()
    await db.updateTable('subscription_recipient').set({ stopped_at }).where('id', '=', row.id).execute()
    await writeAudit(db, {
      userId: row.user_id,
      action: again ? 'subscription.rejoin' : 'subscription.leave',
      detail: { id: row.subscription, recipient: row.id, by: 'link' },
    })
    return shown(row, !again)
  })
}
