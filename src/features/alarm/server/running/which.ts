// The alarm that a caller asks about, stored or unsaved, limited to rows that both the caller and the owner
// see.

import { type RowScope, sharedRules } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import { readGames, type SentGames, scopeOf } from '#server/objects/games.ts'
import { readObject } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { presentUser } from '#server/people.ts'
import { AppError } from '#shared/errors.ts'
import type { AlarmRule, WhichAlarm } from '#features/alarm/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import type { AlarmDeps } from '../deps.ts'
import { cleanRule } from '../keeping/clean.ts'
import { alarms, type StoredAlarm } from '../objectKinds.ts'
import { ruleOf } from '../rule.ts'

export interface Asked {
  model: Model
  rule: AlarmRule
  scope: RowScope
  /** Null for an unsaved one. */
  stored: StoredAlarm | null
}

/** Throws object_missing, or the error that saving the rule would give. */
export async function askedAlarm(deps: AlarmDeps, caller: Caller, { id, rule }: WhichAlarm): Promise<Asked> {
  const { db } = deps.metadata
  const kept = id ?? (rule?.id !== undefined && rule.id > 0 ? rule.id : undefined)
  const stored = kept === undefined ? null : await readObject(db, alarms, caller, kept)
  const model = await readModel(deps)
  const owner = await ownerOf(db, caller, stored)
  const rules = owner === caller ? caller.rules : sharedRules(owner.rules, caller.rules)
  if (rule) {
    // A draft has no name yet.
    const named = rule.name.trim() === '' ? { ...rule, name: '未命名' } : rule
    const chosen = new Set(stored ? ruleOf(stored).receiverIds : [])
    const cleaned = await cleanRule(deps, db, caller, named, chosen)
    return { model, rule: cleaned, scope: { games: scopeOf(cleaned.games as SentGames), rules }, stored }
  }
  if (!stored) throw new AppError('parameter_wrong', '请选择告警，或填写告警的内容')
  return { model, rule: ruleOf(stored), scope: { games: readGames(stored.games), rules }, stored }
}

/** The caller for their own alarms, and for one whose owner is gone. */
async function ownerOf(db: Db, caller: Caller, stored: StoredAlarm | null): Promise<Caller> {
  if (stored === null || stored.owner_id === caller.id) return caller
  return (await presentUser(db, stored.owner_id)) ?? caller
}
