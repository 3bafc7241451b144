// Receivers, messages, and the delivery of each message to each receiver.
import { big, defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { someGame } from '#server/scopes/seen.ts'
import type { Sealing } from '#server/sealed.ts'
import type { DeliveryStatus, DeliveryTarget, MessageSource, ReceiverKind } from '../contract.ts'

export const secretsSealing: Sealing = {
  purpose: 'receiver secrets',
  by: 'id',
  named: 'name',
  list: '通知渠道（/alarm/receivers）',
}

const made = '0016-receivers'

export const receiver = defineTable({
  name: 'receiver',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    name: text(),
    kind: text<ReceiverKind>(),
    /**
     * JSON array of cgi, or `"*"` for all games: whose figures may be sent there, and who may see the
     * receiver.
     */
    games: text(),
    /** JSON of ReceiverConfig, the part that is not secret. */
    config: text(),
    /** JSON of ReceiverSecrets, encrypted and bound to the row. */
    secrets: text().sealed(secretsSealing),
    /** JSON of the masked secrets that may be shown. */
    hints: text(),
    note: text(),
  },
  seen: someGame('games'),
  backup: 'rows',
})

const message = defineTable({
  name: 'message',
  made,
  key: 'id',
  columns: {
    id: text(),
    /** The sender's key: messages sent twice under one key are one message. */
    key: text(),
    source_kind: text<MessageSource>(),
    source_id: whole(),
    source_title: text(),
    /** The user who is told when the message can't be delivered. */
    owner_id: whole().nullable(),
    /** JSON of KeptMessage. */
    body: text(),
    /** Base64 of the PNG. */
    picture: text().nullable(),
    created_at: text(),
  },
  indexes: [{ columns: ['key'], unique: true }, { columns: ['created_at'] }],
  aging: { as: 'messages', usualDays: 90, by: 'created_at' },
  backup: 'rows',
})

const delivery = defineTable({
  name: 'delivery',
  made,
  key: 'id',
  columns: {
    /** Sent along, so that receivers can recognize repetitions. */
    id: text(),
    message_id: text().refersTo('message', 'cascade'),
    /** `receiver 12`, `mail mei@example.com`: unique within a message. */
    target: text(),
    receiver_id: whole().nullable(),
    kind: text<DeliveryTarget>(),
    /** The receiver's name or the e-mail address at the time of sending. */
    title: text(),
    /** Path within the product that unsubscribes the address. */
    unsubscribe: text().nullable(),
    source_kind: text<MessageSource>(),
    source_id: whole(),
    status: text<DeliveryStatus>(),
    tries: whole(),
    /** Chinese. */
    problem: text().nullable(),
    at: text(),
    ended_at: text().nullable(),
  },
  indexes: [
    { columns: ['message_id', 'target'], unique: true },
    { columns: ['source_kind', 'source_id', 'at'] },
    { columns: ['receiver_id', 'at'] },
  ],
  backup: {
    rows: (row) =>
      row.status === 'waiting'
        ? { ...row, status: 'unknown' as const, problem: '备份时还在发送，之后是否送达未知' }
        : row,
  },
})

/** Recent posts to receivers: robots accept only so many a minute, from all servers together. */
const receiverPost = defineTable({
  name: 'receiver_post',
  made,
  key: 'id',
  columns: {
    id: text(),
    receiver_id: whole(),
    /** Milliseconds since 1970. */
    at: big(),
  },
  indexes: [{ columns: ['receiver_id', 'at'] }],
  backup: { leftOut: 'minutes' },
})

export type ReceiverRow = RowOf<typeof receiver>

export const receiversTables = [receiver, message, delivery, receiverPost]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof receiversTables> {}
}
