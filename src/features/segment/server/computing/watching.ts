// Every ten minutes: computes segments of rules and of SQL once a day, as soon as yesterday's data is
// complete and at the latest at noon by the business clock. Also removes the tables of permanently deleted
// segments.

import { segmentOfTable } from '#semantic/model/segments.ts'
import { living } from '#server/scopes/life.ts'
import { dropOwnTables } from '#server/warehouse/ownTable.ts'
import { calendarDay } from '#shared/day.ts'
import { momentText } from '#shared/moment.ts'
import { freshnessOf } from '#features/alarm/server/index.ts'
import { readModel } from '#features/config/server/index.ts'
import type { Source } from '#features/segment/contract.ts'
import type { SegmentDeps } from '../deps.ts'
import { computeMembers, computingLane } from '../jobs.ts'
import type { StoredSegment } from '../objectKind.ts'
import { computingRefusal } from './publishing.ts'
import { memberDay } from './rules.ts'

const latestHour = 12
/** Nobody knows which tables' data an SQL source waits for, so it runs at a fixed hour. */
const sqlHour = 6

export async function watchOnce(deps: SegmentDeps, signal: AbortSignal, now = new Date()): Promise<void> {
  if (computingRefusal(deps) !== null) return
  const { db } = deps.metadata
  const day = memberDay(deps)
  const rows = await db
    .selectFrom('segment')
    .selectAll()
    .where(living('segment'))
    .where('state', 'not in', ['waiting', 'running'])
    .where((where) => where.or([where('last_day', 'is', null), where('last_day', '<', day)]))
    .orderBy('id')
    .execute()
  for (const row of rows) {
    signal.throwIfAborted()
    if (!(await isDue(deps, row, day, now, signal))) continue
    await deps.jobs.transaction(async (_, enqueue) =>
      enqueue({
        kind: computeMembers,
        payload: { segment: row.id },
        userId: row.owner_id,
        key: `segment ${row.id} ${day}`,
        lane: computingLane,
      }),
    )
  }
  await sweepTables(deps)
}

async function isDue(
  deps: SegmentDeps,
  { source: stored }: StoredSegment,
  day: string,
  now: Date,
  signal: AbortSignal,
): Promise<boolean> {
  const source = JSON.parse(stored) as Source
  // A list changes only when somebody edits it, and saving computes it.
  if (source.kind === 'list') return false
  const hour = hourOf(deps.settings.zone, now)
  if (source.kind === 'sql') return hour >= sqlHour
  if (hour >= latestHour) return true
  const points = source.any.flatMap((group) => group.map(({ point }) => point))
  try {
    const { whole } = await freshnessOf(deps, await readModel(deps), points, 'day', now, signal)
    return whole !== null && whole >= (calendarDay(day) as number)
  } catch {
    // A point is missing; let the job report the error.
    return true
  }
}

const hourOf = (zone: string, now: Date): number => Number(momentText(now, zone, 'clock').slice(0, 2))

async function sweepTables(deps: SegmentDeps): Promise<void> {
  const { metadata, warehouse } = deps
  const tables = warehouse.tables().flatMap((table) => {
    const id = segmentOfTable(table)
    return id === null ? [] : [{ name: table.name, id }]
  })
  if (tables.length === 0) return
  const rows = await metadata.db.selectFrom('segment').select('id').execute()
  const known = new Set(rows.map(({ id }) => id))
  // A store without a later number may be another or an older copy than the table's, so it says nothing about
  // freshness.
  const newest = Math.max(0, ...known)
  const gone = tables.filter(({ id }) => id < newest && !known.has(id)).map(({ name }) => name)
  if (gone.length > 0) await dropOwnTables(deps, gone)
}
