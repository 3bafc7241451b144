// Sends a message: deliveries are written in the sender's transaction, once per key; jobs do the rest.
import { randomBytes } from 'node:crypto'
import type { TSchema } from 'typebox'
import type { JobOrder } from '#server/jobs/queue.ts'
import { isStorable } from '#server/metadata/ids.ts'
import { holdsGames, readGames } from '#server/objects/games.ts'
import type { Db } from '#server/objects/types.ts'
import { isAlive } from '#server/scopes/life.ts'
import { tellInboxes } from '#features/inbox/server/index.ts'
import type { DeliveryTarget, MessageSource } from '../contract.ts'
import { deliver, deliverFiles } from './declaring.ts'
import { tellOwner } from './failing.ts'
import { keptMessage, type Message, messageLimits } from './message.ts'

/** What `jobs.transaction` passes. */
export interface SendingStore {
  db: Db
  enqueue: <Payload extends TSchema>(order: JobOrder<Payload>) => Promise<string>
}

export interface MessageOrder {
  /** Identifies the event: `alarm 12 2026-10-08T03:00`. Sending again under the same key has no effect. */
  key: string
  /** `title` is shown to the owner when the message can't be delivered. */
  source: { kind: MessageSource; id: number; title: string }
  /** The user whose inbox is told of failed deliveries. */
  ownerId: number | null
  receiverIds?: readonly number[]
  userIds?: readonly number[]
  /**
   * Each address gets a mail of its own. `unsubscribe` is a path within the product that needs no session.
   */
  mails?: readonly { address: string; unsubscribe?: string }[]
  /** Tried only once, because the sender waits. */
  once?: boolean
  message: Message
}

interface SentMessage {
  /** Ids of the deliveries that this call added. */
  deliveries: string[]
  /** Users whose inbox has the message. */
  told: number[]
}

/** Runs in the caller's transaction; waits only for the store. */
export async function sendMessage(store: SendingStore, order: MessageOrder): Promise<SentMessage> {
  const { key, source, message, userIds = [] } = order
  const messageId = await keepMessage(store.db, order)
  const deliveries: string[] = []
  for (const target of await targetsOf(store.db, order)) {
    const id = await addDelivery(store, messageId, order, target)
    if (id !== null) deliveries.push(id)
  }
  const { title, text, level, link = null, games, rules, at } = message
  const within = games && { games, rules: rules ?? [] }
  const note = { key, title, text, level, source, link, at, ...(within && { within }) }
  return { deliveries, told: await tellInboxes(store.db, userIds, note) }
}

async function keepMessage(db: Db, { key, source, ownerId, message }: MessageOrder): Promise<string> {
  const png = message.picture?.png
  await db
    .insertInto('message')
    .values({
      id: newId(),
      key,
      source_kind: source.kind,
      source_id: source.id,
      source_title: source.title,
      owner_id: ownerId,
      body: JSON.stringify(keptMessage(message)),
      picture: png && png.length <= messageLimits.pictureBytes ? png.toString('base64') : null,
      created_at: new Date().toISOString(),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { id } = await db.selectFrom('message').select('id').where('key', '=', key).executeTakeFirstOrThrow()
  return id
}

const newId = () => randomBytes(16).toString('base64url')

interface Target {
  name: string
  kind: DeliveryTarget
  title: string
  receiverId: number | null
  unsubscribe: string | null
  /** All mails share one lane, because they go through one server. */
  lane: string
  /** Why the delivery is not even attempted. */
  problem: string | null
}

async function targetsOf(db: Db, { receiverIds = [], mails = [], message }: MessageOrder): Promise<Target[]> {
  const targets: Target[] = []
  for (const id of new Set(receiverIds)) targets.push(await receiverTarget(db, id, message))
  for (const { address, unsubscribe = null } of mails) {
    const one = { kind: 'mail', title: address, receiverId: null, unsubscribe, problem: null } as const
    targets.push({ ...one, name: `mail ${address.toLowerCase()}`, lane: 'mail' })
  }
  return targets
}

async function receiverTarget(db: Db, id: number, { games = [] }: Message): Promise<Target> {
  const name = `receiver ${id}`
  const rest = { name, lane: name, receiverId: id, unsubscribe: null }
  const found = isStorable(id)
    ? await db.selectFrom('receiver').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!found || !isAlive(found))
    return {
      ...rest,
      kind: found?.kind ?? 'url',
      title: found?.name ?? `#${id}`,
      problem: '通知渠道已被删除',
    }
  const mayHave = holdsGames({ games: readGames(found.games) }, games)
  const problem = mayHave ? null : '内容含该渠道没有的游戏，未发送；请在渠道中加上这些游戏，或换一个渠道'
  return { ...rest, kind: found.kind, title: found.name, problem }
}

/** Null when the delivery already existed. */
async function addDelivery(
  { db, enqueue }: SendingStore,
  messageId: string,
  { source, ownerId, once, message }: MessageOrder,
  { name, kind, title, receiverId, unsubscribe, lane, problem }: Target,
): Promise<string | null> {
  const now = new Date().toISOString()
  const added = await db
    .insertInto('delivery')
    .values({
      id: newId(),
      message_id: messageId,
      target: name,
      receiver_id: receiverId,
      kind,
      title,
      unsubscribe,
      source_kind: source.kind,
      source_id: source.id,
      status: problem === null ? 'waiting' : 'failed',
      tries: 0,
      problem,
      at: now,
      ended_at: problem === null ? null : now,
    })
    .onConflict((conflict) => conflict.columns(['message_id', 'target']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return null
  const { id } = added
  if (problem !== null) await tellOwner(db, { id, title, problem }, { ownerId, title: message.title, source })
  else {
    const job = message.attachments?.length && kind === 'mail' ? deliverFiles : deliver
    await enqueue({
      kind: job,
      payload: { delivery: id, ...(once && { once }) },
      userId: null,
      key: id,
      lane,
    })
  }
  return id
}
