// Drops what all ended background reports hold.
import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { RecordFolder } from './folder.ts'
import { removeRecord } from './repo.ts'

const lookMs = 500

/** Waits for those under way, which may have begun before the rows were gone; returns how many went. */
export async function dropRecords(
  { settings, files, metadata: { db } }: Pick<Deps, 'settings' | 'files' | 'metadata'>,
  signal: AbortSignal,
): Promise<number> {
  const folder = new RecordFolder({ settings, files })
  const begun = new Date().toISOString()
  const underWay = () =>
    db
      .selectFrom('background_report')
      .select('id')
      .where('status', '=', 'running')
      .where('started_at', '<=', begun)
      .executeTakeFirst()
  // Each look needs the answer of the one before.
  while (await underWay()) await delay(lookMs, undefined, { signal })
  const ended = await db
    .selectFrom('background_report')
    .select(['id', 'stored'])
    .where('status', 'not in', ['queued', 'running'])
    .execute()
  for (const record of ended) {
    await folder.remove(record)
    await removeRecord(db, record.id)
  }
  return ended.length
}
