// Webhooks, how each stands, what is to be told to it in order, and which version of each table was told last.
import { counted, defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { every, everyGame, unlimited } from '#server/scopes/seen.ts'
import type { Sealing } from '#server/sealed.ts'
import type { WebhookStatus } from '../contract.ts'

export const secretsSealing: Sealing = {
  purpose: 'webhook secrets',
  by: 'id',
  named: 'name',
  list: '事件回调（/webhooks）',
}

const made = '0137-webhooks'

export const webhook = defineTable({
  name: 'webhook',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    name: text(),
    /** JSON of WebhookSecrets, encrypted and bound to the row. */
    secrets: text().sealed(secretsSealing),
    /** JSON of WebhookHints. */
    hints: text(),
    /** JSON array of WebhookEvent. */
    events: text(),
    /** JSON array of names of tables; empty for all. */
    tables: text(),
    /** JSON array of cgi, or `"*"` for all games. */
    games: text(),
    paused: whole(),
    note: text(),
  },
  seen: every(unlimited, everyGame('games')),
  backup: 'rows',
})

/** A webhook without a row here never failed. */
const webhookState = defineTable({
  name: 'webhook_state',
  made,
  key: 'webhook_id',
  columns: {
    webhook_id: whole().refersTo('webhook', 'cascade'),
    /** Tries that failed since the last one that did not. */
    failures: whole(),
    failing_since: text().nullable(),
    /** Nothing is sent before. */
    retry_at: text().nullable(),
    problem: text().nullable(),
  },
  backup: 'rows',
})

const webhookDelivery = defineTable({
  name: 'webhook_delivery',
  made,
  key: 'id',
  columns: {
    /** What waits is sent in this order. */
    id: counted(),
    webhook_id: whole().refersTo('webhook', 'cascade'),
    event: text(),
    event_id: text(),
    /** 0; of one that was sent again by hand, the how manieth time. */
    round: whole(),
    subject: text(),
    /** JSON, as it is sent. */
    body: text(),
    status: text<WebhookStatus>(),
    tries: whole(),
    http_status: whole().nullable(),
    ms: whole().nullable(),
    answer: text(),
    problem: text().nullable(),
    at: text(),
    tried_at: text().nullable(),
    ended_at: text().nullable(),
  },
  indexes: [
    { columns: ['webhook_id', 'event_id', 'round'], unique: true },
    { columns: ['webhook_id', 'status', 'id'] },
    { columns: ['at'] },
  ],
  aging: { as: 'messages', usualDays: 90, by: 'at', over: "status <> 'waiting'" },
  backup: {
    rows: (row) =>
      row.status === 'waiting'
        ? { ...row, status: 'failed' as const, problem: '备份时还在等待发送，之后是否送达未知' }
        : row,
  },
})

const webhookTable = defineTable({
  name: 'webhook_table',
  made,
  key: 'table_key',
  columns: {
    table_key: text(),
    version: text(),
    updated_at: text(),
  },
  backup: 'rows',
})

export type WebhookRow = RowOf<typeof webhook>

export const webhooksTables = [webhook, webhookState, webhookDelivery, webhookTable]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof webhooksTables> {}
}
