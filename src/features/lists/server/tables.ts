// The black list and its rules, the white list and its publications, events, and ad accounts.
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
  /** The rule that found the entry. */
  rule_id: whole().nullable(),
  /** Last day of validity, YYYY-MM-DD. */
  expires_on: text().nullable(),
}

/** A game has at most one living entry for each value. */
const entryIndexes = [
  {
    columns: ['cgi' as const, 'kind' as const, 'value' as const],
    unique: true as const,
    where: 'deleted_at is null',
  },
]

/** Lists are read newest first; without the index each read would sort all rows. */
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
    /** How many days found entries stay valid; null for no end. */
    keep_days: whole().nullable(),
    /** Time of day at which the rule runs, HH:mm; null: only on request. */
    daily_at: text().nullable(),
    last_run_at: text().nullable(),
    last_added: whole().nullable(),
    /** Chinese: why the last run failed. */
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
    /** Games whose rows the publication replaces: JSON array of cgi, or `"*"`. */
    games: text(),
    /** The publication that this one undoes. */
    undoes: whole().nullable(),
    status: text<'waiting' | 'running' | 'done' | 'failed' | 'canceled' | 'undone'>(),
    /** Digest of the content shown in the preview. */
    digest: text(),
    /** JSON of ListDifference: added and removed rows, kept for undo. */
    difference: text(),
    added: whole(),
    removed: whole(),
    unchanged: whole(),
    /** Generation of the warehouse that the job writes; recorded just before it takes effect. */
    generation: whole().nullable(),
    /** Chinese: why the publication failed. */
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
    /** The person responsible for the account. */
    keeper: text(),
    note: text(),
    /** Encrypted, bound to the row; empty for none. */
    token: text().sealed(tokenSealing),
    /** The token's last characters, if it is long enough to show them. */
    token_hint: text(),
    /** JSON of AdAccountInfo, the platform's last answer. */
    info: text().nullable(),
    /** When the platform was asked last. */
    checked_at: text().nullable(),
    /** Chinese: why the last check failed. */
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
