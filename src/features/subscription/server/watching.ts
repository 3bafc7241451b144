// Subscriptions that wait for data: sent once a day, when the previous day's data is complete; at their
// latest time the data is reported late. The same job deletes old files and records.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { SessionUser } from '#server/http/session.ts'
import { presentUser } from '#server/people.ts'
import { living } from '#server/scopes/life.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { momentText } from '#shared/moment.ts'
import { sentQueries } from '#features/code/server/index.ts'
import { figuresInScope } from '#features/statement/server/index.ts'
import { orderCorrections } from './corrections/finding.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readTiming, type StoredSubscription } from './objectKind.ts'
import { type Reason, sendOne } from './scheduling.ts'
import { folderOf } from './sending.ts'
import { findSubject } from './subject.ts'

/** Deliveries have ended by then. */
const keptFilesMs = 3 * 24 * 3_600_000
/** A table that was published just now may be published again soon. */
const settleMs = 120_000
const keptRunsMs = 180 * 24 * 3_600_000

export async function watchOnce(
  deps: SubscriptionDeps,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  const { db } = deps.metadata
  const day = shiftDay(businessDay(deps.settings, now), -1)
  const rows = await db
    .selectFrom('subscription')
    .selectAll()
    .where(living('subscription'))
    .where('paused_by', 'is', null)
    .where('timing', 'like', '{"kind":"fresh"%')
    .where((where) => where.or([where('sent_day', 'is', null), where('sent_day', '<', day)]))
    .orderBy('id')
    .execute()
  for (const row of rows) {
    signal.throwIfAborted()
    await lookAt(deps, row, day, now, signal)
  }
  await orderCorrections(deps)
  await clearAway(deps, now)
}

async function lookAt(
  deps: SubscriptionDeps,
  row: StoredSubscription,
  day: string,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const owner = await presentUser(deps.metadata.db, row.owner_id)
  // The job itself reports problems with the owner or the view, and pauses the subscription.
  const isThere = owner === null || (await isComplete(deps, owner, row, day, now, signal))
  if (isThere) return fire(deps, row, 'fresh', day)
  const timing = readTiming(row.timing)
  const isLate = timing.kind === 'fresh' && clockOf(deps.settings.zone, now) >= timing.latest
  if (isLate && (row.late_day === null || row.late_day < day)) await fire(deps, row, 'late', day)
}

/** HH:mm on the business's clock. */
const clockOf = (zone: string, now: Date): string => momentText(now, zone, 'clock')

/** Once a day, whichever server comes first. */
async function fire(
  deps: SubscriptionDeps,
  row: StoredSubscription,
  reason: Reason,
  day: string,
): Promise<void> {
  await deps.jobs.transaction(async (db, enqueue) => {
    const change = reason === 'late' ? { late_day: day } : { sent_day: day }
    await db.updateTable('subscription').set(change).where('id', '=', row.id).execute()
    await enqueue({
      kind: sendOne,
      payload: { subscription: row.id, reason, day },
      userId: row.owner_id,
      key: `subscription ${row.id} ${reason} ${day}`,
      lane: `subscription ${row.owner_id}`,
    })
  })
}

/** Every figure of every report has data for the day: missing data gives empty figures or zeros. */
async function isComplete(
  deps: SubscriptionDeps,
  owner: SessionUser,
  row: StoredSubscription,
  day: string,
  now: Date,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const subject = await findSubject(deps.metadata.db, owner, row)
    if (subject.kind === 'query') {
      const { areRenewedSince } = await sentQueries()
      return await areRenewedSince(deps, owner, subject.query.sql, { day, now, settleMs })
    }
    for (const { info } of subject.parts) {
      if (info.kind !== undefined && info.kind !== 'table') continue
      if (!(await hasDay(deps, owner, info, day, signal))) return false
    }
    return true
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error
    // The fire reports the problem.
    return true
  }
}

async function hasDay(
  deps: SubscriptionDeps,
  scope: SessionUser,
  { points }: ReportInfo,
  day: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (points.length === 0) return true
  const info: ReportInfo = { dims: [], points, dateRange: { from: day, to: day } }
  const { head, chunks } = await figuresInScope(deps, { info, scope, tolerant: true }, signal)
  const cells = head.summary ?? chunks.flatMap(({ columns }) => columns.map((text) => JSON.parse(text)[0]))
  const figures = cells.slice(0, head.columns.length)
  return (
    figures.length > 0 &&
    figures.every((cell) => cell !== null && cell !== '') &&
    figures.some((cell) => Number(cell) !== 0)
  )
}

async function clearAway({ metadata, settings }: SubscriptionDeps, now: Date): Promise<void> {
  const folder = folderOf(settings.dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const known = await stat(path).catch(() => null)
    if (known && now.getTime() - known.mtimeMs > keptFilesMs) await rm(path, { force: true })
  }
  const before = new Date(now.getTime() - keptRunsMs).toISOString()
  await metadata.db.deleteFrom('subscription_run').where('at', '<', before).execute()
}
