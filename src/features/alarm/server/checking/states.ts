// The state of each alarm after a pass: when it was checked, up to which period, what fires, and its problem.
import { chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import type { AppError } from '#shared/errors.ts'
import { alarmLevels } from '#features/alarm/contract.ts'
import type { SendingStore } from '#features/receivers/server/index.ts'
import type { StoredAlarm, StoredState } from '../objectKinds.ts'
import { tellFault } from '../telling/faults.ts'
import type { Added } from './fires.ts'

const rowsAtOnce = 200

export interface Unchanged {
  id: number
  isNew: boolean
  lastPeriod: string | null
}

/** Most alarms have no change: they are written together. */
export async function noteUnchanged(db: Db, unchanged: readonly Unchanged[], now: Date): Promise<void> {
  const evaluated_at = now.toISOString()
  const rows = unchanged
    .filter(({ isNew }) => isNew)
    .map(({ id, lastPeriod }) => stateRow(id, evaluated_at, lastPeriod))
  for (const part of chunks(rows, rowsAtOnce))
    await db
      .insertInto('alarm_state')
      .values(part)
      .onConflict((conflict) => conflict.column('alarm_id').doNothing())
      .execute()
  const known = unchanged.filter(({ isNew }) => !isNew)
  for (const [last_period, own] of Map.groupBy(known, ({ lastPeriod }) => lastPeriod))
    await db
      .updateTable('alarm_state')
      .set({ evaluated_at, last_period })
      .where(
        'alarm_id',
        'in',
        own.map(({ id }) => id),
      )
      .execute()
}

const stateRow = (
  alarm_id: number,
  evaluated_at: string | null,
  last_period: string | null,
): StoredState => ({
  alarm_id,
  evaluated_at,
  last_period,
  problem: null,
  problem_since: null,
  problem_told: 0,
  firing: 0,
  last_fire_at: null,
  last_fire_level: null,
})

export async function writeState(
  db: Db,
  id: number,
  {
    lastPeriod,
    added,
    state,
    now,
  }: { lastPeriod: string | null; added: readonly Added[]; state: StoredState | undefined; now: Date },
): Promise<void> {
  const firing = await db
    .selectFrom('alarm_fire')
    .select('value_key')
    .distinct()
    .where('alarm_id', '=', id)
    .where('state', '<>', 'recovered')
    .execute()
  const level = alarmLevels.findLast((one) => added.some((fire) => fire.level === one))
  const at = now.toISOString()
  await upsertState(db, {
    ...(state ?? stateRow(id, at, lastPeriod)),
    evaluated_at: at,
    last_period: lastPeriod,
    problem: null,
    problem_since: null,
    problem_told: 0,
    firing: firing.length,
    ...(level && { last_fire_at: at, last_fire_level: level }),
  })
}

async function upsertState(db: Db, row: StoredState): Promise<void> {
  const { alarm_id: _, ...values } = row
  await db
    .insertInto('alarm_state')
    .values(row)
    .onConflict((conflict) => conflict.column('alarm_id').doUpdateSet(values))
    .execute()
}

/** The owner is told once, not every minute, and not at all of a short warehouse outage. */
export async function noteFault(
  inner: SendingStore,
  alarm: StoredAlarm,
  state: StoredState | undefined,
  { error, isTold: mayTell, now }: { error: AppError; isTold: boolean; now: Date },
): Promise<void> {
  const at = now.toISOString()
  const since = state?.problem_since ?? at
  const isNew = state?.problem !== error.message
  const isTold = state?.problem_told === 1
  const tells = mayTell && !isTold && (await tellFault(inner, alarm, { error, since, now }))
  if (!isNew && !tells) return
  await upsertState(inner.db, {
    ...(state ?? stateRow(alarm.id, null, null)),
    problem: error.message,
    problem_since: since,
    problem_told: isTold || tells ? 1 : 0,
  })
}
