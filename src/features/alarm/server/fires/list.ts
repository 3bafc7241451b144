// The list of fires, for users who see all rows behind them.

import type { Deps } from '#server/deps.ts'
import { hasPartIn } from '#server/metadata/textParts.ts'
import { userNames } from '#server/objects/history.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { living } from '#server/scopes/life.ts'
import { calendarDay, isDay, shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { aheadOfUtc } from '#shared/moment.ts'
import type { AlarmFire, AlarmFireList, AlarmFireQuery } from '#features/alarm/contract.ts'
import type { StoredFire } from '../objectKinds.ts'
import { alarmFire } from '../tables.ts'

const usualLimit = 200

export async function listFires(
  { metadata: { db }, settings }: Deps,
  caller: Caller,
  question: AlarmFireQuery,
): Promise<AlarmFireList> {
  const { offset = 0, limit = usualLimit } = question
  const found = asked(db, caller, question, settings.zone)
  const [rows, { count }] = [
    await found
      .selectAll()
      .orderBy('fired_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]
  return { rows: await shownFires(db, rows as StoredFire[]), total: Number(count) }
}

function asked(
  db: Db,
  caller: Caller,
  { alarm, state, level, search = '', from, to }: AlarmFireQuery,
  zone: string,
) {
  let found = db.selectFrom('alarm_fire').where(seenBy(db, alarmFire, caller))
  if (alarm !== undefined) found = found.where('alarm_id', '=', alarm)
  if (state !== undefined) found = found.where('state', '=', state)
  if (level !== undefined) found = found.where('level', '=', level)
  if (from !== undefined) found = found.where('fired_at', '>=', momentOf(from, zone))
  if (to !== undefined) found = found.where('fired_at', '<', momentOf(nextDay(to), zone))
  const part = search.trim()
  return part === '' ? found : found.where(hasPartIn(db, ['alarm_name', 'label', 'reason'], part))
}

const nextDay = (text: string): string => (isDay(text) ? shiftDay(text, 1) : text)

/** The beginning of a day on the business's clocks, as ISO. */
function momentOf(text: string, zone: string): string {
  if (calendarDay(text) === null)
    throw new AppError('parameter_wrong', `日期「${text.slice(0, 40)}」应为 2026-01-31 的形式`)
  const utc = Date.parse(`${text}T00:00:00Z`)
  return new Date(utc - aheadOfUtc(utc, zone)).toISOString()
}

export async function shownFires(db: Db, rows: readonly StoredFire[]): Promise<AlarmFire[]> {
  const people = rows.flatMap(({ acknowledged_by }) => acknowledged_by ?? [])
  const names = await userNames(db, people)
  const alarms = [...new Set(rows.map(({ alarm_id }) => alarm_id))]
  const alive = new Set(
    alarms.length === 0
      ? []
      : (
          await db.selectFrom('alarm').select('id').where('id', 'in', alarms).where(living('alarm')).execute()
        ).map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    alarmId: row.alarm_id,
    alarmName: row.alarm_name,
    alarmAlive: alive.has(row.alarm_id),
    level: row.level,
    state: row.state,
    label: row.label,
    period: row.period,
    reason: row.reason,
    firedAt: row.fired_at,
    recoveredAt: row.recovered_at,
    acknowledgedAt: row.acknowledged_at,
    acknowledgedBy: names.get(row.acknowledged_by ?? 0) ?? '',
    note: row.note,
    silence: row.silence,
    heldUntil: row.held_until,
    muted: row.mute !== null,
  }))
}
