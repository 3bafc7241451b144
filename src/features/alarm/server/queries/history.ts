// The runs of watched queries, as they are kept: what later runs are compared with, and what a page shows.

import type { Caller, Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { minuteOf } from '../checking/periods.ts'
import { alarmQueryRun } from '../tables.ts'
import type { Answer } from './answer.ts'
import type { Run } from './judging.ts'

/** For comparison with the run before, and for conditions that must last. */
const mostCompared = 40
/** Older runs of an alarm go. */
const mostKept = 500

interface Kept {
  alarm: number
  /** The rows within which it was run. */
  within: string
  comparable: string
  stamp: string
  period: string
  at: Date
  answer: Answer
}

export async function keepRun(
  db: Db,
  { alarm, within, comparable, stamp, period, at, answer }: Kept,
): Promise<void> {
  await db
    .insertInto('alarm_query_run')
    .values({
      alarm_id: alarm,
      games: within,
      comparable,
      stamp,
      period,
      at: at.toISOString(),
      answer: JSON.stringify(answer),
    })
    .execute()
  const oldest = await db
    .selectFrom('alarm_query_run')
    .select('id')
    .where('alarm_id', '=', alarm)
    .orderBy('id', 'desc')
    .offset(mostKept)
    .limit(1)
    .executeTakeFirst()
  if (oldest)
    await db
      .deleteFrom('alarm_query_run')
      .where('alarm_id', '=', alarm)
      .where('id', '<=', oldest.id)
      .execute()
}

interface Comparable {
  alarm: number
  comparable?: string
  /** A run's period: those up to it that can be compared with it. */
  asOf?: string
  most?: number
}

/** The last runs that can be compared with one another, in chronological order. */
export async function comparableRuns(
  db: Db,
  { alarm, comparable, asOf, most = mostCompared }: Comparable,
  caller?: Caller,
): Promise<Run[]> {
  let found = db.selectFrom('alarm_query_run').select(['period', 'answer']).where('alarm_id', '=', alarm)
  if (comparable !== undefined) found = found.where('comparable', '=', comparable)
  if (asOf !== undefined) {
    const own = db
      .selectFrom('alarm_query_run')
      .select('comparable')
      .where('alarm_id', '=', alarm)
      .where('period', '=', asOf)
    found = found.where('period', '<=', asOf).where('comparable', 'in', own)
  }
  if (caller) found = found.where(seenBy(db, alarmQueryRun, caller))
  const rows = await found.orderBy('id', 'desc').limit(most).execute()
  return rows
    .toReversed()
    .map(({ period, answer }) => ({ ...(JSON.parse(answer) as Answer), minute: minuteOf(period) }))
}

/** Of the last run, whatever it can be compared with. */
export const lastRun = (db: Db, alarm: number) =>
  db
    .selectFrom('alarm_query_run')
    .select(['stamp', 'comparable', 'period'])
    .where('alarm_id', '=', alarm)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
