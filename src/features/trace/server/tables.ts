// Trace codes: who saw or exported which figures, and when.
import { aging, indexBy } from '#server/metadata/aging.ts'
import { defineTable, type RowsOf, text, whole } from '#server/metadata/table.ts'

const trace = defineTable({
  name: 'trace',
  made: '0004-reports',
  key: 'code',
  columns: {
    code: text(),
    kind: text<'view' | 'export' | 'embed'>(),
    /** Null for readers of an embed. */
    user_id: whole().nullable(),
    at: text(),
    /** JSON. */
    detail: text(),
  },
  changes: { [aging]: indexBy('trace', 'at') },
  aging: { as: 'traces', usualDays: 400, by: 'at' },
  backup: 'rows',
})

export const traceTables = [trace]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof traceTables> {}
}
