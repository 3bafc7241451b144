// Reads deliveries, for the pages of the senders and of the receivers.
import { chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import type { Delivery, DeliveryStatus, MessageSource, Receiver } from '../contract.ts'

const most = 500

const told = (db: Db) =>
  db
    .selectFrom('delivery')
    .innerJoin('message', 'message.id', 'delivery.message_id')
    .selectAll('delivery')
    .select(['message.key', 'message.source_title'])
    .orderBy('delivery.at', 'desc')
    .orderBy('delivery.id')

/** Newest first, 500 at most; with keys given, only the deliveries of those messages. */
export async function deliveriesOf(
  db: Db,
  source: { kind: MessageSource; id: number },
  { keys }: { keys?: readonly string[] } = {},
): Promise<Delivery[]> {
  const of = told(db)
    .where('delivery.source_kind', '=', source.kind)
    .where('delivery.source_id', '=', source.id)
    .limit(most)
  if (keys === undefined) return (await of.execute()).map(toldOf)
  const found: Delivery[] = []
  for (const part of chunks([...new Set(keys)], most))
    found.push(...(await of.where('message.key', 'in', part).execute()).map(toldOf))
  return found
}

/** The latest deliveries to a receiver, newest first. */
export async function deliveriesTo(db: Db, receiverId: number, count: number) {
  const rows = await told(db).where('delivery.receiver_id', '=', receiverId).limit(count).execute()
  return rows.map((row) => ({ ...toldOf(row), source: row.source_kind, title: row.source_title }))
}

/** Counts the deliveries of messages since then; if there are many messages, only of the newest ones. */
export async function deliveryCounts(
  db: Db,
  since: Date,
): Promise<{ arrived: number; failed: number; waiting: number }> {
  const rows = await db
    .selectFrom('message')
    .innerJoin('delivery', 'delivery.message_id', 'message.id')
    .select('delivery.status')
    .where('message.created_at', '>=', since.toISOString())
    .orderBy('message.created_at', 'desc')
    .limit(1_000)
    .execute()
  const count = (...states: DeliveryStatus[]) => rows.filter(({ status }) => states.includes(status)).length
  return { arrived: count('sent'), failed: count('failed', 'unknown'), waiting: count('waiting') }
}

export async function lastDeliveries(
  db: Db,
  receiverIds: readonly number[],
): Promise<Map<number, NonNullable<Receiver['last']>>> {
  const found = new Map<number, NonNullable<Receiver['last']>>()
  for (const id of receiverIds) {
    const last = await db
      .selectFrom('delivery')
      .select(['status', 'problem', 'at', 'ended_at'])
      .where('receiver_id', '=', id)
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (last)
      found.set(id, { status: last.status, problem: last.problem, at: last.at, endedAt: last.ended_at })
  }
  return found
}

type Row = Awaited<ReturnType<ReturnType<typeof told>['executeTakeFirstOrThrow']>>

const toldOf = (row: Row): Delivery => ({
  id: row.id,
  key: row.key,
  receiverId: row.receiver_id,
  receiver: row.title,
  kind: row.kind,
  status: row.status,
  tries: row.tries,
  problem: row.problem,
  at: row.at,
  endedAt: row.ended_at,
})
