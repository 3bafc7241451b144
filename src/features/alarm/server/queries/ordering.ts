// Which watched queries are to be run now: at their moments, when their tables are fresh, and after each change of the
// rule. Each moment is dealt with once, whichever server comes first.

import { momentsOf } from '#server/jobs/schedule/rule.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { presentUser } from '#server/people.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { momentText } from '#shared/moment.ts'
import { cronOf } from '#shared/timing.ts'
import type { WatchedQuery } from '#features/alarm/contract.ts'
import { sentQueries } from '#features/code/server/index.ts'
import { rightsOf } from '../checking/rights.ts'
import type { AlarmDeps } from '../deps.ts'
import type { StoredAlarm } from '../objectKinds.ts'
import type { AlarmQueryRow } from '../tables.ts'
import { runAlarmQuery } from '../telling/declaring.ts'

type Watching = Pick<StoredAlarm, 'id' | 'revision' | 'owner_id' | 'games'> & { query: WatchedQuery }

/** A table that was published just now may be published again soon. */
const settleMs = 120_000

export async function orderRuns(deps: AlarmDeps, watching: readonly Watching[], now: Date): Promise<void> {
  const known = await readAsked(
    deps.metadata.db,
    watching.map(({ id }) => id),
  )
  for (const one of watching) {
    const asked = known.get(one.id)
    if (!asked || asked.revision !== one.revision) await order(deps, one, asked, now, {})
    else if (one.query.timing.kind === 'fresh') await orderFresh(deps, one, asked, now)
    else if (isDue(deps, one.query, asked, now)) await order(deps, one, asked, now, {})
  }
}

async function readAsked(db: Db, ids: readonly number[]): Promise<Map<number, AlarmQueryRow>> {
  const found = new Map<number, AlarmQueryRow>()
  for (const part of chunks(ids, 500))
    for (const row of await db.selectFrom('alarm_query').selectAll().where('alarm_id', 'in', part).execute())
      found.set(row.alarm_id, row)
  return found
}

/** Whether a moment came since the last one. Of several that nobody saw, as no server ran, one is made up for. */
function isDue({ settings }: AlarmDeps, { timing }: WatchedQuery, { asked_at }: AlarmQueryRow, now: Date) {
  const cron = cronOf(timing)
  if (cron === null) return false
  return momentsOf({ cron }, settings).between(Date.parse(asked_at), now.getTime(), 1).length > 0
}

/** Once a day, when all of its tables are published; at its latest time it says that they are not. */
async function orderFresh(
  deps: AlarmDeps,
  watching: Watching,
  asked: AlarmQueryRow,
  now: Date,
): Promise<void> {
  const day = shiftDay(businessDay(deps.settings, now), -1)
  if (asked.fresh_day !== null && asked.fresh_day >= day) return
  if (await areRenewed(deps, watching, day, now)) return order(deps, watching, asked, now, { fresh_day: day })
  const { timing } = watching.query
  const isLate = timing.kind === 'fresh' && momentText(now, deps.settings.zone, 'clock') >= timing.latest
  if (isLate && (asked.late_day === null || asked.late_day < day))
    await order(deps, watching, asked, now, { late_day: day }, day)
}

async function areRenewed(deps: AlarmDeps, alarm: Watching, day: string, now: Date): Promise<boolean> {
  const { db } = deps.metadata
  try {
    const owner = await presentUser(db, alarm.owner_id)
    const scope = rightsOf(alarm, owner ?? undefined)
    const { findSentQuery, areRenewedSince } = await sentQueries()
    const { sql } = await findSentQuery(db, owner as NonNullable<typeof owner>, alarm.query.id)
    return await areRenewedSince(deps, scope, sql, { day, now, settleMs })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The run tells the problem.
    return true
  }
}

async function order(
  deps: AlarmDeps,
  { id, revision }: Watching,
  asked: AlarmQueryRow | undefined,
  now: Date,
  days: Partial<Pick<AlarmQueryRow, 'fresh_day' | 'late_day'>>,
  late?: string,
): Promise<void> {
  const at = now.toISOString()
  const { fresh_day = null, late_day = null } = asked ?? {}
  const values = { revision, asked_at: at, fresh_day, late_day, ...days }
  await deps.jobs.transaction(async (db, enqueue) => {
    await db
      .insertInto('alarm_query')
      .values({ alarm_id: id, ...values })
      .onConflict((conflict) => conflict.column('alarm_id').doUpdateSet(values))
      .execute()
    await enqueue({
      kind: runAlarmQuery,
      payload: { alarm: id, at, ...(late && { late }) },
      userId: null,
      // Two servers that look in the same minute order one run.
      key: `alarm query ${id} ${revision} ${asked?.asked_at ?? 'first'}`,
      lane: `alarm query ${id}`,
    })
  })
}
