// The total size of a user's kept results; those neither pinned nor in progress can be deleted at once.
import type { Deps } from '#server/deps.ts'
import { bytesOf, giveUp, type KeptRow } from './expiry.ts'

interface ResultsSize {
  entries: number
  bytes: number
}

/** Kept results and files without pinned ones, which stay until they are unpinned. */
export async function sizeOfResults(deps: Deps, userId: number): Promise<ResultsSize> {
  const sizes = await Promise.all((await loose(deps, userId)).map((row) => bytesOf(deps, row)))
  return { entries: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) }
}

/** The runs stay in the history. */
export async function clearResults(deps: Deps, userId: number): Promise<ResultsSize> {
  const gone = { entries: 0, bytes: 0 }
  for (const row of await loose(deps, userId)) {
    gone.bytes += await bytesOf(deps, row)
    await giveUp({ deps }, row)
    gone.entries += 1
  }
  return gone
}

function loose({ metadata: { db } }: Deps, userId: number): Promise<KeptRow[]> {
  return db
    .selectFrom('sql_run')
    .select(['id', 'file', 'pinned'])
    .where('user_id', '=', userId)
    .where('pinned', '=', 0)
    .where('status', 'not in', ['queued', 'running'])
    .where('expires_at', '>', new Date().toISOString())
    .execute()
}
