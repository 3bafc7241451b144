// Folders, views and reports as the metadata store keeps them. What is deleted stays, so that it can come back.
import type { Kysely, Updateable } from 'kysely'
import type { ReportInfo } from '../../../semantic/model/types.ts'
import { isStorable } from '../../../server/metadata/ids.ts'
import { preparedQuery } from '../../../server/metadata/prepared.ts'
import type { Database } from '../../../server/metadata/schema.ts'
import type { SavedReportTable, ViewMetaTable, ViewTypeTable } from './tables.ts'

type Db = Kysely<Database>

export interface Folder {
  id: number
  name: string
  parentId: number | null
  position: number
  ownerId: number
  owner: string
  /** Folders are everyone's to see. */
  shared: true
  deleted: boolean
}

export interface View {
  id: number
  name: string
  typeId: number | null
  position: number
  ownerId: number
  owner: string
  shared: boolean
  deleted: boolean
}

export interface StoredReport {
  id: number
  viewMetaId: number
  reportName: string
  remark: string
  position: number
  ownerId: number
  owner: string
  info: ReportInfo
  modifiedAt: string
  /** Who last changed the definition. */
  modifiedBy: number
  deleted: boolean
}

// ---- folders

const folderQuery = (db: Db) =>
  db
    .selectFrom('view_type')
    .innerJoin('user', 'user.id', 'view_type.owner_id')
    .selectAll('view_type')
    .select('user.username')
    .orderBy('view_type.position')
    .orderBy('view_type.id')

type FolderRow = Awaited<ReturnType<ReturnType<typeof folderQuery>['execute']>>[number]

const toFolder = (row: FolderRow): Folder => ({
  id: row.id,
  name: row.name,
  parentId: row.parent_id,
  position: row.position,
  ownerId: row.owner_id,
  owner: row.username,
  shared: true,
  deleted: row.deleted_at !== null,
})

const livingFolders = preparedQuery((db) => folderQuery(db).where('view_type.deleted_at', 'is', null))
export const readFolders = async (db: Db): Promise<Folder[]> => (await livingFolders(db)).map(toFolder)

/** Also when it is deleted. */
export async function readFolder(db: Db, id: number): Promise<Folder | undefined> {
  if (!isStorable(id)) return undefined
  const row = await folderQuery(db).where('view_type.id', '=', id).executeTakeFirst()
  return row && toFolder(row)
}

export async function insertFolder(
  db: Db,
  folder: Pick<Folder, 'name' | 'parentId' | 'ownerId'>,
): Promise<number> {
  const siblings = await db
    .selectFrom('view_type')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('parent_id', 'is not distinct from', folder.parentId)
    .executeTakeFirst()
  const row = {
    name: folder.name,
    parent_id: folder.parentId,
    owner_id: folder.ownerId,
    position: (siblings?.last ?? 0) + 1,
  }
  return (await db.insertInto('view_type').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateFolder(db: Db, id: number, change: Updateable<ViewTypeTable>): Promise<void> {
  if (Object.keys(change).length > 0)
    await db.updateTable('view_type').set(change).where('id', '=', id).execute()
}

// ---- views

const viewQuery = (db: Db) =>
  db
    .selectFrom('view_meta')
    .innerJoin('user', 'user.id', 'view_meta.owner_id')
    .selectAll('view_meta')
    .select('user.username')
    .orderBy('view_meta.position')
    .orderBy('view_meta.id')

type ViewRow = Awaited<ReturnType<ReturnType<typeof viewQuery>['execute']>>[number]

const toView = (row: ViewRow): View => ({
  id: row.id,
  name: row.name,
  typeId: row.type_id,
  position: row.position,
  ownerId: row.owner_id,
  owner: row.username,
  shared: row.shared === 1,
  deleted: row.deleted_at !== null,
})

const livingViews = preparedQuery((db) => viewQuery(db).where('view_meta.deleted_at', 'is', null))
export const readViews = async (db: Db): Promise<View[]> => (await livingViews(db)).map(toView)

/** Also when it is deleted. */
export async function readView(db: Db, id: number): Promise<View | undefined> {
  if (!isStorable(id)) return undefined
  const row = await viewQuery(db).where('view_meta.id', '=', id).executeTakeFirst()
  return row && toView(row)
}

export async function insertView(
  db: Db,
  view: Pick<View, 'name' | 'typeId' | 'ownerId' | 'shared'>,
): Promise<number> {
  const siblings = await db
    .selectFrom('view_meta')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('type_id', 'is not distinct from', view.typeId)
    .executeTakeFirst()
  const row = {
    name: view.name,
    type_id: view.typeId,
    owner_id: view.ownerId,
    shared: view.shared ? 1 : 0,
    position: (siblings?.last ?? 0) + 1,
  }
  return (await db.insertInto('view_meta').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateView(db: Db, id: number, change: Updateable<ViewMetaTable>): Promise<void> {
  if (Object.keys(change).length > 0)
    await db.updateTable('view_meta').set(change).where('id', '=', id).execute()
}

// ---- reports

const reportQuery = (db: Db) =>
  db
    .selectFrom('report')
    .innerJoin('user', 'user.id', 'report.owner_id')
    .selectAll('report')
    .select('user.username')
    .orderBy('report.position')
    .orderBy('report.id')

type ReportRow = Awaited<ReturnType<ReturnType<typeof reportQuery>['execute']>>[number]

const toReport = (row: ReportRow): StoredReport => ({
  id: row.id,
  viewMetaId: row.view_meta_id,
  reportName: row.report_name,
  remark: row.remark,
  position: row.position,
  ownerId: row.owner_id,
  owner: row.username,
  info: JSON.parse(row.info) as ReportInfo,
  modifiedAt: row.modified_at,
  modifiedBy: row.modified_by ?? row.owner_id,
  deleted: row.deleted_at !== null,
})

/** Reports of one view, or of all of them. */
export async function readReports(db: Db, viewMetaId?: number): Promise<StoredReport[]> {
  const alive = reportQuery(db).where('report.deleted_at', 'is', null)
  const asked = viewMetaId === undefined ? alive : alive.where('report.view_meta_id', '=', viewMetaId)
  return (await asked.execute()).map(toReport)
}

/** Also when it is deleted. */
export async function readReport(db: Db, id: number): Promise<StoredReport | undefined> {
  if (!isStorable(id)) return undefined
  const row = await reportQuery(db).where('report.id', '=', id).executeTakeFirst()
  return row && toReport(row)
}

export async function insertReport(
  db: Db,
  report: Pick<StoredReport, 'viewMetaId' | 'reportName' | 'remark' | 'ownerId' | 'info' | 'modifiedAt'>,
): Promise<number> {
  const siblings = await db
    .selectFrom('report')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('view_meta_id', '=', report.viewMetaId)
    .executeTakeFirst()
  const row = {
    view_meta_id: report.viewMetaId,
    report_name: report.reportName,
    remark: report.remark,
    owner_id: report.ownerId,
    info: JSON.stringify(report.info),
    modified_at: report.modifiedAt,
    position: (siblings?.last ?? 0) + 1,
  }
  return (await db.insertInto('report').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** With `expected`, only what was last changed at that time; answers whether it was still so. */
export async function updateReport(
  db: Db,
  id: number,
  change: Updateable<SavedReportTable>,
  expected?: string,
): Promise<boolean> {
  let update = db.updateTable('report').set(change).where('id', '=', id)
  if (expected !== undefined) update = update.where('modified_at', '=', expected)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

// ---- order

/** Numbers siblings from 1 in the given order. */
export async function writePositions(
  db: Db,
  table: 'view_type' | 'view_meta' | 'report',
  ids: readonly number[],
): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await db
      .updateTable(table)
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
  }
}
