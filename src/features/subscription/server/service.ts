// Manages subscriptions: list, save, pause, stop, send now.

import { holdsRows } from '#semantic/model/rowScope.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { isStorable } from '#server/metadata/ids.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { readObject } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { scopesOf } from '#server/people.ts'
import { deletedAt, isAlive, living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { parameterNames } from '#shared/sql/parameters.ts'
import { cronOf, type Timing } from '#shared/timing.ts'
import { tellInboxes } from '#features/inbox/server/index.ts'
import { findView } from '#features/statement/server/index.ts'
import type { Subscription, SubscriptionChange } from '../contract.ts'
import { assertContent, atField, cleanLink, cleanNameOf, cleanNote, cleanTiming } from './cleaning.ts'
import type { SubscriptionDeps } from './deps.ts'
import { type StoredSubscription, subscriptions } from './objectKind.ts'
import { cleanOnly } from './only.ts'
import { listPath, setPaused } from './pausing.ts'
import { recipientsOf, targetsOf, writeTargets } from './recipients.ts'
import { scheduleSubscription, sendOne } from './scheduling.ts'
import { readRow } from './sending.ts'
import { findSubject, type QuerySubject } from './subject.ts'
import { shownSubscriptions } from './telling.ts'

const mostEach = 100

const allLiving = (db: Db) =>
  db
    .selectFrom('subscription')
    .selectAll('subscription')
    .where(living('subscription'))
    .orderBy('subscription.id')

const ownOf = (db: Db, userId: number): Promise<StoredSubscription[]> =>
  allLiving(db).where('owner_id', '=', userId).execute()

/** The caller's own subscriptions, and those they receive. */
export async function listOwn(deps: SubscriptionDeps, caller: SessionUser): Promise<Subscription[]> {
  const { db } = deps.metadata
  const received = db
    .selectFrom('subscription_recipient')
    .select('subscription_id')
    .where('user_id', '=', caller.id)
    .where('removed', '=', 0)
  const rows = await allLiving(db)
    .where((where) => where.or([where('owner_id', '=', caller.id), where('id', 'in', received)]))
    .execute()
  return shownSubscriptions(db, caller, rows)
}

/** Of owners whose rows the manager sees. */
export async function listManaged(deps: SubscriptionDeps, caller: SessionUser): Promise<Subscription[]> {
  const { db } = deps.metadata
  const rows = await allLiving(db).execute()
  const owners = await managedOwners(
    db,
    caller,
    rows.map(({ owner_id }) => owner_id),
  )
  const managed = rows.filter(({ owner_id }) => owners.has(owner_id))
  return shownSubscriptions(db, caller, managed, { manages: true })
}

async function managedOwners(db: Db, caller: SessionUser, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const owners = await scopesOf(db, [...new Set(ids)])
  return new Set([...owners].flatMap(([id, scope]) => (holdsRows(caller, scope) ? [id] : [])))
}

/** Without id, or with -1, creates one. */
export async function saveSubscription(
  deps: SubscriptionDeps,
  caller: SessionUser,
  change: SubscriptionChange,
): Promise<Subscription> {
  assertContent(change)
  const timing = cleanTiming(deps, change.timing)
  const values = {
    name: cleanNameOf(change.name),
    view_id: change.viewId,
    query_id: change.queryId ?? null,
    params: JSON.stringify(change.params ?? {}),
    only_when: storedOnly(change),
    report_id: change.reportId ?? null,
    info: change.info ?? null,
    pivot: change.pivot ?? null,
    link: cleanLink(change.link),
    timing: JSON.stringify(timing),
    content: JSON.stringify(change.content),
    note: cleanNote(change.note),
  }
  return deps.metadata.transaction(async (db) => {
    const subject = await findSubject(db, caller, values)
    if (subject.kind === 'query') await assertParameters(deps, subject)
    const { id = -1, revision, overwrite } = change
    const shown = async (row: StoredSubscription) =>
      (await shownSubscriptions(db, caller, [row]))[0] as Subscription
    const known = id > 0 && isStorable(id) ? await recipientsOf(db, [id]) : []
    const targets = await targetsOf(deps.metadata, db, caller, change, known)
    const row =
      id > 0
        ? await changeObject(db, subscriptions, caller, { id, values, revision, overwrite }, shown)
        : await addOne(db, caller, values)
    await writeTargets(db, row.id, targets, known)
    await scheduleSubscription(deps, db, row)
    return shown(row)
  })
}

const storedOnly = ({ only = null, queryId = null }: SubscriptionChange): string | null => {
  const clean = cleanOnly(only, queryId !== null)
  return clean && JSON.stringify(clean)
}

/** Told at their field; loaded only where there are any. */
async function assertParameters(deps: SubscriptionDeps, subject: QuerySubject): Promise<void> {
  if (subject.query.params.length === 0 && parameterNames(subject.query.sql).length === 0) return
  const { assertValues } = await import('./content/queryMessage.ts')
  try {
    await assertValues(deps, subject)
  } catch (error) {
    throw error instanceof AppError ? atField('parameters', error.message) : error
  }
}

type Values = Omit<Parameters<typeof addObject<StoredSubscription>>[3], keyof typeof fresh>

const fresh = {
  paused_by: null,
  paused_why: null,
  paused_at: null,
  last_at: null,
  last_state: null,
  last_problem: null,
  sent_day: null,
  late_day: null,
} as const

async function addOne(db: Db, caller: SessionUser, values: Values): Promise<StoredSubscription> {
  await assertRoom(db, caller)
  return addObject(
    db,
    subscriptions,
    caller,
    { ...fresh, ...values },
    { name: values.name, viewId: values.view_id, ...(values.query_id && { queryId: values.query_id }) },
  )
}

async function assertRoom(db: Db, { id }: SessionUser): Promise<void> {
  if ((await ownOf(db, id)).length >= mostEach)
    throw new AppError('quota_exceeded', `每人最多 ${mostEach} 个订阅，请先删除不用的`)
}

/** A run in progress ends before its next recipient. */
export function deleteOnes(
  deps: SubscriptionDeps,
  caller: SessionUser,
  ids: readonly number[],
): Promise<null> {
  return deps.metadata.transaction(async (db) => {
    const rows = await deleteObjects(db, subscriptions, caller, ids)
    const gone = deletedAt(new Date().toISOString())
    for (const row of rows) await scheduleSubscription(deps, db, { ...row, ...gone })
    return null
  })
}

export function restoreOnes(
  deps: SubscriptionDeps,
  caller: SessionUser,
  ids: readonly number[],
): Promise<null> {
  return deps.metadata.transaction(async (db) => {
    await assertRoom(db, caller)
    const rows = await restoreObjects(db, subscriptions, caller, ids)
    for (const row of rows) await scheduleSubscription(deps, db, { ...row, ...deletedAt(null) })
    return null
  })
}

/** For own subscriptions. One that a manager stopped stays stopped until allowed again. */
export function pauseOne(
  deps: SubscriptionDeps,
  caller: SessionUser,
  id: number,
  paused: boolean,
): Promise<Subscription> {
  return deps.metadata.transaction(async (db) => {
    const row = await readObject(db, subscriptions, caller, id)
    if (row.paused_by === 'manager')
      throw new AppError('permission_missing', `${row.paused_why ?? '已被管理员停用'}，请联系管理员恢复`)
    if (!paused) await findSubject(db, caller, row)
    const next = await setPaused(deps, db, row, paused ? { by: 'owner', why: '由订阅者暂停' } : null)
    await note(db, caller, paused ? 'pause' : 'resume', id)
    return (await shownSubscriptions(db, caller, [next]))[0] as Subscription
  })
}

const note = (db: Db, { id: userId }: SessionUser, action: string, id: number): Promise<void> =>
  writeAudit(db, { userId, action: `subscription.${action}`, detail: { id } })

/** By a manager, for subscriptions visible to them. */
export function stopOne(
  deps: SubscriptionDeps,
  caller: SessionUser,
  id: number,
  stopped: boolean,
): Promise<Subscription> {
  return deps.metadata.transaction(async (db) => {
    const row = isStorable(id) ? await readRow(db, id) : undefined
    const isManaged = row && isAlive(row) && (await managedOwners(db, caller, [row.owner_id])).size > 0
    if (!row || !isManaged) throw new AppError('object_missing')
    const why = `由管理员 ${caller.username} 停用`
    const next = await setPaused(deps, db, row, stopped ? { by: 'manager', why } : null)
    await note(db, caller, stopped ? 'stop' : 'allow', id)
    if (row.owner_id !== caller.id)
      await tellInboxes(db, [row.owner_id], {
        key: `subscription ${id} ${stopped ? 'stopped' : 'allowed'} ${new Date().toISOString()}`,
        title: stopped ? `订阅「${row.name}」已被管理员停用` : `订阅「${row.name}」已恢复`,
        text: stopped ? `${why}，如需恢复请与其联系` : `由管理员 ${caller.username} 恢复`,
        level: stopped ? 'warning' : 'info',
        source: { kind: 'subscription', id },
        link: listPath,
        at: new Date(),
      })
    return (await shownSubscriptions(db, caller, [next], { manages: true }))[0] as Subscription
  })
}

/** A second send waits for the first: an owner's sends run one after another. */
export async function sendNow(
  deps: SubscriptionDeps,
  caller: SessionUser,
  id: number,
): Promise<Subscription> {
  return deps.jobs.transaction(async (db, enqueue) => {
    const row = await readObject(db, subscriptions, caller, id)
    if (row.paused_by === 'manager')
      throw new AppError('permission_missing', `${row.paused_why ?? '已被管理员停用'}，请联系管理员恢复`)
    await findSubject(db, caller, row)
    const running = await db
      .selectFrom('job')
      .select('id')
      .where('kind', '=', sendOne.name)
      .where('lane', '=', `subscription ${caller.id}`)
      .where('status', 'in', ['queued', 'running'])
      .execute()
    if (running.length >= 10) throw new AppError('quota_exceeded', '已有 10 个订阅在等待发送，请稍后再发')
    await enqueue({
      kind: sendOne,
      payload: { subscription: id, reason: 'now' },
      userId: caller.id,
      lane: `subscription ${caller.id}`,
    })
    await note(db, caller, 'send', id)
    const change = { last_state: 'running' as const }
    await db.updateTable('subscription').set(change).where('id', '=', id).execute()
    return (await shownSubscriptions(db, caller, [{ ...row, ...change }]))[0] as Subscription
  })
}

/** A recipient unsubscribes, or subscribes again. */
export function leaveOne(
  deps: SubscriptionDeps,
  caller: SessionUser,
  id: number,
  left: boolean,
): Promise<Subscription> {
  return deps.metadata.transaction(async (db) => {
    const row = isStorable(id) ? await readRow(db, id) : undefined
    const mine =
      row && (await recipientsOf(db, [id])).find((one) => one.user_id === caller.id && one.removed === 0)
    if (!row || !isAlive(row) || !mine) throw new AppError('object_missing')
    const stopped_at = left ? (mine.stopped_at ?? new Date().toISOString()) : null
    await db.updateTable('subscription_recipient').set({ stopped_at }).where('id', '=', mine.id).execute()
    await note(db, caller, left ? 'leave' : 'rejoin', id)
    return (await shownSubscriptions(db, caller, [row]))[0] as Subscription
  })
}

/** The next five; none are known for subscriptions that wait for data. */
export function momentsOf(deps: SubscriptionDeps, timing: Timing): string[] {
  const cron = cronOf(cleanTiming(deps, timing))
  return cron === null ? [] : deps.jobs.schedules.preview({ cron }, 5).map((moment) => moment.toISOString())
}

/** Shown before the view is deleted. Owners' names are for users who may delete the view and so see it. */
export async function subscriptionsOfView(deps: SubscriptionDeps, caller: SessionUser, viewId: number) {
  const { db } = deps.metadata
  await findView(db, caller, viewId)
  const rows = await allLiving(db)
    .innerJoin('user', 'user.id', 'subscription.owner_id')
    .select('user.username')
    .where('view_id', '=', viewId)
    .execute()
  return { count: rows.length, owners: [...new Set(rows.map(({ username }) => username))].slice(0, 20) }
}
