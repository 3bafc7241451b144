// What happened becomes a delivery for each webhook that listens, in the transaction of what happened: neither is
// there without the other.
import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'
import type { JobOrder } from '#server/jobs/queue.ts'
import { readGames } from '#server/objects/games.ts'
import { holdsKept } from '#server/objects/rowScopes.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import type { WebhookEvent } from '../contract.ts'
import { laneOf, sendEvents } from './jobs.ts'
import { eventsIn, type StoredWebhook, tablesIn } from './objectKind.ts'

/** What `jobs.transaction` passes. */
interface TellingStore {
  db: Db
  enqueue: <Payload extends TSchema>(order: JobOrder<Payload>) => Promise<string>
}

interface Happening {
  event: WebhookEvent
  /** Identifies what happened: told again under the same key, it is sent once. */
  key: string
  at: Date
  /** A few words for the list of deliveries. */
  subject: string
  /** The rows behind it, as kept with results (rowScopes.ts): webhooks that lack some of the games are not told. */
  within: string
  /** Of `table.published`. */
  table?: string
  /** What programs are told, as JSON. */
  data: Readonly<Record<string, unknown>>
}

/** So much may wait for one address; what comes on top is noted as not sent. */
const mostWaiting = 10_000

const eventIdOf = (key: string): string =>
  `evt_${createHash('sha256').update(key).digest('base64url').slice(0, 24)}`

export async function tellWebhooks(store: TellingStore, happening: Happening): Promise<void> {
  const rows = await store.db
    .selectFrom('webhook')
    .selectAll()
    .where(living('webhook'))
    .orderBy('id')
    .execute()
  for (const row of rows) if (listens(row, happening)) await addDelivery(store, row, happening)
}

const listens = (
  row: Pick<StoredWebhook, 'events' | 'tables' | 'games'>,
  { event, within, table }: Pick<Happening, 'event' | 'within' | 'table'>,
): boolean => {
  const tables = tablesIn(row)
  return (
    eventsIn(row).includes(event) &&
    holdsKept({ games: readGames(row.games), rules: [] }, within) &&
    (table === undefined || tables.length === 0 || tables.some((name) => sameName(name, table)))
  )
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

async function addDelivery(
  { db, enqueue }: TellingStore,
  { id, paused }: Pick<StoredWebhook, 'id' | 'paused'>,
  { event, key, at, subject, data }: Happening,
): Promise<void> {
  const eventId = eventIdOf(key)
  const isOver = (await countWaiting(db, id)) >= mostWaiting
  const now = new Date().toISOString()
  const added = await db
    .insertInto('webhook_delivery')
    .values({
      webhook_id: id,
      event,
      event_id: eventId,
      round: 0,
      subject: subject.slice(0, 200).toWellFormed(),
      body: JSON.stringify({ id: eventId, event, at: at.toISOString(), data }),
      status: isOver ? 'failed' : 'waiting',
      tries: 0,
      http_status: null,
      ms: null,
      answer: '',
      problem: isOver ? `等待发送的已有 ${mostWaiting} 个，没有再排队` : null,
      at: now,
      tried_at: null,
      ended_at: isOver ? now : null,
    })
    .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id', 'round']).doNothing())
    .returning('id')
    .execute()
  if (added.length > 0 && !isOver && paused === 0) await orderSending({ enqueue }, id)
}

async function countWaiting(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('webhook_id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const orderSending = (
  { enqueue }: Pick<TellingStore, 'enqueue'>,
  id: number,
  runAt?: Date,
): Promise<string> =>
  enqueue({
    kind: sendEvents,
    payload: { webhook: id },
    userId: null,
    lane: laneOf(id),
    ...(runAt && { runAt }),
  })
