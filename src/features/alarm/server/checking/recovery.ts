// Fires that end: the conditions of their values are no longer met, or the values have disappeared.
import { chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import type { AlarmRule } from '#features/alarm/contract.ts'
import type { SendingStore } from '#features/receivers/server/index.ts'
import type { AlarmDeps } from '../deps.ts'
import type { StoredAlarm } from '../objectKinds.ts'
import { type Recovered, tellFires } from '../telling/declaring.ts'
import { type Evaluation, type JudgedPeriod, lateKey } from './evaluating.ts'
import { digestOf } from './fires.ts'
import { muteAt, mutesOf } from './mutes.ts'

/** Fires that have not ended yet. */
export const openFires = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('alarm_fire')
    .select(['id', 'alarm_id', 'value_key', 'period', 'silence', 'state', 'level', 'told_with', 'mute'])
    .where('alarm_id', 'in', ids)
    .where('state', '<>', 'recovered')
    .execute()

export async function endFires(
  { settings }: Pick<AlarmDeps, 'settings'>,
  { db, enqueue }: SendingStore,
  alarm: StoredAlarm,
  rule: AlarmRule,
  { values }: Evaluation,
  open: Awaited<ReturnType<typeof openFires>>,
  now: Date,
): Promise<void> {
  const last = new Map(values.map(({ value, periods }) => [digestOf(value.key), periods.at(-1)]))
  const newest = values.findLast(({ value }) => value.key !== lateKey)?.periods.at(-1)
  const late = digestOf(lateKey)
  const over = open.filter(({ value_key, period }) => {
    const judged = last.get(value_key)
    if (judged) return !judged.judged.met && judged.text >= period
    return value_key !== late && newest !== undefined && newest.text > period
  })
  if (over.length === 0) return
  const recovered_at = now.toISOString()
  for (const part of chunks(over, 1_000))
    await db
      .updateTable('alarm_fire')
      .set({ state: 'recovered', recovered_at, recovered_period: newest?.text ?? null })
      .where(
        'id',
        'in',
        part.map(({ id }) => id),
      )
      .execute()
  // The summary of a maintenance window says which fires are over.
  const told = over.filter(
    ({ silence, mute, told_with }) => silence === null && (mute === null || told_with !== null),
  )
  const muted = muteAt(mutesOf(alarm), now, settings)
  if (!rule.recovery || told.length === 0 || muted?.mute.meanwhile === 'skip') return
  await enqueue({
    kind: tellFires,
    payload: {
      alarm: alarm.id,
      fires: told.map(({ id }) => id),
      what: 'recovery',
      now: told.map((fire) => recoveredBy(fire, last.get(fire.value_key), newest?.text)),
    },
    userId: alarm.owner_id,
    key: `recovery ${told[0]?.id} ${recovered_at}`,
    lane: `alarm ${alarm.id}`,
    ...(muted && { runAt: muted.until }),
  })
}

/** The figures of now, which the message tells in place of those that led to the fire. */
function recoveredBy(
  { id, period }: { id: number; period: string },
  judged: JudgedPeriod | undefined,
  newest: string | undefined,
): Recovered {
  const figures = new Map(
    judged?.judged.found.flatMap(({ point, value }) => (point === null ? [] : [[point, value] as const])),
  )
  return {
    fire: id,
    period: judged?.text ?? newest ?? period,
    figures: [...figures].map(([point, value]) => ({ point, value })),
  }
}
