// The number of direct uses of each definition by reports and definitions, counted in one pass.

import { referencedIds } from '#semantic/model/references.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import { pagesById, rowsAtOnce } from '#server/metadata/pages.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import type { DefinitionKind } from '#features/config/contract.ts'
import { readersOf } from './formulas.ts'

export type UseCounts = Record<DefinitionKind, ReadonlyMap<number, number>>

export async function countUses(
  db: Db,
  {
    dimensions,
    points,
    pointTables,
    dimensionTables,
  }: Pick<Model, 'dimensions' | 'points' | 'pointTables' | 'dimensionTables'>,
): Promise<UseCounts> {
  const counts: Record<DefinitionKind, Map<number, number>> = {
    dimension: new Map(),
    point: new Map(),
    dimensionTable: new Map(),
    pointTable: new Map(),
    category: new Map(),
  }
  const note = (kind: DefinitionKind, id: number | null, more = 1) => {
    if (id !== null) counts[kind].set(id, (counts[kind].get(id) ?? 0) + more)
  }
  for (const { table_id, dim_typeId } of dimensions) {
    note('dimensionTable', table_id)
    note('category', dim_typeId)
  }
  const readers = readersOf(points)
  for (const point of points) {
    note('pointTable', point.table_id)
    note('category', point.point_typeId)
    note('point', point.id, readers(point).length)
    await breathe()
  }
  // A table joined in two roles counts once.
  for (const { joins = [] } of [...pointTables, ...dimensionTables])
    for (const id of new Set(joins.map(({ dimTableId }) => dimTableId))) note('dimensionTable', id)
  for await (const page of pagesById(infos(db))) {
    for (const { info } of page) {
      const named = referencedIds(JSON.parse(info) as ReportInfo)
      for (const id of named.dims) note('dimension', id)
      for (const id of named.points) note('point', id)
      await breathe()
    }
  }
  return counts
}

const infos = (db: Db) => (after: number) =>
  db
    .selectFrom('report')
    .innerJoin('view_meta', 'view_meta.id', 'report.view_meta_id')
    .select(['report.id', 'report.info'])
    .where(living('report'))
    .where(living('view_meta'))
    .where('report.id', '>', after)
    .orderBy('report.id')
    .limit(rowsAtOnce)
