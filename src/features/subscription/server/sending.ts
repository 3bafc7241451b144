// One fire of a subscription: each recipient gets their own figures in their own games; receivers and
// external addresses get the owner's. Each outcome is written together with its message, so that a resumed
// run continues after the last one.

import { join } from 'node:path'
import { sharedGames } from '#semantic/model/rowScope.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { JobContext, JobDone, JobRun } from '#server/jobs/declare.ts'
import { readGames } from '#server/objects/games.ts'
import type { Db } from '#server/objects/types.ts'
import { presentUser } from '#server/people.ts'
import { isAlive, lifeColumn } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { asPlain } from '#shared/message.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { tellInboxes } from '#features/inbox/server/index.ts'
import { type Message, receiverTakes, sendMessage } from '#features/receivers/server/index.ts'
import { lateContent } from './content/late.ts'
import { makeContent } from './content/making.ts'
import type { MadeContent } from './content/parts.ts'
import { keepTold as keepFigures, type Told as ToldContent } from './corrections/keeping.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readContent, type StoredRecipient, type StoredRun, type StoredSubscription } from './objectKind.ts'
import { readOnly } from './only.ts'
import { listPath, pauseByItself } from './pausing.ts'
import { recipientsOf } from './recipients.ts'
import type { Reason } from './scheduling.ts'
import { findSubject, type Subject } from './subject.ts'
import { leavingPath } from './tokens.ts'

/** The outcome for one recipient; receivers know more about their deliveries. */
export interface Told {
  recipient: number
  name: string
  kind: StoredRecipient['kind']
  state: 'inbox' | 'sent' | 'skipped' | 'failed' | 'quiet'
  /** Whether the threshold was met, where one was looked at by the clock. */
  met?: boolean
  problem: string | null
}

/** Runs that failed tell nothing of a threshold. */
const runsLookedBack = 50

export const folderOf = (dataDir: string): string => join(dataDir, 'subscription')
export const messageKey = (run: string, recipient: number): string => `subscription ${run} ${recipient}`

interface Payload {
  subscription: number
  reason: Reason
  day?: string | undefined
}

interface Fire {
  deps: SubscriptionDeps
  row: StoredSubscription
  owner: SessionUser
  subject: Subject
  run: string
  reason: Reason
  signal: AbortSignal
}

export async function sendFire(
  deps: SubscriptionDeps,
  { subscription, reason }: Payload,
  { id, owner, signal, progress }: JobContext,
): Promise<JobDone | undefined> {
  const { db } = deps.metadata
  const row = await readRow(db, subscription)
  if (!row || !owner || !mayGo(row, reason)) return
  const told = await beginRun(db, id, row, reason)
  let subject: Subject
  try {
    subject = await findSubject(db, owner, row)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { commit: (inner) => giveUp(deps, inner, row, id, subjectProblem(row, error)) }
  }
  const fire: Fire = { deps, row, owner, subject, run: id, reason, signal }
  const recipients = (await recipientsOf(db, [row.id])).filter(
    ({ removed, stopped_at }) => removed === 0 && stopped_at === null,
  )
  const done = new Set(told.map(({ recipient }) => recipient))
  for (const [at, recipient] of recipients.entries()) {
    if (done.has(recipient.id)) continue
    signal.throwIfAborted()
    const one = await sendTo(fire, recipient)
    // Deleted or paused meanwhile: no further recipient gets it.
    if (one === null) break
    told.push(one)
    progress((at + 1) / recipients.length, `${at + 1} / ${recipients.length}`)
  }
  return { commit: (inner) => endRun(inner, row, id, told, reason) }
}

const mayGo = (row: StoredSubscription, reason: Reason): boolean =>
  isAlive(row) && (row.paused_by === null || reason === 'now')

export const readRow = (db: Db, id: number): Promise<StoredSubscription | undefined> =>
  db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirst()

function subjectProblem({ query_id }: StoredSubscription, error: AppError): string {
  if (query_id !== null) return error.message
  return error.code === 'object_missing' || error.code === 'permission_missing'
    ? '报表或视图已被删除、设为私有，或你已无权查看'
    : error.message
}

/** The outcomes so far, where a server that died began the run. */
async function beginRun(db: Db, id: string, row: StoredSubscription, reason: Reason): Promise<Told[]> {
  const values = { id, subscription_id: row.id, reason, at: new Date().toISOString() }
  await db
    .insertInto('subscription_run')
    .values({ ...values, ended_at: null, state: 'running', problem: null, told: '[]' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const kept = await db.selectFrom('subscription_run').select('told').where('id', '=', id).executeTakeFirst()
  return JSON.parse(kept?.told ?? '[]') as Told[]
}

// ---- one recipient

interface Sending {
  message: Message
  userIds: number[]
  mails: { address: string; unsubscribe: string }[]
  receiverIds: number[]
}

/** Null where the subscription must no longer be sent. */
async function sendTo(fire: Fire, recipient: StoredRecipient): Promise<Told | null> {
  const { deps, row, run, reason } = fire
  const prepared = await prepare(fire, recipient)
  const { name } = prepared
  return deps.jobs.transaction(async (db, enqueue) => {
    const present = await readRow(db, row.id)
    if (!present || !mayGo(present, reason)) return null
    const told: Told = {
      recipient: recipient.id,
      name,
      kind: recipient.kind,
      state: 'skipped',
      problem: null,
    }
    if (prepared.met !== undefined && reason !== 'now') told.met = prepared.met
    if ('problem' in prepared) Object.assign(told, { state: prepared.state, problem: prepared.problem })
    else {
      const { deliveries, told: inboxes } = await sendMessage(
        { db, enqueue },
        {
          key: messageKey(run, recipient.id),
          source: { kind: 'subscription', id: row.id, title: `订阅「${row.name}」` },
          ownerId: row.owner_id,
          ...prepared.sending,
        },
      )
      told.state = deliveries.length > 0 ? 'sent' : inboxes.length > 0 ? 'inbox' : 'sent'
      await keepFigures(db, row.id, recipient.id, prepared.figures ?? [])
    }
    await keepTold(db, run, told)
    await db
      .updateTable('subscription_recipient')
      .set({ problem: told.problem })
      .where('id', '=', recipient.id)
      .execute()
    return told
  })
}

async function keepTold(db: Db, run: string, told: Told): Promise<void> {
  const row = await db.selectFrom('subscription_run').select('told').where('id', '=', run).executeTakeFirst()
  const all = [...(JSON.parse(row?.told ?? '[]') as Told[]), told]
  await db
    .updateTable('subscription_run')
    .set({ told: JSON.stringify(all) })
    .where('id', '=', run)
    .execute()
}

type Prepared = { name: string; met?: boolean; figures?: ToldContent[] } & (
  | { sending: Sending }
  | { state: Told['state']; problem: string }
)

async function prepare(fire: Fire, recipient: StoredRecipient): Promise<Prepared> {
  try {
    if (recipient.kind === 'user') return await prepareForUser(fire, recipient)
    if (recipient.kind === 'mail') return await prepareForMail(fire, recipient)
    return await prepareForReceiver(fire, recipient)
  } catch (error) {
    if (!(error instanceof AppError) || fire.signal.aborted) throw error
    return { name: recipient.mail ?? recipient.target, state: 'failed', problem: error.message }
  }
}

/** A recipient's own figures: they never get what they may not see, whoever subscribed them. */
async function prepareForUser(fire: Fire, recipient: StoredRecipient): Promise<Prepared> {
  const { deps } = fire
  const { db } = deps.metadata
  const user = recipient.user_id === null ? null : await presentUser(db, recipient.user_id)
  if (!user) return { name: '已停用的账号', state: 'skipped', problem: '账号已停用或已删除' }
  const name = user.username
  const subject = await subjectFor(fire, user)
  if (subject === null) return { name, state: 'skipped', problem: '看不到这个视图（私有或已删除）' }
  if (subject.kind === 'query' && !holdsPermission(user.authorityInfo, 'search_sqlQuery'))
    return { name, state: 'skipped', problem: '没有「代码查询」权限' }
  if (user.games !== 'all' && user.games.length === 0)
    return { name, state: 'skipped', problem: '没有可见的游戏' }
  const made = await contentFor({ ...fire, subject }, user, recipient, {
    picture: true,
    file: recipient.to_mail === 1,
  })
  if (made.quiet !== null) return { name, state: 'quiet', problem: made.quiet, ...keptOf(made) }
  const { message } = made
  const unsubscribe = leavingPath(deps.settings.dataDir, recipient.id)
  const mails = recipient.to_mail === 1 ? [{ address: user.email, unsubscribe }] : []
  return {
    name,
    ...keptOf(made),
    sending: { message, mails, userIds: recipient.to_inbox === 1 ? [user.id] : [], receiverIds: [] },
  }
}

/** What is sent of a query is what its owner chose, whoever may open it; a report is for those who see it. */
async function subjectFor({ deps, row, subject }: Fire, user: SessionUser): Promise<Subject | null> {
  if (subject.kind === 'query') return subject
  try {
    return await findSubject(deps.metadata.db, user, row)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return null
  }
}

async function prepareForMail(fire: Fire, recipient: StoredRecipient): Promise<Prepared> {
  const address = recipient.mail ?? ''
  const made = await contentFor(fire, fire.owner, recipient, receiverTakes.mail)
  if (made.quiet !== null) return { name: address, state: 'quiet', problem: made.quiet, ...keptOf(made) }
  const { message } = made
  const unsubscribe = leavingPath(fire.deps.settings.dataDir, recipient.id)
  return {
    name: address,
    ...keptOf(made),
    sending: { message, mails: [{ address, unsubscribe }], userIds: [], receiverIds: [] },
  }
}

/** The owner's figures, in the games that are also the receiver's. */
async function prepareForReceiver(fire: Fire, recipient: StoredRecipient): Promise<Prepared> {
  const { deps, owner } = fire
  const receiver = await deps.metadata.db
    .selectFrom('receiver')
    .select(['id', 'name', 'kind', 'games', lifeColumn])
    .where('id', '=', recipient.receiver_id ?? 0)
    .executeTakeFirst()
  if (!receiver || !isAlive(receiver))
    return { name: receiver?.name ?? '已删除的渠道', state: 'skipped', problem: '通知渠道已被删除' }
  const { name } = receiver
  const games = sharedGames(owner.games, readGames(receiver.games))
  if (games !== 'all' && games.length === 0)
    return { name, state: 'skipped', problem: '通知渠道与订阅者没有共同的游戏' }
  const made = await contentFor(fire, { ...owner, games }, recipient, receiverTakes[receiver.kind])
  if (made.quiet !== null) return { name, state: 'quiet', problem: made.quiet, ...keptOf(made) }
  const { message } = made
  return { name, ...keptOf(made), sending: { message, mails: [], userIds: [], receiverIds: [receiver.id] } }
}

const keptOf = ({ met, figures = [] }: MadeContent) => ({ figures, ...(met == null ? {} : { met }) })

/** What the recipient was last told by the clock: whether the threshold is met. */
async function metBefore(
  { deps, row, run, reason }: Fire,
  recipient: StoredRecipient,
): Promise<boolean | null> {
  if (reason === 'now') return null
  const rows = await deps.metadata.db
    .selectFrom('subscription_run')
    .select('told')
    .where('subscription_id', '=', row.id)
    .where('id', '!=', run)
    .orderBy('at', 'desc')
    .limit(runsLookedBack)
    .execute()
  for (const { told } of rows) {
    const own = (JSON.parse(told) as Told[]).find((one) => one.recipient === recipient.id)
    if (own?.met !== undefined) return own.met
  }
  return null
}

async function contentFor(
  fire: Fire,
  reader: SessionUser,
  recipient: StoredRecipient,
  takes: { picture: boolean; file: boolean },
): Promise<MadeContent> {
  const { deps, row, owner, subject, run, reason, signal } = fire
  const content = readContent(row.content)
  if (reason === 'late') return lateContent(row, reader)
  if (reason === 'restated') {
    const { correctionContent } = await import('./corrections/message.ts')
    const account = reader.id === owner.id ? owner : reader
    return correctionContent({ deps, row, subject, recipient: recipient.id, reader, account, signal })
  }
  const only = readOnly(row.only_when)
  return makeContent(
    deps,
    {
      name: row.name,
      note: row.note,
      link: row.link,
      content,
      takes,
      viewId: row.view_id,
      only,
      before: only?.kind === 'figure' ? await metBefore(fire, recipient) : null,
      subject,
      reader,
      account: reader.id === owner.id ? owner : reader,
      files: { folder: folderOf(deps.settings.dataDir), name: `${run}-${recipient.id}` },
    },
    signal,
  )
}

// ---- the end

async function endRun(db: Db, row: StoredSubscription, id: string, told: readonly Told[], reason: Reason) {
  const failed = told.filter(({ state }) => state === 'failed' || state === 'skipped')
  const quiet = told.filter(({ state }) => state === 'quiet')
  const problem = problemOf(told, failed, quiet)
  const state = stateOf(told, failed, quiet, reason)
  // A look that found nothing to correct is not what was last sent.
  const isNone = reason === 'restated' && state === 'quiet'
  await writeEnd(db, isNone ? null : row.id, id, state, problem)
  // The same problem is told once, however often it is met.
  const isBroken = told.some(({ state }) => state === 'failed')
  if (isBroken && problem !== null && problem !== row.last_problem) await tellOwner(db, row, id, problem)
}

type Part = readonly Told[]

function stateOf(told: Part, failed: Part, quiet: Part, reason: Reason): StoredRun['state'] {
  if (failed.length === told.length) return 'failed'
  if (failed.length > 0) return 'partly'
  if (quiet.length === told.length) return 'quiet'
  return reason === 'late' ? 'late' : 'done'
}

function problemOf(told: Part, failed: Part, quiet: Part): string | null {
  if (told.length === 0) return '没有收件人：都已退订或移除'
  const [first] = failed
  if (first) return `${failed.length} 个收件人没有发送：${first.name}，${first.problem}`
  return quiet.length === told.length ? `${quiet[0]?.problem}，没有发送` : null
}

async function writeEnd(
  db: Db,
  subscriptionId: number | null,
  id: string,
  state: StoredRun['state'],
  problem: string | null,
): Promise<void> {
  const at = new Date().toISOString()
  await db
    .updateTable('subscription_run')
    .set({ state, problem, ended_at: at })
    .where('id', '=', id)
    .execute()
  if (subscriptionId === null) return
  await db
    .updateTable('subscription')
    .set({ last_at: at, last_state: state, last_problem: problem })
    .where('id', '=', subscriptionId)
    .execute()
}

async function giveUp(deps: SubscriptionDeps, db: Db, row: StoredSubscription, id: string, why: string) {
  await writeEnd(db, row.id, id, 'failed', why)
  await pauseByItself(deps, db, row, why)
}

/** Also handles runs that end before their work begins, such as when the owner is disabled. */
export async function noteFire(deps: SubscriptionDeps, db: Db, run: JobRun): Promise<void> {
  const { subscription, reason } = run.payload as Payload
  const row = await readRow(db, subscription)
  if (!row) return
  if (run.status === 'running') {
    await db.updateTable('subscription').set({ last_state: 'running' }).where('id', '=', row.id).execute()
    return
  }
  if (run.status === 'queued' || run.status === 'done') return
  await beginRun(db, run.id, row, reason)
  const why = run.status === 'canceled' ? '发送已被取消' : (run.problem?.message ?? '发送失败')
  await writeEnd(db, row.id, run.id, 'failed', why)
  if (!(await presentUser(db, row.owner_id))) return pauseByItself(deps, db, row, '订阅者的账号已停用')
  await tellOwner(db, row, run.id, why)
}

const tellOwner = (db: Db, row: StoredSubscription, run: string, why: string): Promise<unknown> =>
  tellInboxes(db, [row.owner_id], {
    key: `subscription ${run} failed`,
    title: `订阅「${row.name}」发送失败`,
    text: `原因：${asPlain(why)}\n[我的订阅](${listPath})`,
    level: 'warning',
    source: { kind: 'subscription', id: row.id },
    link: listPath,
    at: new Date(),
  })
