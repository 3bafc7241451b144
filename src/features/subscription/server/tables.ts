// Tables of subscriptions, their recipients, and what was sent.
import { sql } from 'kysely'
import {
  type Change,
  counted,
  defineTable,
  type RowOf,
  type RowsOf,
  text,
  whole,
} from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { owner } from '#server/scopes/seen.ts'
import type { RunState } from '../contract.ts'

const made = '0019-subscriptions'
const ofQueries = '0061-subscriptions-of-queries'

/** A saved query has no view: the column, once required, may be null. SQLite can only make it anew. */
const freeView: Change = async (db, dialect) => {
  if (dialect === 'postgres') {
    await sql`alter table subscription alter column view_id drop not null`.execute(db)
    return
  }
  await sql`drop index subscription_by_view_id`.execute(db)
  await sql`alter table subscription add column viewed integer references view_meta (id) on delete cascade`.execute(
    db,
  )
  await sql`update subscription set viewed = view_id`.execute(db)
  await sql`alter table subscription drop column view_id`.execute(db)
  await sql`alter table subscription rename column viewed to view_id`.execute(db)
  await sql`create index subscription_by_view_id on subscription (view_id)`.execute(db)
}

export const subscription = defineTable({
  name: 'subscription',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    name: text(),
    /** Null for a saved query. */
    view_id: whole().nullable().refersTo('view_meta', 'cascade'),
    /** Null: the whole view. */
    report_id: whole().nullable().refersTo('report', 'cascade'),
    /** ReportInfo as JSON; null: the report as saved. */
    info: text().nullable(),
    /** ShownPivot as JSON. */
    pivot: text().nullable(),
    /** The saved query whose result is sent. */
    query_id: text().nullable().refersTo('saved_query', 'cascade').since(ofQueries),
    /** Values of its parameters by name, as JSON; those that are missing have the saved ones. */
    params: text().since(ofQueries, '{}'),
    /** Only as JSON: what must hold for it to be sent. */
    only_when: text().nullable().since(ofQueries),
    /** Path within the product. */
    link: text(),
    /** Timing as JSON. */
    timing: text(),
    /** Content as JSON. */
    content: text(),
    note: text(),
    paused_by: text<'owner' | 'manager' | 'system'>().nullable(),
    /** In Chinese. */
    paused_why: text().nullable(),
    paused_at: text().nullable(),
    last_at: text().nullable(),
    last_state: text<RunState>().nullable(),
    last_problem: text().nullable(),
    /** For subscriptions that wait for data: the last business day that was sent, or reported late. */
    sent_day: text().nullable(),
    late_day: text().nullable(),
  },
  indexes: [{ columns: ['owner_id'] }, { columns: ['view_id'] }],
  changes: { [ofQueries]: freeView },
  seen: owner('owner_id'),
  backup: 'rows',
})

/** A recipient. The row stays after removal: somebody who unsubscribed is not added again unasked. */
const recipient = defineTable({
  name: 'subscription_recipient',
  made,
  key: 'id',
  columns: {
    id: counted(),
    subscription_id: whole().refersTo('subscription', 'cascade'),
    kind: text<'user' | 'receiver' | 'mail'>(),
    /** `user 3`, `receiver 2`, `mail a@b.example`: unique within a subscription. */
    target: text(),
    user_id: whole().nullable().refersTo('user', 'cascade'),
    receiver_id: whole().nullable(),
    mail: text().nullable(),
    to_inbox: whole(),
    to_mail: whole(),
    removed: whole(),
    stopped_at: text().nullable(),
    problem: text().nullable(),
  },
  indexes: [{ columns: ['subscription_id', 'target'], unique: true }, { columns: ['user_id'] }],
  backup: 'rows',
})

/** One row per fire. */
const run = defineTable({
  name: 'subscription_run',
  made,
  key: 'id',
  columns: {
    /** The job's id. */
    id: text(),
    subscription_id: whole().refersTo('subscription', 'cascade'),
    reason: text<'schedule' | 'fresh' | 'late' | 'now' | 'restated'>(),
    at: text(),
    ended_at: text().nullable(),
    state: text<RunState>(),
    problem: text().nullable(),
    /** Told as JSON, by recipient. */
    told: text(),
  },
  indexes: [{ columns: ['subscription_id', 'at'] }, { columns: ['at'] }],
  backup: 'rows',
})

/** What a recipient was last told of a span of days: where a load changes it, they get a correction. */
const told = defineTable({
  name: 'subscription_told',
  made: '0077-subscription-told',
  key: 'id',
  columns: {
    id: counted(),
    subscription_id: whole().refersTo('subscription', 'cascade'),
    recipient_id: whole().refersTo('subscription_recipient', 'cascade'),
    from_day: text(),
    to_day: text(),
    at: text(),
    /** ToldReport[] as JSON. */
    figures: text(),
  },
  indexes: [
    { columns: ['subscription_id', 'recipient_id', 'from_day', 'to_day'], unique: true },
    { columns: ['at'] },
  ],
  backup: 'rows',
})

export type SubscriptionRow = RowOf<typeof subscription>
export type RecipientRow = RowOf<typeof recipient>
export type RunRow = RowOf<typeof run>

export const subscriptionTables = [subscription, recipient, run, told]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof subscriptionTables> {}
}
