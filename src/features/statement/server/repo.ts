// Folders, views and reports in the metadata store. Deleted ones are kept, so that they can be restored.
import type { Kysely } from 'kysely'
import type { ReportInfo } from '#semantic/model/types.ts'
import { isStorable } from '#server/metadata/ids.ts'
import { preparedQuery } from '#server/metadata/prepared.ts'
import type { Database } from '#server/metadata/schema.ts'
import { anyTable } from '#server/objects/reading.ts'
import { isAlive, lifeColumn, living } from '#server/scopes/life.ts'
import type { Standing } from '#shared/standing.ts'
import { shownOf } from './access.ts'

type Db = Kysely<Database>

export interface Folder {
  id: number
  name: string
  parentId: number | null
  position: number
  ownerId: number
  owner: string
  shared: boolean
  grants: string
  within: string
  revision: number
  deleted: boolean
}

interface ViewStanding extends Standing {
  /** ISO time of the check: later changes of the view's reports are not covered by it. */
  checkedAt?: string
}

export interface View {
  id: number
  name: string
  typeId: number | null
  position: number
  ownerId: number
  owner: string
  shared: boolean
  grants: string
  within: string
  standing: ViewStanding
  revision: number
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
  revision: number
  /** Who last changed the definition. */
  authorId: number
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
  owner: row.username,
  ...shownOf(row),
  revision: row.revision,
  deleted: !isAlive(row),
})

const livingFolders = preparedQuery((db) => folderQuery(db).where(living('view_type')))
export const readFolders = async (db: Db): Promise<Folder[]> => (await livingFolders(db)).map(toFolder)

/** Includes deleted ones. */
export async function readFolder(db: Db, id: number): Promise<Folder | undefined> {
  if (!isStorable(id)) return undefined
  const row = await folderQuery(db).where('view_type.id', '=', id).executeTakeFirst()
  return row && toFolder(row)
}

// ---- views

/** All but the board, which one page alone reads. */
const viewColumns = [
  ...(['id', 'name', 'type_id', 'position', 'owner_id', 'shared', 'grants', 'within'] as const),
  ...(['standing', 'revision', lifeColumn] as const),
].map((column) => `view_meta.${column}` as const)

const viewQuery = (db: Db) =>
  db
    .selectFrom('view_meta')
    .innerJoin('user', 'user.id', 'view_meta.owner_id')
    .select(viewColumns)
    .select('user.username')
    .orderBy('view_meta.position')
    .orderBy('view_meta.id')

type ViewRow = Awaited<ReturnType<ReturnType<typeof viewQuery>['execute']>>[number]

const toView = (row: ViewRow): View => ({
  id: row.id,
  name: row.name,
  typeId: row.type_id,
  position: row.position,
  owner: row.username,
  ...shownOf(row),
  standing: JSON.parse(row.standing) as ViewStanding,
  revision: row.revision,
  deleted: !isAlive(row),
})

const livingViews = preparedQuery((db) => viewQuery(db).where(living('view_meta')))
export const readViews = async (db: Db): Promise<View[]> => (await livingViews(db)).map(toView)

/** Includes deleted ones. */
export async function readView(db: Db, id: number): Promise<View | undefined> {
  if (!isStorable(id)) return undefined
  const row = await viewQuery(db).where('view_meta.id', '=', id).executeTakeFirst()
  return row && toView(row)
}

/** The checked views whose reports changed, came or went since, deleted or moved to another view. */
export async function changedSinceCheck(db: Db, views: readonly View[]): Promise<Set<number>> {
  const checked = new Map(
    views.flatMap(({ id, standing }) =>
      standing.verified && standing.checkedAt ? [[id, standing.checkedAt]] : [],
    ),
  )
  if (checked.size === 0) return new Set()
  const rows = await db
    .selectFrom('report')
    .select('view_meta_id')
    .select(({ fn }) => [fn.max('modified_at').as('modified'), fn.max(lifeColumn).as('deleted')])
    .where('view_meta_id', 'in', [...checked.keys()])
    .groupBy('view_meta_id')
    .execute()
  const isLater = (at: string | null, id: number) => at !== null && at > (checked.get(id) ?? '')
  const left = await leftSince(db, [...checked.values()].sort()[0] ?? '')
  return new Set([
    ...rows.flatMap(({ view_meta_id: id, modified, deleted }) =>
      isLater(modified, id) || isLater(deleted, id) ? [id] : [],
    ),
    ...left.flatMap(({ id, at }) => (checked.has(id) && isLater(at, id) ? [id] : [])),
  ])
}

/** Views that reports were moved out of since then: only the history knows where a report stood. */
async function leftSince(db: Db, since: string): Promise<{ id: number; at: string }[]> {
  const moves = await db
    .selectFrom('object_change')
    .select(['at', 'before'])
    .where('kind', '=', 'report')
    .where('at', '>', since)
    .where('before', 'like', '%"view_meta_id":%')
    .execute()
  return moves.map(({ at, before }) => ({
    at,
    id: Number((JSON.parse(before ?? '{}') as { view_meta_id?: number }).view_meta_id),
  }))
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
  revision: row.revision,
  authorId: row.author_id ?? row.owner_id,
  deleted: !isAlive(row),
})

/** Reports of one view, or of all of them. */
export async function readReports(db: Db, viewMetaId?: number): Promise<StoredReport[]> {
  const alive = reportQuery(db).where(living('report'))
  const asked = viewMetaId === undefined ? alive : alive.where('report.view_meta_id', '=', viewMetaId)
  return (await asked.execute()).map(toReport)
}

/** Includes deleted ones. */
export async function readReport(db: Db, id: number): Promise<StoredReport | undefined> {
  if (!isStorable(id)) return undefined
  const row = await reportQuery(db).where('report.id', '=', id).executeTakeFirst()
  return row && toReport(row)
}

// ---- order

type PlacedTable = 'view_type' | 'view_meta' | 'report'
const holders = { view_type: 'parent_id', view_meta: 'type_id', report: 'view_meta_id' } as const

/** After everything in the folder or view. */
export async function lastPosition(db: Db, table: PlacedTable, holder: number | null): Promise<number> {
  const { last } = await anyTable(db)
    .selectFrom(table)
    .select(({ fn }) => fn.max('position').as('last'))
    .where(holders[table], 'is not distinct from', holder)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) + 1
}

/** Numbers siblings from 1 in the given order. */
export async function writePositions(db: Db, table: PlacedTable, ids: readonly number[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await db
      .updateTable(table)
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
  }
}
