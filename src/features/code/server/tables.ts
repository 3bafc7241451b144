// The SQL workspace's tables: saved queries with their versions, runs, temp tables.
import { aging, indexBy } from '#server/metadata/aging.ts'
import {
  big,
  counted,
  defineTable,
  type RowOf,
  type RowsOf,
  real,
  text,
  whole,
} from '#server/metadata/table.ts'
import { adoptRows } from '#server/objects/adopting.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { every, is, keptRows, owner } from '#server/scopes/seen.ts'

const sqlWorkspace = '0002-sql-workspace'
const becomesObjects = '0009-sql-objects'
const notesReading = '0010-open-reading'
const keepsLooks = '0031-query-looks'
const teamFolders = '0029-query-folders'
const narrowsSharing = '0062-query-audiences'
const takesRuns = '0045-query-taken-runs'

type RunStatus = 'queued' | 'running' | 'done' | 'failed' | 'canceled'

export const queryFolder = defineTable({
  name: 'query_folder',
  made: teamFolders,
  key: 'id',
  columns: {
    ...objectColumns,
    name: text(),
    note: text(),
    /** JSON array of FolderGrant. */
    grants: text(),
  },
  seen: owner('owner_id'),
  backup: 'rows',
})

export const savedQuery = defineTable({
  name: 'saved_query',
  made: sqlWorkspace,
  key: 'id',
  columns: {
    /** Random, because it is part of shared addresses. */
    id: text(),
    owner_id: whole().refersTo('user'),
    name: text(),
    folder: text(),
    /** Team folder; without one the query is private to its owner. */
    folder_id: whole().refersTo('query_folder', 'set null').nullable().since(teamFolders),
    /** JSON array of texts. */
    tags: text(),
    sql: text(),
    /** JSON array of SavedParameter. */
    params: text(),
    /** JSON array of QueryLook. */
    looks: text().nullable().since(keepsLooks),
    version: whole(),
    share: text<'off' | 'query' | 'result'>(),
    /** Audience as JSON: for whom the shared address is; null: anyone. */
    audience: text().nullable().since(narrowsSharing),
    created_at: text(),
    modified_at: text(),
    deleted_at: text().nullable(),
    modified_by: whole().since(becomesObjects, 0),
    /** Increases with every change; `version` only with changes of name, text and parameters. */
    revision: whole().since(becomesObjects, 1),
    /** Last read by somebody other than the owner. */
    last_read_at: text().nullable().since(notesReading),
    /** JSON array of ids of runs made under the query that this one was copied from. */
    taken_runs: text().nullable().since(takesRuns),
  },
  changes: { [becomesObjects]: adoptRows('saved_query', 'savedQuery') },
  seen: every(is('folder_id', null), owner('owner_id')),
  backup: 'rows',
})

const savedQueryVersion = defineTable({
  name: 'saved_query_version',
  made: sqlWorkspace,
  key: 'id',
  columns: {
    id: counted(),
    query_id: text().refersTo('saved_query', 'cascade'),
    version: whole(),
    name: text(),
    sql: text(),
    params: text(),
    saved_at: text(),
  },
  backup: 'rows',
})

/**
 * Results and exports are expiring files outside backups: a restored run is only history. A run that was
 * active during the backup is marked as interrupted.
 */
function asHistory<Row extends { status: RunStatus; started_at: string }>(row: Row): Row {
  const left = { ...row, expires_at: null, file: null, pinned: 0 }
  if (row.status !== 'queued' && row.status !== 'running') return left
  const message = '备份时尚未结束，请重新运行'
  const problem = { code: 'query_canceled', message, line: null, column: null, length: null, near: '' }
  return { ...left, status: 'canceled', problem: JSON.stringify(problem), ended_at: row.started_at }
}

const sqlRun = defineTable({
  name: 'sql_run',
  made: sqlWorkspace,
  key: 'id',
  columns: {
    /** Random. */
    id: text(),
    user_id: whole().refersTo('user'),
    kind: text<'query' | 'export' | 'temp' | 'compare'>(),
    status: text<RunStatus>(),
    title: text(),
    sql: text(),
    /** JSON of the values by name. */
    params: text(),
    /** The saved query that it belongs to. */
    query_id: text().nullable(),
    row_limit: whole().nullable(),
    /** Equal where two runs must return the same: statement, values, limit, scope and data version. */
    cache_key: text(),
    cached: whole(),
    /** JSON array of WarehouseColumn; empty before they are known. */
    columns: text(),
    row_count: whole(),
    truncated: whole(),
    elapsed_ms: real(),
    queued_ms: real(),
    /** RunProblem as JSON. */
    problem: text().nullable(),
    pinned: whole(),
    /** When the result is deleted; null once it is gone. */
    expires_at: text().nullable(),
    /** An export's file as JSON: name, format, bytes. */
    file: text().nullable(),
    started_at: text(),
    ended_at: text().nullable(),
  },
  changes: { [aging]: indexBy('sql_run', 'started_at') },
  // Rows of runs with a kept result, or one in progress, are not aged out.
  aging: {
    as: 'runs',
    usualDays: 400,
    by: 'started_at',
    over: "expires_at is null and pinned = 0 and status not in ('queued', 'running')",
  },
  seen: owner('user_id'),
  backup: { rows: asHistory },
})

export const temporaryTable = defineTable({
  name: 'temporary_table',
  made: sqlWorkspace,
  key: 'id',
  columns: {
    id: text(),
    owner_id: whole().refersTo('user'),
    name: text(),
    /** JSON array of { name, type }. */
    columns: text(),
    row_count: whole(),
    bytes: big(),
    /** File name in the owner's folder. */
    file: text(),
    sql: text(),
    created_at: text(),
    expires_at: text(),
    /** The owner's games when the table was made; JSON like `user`.games. */
    games: text().since('0003-temporary-games', '[]'),
    /** The file's fingerprint when it was made. */
    fingerprint: text().nullable().since('0060-temporary-fingerprints'),
  },
  seen: every(owner('owner_id'), keptRows('games')),
  backup: { leftOut: 'expires' },
})

export const sqlSnippet = defineTable({
  name: 'sql_snippet',
  made: '0033-sql-snippets',
  key: 'id',
  columns: {
    ...objectColumns,
    prefix: text(),
    title: text(),
    body: text(),
  },
  indexes: [{ columns: ['owner_id'] }],
  seen: owner('owner_id'),
  backup: 'rows',
})

export type QueryFolderTable = RowOf<typeof queryFolder>
export type SnippetTable = RowOf<typeof sqlSnippet>
export type SqlRunTable = RowOf<typeof sqlRun>
export type SavedQueryTable = RowOf<typeof savedQuery>
export type TemporaryTableTable = RowOf<typeof temporaryTable>

export const codeTables = [queryFolder, savedQuery, savedQueryVersion, sqlRun, temporaryTable, sqlSnippet]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof codeTables> {}
}
