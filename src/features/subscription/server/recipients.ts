// The recipients of a subscription: its owner, other users, external addresses, receivers.

import type { SessionUser } from '#server/http/session.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { receiverService } from '#features/receivers/server/index.ts'
import { mostRecipients, type SubscriptionChange } from '../contract.ts'
import { atField } from './cleaning.ts'
import type { StoredRecipient } from './objectKind.ts'

type Target = Pick<
  StoredRecipient,
  'kind' | 'target' | 'user_id' | 'receiver_id' | 'mail' | 'to_inbox' | 'to_mail'
>

/** Users who may configure receivers of alarms may send figures outside the product. */
const maySendBeyond = (user: Pick<SessionUser, 'authorityInfo'>): boolean =>
  holdsPermission(user.authorityInfo, 'alert_config_edit')

const refusedBeyond = '发给通知渠道或系统外的邮箱需要「告警管理」权限，请向管理员申请'
/** A single address as mail servers accept it: no list, no display name. */
const addressForm = /^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\"]{1,255}$/

/** `known`: existing recipients, which may stay. */
export async function targetsOf(
  metadata: Metadata,
  db: Db,
  user: SessionUser,
  { toInbox, toMail, people, receivers }: SubscriptionChange,
  known: readonly StoredRecipient[],
): Promise<Target[]> {
  const addresses = [...new Map(people.map((one) => [one.trim().toLowerCase(), one.trim()])).values()].filter(
    (address) => address !== '',
  )
  const wrong = addresses.find((address) => !addressForm.test(address))
  if (wrong !== undefined) throw atField('people', `「${wrong.slice(0, 60)}」不是邮箱地址`)
  if (addresses.length + receivers.length + 1 > mostRecipients)
    throw atField(
      'people',
      `收件人与渠道合计最多 ${mostRecipients} 个，现有 ${addresses.length + receivers.length} 个`,
    )
  const users = await usersOf(db, addresses)
  const targets = new Map<string, Target>()
  const add = (target: Target) => targets.set(target.target, targets.get(target.target) ?? target)
  if (toInbox || toMail) add(userTarget(user.id, toInbox, toMail))
  for (const address of addresses) {
    const found = users.get(address.toLowerCase())
    if (found !== undefined) add(userTarget(found, true, true))
    else add({ ...nobody, kind: 'mail', target: `mail ${address.toLowerCase()}`, mail: address, to_mail: 1 })
  }
  const had = new Set(known.filter(({ removed }) => removed === 0).map(({ target }) => target))
  for (const id of new Set(receivers)) {
    const target = `receiver ${id}`
    if (!had.has(target)) await assertReceiver(metadata, db, user, id)
    add({ ...nobody, kind: 'receiver', target, receiver_id: id })
  }
  const beyond = [...targets.values()].find(({ kind, target }) => kind !== 'user' && !had.has(target))
  if (beyond && !maySendBeyond(user)) {
    const field = beyond.kind === 'mail' ? 'people' : 'receivers'
    throw new AppError('permission_missing', refusedBeyond, { fields: { [field]: refusedBeyond } })
  }
  return [...targets.values()]
}

const nobody = { user_id: null, receiver_id: null, mail: null, to_inbox: 0, to_mail: 0 }

const userTarget = (id: number, toInbox: boolean, toMail: boolean): Target => ({
  ...nobody,
  kind: 'user',
  target: `user ${id}`,
  user_id: id,
  to_inbox: toInbox ? 1 : 0,
  to_mail: toMail ? 1 : 0,
})

async function usersOf(db: Db, addresses: readonly string[]): Promise<Map<string, number>> {
  if (addresses.length === 0) return new Map()
  const wanted = [...new Set([...addresses, ...addresses.map((address) => address.toLowerCase())])]
  const rows = await db
    .selectFrom('user')
    .select(['id', 'email'])
    .where(living('user'))
    .where('email', 'in', wanted)
    .execute()
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]))
}

async function assertReceiver({ dialect }: Metadata, db: Db, user: SessionUser, id: number): Promise<void> {
  try {
    await (await receiverService()).holdReceivers(db, dialect, user, [id])
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw atField('receivers', '所选的通知渠道不存在，或不在你的游戏里，请重新选择')
  }
}

export const recipientsOf = (db: Db, ids: readonly number[]): Promise<StoredRecipient[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('subscription_recipient')
        .selectAll()
        .where('subscription_id', 'in', [...ids])
        .orderBy('id')
        .execute()

/** Remaining recipients keep their choice; removed ones are marked as removed. */
export async function writeTargets(
  db: Db,
  subscriptionId: number,
  targets: readonly Target[],
  known: readonly StoredRecipient[],
): Promise<void> {
  const wanted = new Set(targets.map(({ target }) => target))
  const gone = known.filter(({ target, removed }) => removed === 0 && !wanted.has(target)).map(({ id }) => id)
  if (gone.length > 0)
    await db.updateTable('subscription_recipient').set({ removed: 1 }).where('id', 'in', gone).execute()
  for (const { to_inbox, to_mail, ...target } of targets) {
    const values = { ...target, to_inbox, to_mail, removed: 0 }
    await db
      .insertInto('subscription_recipient')
      .values({ ...values, subscription_id: subscriptionId, stopped_at: null, problem: null })
      .onConflict((conflict) =>
        conflict.columns(['subscription_id', 'target']).doUpdateSet({ to_inbox, to_mail, removed: 0 }),
      )
      .execute()
  }
}
