// The report engine's definitions in the metadata store. Deleted ones stay in the store for a while and are
// excluded here.
import type { Kysely, Selectable } from 'kysely'
import type { LastName } from '#semantic/model/gone.ts'
import type {
  Category,
  Dimension,
  DimensionTable,
  Model,
  Point,
  PointTable,
  TableJoin,
} from '#semantic/model/types.ts'
import { pagesById, rowsAtOnce } from '#server/metadata/pages.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { ObjectRow } from '#server/objects/types.ts'
import { lifeColumn, living } from '#server/scopes/life.ts'
import { inNames } from './formulas.ts'
import type { CategoryRow, DimensionRow, DimensionTableTable, PointRow, PointTableTable } from './tables.ts'

type StoredDimension = Selectable<DimensionRow> & { table_truename: string | null }

/** Only the definition, without its properties as an object. */
function own<Row extends Omit<ObjectRow, 'id'>>(row: Row): Omit<Row, Exclude<keyof ObjectRow, 'id'>> {
  const { owner_id, created_at, modified_at, modified_by, revision, [lifeColumn]: _, ...rest } = row
  return rest
}

export const toDimension = (stored: StoredDimension): Dimension => {
  const { dim_type_id, ...row } = own(stored)
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

export const toPoint = (stored: Selectable<PointRow>): Point => {
  const { point_type_id, ...row } = own(stored)
  return {
    ...row,
    types: row.types as Point['types'],
    info: JSON.parse(row.info) as Point['info'],
    point_typeId: point_type_id,
  }
}

export const toPointTable = (stored: Selectable<PointTableTable>): PointTable => {
  const row = own(stored)
  return {
    ...row,
    grain_key: JSON.parse(row.grain_key) as string[],
    joins: JSON.parse(row.joins) as PointTable['joins'],
  }
}

export const toDimensionTable = (stored: Selectable<DimensionTableTable>) => {
  const row = own(stored)
  return { ...row, joins: JSON.parse(row.joins) as TableJoin[] } satisfies DimensionTable
}

export const toCategory = (stored: Selectable<CategoryRow>): Category => {
  const { position, ...row } = own(stored)
  return { ...row, order: position }
}

export const dimensionQuery = (db: Kysely<Database>) =>
  db
    .selectFrom('dimension')
    .leftJoin('dimension_table', 'dimension_table.id', 'dimension.table_id')
    .selectAll('dimension')
    .select('dimension_table.table_truename')
    .where(living('dimension'))

export const pointQuery = (db: Kysely<Database>) =>
  db.selectFrom('point').selectAll('point').where(living('point'))

export const dimensionTableQuery = (db: Kysely<Database>) =>
  db.selectFrom('dimension_table').selectAll().where(living('dimension_table')).orderBy('id')

export const pointTableQuery = (db: Kysely<Database>) =>
  db.selectFrom('point_table').selectAll().where(living('point_table')).orderBy('id')

export const categoryQuery = (db: Kysely<Database>) =>
  db
    .selectFrom('category')
    .selectAll()
    .where(living('category'))
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')

const readDimensions = async (db: Kysely<Database>): Promise<Dimension[]> =>
  (await dimensionQuery(db).orderBy('dimension.id').execute()).map(toDimension)

async function readPoints(db: Kysely<Database>): Promise<Point[]> {
  const points: Point[] = []
  const query = (after: number) =>
    pointQuery(db).where('point.id', '>', after).orderBy('point.id').limit(rowsAtOnce)
  for await (const page of pagesById(query)) for (const row of page) points.push(toPoint(row))
  return points
}

export const readDimensionTables = async (db: Kysely<Database>): Promise<DimensionTable[]> =>
  (await dimensionTableQuery(db).execute()).map(toDimensionTable)

export const readPointTables = async (db: Kysely<Database>): Promise<PointTable[]> =>
  (await pointTableQuery(db).execute()).map(toPointTable)

export const readCategories = async (db: Kysely<Database>): Promise<Category[]> =>
  (await categoryQuery(db).execute()).map(toCategory)

/** Computed segments. */
async function readSegments(db: Kysely<Database>): Promise<NonNullable<Model['segments']>> {
  const rows = await db
    .selectFrom('segment')
    .select(['id', 'kept_from'])
    .where(living('segment'))
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, kept_from }) => (kept_from === null ? [] : [{ id, keptFrom: kept_from }]))
}

/** All definitions, read in the given transaction, or outside one. */
export async function readDefinitions(db: Kysely<Database>) {
  const [dimensions, points, pointTables, dimensionTables, categories, segments] = await Promise.all([
    readDimensions(db),
    readPoints(db),
    readPointTables(db),
    readDimensionTables(db),
    readCategories(db),
    readSegments(db),
  ])
  return { dimensions, points: inNames(points), pointTables, dimensionTables, categories, segments }
}

/** The last names of deleted ones, while the store has them; names are no secret. */
export async function lastNames(
  db: Kysely<Database>,
  model: Pick<Model, 'dimensions' | 'points'>,
  asked: { dims: Iterable<number>; points: Iterable<number> },
): Promise<LastName[]> {
  const read = async (kind: LastName['kind'], ids: Iterable<number>, present: readonly { id: number }[]) => {
    const missing = [...new Set(ids).difference(new Set(present.map(({ id }) => id)))].filter((id) => id > 0)
    if (missing.length === 0) return []
    const rows = await db.selectFrom(kind).select(['id', 'name']).where('id', 'in', missing).execute()
    return rows.map(({ id, name }): LastName => ({ kind, id, name }))
  }
  return [
    ...(await read('dimension', asked.dims, model.dimensions)),
    ...(await read('point', asked.points, model.points)),
  ]
}
