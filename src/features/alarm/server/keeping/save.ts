// Saves an alarm with a validated rule.

import { addObject, changeObject } from '#server/objects/changing.ts'
import { readObject } from '#server/objects/reading.ts'
import type { Caller } from '#server/objects/types.ts'
import type { Alarm, AlarmChange } from '#features/alarm/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { receiverService } from '#features/receivers/server/index.ts'
import type { AlarmDeps } from '../deps.ts'
import { namesSoon } from '../labels.ts'
import { alarms, type StoredAlarm } from '../objectKinds.ts'
import { ruleOf, storedOf } from '../rule.ts'
import { cleanRule } from './clean.ts'
import { shownAlarms } from './list.ts'

/** Without id, or with -1, creates one. */
export async function saveAlarm(deps: AlarmDeps, caller: Caller, change: AlarmChange): Promise<Alarm> {
  const { id = -1, revision, overwrite } = change
  // Queries the warehouse, so it runs before the transaction.
  const { metadata } = deps
  const present = id > 0 ? await readObject(metadata.db, alarms, caller, id) : null
  const kept = new Set(present ? ruleOf(present).receiverIds : [])
  const rule = await cleanRule(deps, metadata.db, caller, change, kept)
  // Without the call's signal: the alarm is saved even when the user leaves the page.
  const names = await namesSoon(deps, await readModel(deps), [rule.watch], caller)
  return metadata.transaction(async (db) => {
    const chosen = rule.receiverIds.filter((receiver) => !kept.has(receiver))
    await (await receiverService()).holdReceivers(db, metadata.dialect, caller, chosen)
    const values = storedOf(rule)
    const shown = async (row: StoredAlarm) =>
      (await shownAlarms(deps, db, caller, [row], { names }))[0] as Alarm
    if (id <= 0) {
      const added = { ...values, frozen: 0, frozen_until: null, mutes: null }
      return shown(await addObject(db, alarms, caller, added, { name: rule.name }))
    }
    return shown(await changeObject(db, alarms, caller, { id, values, revision, overwrite }, shown))
  })
}
