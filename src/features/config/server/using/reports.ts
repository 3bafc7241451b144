// Reports with the ids they use.
import { type ReferencedIds, referencedIds } from '#semantic/model/references.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import { pagesById, rowsAtOnce } from '#server/metadata/pages.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { living } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'

export interface UsingReport {
  id: number
  reportName: string
  viewMetaId: number
  viewName: string
  /** Whether the caller may know of it. */
  isSeen: boolean
  info: ReportInfo
  ids: ReferencedIds
}

const mostSought = 8

/**
 * Texts that contain one of the numbers, where these are few; else all: the store searches faster than we do.
 */
const query = (db: Db, numbers: readonly number[]) => (after: number) =>
  db
    .selectFrom('report')
    .innerJoin('view_meta', 'view_meta.id', 'report.view_meta_id')
    .select([
      'report.id',
      'report.report_name',
      'report.view_meta_id',
      'report.info',
      'view_meta.name as view_name',
      'view_meta.shared',
      'view_meta.grants',
      'view_meta.within',
      'view_meta.owner_id',
    ])
    .where(living('report'))
    .where(living('view_meta'))
    .$if(numbers.length <= mostSought, (query) =>
      query.where((where) => where.or(numbers.map((number) => where('report.info', 'like', `%${number}%`)))),
    )
    .where('report.id', '>', after)
    .orderBy('report.id')
    .limit(rowsAtOnce)

/** Reports that use one of them. */
export async function reportsNaming(
  db: Db,
  caller: Caller,
  { dims, points }: ReferencedIds,
): Promise<UsingReport[]> {
  if (dims.size === 0 && points.size === 0) return []
  const { seen } = scopedTable(db, 'view_meta')
  const found: UsingReport[] = []
  for await (const page of pagesById(query(db, [...dims, ...points]))) {
    for (const row of page) {
      const info = JSON.parse(row.info) as ReportInfo
      const ids = referencedIds(info)
      if (ids.points.isDisjointFrom(points) && ids.dims.isDisjointFrom(dims)) continue
      found.push({
        id: row.id,
        reportName: row.report_name,
        viewMetaId: row.view_meta_id,
        viewName: row.view_name,
        isSeen: sees(seen, caller, row),
        info,
        ids,
      })
      await breathe()
    }
  }
  return found
}
