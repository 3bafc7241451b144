// Everything of this installation that a file can carry.
import type { Kysely } from 'kysely'
import type { Category, Model, ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { Caller } from '#server/objects/types.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { living } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import { readDefinitions } from '#features/config/server/index.ts'
import { type HeldDictionary, readDictionaries } from './dictionaries.ts'

export interface HeldReport {
  id: number
  viewId: number
  reportName: string
  remark: string
  info: ReportInfo
}
export interface HeldView {
  id: number
  name: string
  /** Folders from the top down. */
  folder: string[]
  /** Whether the caller may know of it. */
  isSeen: boolean
  reports: HeldReport[]
}
export interface Held {
  model: Model
  categories: Category[]
  dictionaries: HeldDictionary[]
  /** Those that the caller sees. */
  folders: { id: number; path: string[] }[]
  views: HeldView[]
}

export async function readHeld(
  { warehouse }: Pick<Deps, 'warehouse'>,
  db: Kysely<Database>,
  caller: Caller,
): Promise<Held> {
  const isSeen = (table: 'view_type' | 'view_meta', row: object) =>
    sees(scopedTable(db, table).seen, caller, row)
  const [definitions, dictionaries, folders, views, reports] = await Promise.all([
    readDefinitions(db),
    readDictionaries(db),
    db.selectFrom('view_type').selectAll().where(living('view_type')).orderBy('id').execute(),
    db.selectFrom('view_meta').selectAll().where(living('view_meta')).orderBy('id').execute(),
    db.selectFrom('report').selectAll().where(living('report')).orderBy('position').orderBy('id').execute(),
  ])
  const { categories, ...model } = definitions
  const pathOf = (id: number | null): string[] => {
    const names: string[] = []
    const seen = new Set<number>()
    for (let now = id; now !== null && !seen.has(now); ) {
      seen.add(now)
      const folder = folders.find((candidate) => candidate.id === now)
      if (!folder) break
      names.unshift(folder.name)
      now = folder.parent_id
    }
    return names
  }
  return {
    model: { ...model, tables: warehouse.tables() },
    categories,
    dictionaries,
    folders: folders.filter((row) => isSeen('view_type', row)).map(({ id }) => ({ id, path: pathOf(id) })),
    views: views.map((row) => ({
      id: row.id,
      name: row.name,
      folder: pathOf(row.type_id),
      isSeen: isSeen('view_meta', row),
      reports: reports
        .filter((report) => report.view_meta_id === row.id)
        .map((report) => ({
          id: report.id,
          viewId: row.id,
          reportName: report.report_name,
          remark: report.remark,
          info: JSON.parse(report.info) as ReportInfo,
        })),
    })),
  }
}
