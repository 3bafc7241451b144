// Writes the result of a pass: new fires (fires.ts), ended fires (recovery.ts) and the alarms' states (states.ts), all of
// an alarm in one transaction.
import type { Model } from '#semantic/model/types.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import type { AppError } from '#shared/errors.ts'
import type { AlarmRule } from '#features/alarm/contract.ts'
import type { SendingStore } from '#features/receivers/server/index.ts'
import type { ColumnNames } from '#features/statement/server/index.ts'
import type { AlarmDeps } from '../deps.ts'
import { readStates } from '../keeping/list.ts'
import type { StoredAlarm } from '../objectKinds.ts'
import { isFrozen } from '../rule.ts'
import type { Evaluation } from './evaluating.ts'
import { addFires, candidatesOf } from './fires.ts'
import { muteAt, mutesOf } from './mutes.ts'
import { endFires, openFires } from './recovery.ts'
import { noteFault, noteUnchanged, type Unchanged, writeState } from './states.ts'

export interface Checked {
  row: Pick<StoredAlarm, 'id' | 'revision'>
  rule: AlarmRule
  /** The row scope of the check, as text. */
  within: string
  /** The last judged period, as text; null: none. */
  lastPeriod: string | null
  /** What is written with it, in its transaction. */
  keep?: (db: Db) => Promise<void>
  result: Evaluation | AppError
  /** Names of its values beyond dictionaries. */
  names: ColumnNames
}

const alarmsAtOnce = 200

/** Returns how many fires are new. */
export async function recordChecked(
  deps: AlarmDeps,
  model: Model,
  checked: readonly Checked[],
  now: Date,
): Promise<number> {
  let fresh = 0
  for (const part of chunks(checked, alarmsAtOnce))
    fresh += await deps.jobs.transaction((db, enqueue) => record(deps, model, { db, enqueue }, part, now))
  return fresh
}

async function record(
  deps: AlarmDeps,
  model: Model,
  inner: SendingStore,
  checked: readonly Checked[],
  now: Date,
): Promise<number> {
  const { db } = inner
  const ids = checked.map(({ row }) => row.id)
  const rows = await db
    .selectFrom('alarm')
    .selectAll()
    .where('id', 'in', ids)
    .where(living('alarm'))
    .execute()
  const alarms = new Map(rows.map((row) => [row.id, row]))
  const states = await readStates(db, ids)
  // Alarms changed, frozen or deleted during the check are checked anew, or not at all.
  const present = checked.flatMap((one) => {
    const alarm = alarms.get(one.row.id)
    return alarm && alarm.revision === one.row.revision && !isFrozen(alarm, now) ? [{ ...one, alarm }] : []
  })
  const open = Map.groupBy(await openFires(db, ids), ({ alarm_id }) => alarm_id)
  const unchanged: Unchanged[] = []
  let fresh = 0
  for (const { alarm, rule, within, names, lastPeriod: judged, keep, result } of present) {
    const state = states.get(alarm.id)
    if (result instanceof Error) {
      // Where the machines are being worked on, a fault is no news.
      const isTold = muteAt(mutesOf(alarm), now, deps.settings) === null
      await noteFault(inner, alarm, state, { error: result, isTold, now })
      continue
    }
    const own = open.get(alarm.id) ?? []
    const candidates = candidatesOf({ alarm, rule, within, names }, result)
    const lastPeriod = judged ?? state?.last_period ?? null
    await keep?.(db)
    if (candidates.length === 0 && own.length === 0 && !state?.problem && !(state && state.firing > 0)) {
      unchanged.push({ id: alarm.id, isNew: state === undefined, lastPeriod })
      continue
    }
    const added = await addFires(deps, model, inner, candidates, now)
    fresh += added.length
    await endFires(deps, inner, alarm, rule, result, own, now)
    await writeState(db, alarm.id, { lastPeriod, added, state, now })
  }
  await noteUnchanged(db, unchanged, now)
  return fresh
}
