// The history of folders, views and reports, and restoring: a former state becomes a change like any other.

import type { ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { stillThere } from '#server/grantees.ts'
import { type PastEntry, readPast, stateAfter } from '#server/objects/past.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { readGrants } from '#shared/grants.ts'
import type { TreeKind } from '../contract.ts'
import { saveFolder } from './folders.ts'
import { foldersAs, type ReportRow, reportsAs, viewsAs } from './objectKinds.ts'
import { saveReport } from './reportChanges.ts'
import { findReport } from './reports.ts'
import { saveView } from './views.ts'

interface Back {
  kind: TreeKind
  id: number
  change: number
  revision?: number | undefined
}

const reportsWith = async (db: Db, caller: Caller, id: number) =>
  reportsAs([(await findReport(db, caller, id)).view])

export async function treeHistory(
  { metadata: { db } }: Deps,
  caller: Caller,
  kind: TreeKind,
  id: number,
): Promise<PastEntry[]> {
  if (kind === 'viewType') return readPast(db, foldersAs(), caller, id)
  if (kind === 'viewMeta') return readPast(db, viewsAs(), caller, id)
  return readPast(db, await reportsWith(db, caller, id), caller, id)
}

export async function treeBack(
  deps: Deps,
  caller: Caller,
  { kind, id, change, revision }: Back,
): Promise<{ id: number }> {
  const { metadata } = deps
  const { db } = metadata
  if (kind === 'viewType') {
    const past = await stateAfter(db, foldersAs(), caller, id, change)
    const { name, parent_id: parentId } = past
    return saveFolder(metadata, caller, { id, name, parentId, ...(await pastSharing(db, past)), revision })
  }
  if (kind === 'viewMeta') {
    const past = await stateAfter(db, viewsAs(), caller, id, change)
    const { name, type_id: typeId, board } = past
    return saveView(metadata, caller, { id, name, typeId, board, ...(await pastSharing(db, past)), revision })
  }
  const row = await stateAfter(db, await reportsWith(db, caller, id), caller, id, change)
  return { id: (await saveReport(deps, caller, { ...pastReport(row), id, revision })).id }
}

const pastSharing = async (db: Db, { shared, grants }: { shared: number; grants: string }) => ({
  shared: shared === 1,
  grants: await stillThere(db, readGrants(grants)),
})

const pastReport = ({ report_name, view_meta_id, remark, info }: ReportRow) => ({
  reportName: report_name,
  viewMetaId: view_meta_id,
  remark,
  info: JSON.parse(info) as ReportInfo,
})
