// Sources, where each of them stands, their runs, and what each run loaded.
import { sql } from 'kysely'
import { big, counted, defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { every, everyGame, unlimited } from '#server/scopes/seen.ts'
import type { Sealing } from '#server/sealed.ts'
import type { LoadOutcome, RunOutcome, RunReason, SourceMode } from '../contract.ts'

export const secretsSealing: Sealing = {
  purpose: 'source secrets',
  by: 'id',
  named: 'name',
  list: '数据接入（/config/source）',
}

const made = '0070-sources'
const withPushes = '0071-pushed-rows'
const withSpans = '0095-source-spans'
const asksFirst = '0081-source-questions'
const countsWaiting = '0080-waiting-pushes'

const source = defineTable({
  name: 'source',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    name: text(),
    /** Whose rows it loads: those of all games. */
    games: text<'"*"'>(),
    kind: text(),
    /** JSON of the values of the connector's fields that are no secrets. */
    settings: text(),
    /** JSON of the secrets by field, encrypted and bound to the row; empty without any. */
    secrets: text().sealed(secretsSealing),
    /** JSON array of the names of the secrets. */
    kept: text(),
    table_name: text(),
    mode: text<SourceMode>(),
    /** JSON of Joining. */
    joining: text(),
    /** JSON of Timing. */
    timing: text(),
    paused: whole(),
    note: text(),
  },
  seen: every(unlimited, everyGame('games')),
  backup: 'rows',
})

const sourceState = defineTable({
  name: 'source_state',
  made,
  key: 'source_id',
  columns: {
    source_id: whole().refersTo('source', 'cascade'),
    /** Where the next look begins; the connector's own text. */
    mark: text().nullable(),
    /** JSON of Pending: what is about to be published, until it is noted. */
    pending: text().nullable(),
    looked_at: text().nullable(),
    /** Why the last look failed. */
    problem: text().nullable(),
    /** Digest of the replacement that has to be confirmed, and of the one that was. */
    asks: text().nullable().since(asksFirst).optional(),
    confirmed: text().nullable().since(asksFirst).optional(),
    /** SHA-256 of the token for pushing; null without one. */
    token_hash: text().nullable().since(withPushes).optional(),
    token_at: text().nullable().since(withPushes).optional(),
    token_used_at: text().nullable().since(withPushes).optional(),
  },
  backup: 'rows',
})

/** Rows that were pushed and acknowledged. Of those that are loaded the key stays for a time. */
const sourcePush = defineTable({
  name: 'source_push',
  made: withPushes,
  key: 'id',
  columns: {
    id: counted(),
    source_id: whole().refersTo('source', 'cascade'),
    /** Tells which of the rows written at once were new. */
    uid: text(),
    /** The sender's: under it the same rows are kept once. */
    key: text().nullable(),
    /** SHA-256 of what was sent. */
    digest: text(),
    /** NDJSON; empty once it is loaded. */
    body: text(),
    rows: whole(),
    at: text(),
    /** The batch in which it is loaded; null before. */
    segment: text().nullable(),
    /** Rows that are not loaded yet: 0 once they are. */
    waiting: whole().since(countsWaiting, 0).optional(),
    bytes: whole().since(countsWaiting, 0).optional(),
  },
  indexes: [{ columns: ['source_id', 'key'], unique: true }, { columns: ['source_id', 'segment'] }],
  changes: {
    // What waits is few among all whose key is kept, and is asked for at every push.
    [countsWaiting]: async (db) => {
      await sql`update source_push set waiting = "rows", bytes = length(body) where body <> ''`.execute(db)
      await sql`create index source_push_by_waiting on source_push (source_id, id, waiting, bytes)
        where waiting > 0`.execute(db)
      await sql`create index source_push_by_age on source_push (source_id, at) where waiting = 0`.execute(db)
    },
  },
  backup: 'rows',
})

const sourceRun = defineTable({
  name: 'source_run',
  made,
  key: 'id',
  columns: {
    /** The job's. */
    id: text(),
    source_id: whole().refersTo('source', 'cascade'),
    reason: text<RunReason>(),
    /** JSON of RunSpan: the days that are loaded again. */
    span: text().nullable().since(withSpans).optional(),
    outcome: text<RunOutcome>(),
    started_at: text(),
    ended_at: text().nullable(),
    problem: text().nullable(),
  },
  indexes: [{ columns: ['source_id', 'started_at'] }],
  backup: {
    rows: (row) =>
      row.outcome === 'running'
        ? { ...row, outcome: 'failed' as const, problem: '备份时还在载入；恢复后会再次载入' }
        : row,
  },
})

/** What was loaded stays known for as long as the source: a file is loaded once. */
const sourceLoad = defineTable({
  name: 'source_load',
  made,
  key: 'id',
  columns: {
    id: counted(),
    source_id: whole().refersTo('source', 'cascade'),
    run_id: text(),
    /** The source's revision. */
    revision: whole(),
    table_name: text(),
    /** The batch's. */
    name: text(),
    /** As the connector knows equal content; null where it does not. */
    fingerprint: text().nullable(),
    outcome: text<LoadOutcome>(),
    rows: whole(),
    replaced: whole(),
    bytes: big(),
    ms: whole(),
    at: text(),
    problem: text().nullable(),
  },
  indexes: [{ columns: ['source_id', 'name'] }, { columns: ['run_id'] }],
  backup: 'rows',
})

/** A batch by its content, and where the next look begins once it is in the table. */
export interface Pending {
  digest: string
  mark: string | null
}

export type SourceRow = RowOf<typeof source>
export type RunRow = RowOf<typeof sourceRun>

export const sourcesTables = [source, sourceState, sourceRun, sourceLoad, sourcePush]
export const sourceSeen = source.seen

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof sourcesTables> {}
}
