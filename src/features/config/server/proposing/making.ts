// Runs an import's proposer in a transaction: rolled back for a preview, or kept.
import type { Kysely } from 'kysely'
import { likelyJoins } from '#semantic/model/likelyJoins.ts'
import type { Category, Dimension, PhysicalTable, Point, PointTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/metadata/schema.ts'
import { anyTable } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import type { ImportedTable } from '#server/warehouse/import/proposal.ts'
import { AppError } from '#shared/errors.ts'
import { reportProposer } from '../proposer.ts'
import { readDefinitions } from '../repo.ts'

export interface Made {
  pointTable: PointTable
  dimensions: { key: string; dimension: Dimension }[]
  points: { key: string; point: Point }[]
  categories: Category[]
  reports: { id: number; name: string }[]
  viewMetaId: number
  notes: string[]
  /** Highest ids before, by table. */
  before: ReadonlyMap<string, number>
}

/** Tables that receive the proposal. */
export const counted = [
  'point_table',
  'dimension',
  'point',
  'category',
  'report',
  'view_meta',
  'view_type',
] as const

/** Only valid within the transaction. */
export async function makeProposed(
  { metadata, warehouse }: Pick<Deps, 'metadata' | 'warehouse'>,
  db: Db,
  imported: ImportedTable,
): Promise<Made> {
  const before = new Map<string, number>()
  for (const table of counted) before.set(table, await highestId(db, table))
  const isNew =
    (table: (typeof counted)[number]) =>
    ({ id }: { id: number }) =>
      id > (before.get(table) ?? 0)
  const { viewMetaId, notes } = await reportProposer.save(
    { ...metadata, db, transaction: (work) => work(db as Kysely<Database>) },
    imported,
  )
  const after = await readDefinitions(db)
  const pointTable = after.pointTables.find(isNew('point_table'))
  if (!pointTable) throw new AppError('object_conflict', '这张数据表已有定义，请刷新后再试')
  const reports = await db
    .selectFrom('report')
    .select(['id', 'report_name as name'])
    .where('id', '>', before.get('report') ?? 0)
    .orderBy('id')
    .execute()
  return {
    pointTable: {
      ...pointTable,
      joins:
        pointTable.joins.length > 0
          ? pointTable.joins
          : likelyJoins(imported.table, after.dimensionTables, physicalIn(warehouse.tables())),
    },
    dimensions: keyed(
      after.dimensions.filter(isNew('dimension')),
      ({ types, info }) => info.expression ?? types,
    ).map(([key, dimension]) => ({ key, dimension })),
    points: keyed(after.points.filter(isNew('point')), ({ types, name_sql, info }) =>
      [types, info.aggregate ?? '', name_sql].join(' '),
    ).map(([key, point]) => ({ key, point })),
    categories: after.categories.filter(isNew('category')),
    reports,
    viewMetaId,
    notes,
    before,
  }
}

async function highestId(db: Db, table: string): Promise<number> {
  const row = await anyTable(db)
    .selectFrom(table)
    .select((select) => select.fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

const longestKey = 200

/** By content, so that a key has the same meaning when the proposal is repeated; duplicates are numbered. */
function keyed<Item>(items: readonly Item[], sayingOf: (item: Item) => string): [string, Item][] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const key = sayingOf(item).slice(0, longestKey)
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    return [times === 1 ? key : `${key} ${times}`, item]
  })
}

const physicalIn =
  (tables: readonly PhysicalTable[]) =>
  (wanted: string): PhysicalTable | undefined =>
    tables.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
