// Texts of long addresses.
import { defineTable, type RowsOf, text, whole } from '#server/metadata/table.ts'

export const usualDays = 400

const keptAddress = defineTable({
  name: 'kept_address',
  made: '0054-kept-addresses',
  key: 'key',
  columns: {
    key: text(),
    text: text(),
    user_id: whole().nullable(),
    /** Day of the last store or read. */
    used_at: text(),
  },
  indexes: [{ columns: ['used_at'] }, { columns: ['user_id', 'used_at'] }],
  aging: { as: 'addresses', usualDays, by: 'used_at' },
  backup: 'rows',
})

export const addressTables = [keptAddress]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof addressTables> {}
}
