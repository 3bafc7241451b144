// Tables for the demo on demand: its state, and each of its rows with a hash. What has no row here is never taken for
// the demo's, whatever its name.
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
    /** The user who asked; no foreign key, because the record outlives the user. */
    user_id: whole(),
    /** The last day of its data, YYYY-MM-DD. */
    today: text(),
    size: text<'whole' | 'small'>(),
    accounts: whole(),
    /** File in the warehouse with the demo's tables; null before they are written. */
    file: text().nullable(),
    /** JSON: the hashed columns, by table. */
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
    /** In the order of creation: a row comes after the rows it refers to. */
    id: counted(),
    /** A table of the metadata store, or `warehouse`. */
    kind: text(),
    /** JSON array of the row's key; for a warehouse table its name. */
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
