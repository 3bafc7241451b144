// Everything of this installation that a file can carry.
import type { Kysely } from 'kysely'
import type { Category, Model, ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/metadata/schema.ts'
import { living } from '#server/scopes/life.ts'
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
  shared: boolean
  ownerId: number
  reports: HeldReport[]
}
export interface Held {
  model: Model
  categories: Category[]
  dictionaries: HeldDictionary[]
  folders: { id: number; path: string[] }[]
  views: HeldView[]
}

export async function readHeld({ warehouse }: Pick<Deps, 'warehouse'>, db: Kysely<Database>): Promise<Held> {
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
    folders: folders.map(({ id }) => ({ id, path: pathOf(id) })),
    views: views.map(({ id, name, type_id, shared, owner_id }) => ({
      id,
      name,
      folder: pathOf(type_id),
      shared: shared === 1,
      ownerId: owner_id,
      reports: reports
        .filter((report) => report.view_meta_id === id)
        .map((report) => ({
          id: report.id,
          viewId: id,
          reportName: report.report_name,
          remark: report.remark,
          info: JSON.parse(report.info) as ReportInfo,
        })),
    })),
  }
}
