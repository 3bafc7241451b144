// With whom a custom report is shared: everybody (published), or people and roles by name.
import { cleanGrants, granteeNames, namedGrants } from '#server/grantees.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { changeObject } from '#server/objects/changing.ts'
import { holdObject } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import { type Grant, isGranted, toAll } from '#shared/grants.ts'
import { pages } from '#shared/pages.ts'
import type { WhoSees } from '#shared/whoSees.ts'
import { tellSharing } from '#features/inbox/server/index.ts'
import { customReports, customReportsAs } from './objectKind.ts'
import { assertMayWithdraw, notePublishing, seenReport } from './reports.ts'
import { customReport } from './tables.ts'

export async function readWhoSees(metadata: Metadata, user: SessionUser, id: string): Promise<WhoSees> {
  const report = await seenReport(metadata, user, id)
  const named = await namedGrants(metadata.db)
  return {
    name: report.name,
    owner: { id: report.ownerId, name: report.owner },
    readerId: user.id,
    editable: report.ownerId === user.id || isGranted(report.grants, user, 'edit'),
    revision: report.revision,
    shared: report.published,
    grants: named(report.grants),
    place: { folder: null, open: true, grants: named(JSON.stringify([toAll])) },
  }
}

interface Change {
  id: string
  shared: boolean
  grants: Grant[]
  revision?: number | undefined
}

export function shareReport(
  { transaction, dialect }: Metadata,
  user: SessionUser,
  { id, shared, grants: given, revision }: Change,
): Promise<null> {
  return transaction(async (db) => {
    const present = await holdObject(db, dialect, customReports, user, id)
    const published = shared ? 1 : 0
    assertMayWithdraw(user, present, published)
    const grants = await cleanGrants(db, given, { kept: present.grants, ownerId: present.owner_id })
    const change = { id, values: { published, grants }, revision }
    const kind = customReportsAs(await granteeNames(db))
    const kept = await changeObject(db, kind, user, change, ({ revision }) => ({ revision }))
    if (kept.published !== present.published) await notePublishing(db, user.id, kept)
    await tellSharing(db, user.id, {
      key: `custom ${id}`,
      id: null,
      titled: `自定义报表「${kept.name}」`,
      text: '它在「自定义报表」的列表里。',
      link: pages.customDetail({ id }),
      ownerId: kept.owner_id,
      before: present.grants,
      after: kept.grants,
      sawBefore: (reader) => sees(customReport.seen, reader, present),
    })
    return null
  })
}

/** Of these ids those of reports that the caller may not see; for notes about them. */
export async function closedReports(db: Db, caller: Caller, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('custom_report')
    .selectAll()
    .where('id', 'in', [...ids])
    .where(living('custom_report'))
    .execute()
  return rows.flatMap((row) => (sees(customReport.seen, caller, row) ? [] : [row.id]))
}
