// Deletes results and files that are too old, or exceed their user's room.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import type { SharedFiles } from '#server/files/shared/types.ts'
import type { RunsContext } from './context.ts'
import type { RunRow } from './rows.ts'
import type { RunFile } from './types.ts'

const day = 24 * 3_600_000

/**
 * Files of background exports, kept as long as results; separate from streamed exports, which are deleted at
 * once.
 */
export const keptExportFolder = (dataDir: string): string => join(dataDir, 'kept-exports')

/** Key of an export in the storage that servers share. */
export const sharedExport = (stored: string): string => `exports/${stored}`
/** Longer than any export is kept, pinned ones too. */
const longestExportMs = 30 * day

type GivingDeps = Pick<Deps, 'settings' | 'results' | 'metadata' | 'files'>
export type KeptRow = Pick<RunRow, 'id' | 'file' | 'pinned'>

const fileOf = (dataDir: string, row: KeptRow): { path: string; stored: string; bytes: number } | null => {
  if (!row.file) return null
  const { stored, bytes } = JSON.parse(row.file) as RunFile
  return { path: join(keptExportFolder(dataDir), stored), stored, bytes }
}

/**
 * Deletes a run's result or file; the run itself stays. The file goes first: a row without its file can be
 * repaired.
 */
export async function giveUp({ deps }: { deps: GivingDeps }, row: KeptRow): Promise<void> {
  const file = fileOf(deps.settings.dataDir, row)
  if (file) await rm(file.path, { force: true })
  if (file) await deps.files?.remove(sharedExport(file.stored))
  await deps.results.remove(row.id)
  await forget(deps, row.id)
}

export async function forget({ metadata }: Pick<Deps, 'metadata'>, id: string): Promise<void> {
  await metadata.db.updateTable('sql_run').set({ expires_at: null, pinned: 0 }).where('id', '=', id).execute()
}

/**
 * Deletes expired results; of other servers' results only those that their server should have deleted long
 * ago.
 */
export async function sweepExpired(context: RunsContext): Promise<void> {
  const { deps } = context
  const now = Date.now()
  const rows = await deps.metadata.db
    .selectFrom('sql_run')
    .select(['id', 'file', 'pinned', 'expires_at'])
    .where('expires_at', '<=', new Date(now).toISOString())
    .orderBy('expires_at')
    .limit(1000)
    .execute()
  for (const row of rows) {
    const file = fileOf(deps.settings.dataDir, row)
    const isHere =
      (file !== null && (deps.files !== undefined || existsSync(file.path))) ||
      (await deps.results.sizeOf(row.id)) !== null
    if (isHere) await giveUp(context, row)
    else if (Date.parse(row.expires_at ?? '') < now - day) await forget(deps, row.id)
  }
  if (deps.files) await sweepShared(deps, deps.files)
}

/** Another server may have given up what this one has, and runs that counted no more leave files. */
async function sweepShared({ metadata: { db }, results }: GivingDeps, files: SharedFiles): Promise<void> {
  const lately = new Date(Date.now() - day).toISOString()
  for (const ids of piecesOf(results.completeIds(), 500)) {
    const rows = await db
      .selectFrom('sql_run')
      .select('id')
      .where('id', 'in', ids)
      .where((where) =>
        where.or([
          where('expires_at', 'is not', null),
          where('ended_at', 'is', null),
          where('ended_at', '>', lately),
        ]),
      )
      .execute()
    const kept = new Set(rows.map(({ id }) => id))
    for (const id of ids) if (!kept.has(id)) await results.removeHere(id)
  }
  for await (const { key, at } of files.list('exports/')) {
    if (at < Date.now() - longestExportMs) await files.remove(key)
  }
}

function* piecesOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/**
 * Makes the user's results fit: deletes the oldest unpinned ones, never the newest. False where pinned ones
 * leave no room.
 */
export async function makeRoom(context: RunsContext, userId: number): Promise<boolean> {
  const { deps, limits } = context
  const rows = await deps.metadata.db
    .selectFrom('sql_run')
    .select(['id', 'file', 'pinned'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute()
  const sizes = new Map<string, number>()
  for (const row of rows) sizes.set(row.id, await bytesOf(deps, row))
  const free = rows.filter(({ id, pinned }) => pinned === 0 && id !== rows[0]?.id)
  const left = { count: rows.length, bytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) }
  while (left.count > limits.resultsPerUser || left.bytes > limits.bytesPerUser) {
    const oldest = free.pop()
    if (!oldest) break
    await giveUp(context, oldest)
    left.count -= 1
    left.bytes -= sizes.get(oldest.id) ?? 0
  }
  // Unpinned results make room for the next run; the pinned ones must leave enough.
  const pinned = rows.filter((row) => row.pinned === 1)
  const pinnedBytes = pinned.reduce((sum, { id }) => sum + (sizes.get(id) ?? 0), 0)
  return pinned.length < limits.resultsPerUser && pinnedBytes < limits.bytesPerUser
}

export async function bytesOf({ settings, results }: GivingDeps, row: KeptRow): Promise<number> {
  return (fileOf(settings.dataDir, row)?.bytes ?? 0) + ((await results.sizeOf(row.id)) ?? 0)
}
