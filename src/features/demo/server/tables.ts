// What was made of the demo on demand: whether it is there, and each row with its hash as it was made. Without a row
// here nothing is taken for the demo's, however it is called.
import { counted, defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'

const onDemand = '0032-demo-on-demand'

const demoState = defineTable({
  name: 'demo_state',
  made: onDemand,
  key: 'id',
  columns: {
    /** Always 1: there is one demo. */
    id: whole(),
    state: text<'making' | 'made' | 'removing'>(),
    /** Who asked; it outlives its user, so it refers to nobody. */
    user_id: whole(),
    /** The last day of its data, YYYY-MM-DD. */
    today: text(),
    size: text<'whole' | 'small'>(),
    accounts: whole(),
    /** The warehouse's file that its tables were written to; null until one is. */
    file: text().nullable(),
    /** JSON: the columns that a row's hash is made of, by table. */
    hashed: text(),
    begun_at: text(),
    made_at: text().nullable(),
  },
  backup: 'rows',
})

const demoRow = defineTable({
  name: 'demo_row',
  made: onDemand,
  key: 'id',
  columns: {
    /** In the order in which they were made: what refers to others comes after them. */
    id: counted(),
    /** A table of the metadata store, or `warehouse`. */
    kind: text(),
    /** JSON array of its key; the name of a table of the warehouse. */
    key: text(),
    /** SHA-256, hex. */
    hash: text(),
  },
  indexes: [{ columns: ['kind', 'key'], unique: true }],
  backup: 'rows',
})

export const demoTables = [demoState, demoRow]
export type DemoState = RowOf<typeof demoState>

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof demoTables> {}
}
