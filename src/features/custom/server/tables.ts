// Reports made of SQL, for users who write none.
import { defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { adoptRows } from '#server/objects/adopting.ts'
import { alive, either, every, granted, is, owner } from '#server/scopes/seen.ts'

const becomesObjects = '0009-sql-objects'

export const customReport = defineTable({
  name: 'custom_report',
  made: '0004-reports',
  key: 'id',
  columns: {
    /** Random. */
    id: text(),
    /** The publisher: the report never has rows that the publisher may not see. */
    owner_id: whole().refersTo('user'),
    name: text(),
    folder: text(),
    describe: text(),
    sql: text(),
    /** JSON array of parameters. */
    params: text(),
    /** JSON; an empty object for none. */
    chart: text(),
    /** The saved query from which the report was made. */
    query_id: text().nullable(),
    published: whole(),
    version: whole(),
    created_at: text(),
    modified_at: text(),
    deleted_at: text().nullable(),
    modified_by: whole().since(becomesObjects, 0),
    /** `revision` grows with every change; `version` with every change saved by the publisher. */
    revision: whole().since(becomesObjects, 1),
    /** Whom it is shared with by name, as in shared/grants.ts. */
    grants: text().since('0064-custom-report-grants', '[]').optional(),
  },
  changes: { [becomesObjects]: adoptRows('custom_report', 'customReport') },
  seen: either(owner('owner_id'), every(either(is('published', 1), granted('grants')), alive)),
  backup: 'rows',
})

export type CustomReportTable = RowOf<typeof customReport>

export const customTables = [customReport]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof customTables> {}
}
