// What is known of a message before the work of telling is read: its key, and why nobody was told.

import type { JobRun } from '#server/jobs/declare.ts'
import { slices } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import type { FireSilence } from '#features/alarm/contract.ts'

export interface Telling {
  alarm: number
  fires: number[]
  what: 'describe' | 'fire' | 'recovery'
}

/** Of one fire's message, by which its deliveries are found. */
export const messageKey = (what: 'fire' | 'recovery', firstFire: number): string =>
  `alarm ${what} ${firstFire}`

/** Says of fires why nobody was told. */
export async function silence(db: Db, ids: readonly number[], why: FireSilence): Promise<void> {
  for (const part of slices(ids, 1_000))
    await db
      .updateTable('alarm_fire')
      .set({ silence: why })
      .where('id', 'in', part)
      .where('silence', 'is', null)
      .execute()
}

/** In the transaction that ends the job. */
export async function noteUntold(db: Db, { payload, status, problem }: JobRun): Promise<void> {
  if (status !== 'failed' && status !== 'canceled') return
  const { fires, what } = payload as Telling
  if (what !== 'fire') return
  await silence(db, fires, problem?.code === 'permission_missing' ? 'owner' : 'failed')
}
