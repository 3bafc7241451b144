// Tests a webhook, tells its deliveries, and sends one of them again.
import { randomBytes } from 'node:crypto'
import { writeAudit } from '#server/metadata/audit.ts'
import { readObject } from '#server/objects/reading.ts'
import type { Caller } from '#server/objects/types.ts'
import { assertEditable } from '#server/objects/writing.ts'
import { AppError } from '#shared/errors.ts'
import { testEvent, type Webhook, type WebhookDeliveries } from '../contract.ts'
import type { WebhooksDeps } from './deps.ts'
import { type StoredWebhook, webhooks } from './objectKind.ts'
import { post } from './posting.ts'
import { readSecrets } from './secrets.ts'
import { assertOwner } from './sending.ts'
import { goOn } from './service.ts'
import { shownDeliveries, shownWebhook } from './shown.ts'

async function editable(
  { metadata: { db } }: WebhooksDeps,
  caller: Caller,
  id: number,
): Promise<StoredWebhook> {
  const row = await readObject(db, webhooks, caller, id)
  await assertEditable(db, webhooks, caller, row)
  return row
}

/** Throws gateway_failed with the webhook as it stands where the other side does not take it. */
export async function testWebhook(
  deps: WebhooksDeps,
  caller: Caller & { username: string },
  id: number,
  signal: AbortSignal,
): Promise<Webhook> {
  const { settings, metadata } = deps
  const row = await editable(deps, caller, id)
  await writeAudit(metadata.db, { userId: caller.id, action: 'webhook.test', detail: { id, name: row.name } })
  await assertOwner(metadata.db, row)
  const at = new Date().toISOString()
  const eventId = `evt_${randomBytes(18).toString('base64url')}`
  const data = { webhook: row.name, by: caller.username }
  const body = JSON.stringify({ id: eventId, event: testEvent, at, data })
  const letter = { event: testEvent, eventId, body }
  const outcome = await post(settings, readSecrets(settings, row), letter, signal)
  await metadata.db
    .insertInto('webhook_delivery')
    .values({
      webhook_id: id,
      event: testEvent,
      event_id: eventId,
      round: 0,
      subject: caller.username,
      body,
      status: outcome.problem === null ? 'sent' : 'failed',
      tries: 1,
      http_status: outcome.httpStatus,
      ms: outcome.ms,
      answer: outcome.answer,
      problem: outcome.problem,
      at,
      tried_at: at,
      ended_at: new Date().toISOString(),
    })
    .execute()
  const shown = await shownWebhook(metadata.db, settings, caller, row)
  if (outcome.problem !== null) throw new AppError('gateway_failed', outcome.problem, shown)
  return shown
}

export async function readDeliveries(
  { metadata: { db }, settings }: WebhooksDeps,
  caller: Caller,
  id: number,
): Promise<WebhookDeliveries> {
  const row = await readObject(db, webhooks, caller, id)
  return { webhook: await shownWebhook(db, settings, caller, row), deliveries: await shownDeliveries(db, id) }
}

export async function resendDelivery(
  deps: WebhooksDeps,
  caller: Caller,
  id: number,
): Promise<WebhookDeliveries> {
  const found = await deps.metadata.db
    .selectFrom('webhook_delivery')
    .select('webhook_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError('object_missing')
  const row = await editable(deps, caller, found.webhook_id)
  await deps.jobs.transaction(async (db, enqueue) => {
    const delivery = await db
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (delivery.status !== 'waiting') {
      const { round } = await db
        .selectFrom('webhook_delivery')
        .select(({ fn }) => fn.max('round').as('round'))
        .where('webhook_id', '=', row.id)
        .where('event_id', '=', delivery.event_id)
        .executeTakeFirstOrThrow()
      const { id: _, ...same } = delivery
      await db
        .insertInto('webhook_delivery')
        .values({
          ...same,
          round: Number(round) + 1,
          status: 'waiting',
          tries: 0,
          http_status: null,
          ms: null,
          answer: '',
          problem: null,
          at: new Date().toISOString(),
          tried_at: null,
          ended_at: null,
        })
        .execute()
    }
    const detail = { id: row.id, name: row.name }
    await writeAudit(db, { userId: caller.id, action: 'webhook.resend', detail })
    await goOn(db, { enqueue }, row)
  })
  return readDeliveries(deps, caller, row.id)
}
