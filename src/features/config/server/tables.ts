// The report engine's definitions: dimensions and points, the tables that they stand on, their categories.
import { sql } from 'kysely'
import {
  type Change,
  counted,
  defineTable,
  type RowOf,
  type RowsOf,
  text,
  whole,
} from '#server/metadata/table.ts'
import { everybody } from '#server/scopes/seen.ts'
import { type AuthorityInfo, holdsPermission } from '#shared/permissions.ts'
import type { PersonalKind } from '#shared/personal.ts'

const firstTables = '0001-first-tables'
const asObjects = '0013-definitions-as-objects'
const withHops = '0036-joins-of-dimension-tables'

/**
 * Columns of objects. The import, the demo and the white list add rows without them: these belong to the
 * installation (0 is no user) until somebody saves them.
 */
const kept = {
  owner_id: whole().since(asObjects, 0).optional(),
  created_at: text().since(asObjects, '').optional(),
  modified_at: text().since(asObjects, '').optional(),
  modified_by: whole().since(asObjects, 0).optional(),
  revision: whole().since(asObjects, 1).optional(),
  deleted_at: text().nullable().since(asObjects),
}

/** Existing rows count as last changed when they were created. */
const tellMoments =
  (table: string): Change =>
  async (db) => {
    await sql`update ${sql.table(table)} set created_at = create_time, modified_at = create_time`.execute(db)
  }

const dimensionTable = defineTable({
  name: 'dimension_table',
  made: firstTables,
  key: 'id',
  changes: { [asObjects]: tellMoments('dimension_table') },
  columns: {
    id: counted(),
    name: text(),
    table_truename: text(),
    key_column: text(),
    game_column: text().nullable(),
    /** JSON array of { dimTableId, column, role }. */
    joins: text().since(withHops, '[]').optional(),
    describe: text(),
    create_time: text(),
    ...kept,
  },
  seen: everybody,
  backup: 'rows',
})

const pointTable = defineTable({
  name: 'point_table',
  made: firstTables,
  key: 'id',
  changes: { [asObjects]: tellMoments('point_table') },
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
    /** JSON array of { dimTableId, column, role }. */
    joins: text(),
    create_time: text(),
    ...kept,
  },
  seen: everybody,
  backup: 'rows',
})

const category = defineTable({
  name: 'category',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    kind: text<'dimension' | 'point'>(),
    name: text(),
    position: whole(),
    ...kept,
  },
  seen: everybody,
  backup: 'rows',
})

const dimension = defineTable({
  name: 'dimension',
  made: firstTables,
  key: 'id',
  changes: { [asObjects]: tellMoments('dimension') },
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
    ...kept,
  },
  seen: everybody,
  backup: 'rows',
})

const point = defineTable({
  name: 'point',
  made: firstTables,
  key: 'id',
  changes: { [asObjects]: tellMoments('point') },
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
    ...kept,
  },
  seen: everybody,
  backup: 'rows',
})

const ofPersonalData = '0078-personal-data'

/** Who had all rights sees what they saw; other roles are given the right by hand. */
const grantToManagers: Change = async (db) => {
  const roles = await sql<{ id: number; authority_info: string }>`
    select id, authority_info from role where name = ${'管理员'}`.execute(db)
  for (const { id, authority_info } of roles.rows) {
    const info = JSON.parse(authority_info) as AuthorityInfo
    if (!holdsPermission(info, 'manage_authority') || holdsPermission(info, 'see_personal')) continue
    const authorityRule = [...(info.authorityRule ?? []), 'see_personal']
    // One statement for each of the few roles of that name.
    await sql`update role set authority_info = ${JSON.stringify({ ...info, authorityRule })} where id = ${id}`.execute(
      db,
    )
  }
}

/** Which columns of the warehouse hold personal data: the newest row of a column counts, and the others are its history. */
const personalMark = defineTable({
  name: 'personal_mark',
  made: ofPersonalData,
  key: 'id',
  columns: {
    id: counted(),
    table_name: text(),
    column_name: text(),
    /** Null: from then on the column holds none. */
    kind: text<PersonalKind>().nullable(),
    /** Why it was proposed, as it was told; empty where a person chose it alone. */
    reason: text(),
    at: text(),
    by_id: whole(),
  },
  indexes: [{ columns: ['table_name', 'column_name', 'id'] }],
  changes: { [ofPersonalData]: grantToManagers },
  backup: 'rows',
})

export type DimensionTableTable = RowOf<typeof dimensionTable>
export type PointTableTable = RowOf<typeof pointTable>
export type DimensionRow = RowOf<typeof dimension>
export type PointRow = RowOf<typeof point>
export type CategoryRow = RowOf<typeof category>

export const configTables = [dimensionTable, pointTable, category, dimension, point, personalMark]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof configTables> {}
}
