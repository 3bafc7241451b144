// Who sees custom reports, and how publishers change them. Invisible, deleted and non-existent reports get
// the same answer.
import type { Static } from 'typebox'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { addObject, changeObject, type NewObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { differences } from '#server/objects/history.ts'
import { holdObject, readObject } from '#server/objects/reading.ts'
import { assertEditable } from '#server/objects/writing.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { sees } from '#server/scopes/predicate.ts'
import { AppError } from '#shared/errors.ts'
import { isGranted } from '#shared/grants.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { parameterNames } from '#shared/sql/parameters.ts'
import { cleanFolder, cleanName, cleanParameters, cleanSql } from '#features/code/server/index.ts'
import type { CustomParameter, CustomReport, CustomSummary, saveCustomReport } from '../contract.ts'
import { type CustomReportRow, customReports } from './objectKind.ts'
import { readPublisher } from './publisher.ts'
import { readCustomReport, readSeen, type StoredCustomReport } from './repo.ts'
import { customReport } from './tables.ts'

export type CustomChange = Static<NonNullable<(typeof saveCustomReport)['body']>>

const mayWrite = ({ authorityInfo }: SessionUser) => holdsPermission(authorityInfo, 'search_sqlQuery')

const summaryOf = (report: StoredCustomReport, user: SessionUser): CustomSummary => ({
  id: report.id,
  name: report.name,
  folder: report.folder,
  describe: report.describe,
  owner: report.owner,
  own: report.ownerId === user.id,
  editable: report.ownerId === user.id || isGranted(report.grants, user, 'edit'),
  published: report.published,
  version: report.version,
  modifiedAt: report.modifiedAt,
  pinyin: pinyinOf(report.name),
})

export async function listReports({ db }: Metadata, user: SessionUser): Promise<CustomSummary[]> {
  return (await readSeen(db, user)).map((report) => summaryOf(report, user))
}

/** Throws object_missing unless the report is published, the caller's own, or shared with them. */
export async function seenReport(
  { db }: Metadata,
  user: SessionUser,
  id: string,
): Promise<StoredCustomReport> {
  const report = await readCustomReport(db, id)
  if (!report || report.deleted || !sees(customReport.seen, user, report.row))
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
    ...summaryOf(report, user),
    params: report.params,
    chart: report.chart,
    sql: mayWrite(user) || report.ownerId === user.id ? report.sql : '',
    problem: 'problem' in publisher ? publisher.problem : '',
  }
}

/** Keeps exactly the statement's parameters, in the statement's order. */
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
  const values = {
    name: cleanName(change.name),
    folder: cleanFolder(change.folder ?? ''),
    describe: (change.describe ?? '').trim().toWellFormed(),
    sql,
    params: JSON.stringify(parametersOf(sql, change.params)),
    chart: JSON.stringify(change.chart),
    published: change.published ? 1 : 0,
  }
  const id = await metadata.transaction(async (db) => {
    if (change.id === undefined) {
      const added = await addObject(db, customReports, user, {
        ...values,
        grants: '[]',
        query_id: null,
        version: 1,
      })
      if (added.published) await notePublishing(db, user.id, added)
      return added.id
    }
    const present = await holdObject(db, metadata.dialect, customReports, user, change.id)
    await changeReport(db, user, present, values, change)
    return present.id
  })
  return openReport(metadata, user, id)
}

type Db = Metadata['db']
type Values = Omit<NewObject<CustomReportRow>, 'query_id' | 'version' | 'grants'>

async function changeReport(
  db: Db,
  user: SessionUser,
  present: CustomReportRow,
  values: Values,
  { version, overwrite }: Pick<CustomChange, 'version' | 'overwrite'>,
): Promise<void> {
  await assertEditable(db, customReports, user, present)
  assertMayWithdraw(user, present, values.published)
  if (differences(customReports, present, values).length === 0) return
  const conflict = new AppError('object_conflict', '报表已被保存过更新的版本，请比较后再保存')
  if (version !== undefined && version !== present.version && overwrite !== true) throw conflict
  const change = { id: present.id, values: { ...values, version: present.version + 1 } }
  const saved = await changeObject(db, customReports, user, change, () => null)
  if (saved.published !== present.published) await notePublishing(db, user.id, saved)
}

/** Withdrawing takes a report from everybody: only its publisher does that. */
export function assertMayWithdraw({ id }: SessionUser, present: CustomReportRow, published: number): void {
  if (published === 1 || present.published === 0 || present.owner_id === id) return
  throw new AppError('permission_missing', '只有发布者可以撤回发布')
}

export const notePublishing = (
  db: Db,
  userId: number,
  { id, name, published }: Pick<CustomReportRow, 'id' | 'name' | 'published'>,
): Promise<void> =>
  writeAudit(db, {
    userId,
    action: published === 1 ? 'custom.publish' : 'custom.withdraw',
    detail: { id, name },
  })

/** Does nothing when the report is already in the wanted state. */
export function deleteReport(
  metadata: Metadata,
  user: SessionUser,
  id: string,
  restored: boolean,
): Promise<null> {
  return metadata.transaction(async (db) => {
    const isDeleted = (await readCustomReport(db, id))?.deleted === true
    if (restored && isDeleted) await restoreObjects(db, customReports, user, [id])
    else if (restored)
      await assertEditable(db, customReports, user, await readObject(db, customReports, user, id))
    else {
      const present = await readObject(db, customReports, user, id)
      if (present.owner_id !== user.id) throw new AppError('permission_missing', '只有发布者可以删除这张报表')
      await deleteObjects(db, customReports, user, [id])
    }
    return null
  })
}
