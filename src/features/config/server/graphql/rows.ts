// Additional fields of listed definitions: names of their tables and categories, and who saved them when.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { userNames } from '#server/objects/history.ts'
import type { ObjectRow } from '#server/objects/types.ts'
import { dimensionQuery, pointQuery } from '../repo.ts'

type Db = Kysely<Database>

/** Joined for the conditions and orders that use them (`fields.ts`). */
export const listedDimensions = (db: Db) =>
  dimensionQuery(db)
    .leftJoin('category', 'category.id', 'dimension.dim_type_id')
    .leftJoin('user as maker', 'maker.id', 'dimension.owner_id')
    .leftJoin('user as editor', 'editor.id', 'dimension.modified_by')
    .select('category.name as category')

export const listedPoints = (db: Db) =>
  pointQuery(db)
    .leftJoin('category', 'category.id', 'point.point_type_id')
    .leftJoin('point_table', 'point_table.id', 'point.table_id')
    .leftJoin('user as maker', 'maker.id', 'point.owner_id')
    .leftJoin('user as editor', 'editor.id', 'point.modified_by')
    .select(['category.name as category', 'point_table.name as table_name'])

interface Told {
  revision: number
  modified_at: string
  owner: string | null
  modified_by: string | null
}

export type Kept = Pick<ObjectRow, 'revision' | 'modified_at' | 'owner_id' | 'modified_by'> & {
  create_time?: string
}

/** A function from a row to these fields; names are loaded once for all, and only for permitted callers. */
export async function tellingOf(db: Db, rows: readonly Kept[], trusted: boolean) {
  const people = trusted ? rows.flatMap(({ owner_id, modified_by }) => [owner_id, modified_by]) : []
  const names = await userNames(db, people)
  const nameOf = (id: number) => (trusted ? (names.get(id) ?? '') : null)
  return (row: Kept): Told => ({
    revision: row.revision,
    // Rows added by an import have a time only once they are saved.
    modified_at: row.modified_at || (row.create_time ?? ''),
    owner: nameOf(row.owner_id),
    modified_by: nameOf(row.modified_by),
  })
}
