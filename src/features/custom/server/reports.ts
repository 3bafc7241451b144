// Who sees custom reports, and what their publishers do with them. What a caller may not see, what is deleted and
// what never was answer alike.
import { randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import type { SessionUser } from '../../../server/http/session.ts'
import { writeAudit } from '../../../server/metadata/audit.ts'
import type { Metadata } from '../../../server/metadata/open.ts'
import { pinyinOf } from '../../../server/pinyin.ts'
import { AppError } from '../../../shared/errors.ts'
import { holdsPermission } from '../../../shared/permissions.ts'
import { parameterNames } from '../../../shared/sql/parameters.ts'
import { cleanFolder, cleanName, cleanParameters, cleanSql } from '../../code/server/index.ts'
import type { CustomParameter, CustomReport, CustomSummary, saveCustomReport } from '../contract.ts'
import { readPublisher } from './publisher.ts'
import {
  holdCustomReport,
  insertCustomReport,
  readCustomReport,
  readSeen,
  type StoredCustomReport,
  updateCustomReport,
} from './repo.ts'

export type CustomChange = Static<NonNullable<(typeof saveCustomReport)['body']>>

const mayWrite = ({ authorityInfo }: SessionUser) => holdsPermission(authorityInfo, 'search_sqlQuery')

const summaryOf = (report: StoredCustomReport, userId: number): CustomSummary => ({
  id: report.id,
  name: report.name,
  folder: report.folder,
  describe: report.describe,
  owner: report.owner,
  own: report.ownerId === userId,
  published: report.published,
  version: report.version,
  modifiedAt: report.modifiedAt,
  pinyin: pinyinOf(report.name),
})

export async function listReports({ db }: Metadata, user: SessionUser): Promise<CustomSummary[]> {
  return (await readSeen(db, user.id)).map((report) => summaryOf(report, user.id))
}

/** Throws object_missing unless it is published or the caller's own. */
export async function seenReport(
  { db }: Metadata,
  user: SessionUser,
  id: string,
): Promise<StoredCustomReport> {
  const report = await readCustomReport(db, id)
  if (!report || report.deleted || !(report.published || report.ownerId === user.id))
    throw new AppError('object_missing')
  return report
}

export async function openReport(metadata: Metadata, user: SessionUser, id: string): Promise<CustomReport> {
  return wholeOf(metadata, user, await seenReport(metadata, user, id))
}

async function wholeOf(
  { db }: Metadata,
  user: SessionUser,
  report: StoredCustomReport,
): Promise<CustomReport> {
  const publisher = await readPublisher(db, report.ownerId)
  return {
    ...summaryOf(report, user.id),
    params: report.params,
    chart: report.chart,
    sql: mayWrite(user) || report.ownerId === user.id ? report.sql : '',
    problem: 'problem' in publisher ? publisher.problem : '',
  }
}

/** Only parameters of the statement, each of them, in its order. */
function parametersOf(sql: string, given: readonly CustomParameter[]): CustomParameter[] {
  const cleaned = cleanParameters(given)
  return parameterNames(sql).map((name) => {
    const found = cleaned.find((parameter) => parameter.name === name)
    return found ?? { name, type: 'text', label: '', default: '', dictId: null }
  })
}

export async function saveReport(
  metadata: Metadata,
  user: SessionUser,
  change: CustomChange,
): Promise<CustomReport> {
  const sql = cleanSql(change.sql)
  const next = {
    name: cleanName(change.name),
    folder: cleanFolder(change.folder ?? ''),
    describe: (change.describe ?? '').trim().toWellFormed(),
    sql,
    params: parametersOf(sql, change.params),
    chart: change.chart,
    published: change.published,
  }
  const id = await metadata.transaction(async (db) => {
    if (change.id === undefined) {
      const added = { ...next, id: randomBytes(16).toString('base64url'), ownerId: user.id }
      if (next.published) await notePublishing(db, user.id, added)
      await insertCustomReport(db, added)
      return added.id
    }
    const present = await holdOwn(metadata, db, user.id, change.id)
    if (change.version !== undefined && change.version !== present.version && change.overwrite !== true)
      throw new AppError('object_conflict', '报表已被保存过更新的版本，请比较后再保存')
    if (next.published !== present.published) await notePublishing(db, user.id, { ...next, id: present.id })
    await updateCustomReport(db, present.id, {
      name: next.name,
      folder: next.folder,
      describe: next.describe,
      sql,
      params: JSON.stringify(next.params),
      chart: JSON.stringify(next.chart),
      published: next.published ? 1 : 0,
      version: present.version + 1,
      modified_at: new Date(Math.max(Date.now(), Date.parse(present.modifiedAt) + 1)).toISOString(),
    })
    return present.id
  })
  return openReport(metadata, user, id)
}

type Db = Metadata['db']

const notePublishing = (
  db: Db,
  userId: number,
  { id, name, published }: Pick<StoredCustomReport, 'id' | 'name' | 'published'>,
): Promise<void> =>
  writeAudit(db, { userId, action: published ? 'custom.publish' : 'custom.withdraw', detail: { id, name } })

async function holdOwn(
  { dialect }: Metadata,
  db: Db,
  userId: number,
  id: string,
  { deleted = false } = {},
): Promise<StoredCustomReport> {
  const report = await holdCustomReport(db, dialect, id)
  const isSeen = report && (report.ownerId === userId || report.published) && (deleted || !report.deleted)
  if (!isSeen || (report.deleted && report.ownerId !== userId)) throw new AppError('object_missing')
  if (report.ownerId !== userId) throw new AppError('permission_missing', '只有发布者可以修改这张报表')
  return report
}

export function deleteReport(
  metadata: Metadata,
  user: SessionUser,
  id: string,
  restored: boolean,
): Promise<null> {
  return metadata.transaction(async (db) => {
    await holdOwn(metadata, db, user.id, id, { deleted: restored })
    await updateCustomReport(db, id, { deleted_at: restored ? null : new Date().toISOString() })
    return null
  })
}
