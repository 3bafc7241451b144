// The report engine's definitions: dimensions and points, the tables that they stand on, their categories.
import { counted, defineTable, type RowOf, type RowsOf, text, whole } from '../../../server/metadata/table.ts'

const firstTables = '0001-first-tables'

const dimensionTable = defineTable({
  name: 'dimension_table',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    name: text(),
    table_truename: text(),
    key_column: text(),
    game_column: text().nullable(),
    describe: text(),
    create_time: text(),
  },
  backup: 'rows',
})

const pointTable = defineTable({
  name: 'point_table',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    name: text(),
    table_truename: text(),
    date_column: text().nullable(),
    time_column: text().nullable(),
    game_column: text().nullable(),
    /** JSON array. */
    grain_key: text(),
    update_frequency: text(),
    describe: text(),
    /** JSON array of { dimTableId, column }. */
    joins: text(),
    create_time: text(),
  },
  backup: 'rows',
})

const category = defineTable({
  name: 'category',
  made: firstTables,
  key: 'id',
  columns: { id: counted(), kind: text<'dimension' | 'point'>(), name: text(), position: whole() },
  backup: 'rows',
})

const dimension = defineTable({
  name: 'dimension',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    table_id: whole().refersTo('dimension_table', 'no action').nullable(),
    count_quantum: text().nullable(),
    update_frequency: text(),
    cgi_filter: whole(),
    types: text(),
    name: text(),
    form_type: text(),
    describe: text(),
    info: text(),
    create_time: text(),
    dim_type_id: whole().refersTo('category', 'set null').nullable(),
  },
  backup: 'rows',
})

const point = defineTable({
  name: 'point',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    table_id: whole().refersTo('point_table', 'no action').nullable(),
    point_type_id: whole().refersTo('category', 'set null').nullable(),
    name_sql: text(),
    event_filter: text(),
    filter: text(),
    types: text(),
    name: text(),
    describe: text(),
    info: text(),
    note: text(),
    create_time: text(),
  },
  backup: 'rows',
})

export type DimensionTableTable = RowOf<typeof dimensionTable>
export type PointTableTable = RowOf<typeof pointTable>
export type DimensionRow = RowOf<typeof dimension>
export type PointRow = RowOf<typeof point>

export const configTables = [dimensionTable, pointTable, category, dimension, point]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof configTables> {}
}
