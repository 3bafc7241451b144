// The job that looks into a source and loads what there is, and the schedule that sends it.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'
import type { Db } from '#server/objects/types.ts'
import type { Mortal } from '#server/scopes/life.ts'
import { isAlive } from '#server/scopes/life.ts'
import { runReasons, type Timing } from '../contract.ts'
import type { SourcesDeps } from './deps.ts'
import { readTiming, type StoredSource, scheduleId } from './objectKind.ts'

const minute = 60_000

export const loadSource = defineJob({
  name: 'sources.load',
  title: '从数据源载入',
  payload: Type.Object({
    source: Type.Integer(),
    reason: Type.Enum([...runReasons]),
    span: Type.Optional(Type.Object({ from: Type.String(), to: Type.String() })),
  }),
  permission: 'search_config',
  local: 'warehouse',
  perServer: 2,
  timeoutMs: 6 * 60 * minute,
  backoff: { firstMs: 30_000, mostMs: 10 * minute },
})

export const laneOf = (id: number): string => `source ${id}`

function ruleOf({ kind, minutes = 60, at = '06:00' }: Timing, from: string) {
  if (kind === 'hand') return null
  if (kind === 'daily') {
    const [hour, past] = at.split(':').map(Number)
    return { cron: `${past} ${hour} * * *` }
  }
  return { everyMs: (kind === 'arrival' ? 1 : minutes) * minute, from }
}

/** Runs in the transaction that changes the row. */
export async function scheduleSource(
  { jobs }: Pick<SourcesDeps, 'jobs'>,
  db: Db,
  row: Omit<StoredSource, keyof Mortal> & Mortal,
): Promise<void> {
  const rule = ruleOf(readTiming(row), row.created_at)
  const id = scheduleId(row.id)
  if (rule === null || !isAlive(row) || row.paused === 1) return jobs.schedules.remove(id, db)
  const payload = { source: row.id, reason: 'clock' as const }
  await jobs.schedules.save(
    { id, kind: loadSource, payload, userId: row.owner_id, rule, lane: laneOf(row.id), priority: 'patient' },
    db,
  )
}
