// Sends what waits for a webhook, oldest first. A try that fails stops the rest: they wait for it, ever longer, so that
// the other side gets everything in order. What is a day old, and was never taken, is given up.
import { setTimeout as wait } from 'node:timers/promises'
import { backoffMs } from '#server/jobs/backoff.ts'
import type { JobContext } from '#server/jobs/declare.ts'
import { holdsGames, readGames } from '#server/objects/games.ts'
import type { Db } from '#server/objects/types.ts'
import { presentUser } from '#server/people.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { asPlain } from '#shared/message.ts'
import { pages } from '#shared/pages.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { tellInboxes } from '#features/inbox/server/index.ts'
import type { WebhooksDeps } from './deps.ts'
import type { StoredWebhook } from './objectKind.ts'
import { type Outcome, post } from './posting.ts'
import { readSecrets } from './secrets.ts'
import { orderSending } from './telling.ts'

/** Waits between tries: from 15 seconds to an hour. */
const backoff = { firstMs: 15_000, mostMs: 3_600_000 }
const giveUpMs = 24 * 3_600_000
/** After so many failures in a row, some minutes, the owner is told. */
const toldAfter = 6
/** A job ends after this and leaves the rest to the next one, so that others have their turn. */
const turnMs = 60_000
/** A full second between requests would be slow; none at all would be a flood. */
const pauseMs = 5

interface Waiting {
  id: number
  event: string
  event_id: string
  body: string
  tries: number
  at: string
}

interface State {
  failures: number
  failing_since: string | null
  retry_at: string | null
}

export async function sendWaiting(
  deps: WebhooksDeps,
  id: number,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const began = performance.now()
  for (;;) {
    signal.throwIfAborted()
    const { db } = deps.metadata
    const row = await readWebhook(db, id)
    const state = await readState(db, id)
    if (!row || row.paused === 1 || isResting(state)) return
    const next = await firstWaiting(db, id)
    if (!next) return
    const outcome = await tryOne(deps, row, next, signal)
    if (!(await noteOutcome(deps, row, state, next, outcome))) return
    if (performance.now() - began > turnMs)
      return void (await deps.jobs.transaction((_, enqueue) => orderSending({ enqueue }, id)))
    await wait(pauseMs, undefined, { signal })
  }
}

const readWebhook = (db: Db, id: number): Promise<StoredWebhook | undefined> =>
  db.selectFrom('webhook').selectAll().where('id', '=', id).where(living('webhook')).executeTakeFirst()

export async function readState(db: Db, id: number): Promise<State> {
  const found = await db
    .selectFrom('webhook_state')
    .select(['failures', 'failing_since', 'retry_at'])
    .where('webhook_id', '=', id)
    .executeTakeFirst()
  return found ?? { failures: 0, failing_since: null, retry_at: null }
}

/** A rest beyond the longest wait was noted by a clock that has been set back since. */
function isResting({ retry_at }: State): boolean {
  const left = retry_at === null ? 0 : Date.parse(retry_at) - Date.now()
  return left > 0 && left <= backoff.mostMs
}

const firstWaiting = (db: Db, id: number): Promise<Waiting | undefined> =>
  db
    .selectFrom('webhook_delivery')
    .select(['id', 'event', 'event_id', 'body', 'tries', 'at'])
    .where('webhook_id', '=', id)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

async function tryOne(
  deps: WebhooksDeps,
  row: StoredWebhook,
  { event, event_id, body }: Waiting,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    await assertOwner(deps.metadata.db, row)
    return await post(
      deps.settings,
      readSecrets(deps.settings, row),
      { event, eventId: event_id, body },
      signal,
    )
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error
    return { httpStatus: null, ms: 0, answer: '', problem: error.message, isOver: false }
  }
}

/** Events go out with the owner's present rights. */
export async function assertOwner(db: Db, { owner_id, games }: StoredWebhook): Promise<void> {
  const owner = await presentUser(db, owner_id)
  const refused =
    !owner || !holdsPermission(owner.authorityInfo, 'manage_authority')
      ? '负责人已停用或不再是管理者，没有发送；请由别的管理者接手'
      : owner.rules.length > 0 || !holdsGames(owner, readGames(games))
        ? '负责人看不到它的全部游戏或行，没有发送；请由别的管理者接手，或减少游戏'
        : null
  if (refused !== null) throw new AppError('permission_missing', refused)
}

/** Returns whether the next one may be sent at once. */
async function noteOutcome(
  deps: WebhooksDeps,
  row: StoredWebhook,
  state: State,
  { id, tries }: Waiting,
  { httpStatus, ms, answer, problem, isOver }: Outcome,
): Promise<boolean> {
  const now = new Date()
  const tried = {
    tries: tries + 1,
    http_status: httpStatus,
    ms,
    answer,
    problem,
    tried_at: now.toISOString(),
  }
  const ends = problem === null || isOver
  return deps.jobs.transaction(async (db, enqueue) => {
    await db
      .updateTable('webhook_delivery')
      .set({
        ...tried,
        ...(ends && { status: problem === null ? 'sent' : 'failed', ended_at: now.toISOString() }),
      })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .execute()
    if (problem === null) {
      await db.deleteFrom('webhook_state').where('webhook_id', '=', row.id).execute()
      return true
    }
    const since = state.failing_since ?? now.toISOString()
    const failures = state.failures + 1
    const retryAt = new Date(
      now.getTime() + backoffMs({ backoff }, `webhook ${row.id}`, Math.min(failures, 20)),
    )
    const noted = {
      failures,
      failing_since: since,
      retry_at: isOver ? null : retryAt.toISOString(),
      problem,
    }
    await db
      .insertInto('webhook_state')
      .values({ webhook_id: row.id, ...noted })
      .onConflict((conflict) => conflict.column('webhook_id').doUpdateSet(noted))
      .execute()
    if (failures === toldAfter || isOver) await tellOwner(db, row, since, problem)
    await giveUpOld(db, row.id, since, now)
    if (!isOver) await orderSending({ enqueue }, row.id, retryAt)
    return isOver
  })
}

/** Only where it has failed for as long: after a pause, one failure gives nothing up. */
async function giveUpOld(db: Db, id: number, failingSince: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - giveUpMs).toISOString()
  if (failingSince > before) return
  await db
    .updateTable('webhook_delivery')
    .set(({ fn, val }) => ({
      status: 'failed' as const,
      ended_at: now.toISOString(),
      problem: fn.coalesce('problem', val('前面的一直没有送达，等待超过一天，没有再发')),
    }))
    .where('webhook_id', '=', id)
    .where('status', '=', 'waiting')
    .where('at', '<', before)
    .execute()
}

const tellOwner = (db: Db, { id, name, owner_id }: StoredWebhook, since: string, problem: string) =>
  tellInboxes(db, [owner_id], {
    key: `webhook ${id} failing ${since}`,
    title: `事件回调「${name}」一直发送失败`,
    text: [`原因：${problem}`, '还会再试，间隔越来越长；一天以上没有送达的不再发。'].map(asPlain).join('\n'),
    level: 'warning',
    source: { kind: 'webhook', id },
    link: pages.webhooks({ text: name }),
    at: new Date(),
  })
