// Reports the server's caches and clears them for the users they belong to.

import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { clearResults, sizeOfResults } from '#features/code/server/index.ts'
import type { ServerCaches } from '../contract.ts'

/** More tables than anybody would read. */
const mostTables = 500

export async function readCaches(deps: Deps, user: SessionUser): Promise<ServerCaches> {
  const holds = (key: Parameters<typeof holdsPermission>[1]) => holdsPermission(user.authorityInfo, key)
  const mayClear = holds('search_config') || holds('manage_authority')
  return {
    results: holds('search_sqlQuery') ? await sizeOfResults(deps, user.id) : null,
    reports: mayClear ? reportsOf(deps) : null,
    sums: mayClear ? await sumsOf(deps) : null,
  }
}

function reportsOf({ cache }: Deps): NonNullable<ServerCaches['reports']> {
  const { tables, ...sizes } = cache.sizes()
  return { ...sizes, ...cache.counts(), tables: tables.slice(0, mostTables) }
}

async function sumsOf({ warehouse }: Deps): Promise<ServerCaches['sums']> {
  const store = await warehouse.readSums()
  if (store === null) return null
  const { tables, ...sizes } = store.sizes()
  return { ...sizes, tables: tables.slice(0, mostTables) }
}

export async function clearSums(
  { metadata: { db }, warehouse }: Deps,
  userId: number,
  table: string | undefined,
): Promise<{ entries: number; bytes: number }> {
  await writeAudit(db, { userId, action: 'reportSums.clear', detail: table === undefined ? {} : { table } })
  const store = await warehouse.readSums()
  const before = store?.sizes().bytes ?? 0
  const entries = (await store?.clear(table)) ?? 0
  return { entries, bytes: Math.max(0, before - (store?.sizes().bytes ?? 0)) }
}

export async function clearReports(
  { metadata: { db }, cache }: Deps,
  userId: number,
  table: string | undefined,
): Promise<{ entries: number; bytes: number }> {
  await writeAudit(db, { userId, action: 'reportCache.clear', detail: table === undefined ? {} : { table } })
  const before = cache.sizes()
  const entries = await (table === undefined ? cache.clear() : cache.clean(table))
  return { entries, bytes: Math.max(0, before.bytes - cache.sizes().bytes) }
}

export async function clearOwn(deps: Deps, userId: number): Promise<{ entries: number; bytes: number }> {
  await writeAudit(deps.metadata.db, { userId, action: 'sqlResults.clear' })
  return clearResults(deps, userId)
}
