// The report engine's definitions as the metadata store keeps them.
import type { Kysely, Selectable } from 'kysely'
import type { Category, Dimension, DimensionTable, Point, PointTable } from '../../../semantic/model/types.ts'
import type { Database } from '../../../server/metadata/schema.ts'
import type { DimensionRow, DimensionTableTable, PointRow, PointTableTable } from './tables.ts'

type StoredDimension = Selectable<DimensionRow> & { table_truename: string | null }

export const toDimension = ({ dim_type_id, ...row }: StoredDimension): Dimension => {
  const info = JSON.parse(row.info) as Dimension['info']
  return {
    ...row,
    table_truename: row.table_truename ?? info.factTable ?? null,
    count_quantum: row.count_quantum as Dimension['count_quantum'],
    cgi_filter: row.cgi_filter === 1,
    types: row.types as Dimension['types'],
    form_type: row.form_type as Dimension['form_type'],
    info,
    dim_typeId: dim_type_id,
  }
}

export const toPoint = ({ point_type_id, ...row }: Selectable<PointRow>): Point => ({
  ...row,
  types: row.types as Point['types'],
  info: JSON.parse(row.info) as Point['info'],
  point_typeId: point_type_id,
})

const toPointTable = (row: Selectable<PointTableTable>): PointTable => ({
  ...row,
  grain_key: JSON.parse(row.grain_key) as string[],
  joins: JSON.parse(row.joins) as PointTable['joins'],
})

export const dimensionQuery = (db: Kysely<Database>) =>
  db
    .selectFrom('dimension')
    .leftJoin('dimension_table', 'dimension_table.id', 'dimension.table_id')
    .selectAll('dimension')
    .select('dimension_table.table_truename')

export const pointQuery = (db: Kysely<Database>) => db.selectFrom('point').selectAll('point')

export const readDimensions = async (db: Kysely<Database>): Promise<Dimension[]> =>
  (await dimensionQuery(db).orderBy('dimension.id').execute()).map(toDimension)

export const readPoints = async (db: Kysely<Database>): Promise<Point[]> =>
  (await pointQuery(db).orderBy('point.id').execute()).map(toPoint)

export const readDimensionTables = async (db: Kysely<Database>): Promise<DimensionTable[]> =>
  (await db.selectFrom('dimension_table').selectAll().orderBy('id').execute()).map(
    (row: Selectable<DimensionTableTable>) => row,
  )

export const readPointTables = async (db: Kysely<Database>): Promise<PointTable[]> =>
  (await db.selectFrom('point_table').selectAll().orderBy('id').execute()).map(toPointTable)

export async function readCategories(db: Kysely<Database>): Promise<Category[]> {
  const rows = await db
    .selectFrom('category')
    .selectAll()
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ position, ...row }) => ({ ...row, order: position }))
}

/** All definitions, read in the given transaction or outside any. */
export async function readDefinitions(db: Kysely<Database>) {
  const [dimensions, points, pointTables, dimensionTables, categories] = await Promise.all([
    readDimensions(db),
    readPoints(db),
    readPointTables(db),
    readDimensionTables(db),
    readCategories(db),
  ])
  return { dimensions, points, pointTables, dimensionTables, categories }
}
