// The black list and its rules, the white list and its publications, the events, the ad accounts.
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
import { everyGame, game, someGame } from '#server/scopes/seen.ts'
import type { Sealing } from '#server/sealed.ts'
import type { EntryKind, EntrySource } from '../contract.ts'

export const tokenSealing: Sealing = {
  purpose: 'ad account token',
  by: 'id',
  named: 'name',
  list: '广告账户（/others/adUserList）',
}

const made = '0008-lists'

const entryColumns = {
  ...objectColumns,
  cgi: text(),
  kind: text<EntryKind>(),
  value: text(),
  reason: text(),
  note: text(),
  source: text<EntrySource>(),
  /** Rule that found it. */
  rule_id: whole().nullable(),
  /** Last day on which it counts, YYYY-MM-DD. */
  expires_on: text().nullable(),
}

/** Of each value one entry lives in a game. */
const entryIndexes = [
  {
    columns: ['cgi' as const, 'kind' as const, 'value' as const],
    unique: true as const,
    where: 'deleted_at is null',
  },
]

/** The newest first, as lists are read: else each reading sorts all rows. */
const indexByTime =
  (table: string): Change =>
  async (db) => {
    const index = sql.id(`${table}_by_time`)
    await sql`create index ${index} on ${sql.table(table)} (deleted_at, modified_at, id)`.execute(db)
  }
const order = '0012-entry-order'

export const blackEntry = defineTable({
  name: 'black_entry',
  made,
  key: 'id',
  columns: entryColumns,
  indexes: entryIndexes,
  changes: { [order]: indexByTime('black_entry') },
  seen: game('cgi'),
  backup: 'rows',
})

export const whiteEntry = defineTable({
  name: 'white_entry',
  made,
  key: 'id',
  columns: entryColumns,
  indexes: entryIndexes,
  changes: { [order]: indexByTime('white_entry') },
  seen: game('cgi'),
  backup: 'rows',
})

export const blackRule = defineTable({
  name: 'black_rule',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    name: text(),
    /** JSON array of cgi, or `"*"` for all games. */
    games: text(),
    kind: text<EntryKind>(),
    /** JSON of RuleCondition. */
    condition: text(),
    reason: text(),
    /** Days for which what it finds is listed; null for good. */
    keep_days: whole().nullable(),
    /** Time of day at which it runs, HH:mm; null: by hand alone. */
    daily_at: text().nullable(),
    last_run_at: text().nullable(),
    last_added: whole().nullable(),
    /** Chinese; why the last run failed. */
    last_problem: text().nullable(),
  },
  seen: everyGame('games'),
  backup: 'rows',
})

export const whitePublication = defineTable({
  name: 'white_publication',
  made,
  key: 'id',
  columns: {
    id: counted(),
    user_id: whole().refersTo('user'),
    /** Games whose rows it replaces: JSON array of cgi, or `"*"`. */
    games: text(),
    /** Publication that it takes back. */
    undoes: whole().nullable(),
    status: text<'waiting' | 'running' | 'done' | 'failed' | 'canceled' | 'undone'>(),
    /** Of the content that was shown before it was ordered. */
    digest: text(),
    /** JSON of ListDifference: what it adds to and removes from what was published; kept for taking it back. */
    difference: text(),
    added: whole(),
    removed: whole(),
    unchanged: whole(),
    /** Generation of the warehouse that it writes; known just before it comes into force. */
    generation: whole().nullable(),
    /** Chinese. */
    problem: text().nullable(),
    created_at: text(),
    ended_at: text().nullable(),
  },
  seen: everyGame('games'),
  backup: 'rows',
})

export const eventDefinition = defineTable({
  name: 'event_definition',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    /** As the facts hold it. */
    code: text(),
    name: text(),
    category: text(),
    /** JSON array of cgi, or `"*"` for all games. */
    games: text(),
    /** JSON array of EventParameter. */
    params: text(),
    describe: text(),
    state: text<'planned' | 'active' | 'retired'>(),
  },
  seen: someGame('games'),
  backup: 'rows',
})

export const adAccount = defineTable({
  name: 'ad_account',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    platform: text(),
    account_id: text(),
    name: text(),
    /** JSON array of cgi, or `"*"` for all games. */
    games: text(),
    /** Who looks after it. */
    keeper: text(),
    note: text(),
    /** Encrypted, bound to the row; empty for none. */
    token: text().sealed(tokenSealing),
    /** Its last characters, where it is long enough to be told by them. */
    token_hint: text(),
    /** JSON of AdAccountInfo, as the platform told it last. */
    info: text().nullable(),
    /** When it was asked last. */
    checked_at: text().nullable(),
    /** Chinese; why the last check failed. */
    check_problem: text().nullable(),
  },
  seen: someGame('games'),
  backup: 'rows',
})

export type EntryRow = RowOf<typeof blackEntry>
export type BlackRuleRow = RowOf<typeof blackRule>
export type WhitePublicationRow = RowOf<typeof whitePublication>
export type EventRow = RowOf<typeof eventDefinition>
export type AdAccountRow = RowOf<typeof adAccount>

export const listsTables = [blackEntry, whiteEntry, blackRule, whitePublication, eventDefinition, adAccount]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof listsTables> {}
}
