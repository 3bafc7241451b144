// The report screens' tables: folders, views, reports, and what runs in the background.
import { counted, defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { either, every, granted, is, owner } from '#server/scopes/seen.ts'
import { toAll } from '#shared/grants.ts'
import { adoptFolders, adoptReports, adoptViews } from './adopting.ts'

const firstTables = '0001-first-tables'
const asObjects = '0047-views-as-objects'

/**
 * Columns of objects. The creation time of older rows is unknown (''); the demo, an import and a file create
 * rows directly, with a time.
 */
const kept = {
  created_at: text().since(asObjects, '').optional(),
  modified_at: text().since(asObjects, '').optional(),
  modified_by: whole().since(asObjects, 0).optional(),
  revision: whole().since(asObjects, 1).optional(),
}

const sharing = '0063-who-sees'

/**
 * Who sees a folder or view: its owner, those named in `grants`, and, where it is `shared`, those to whom its
 * place is open. Rows from before were in places open to everybody.
 */
const shown = {
  /** As in shared/grants.ts. */
  grants: text().since(sharing, '[]').optional(),
  /** What the folders above hand down (handing.ts), in the same form. */
  within: text()
    .since(sharing, JSON.stringify([toAll]))
    .optional(),
}
export const treeSeen = either(
  owner('owner_id'),
  granted('grants'),
  every<'shared' | 'within'>(is('shared', 1), granted('within')),
)

export const viewType = defineTable({
  name: 'view_type',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    name: text(),
    parent_id: whole().refersTo('view_type', 'no action').nullable(),
    position: whole(),
    owner_id: whole().refersTo('user'),
    deleted_at: text().nullable(),
    ...kept,
    shared: whole().since(sharing, 1).optional(),
    ...shown,
  },
  changes: { [asObjects]: adoptFolders },
  seen: treeSeen,
  backup: 'rows',
})

export const viewMeta = defineTable({
  name: 'view_meta',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    name: text(),
    type_id: whole().refersTo('view_type', 'no action').nullable(),
    position: whole(),
    owner_id: whole().refersTo('user'),
    shared: whole(),
    deleted_at: text().nullable(),
    ...kept,
    ...shown,
    /** ViewStanding as JSON. */
    standing: text().since('0068-standing-of-views', '{}').optional(),
    /** Board as JSON; empty: made from the reports each time. */
    board: text().since('0151-boards', '').optional(),
  },
  changes: { [asObjects]: adoptViews },
  seen: treeSeen,
  backup: 'rows',
})

const report = defineTable({
  name: 'report',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    view_meta_id: whole().refersTo('view_meta'),
    report_name: text(),
    remark: text(),
    position: whole(),
    owner_id: whole().refersTo('user'),
    /** ReportInfo as JSON. */
    info: text(),
    modified_at: text(),
    modified_by: whole().nullable().since('0005-report-editors'),
    deleted_at: text().nullable(),
    created_at: kept.created_at,
    revision: kept.revision,
    /**
     * Who last changed the definition, so that embeds show no rows which that user may not see; null: the
     * owner.
     */
    author_id: whole().nullable().since(asObjects),
  },
  changes: { [asObjects]: adoptReports },
  backup: 'rows',
})

const backgroundReport = defineTable({
  name: 'background_report',
  made: '0004-reports',
  key: 'id',
  columns: {
    /** Random. */
    id: text(),
    user_id: whole().refersTo('user'),
    report_id: whole().nullable(),
    name: text(),
    /** ReportInfo as JSON. */
    info: text(),
    status: text<'queued' | 'running' | 'done' | 'failed' | 'canceled'>(),
    /** The owner's games when it ran; JSON as in `user`. */
    games: text(),
    row_count: whole(),
    /** Key of its rows in the storage that servers share; null where they lie in one server's data folder. */
    stored: text().nullable().since('0104-report-files'),
    /** In Chinese. */
    problem: text().nullable(),
    started_at: text(),
    ended_at: text().nullable(),
    expires_at: text(),
  },
  seen: owner('user_id'),
  backup: { leftOut: 'expires' },
})

export type ViewTypeTable = RowOf<typeof viewType>
export type ViewMetaTable = RowOf<typeof viewMeta>
export type SavedReportTable = RowOf<typeof report>
export type BackgroundReportTable = RowOf<typeof backgroundReport>

export const statementTables = [viewType, viewMeta, report, backgroundReport]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof statementTables> {}
}
