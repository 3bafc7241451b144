// Webhooks (事件回调): the product tells other programs what happened, by signed requests to addresses that managers
// name. Addresses and secrets can be written but never read. All calls are ours.
import { type Static, type TSchema, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

/** What can be told. Whoever adds an event calls `tellWebhooks` where it happens, in its transaction. */
export const webhookEventTitles = {
  'table.published': '数据表有了新数据',
  'alarm.fired': '告警触发',
} as const
export type WebhookEvent = keyof typeof webhookEventTitles
export const webhookEvents = Object.keys(webhookEventTitles) as WebhookEvent[]

/** Sent by the test alone; nothing subscribes to it. */
export const testEvent = 'webhook.test'
const allTitles: Readonly<Record<string, string>> = { ...webhookEventTitles, [testEvent]: '测试' }
export const eventTitle = (event: string): string => allTitles[event] ?? event

export const webhookStatuses = ['waiting', 'sent', 'failed'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]
export const webhookStatusTitles: Record<WebhookStatus, string> = {
  waiting: '等待发送',
  sent: '已送达',
  failed: '未送达',
}

const ours = '/api/s1/webhooks'
const access = { keys: ['manage_authority'] } as const
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const idParams = Type.Object({ id: idSchema })
const nothing = Type.Object({}, closed)
const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 1_000 }) }, closed)
const games = Type.Union([
  Type.Literal('*'),
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1_000 }),
])
const none = 987654321

const delivery = Type.Object({
  id: Type.Integer(),
  event: Type.String(),
  /** The same each time that the event is sent. */
  eventId: Type.String(),
  /** What the event is about, in a few words. */
  subject: Type.String(),
  status: Type.Enum([...webhookStatuses]),
  tries: Type.Integer(),
  /** HTTP status of the last try; null: there was no answer. */
  httpStatus: nullable(Type.Integer()),
  /** Milliseconds until the last answer. */
  ms: nullable(Type.Integer()),
  /** First bytes of the last answer; what looks like a key is masked. */
  answer: Type.String(),
  /** Chinese. */
  problem: nullable(Type.String()),
  /** Sent again by hand. */
  again: Type.Boolean(),
  /** When the event happened, or was sent again. */
  at: Type.String(),
  triedAt: nullable(Type.String()),
  endedAt: nullable(Type.String()),
})
export type WebhookDelivery = Static<typeof delivery>

const webhook = Type.Object({
  id: Type.Integer(),
  owner: Type.String(),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
  editable: Type.Boolean(),
  name: Type.String(),
  pinyin: Type.String(),
  /** The address, masked after its host. */
  address: Type.String(),
  /** The last characters of the secret. */
  ending: Type.String(),
  events: Type.Array(Type.Enum(webhookEvents)),
  /** Of `table.published`: these tables alone; empty: all. */
  ofTables: Type.Array(Type.String()),
  games,
  paused: Type.Boolean(),
  note: Type.String(),
  waiting: Type.Integer(),
  /** Why the last try failed, in Chinese; null where it went well. */
  problem: nullable(Type.String()),
  /** Since when every try fails. */
  failingSince: nullable(Type.String()),
  /** When it is tried again. */
  retryAt: nullable(Type.String()),
  last: nullable(
    Type.Object({
      status: Type.Enum([...webhookStatuses]),
      at: Type.String(),
      httpStatus: nullable(Type.Integer()),
    }),
  ),
})
export type Webhook = Static<typeof webhook>

const webhookList = Type.Object({
  rows: Type.Array(webhook),
  games: Type.Array(Type.Object({ cgi: Type.String(), name: Type.String() })),
  tables: Type.Array(Type.String()),
  /** Hosts that the settings allow. */
  hosts: Type.Array(Type.String()),
})
export type WebhookList = Static<typeof webhookList>

export const listWebhooks = defineCall({
  name: 'listWebhooks',
  method: 'GET',
  path: `${ours}/list`,
  access,
  reply: webhookList,
  example: {},
})

const webhookChange = Type.Object(
  {
    /** Absent or -1: a new one. */
    id: Type.Optional(idOrNewSchema),
    /** The revision that was edited; answers object_conflict when a newer one exists. */
    revision: Type.Optional(Type.Integer({ minimum: 1 })),
    overwrite: Type.Optional(Type.Boolean()),
    name: Type.String({ maxLength: 2_000 }),
    /** Absent: unchanged. */
    address: Type.Optional(Type.String({ maxLength: 2_000 })),
    events: Type.Array(Type.Enum(webhookEvents), { maxItems: 20 }),
    ofTables: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 })),
    games,
    note: Type.Optional(Type.String({ maxLength: 20_000 })),
  },
  closed,
)
export type WebhookChange = Static<typeof webhookChange>

const madeWebhook = Type.Object({
  row: webhook,
  /** Of a new one, or a new secret: its text, told this once. */
  secret: nullable(Type.String()),
})
export type MadeWebhook = Static<typeof madeWebhook>

export const saveWebhook = defineCall({
  name: 'saveWebhook',
  method: 'POST',
  path: `${ours}/save`,
  access,
  body: webhookChange,
  reply: madeWebhook,
  example: { body: { id: none, name: '下游任务', events: ['alarm.fired'], games: ['none'] } },
})

/** The former secret counts no more. */
export const renewWebhookSecret = defineCall({
  name: 'renewWebhookSecret',
  method: 'POST',
  path: `${ours}/secret/{id}`,
  access,
  params: idParams,
  body: nothing,
  reply: madeWebhook,
  example: { params: { id: none }, body: {} },
})

export const deleteWebhooks = defineCall({
  name: 'deleteWebhooks',
  method: 'POST',
  path: `${ours}/delete`,
  access,
  body: ids,
  example: { body: { ids: [none] } },
})

export const restoreWebhooks = defineCall({
  name: 'restoreWebhooks',
  method: 'POST',
  path: `${ours}/restore`,
  access,
  body: ids,
  example: { body: { ids: [none] } },
})

/** While it is paused, events are kept; afterwards they are sent in their order. */
export const pauseWebhook = defineCall({
  name: 'pauseWebhook',
  method: 'POST',
  path: `${ours}/pause/{id}`,
  access,
  params: idParams,
  body: Type.Object({ paused: Type.Boolean() }, closed),
  reply: webhook,
  example: { params: { id: none }, body: { paused: true } },
})

/** Sends a test at once, beside the events that wait, and waits for its answer. */
export const testWebhook = defineCall({
  name: 'testWebhook',
  method: 'POST',
  path: `${ours}/test/{id}`,
  access,
  params: idParams,
  body: nothing,
  reply: webhook,
  example: { params: { id: none }, body: {} },
})

const webhookDeliveries = Type.Object({
  webhook,
  /** The latest, newest first. */
  deliveries: Type.Array(delivery),
})
export type WebhookDeliveries = Static<typeof webhookDeliveries>

export const readWebhookDeliveries = defineCall({
  name: 'readWebhookDeliveries',
  method: 'GET',
  path: `${ours}/deliveries/{id}`,
  access,
  params: idParams,
  reply: webhookDeliveries,
  example: { params: { id: none } },
})

/** By the delivery's id. One that still waits is tried now; any other is sent once more, as the last in order. */
export const resendWebhookDelivery = defineCall({
  name: 'resendWebhookDelivery',
  method: 'POST',
  path: `${ours}/resend/{id}`,
  access,
  params: idParams,
  body: nothing,
  reply: webhookDeliveries,
  example: { params: { id: none }, body: {} },
})

export const webhookHistory = defineCall({
  name: 'webhookHistory',
  method: 'GET',
  path: `${ours}/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: none } },
})
