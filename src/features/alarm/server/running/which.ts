// The alarm that a caller asks about: one that is kept, or as it is typed, in games that they see themselves.
import type { GameScope, Model } from '../../../../semantic/model/types.ts'
import type { Deps } from '../../../../server/deps.ts'
import { readGames, type SentGames, scopeOf } from '../../../../server/objects/games.ts'
import { readObject } from '../../../../server/objects/reading.ts'
import type { Caller } from '../../../../server/objects/types.ts'
import { AppError } from '../../../../shared/errors.ts'
import { readModel } from '../../../config/server/index.ts'
import type { AlarmRule, WhichAlarm } from '../../contract.ts'
import { cleanRule } from '../keeping/clean.ts'
import { alarms, type StoredAlarm } from '../kinds.ts'
import { ruleOf } from '../rule.ts'

export interface Asked {
  model: Model
  rule: AlarmRule
  scope: GameScope
  /** Null for one that is not saved. */
  stored: StoredAlarm | null
}

/** Throws object_missing, or what a save of the typed rule would be refused for. */
export async function askedAlarm(deps: Deps, caller: Caller, { id, rule }: WhichAlarm): Promise<Asked> {
  const { db } = deps.metadata
  const kept = id ?? (rule?.id !== undefined && rule.id > 0 ? rule.id : undefined)
  const stored = kept === undefined ? null : await readObject(db, alarms, caller, kept)
  const model = await readModel(deps)
  if (rule) {
    // A draft has no name yet.
    const named = rule.name.trim() === '' ? { ...rule, name: '未命名' } : rule
    const chosen = new Set(stored ? ruleOf(stored).receiverIds : [])
    const cleaned = await cleanRule(deps, db, caller, named, chosen)
    return { model, rule: cleaned, scope: scopeOf(cleaned.games as SentGames), stored }
  }
  if (!stored) throw new AppError('parameter_wrong', '请选择告警，或填写告警的内容')
  return { model, rule: ruleOf(stored), scope: readGames(stored.games), stored }
}
