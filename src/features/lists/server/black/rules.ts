// Saves and reads rules that find black list entries; a rule may have a schedule.

import type { Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { gamesOf, readGames, sentGames } from '#server/objects/games.ts'
import { readSeen, telling } from '#server/objects/telling.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { readModel } from '#features/config/server/index.ts'
import type {
  BlackRuleChange,
  BlackRuleList,
  RuleCondition,
  BlackRule as ShownRule,
} from '#features/lists/contract.ts'
import type { ListsDeps } from '../deps.ts'
import { type BlackRule, blackRules } from '../objectKinds.ts'
import { cleanRule } from './cleaning.ts'
import { conditionText, ruleOptions } from './condition.ts'
import { scheduleRule } from './scheduling.ts'

export async function listRules(deps: Deps, caller: Caller): Promise<BlackRuleList> {
  const { db } = deps.metadata
  const model = await readModel(deps)
  const rows = await shownRules(model, db, caller, await readSeen(db, blackRules, caller))
  return { rows, games: await gamesOf(db, caller), ...ruleOptions(model) }
}

async function shownRules(
  model: Model,
  db: Db,
  caller: Caller,
  rows: readonly BlackRule[],
): Promise<ShownRule[]> {
  const told = await telling(db, blackRules, caller, rows)
  return rows.map((row) => {
    const condition = JSON.parse(row.condition) as RuleCondition
    const own = told(row)
    return {
      ...own,
      name: row.name,
      games: sentGames(readGames(row.games)),
      kind: row.kind,
      condition,
      conditionText: conditionText(model, condition),
      reason: row.reason,
      keepDays: row.keep_days,
      dailyAt: row.daily_at,
      lastRunAt: row.last_run_at,
      // The number of found values is a figure from the owner's rows.
      lastAdded: own.editable ? row.last_added : null,
      lastProblem: row.last_problem,
    }
  })
}

/** Without id, or with -1, it adds a rule. */
export async function saveRule(deps: ListsDeps, caller: Caller, change: BlackRuleChange): Promise<ShownRule> {
  const { id = -1, revision, overwrite } = change
  const model = await readModel(deps)
  return deps.metadata.transaction(async (db) => {
    const values = await cleanRule(deps, db, caller, change)
    const shown = async (rule: BlackRule) => (await shownRules(model, db, caller, [rule]))[0] as ShownRule
    const unrun = { last_run_at: null, last_added: null, last_problem: null }
    const row =
      id > 0
        ? await changeObject(db, blackRules, caller, { id, values, revision, overwrite }, shown)
        : await addObject(db, blackRules, caller, { ...values, ...unrun }, { name: values.name })
    await scheduleRule(deps, db, row)
    return shown(row)
  })
}

/** The entries that the rule found stay. */
export function deleteRule(deps: ListsDeps, caller: Caller, id: number, restored: boolean): Promise<null> {
  return deps.metadata.transaction(async (db) => {
    const [row] = await (restored ? restoreObjects : deleteObjects)(db, blackRules, caller, [id])
    if (row) await scheduleRule(deps, db, { ...row, daily_at: restored ? row.daily_at : null })
    return null
  })
}
