// Views that can be read without a session, each at an address of its own.
import { defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'

const reportEmbed = defineTable({
  name: 'report_embed',
  made: '0004-reports',
  key: 'id',
  columns: {
    /** Random; it is the address. */
    id: text(),
    view_meta_id: whole(),
    /** The user whose games limit the figures. */
    owner_id: whole().refersTo('user'),
    enabled: whole(),
    /** JSON: fixed filters, days, limits. */
    settings: text(),
    created_at: text(),
    modified_at: text(),
    last_read_at: text().nullable().since('0010-open-reading'),
  },
  backup: 'rows',
})

export type ReportEmbedTable = RowOf<typeof reportEmbed>

export const embedTables = [reportEmbed]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof embedTables> {}
}
