// Webhooks and their deliveries as pages see them.
import { readGames, seenGames, sentGames } from '#server/objects/games.ts'
import { chunks } from '#server/objects/reading.ts'
import { telling } from '#server/objects/telling.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import type { Settings } from '#server/settings.ts'
import { unopenedWords } from '#shared/unopened.ts'
import type { Webhook, WebhookDelivery } from '../contract.ts'
import { eventsIn, type StoredWebhook, tablesIn, webhooks } from './objectKind.ts'
import { isLost, type WebhookHints } from './secrets.ts'

export async function shownWebhooks(
  db: Db,
  settings: Settings,
  caller: Caller,
  rows: readonly StoredWebhook[],
): Promise<Webhook[]> {
  const told = await telling(db, webhooks, caller, rows)
  const ids = rows.map(({ id }) => id)
  const [waiting, states, last] = [await waitingOf(db, ids), await statesOf(db, ids), await lastOf(db, ids)]
  return rows.map((row) => {
    const hints = JSON.parse(row.hints) as WebhookHints
    const state = states.get(row.id)
    return {
      ...told(row),
      name: row.name,
      pinyin: pinyinOf(row.name),
      address: isLost(settings, row) ? unopenedWords : hints.address,
      ending: hints.ending,
      events: eventsIn(row),
      ofTables: tablesIn(row),
      games: sentGames(seenGames(caller, readGames(row.games))),
      paused: row.paused === 1,
      note: row.note,
      waiting: waiting.get(row.id) ?? 0,
      problem: state?.problem ?? null,
      failingSince: state?.failing_since ?? null,
      retryAt: row.paused === 1 ? null : (state?.retry_at ?? null),
      last: last.get(row.id) ?? null,
    }
  })
}

export const shownWebhook = async (
  db: Db,
  settings: Settings,
  caller: Caller,
  row: StoredWebhook,
): Promise<Webhook> => (await shownWebhooks(db, settings, caller, [row]))[0] as Webhook

async function waitingOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  for (const part of chunks(ids, 500)) {
    const rows = await db
      .selectFrom('webhook_delivery')
      .select(({ fn }) => ['webhook_id', fn.countAll<number>().as('count')])
      .where('webhook_id', 'in', part)
      .where('status', '=', 'waiting')
      .groupBy('webhook_id')
      .execute()
    for (const { webhook_id, count } of rows) found.set(webhook_id, Number(count))
  }
  return found
}

async function statesOf(db: Db, ids: readonly number[]) {
  const rows = await db.selectFrom('webhook_state').selectAll().execute()
  const own = new Set(ids)
  return new Map(rows.flatMap((row) => (own.has(row.webhook_id) ? [[row.webhook_id, row]] : [])))
}

async function lastOf(db: Db, ids: readonly number[]): Promise<Map<number, Webhook['last']>> {
  const found = new Map<number, Webhook['last']>()
  for (const part of chunks(ids, 500)) {
    const rows = await db
      .selectFrom('webhook_delivery')
      .select(['webhook_id', 'status', 'at', 'http_status'])
      .where('id', 'in', (inner) =>
        inner
          .selectFrom('webhook_delivery')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('webhook_id', 'in', part)
          .groupBy('webhook_id'),
      )
      .execute()
    for (const { webhook_id, status, at, http_status } of rows)
      found.set(webhook_id, { status, at, httpStatus: http_status })
  }
  return found
}

const shownMost = 200

/** Newest first. */
export async function shownDeliveries(db: Db, id: number): Promise<WebhookDelivery[]> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', id)
    .orderBy('id', 'desc')
    .limit(shownMost)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    event: row.event,
    eventId: row.event_id,
    subject: row.subject,
    status: row.status,
    tries: row.tries,
    httpStatus: row.http_status,
    ms: row.ms,
    answer: row.answer,
    problem: row.problem,
    again: row.round > 0,
    at: row.at,
    triedAt: row.tried_at,
    endedAt: row.ended_at,
  }))
}
