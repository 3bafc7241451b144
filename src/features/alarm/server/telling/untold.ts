// What is known about a message before the reporting code is loaded: its key, and why nobody was notified.

import type { JobRun } from '#server/jobs/declare.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import type { FireSilence } from '#features/alarm/contract.ts'
import type { Recovered } from './declaring.ts'

export interface Telling {
  alarm: number
  fires: number[]
  what: 'describe' | 'fire' | 'recovery'
  now?: Recovered[] | undefined
}

/** Key of a fire's message, by which its deliveries are found. */
export const messageKey = (what: 'fire' | 'recovery', firstFire: number): string =>
  `alarm ${what} ${firstFire}`

/** Records why fires were not reported. */
export async function silence(db: Db, ids: readonly number[], why: FireSilence): Promise<void> {
  for (const part of chunks(ids, 1_000))
    await db
      .updateTable('alarm_fire')
      .set({ silence: why })
      .where('id', 'in', part)
      .where('silence', 'is', null)
      .execute()
}

/** Runs in the transaction that ends the job; the job of a maintenance window tells fires alone. */
export async function noteUntold(db: Db, { payload, status, problem }: JobRun): Promise<void> {
  if (status !== 'failed' && status !== 'canceled') return
  const { fires, what = 'fire' } = payload as Partial<Telling>
  if (what !== 'fire' || !fires) return
  await silence(db, fires, problem?.code === 'permission_missing' ? 'owner' : 'failed')
}
