// Rules that find entries of the black list, as they are kept; each has a schedule or none.
import type { Model } from '../../../../semantic/model/types.ts'
import type { Deps } from '../../../../server/deps.ts'
import { addObject, changeObject } from '../../../../server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '../../../../server/objects/deleting.ts'
import { gamesOf } from '../../../../server/objects/games.ts'
import { userNames } from '../../../../server/objects/history.ts'
import type { Caller, Db } from '../../../../server/objects/types.ts'
import { readModel } from '../../../config/server/index.ts'
import type {
  BlackRuleChange,
  BlackRuleList,
  Games,
  RuleCondition,
  BlackRule as ShownRule,
} from '../../contract.ts'
import type { ListsDeps } from '../deps.ts'
import { type BlackRule, blackRules } from '../kinds.ts'
import { cleanRule } from './cleaning.ts'
import { conditionText, ruleOptions } from './condition.ts'
import { scheduleRule } from './scheduling.ts'

export async function listRules(deps: Deps, caller: Caller): Promise<BlackRuleList> {
  const { db } = deps.metadata
  const rows = await db
    .selectFrom('black_rule')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  const model = await readModel(deps)
  const seen = rows.filter((row) => blackRules.sees(caller, row))
  const games = await gamesOf(db, caller)
  return { rows: await shownRules(model, db, seen), games, ...ruleOptions(model) }
}

async function shownRules(model: Model, db: Db, rows: readonly BlackRule[]): Promise<ShownRule[]> {
  const names = await userNames(
    db,
    rows.flatMap(({ owner_id, modified_by }) => [owner_id, modified_by]),
  )
  return rows.map((row) => {
    const condition = JSON.parse(row.condition) as RuleCondition
    return {
      id: row.id,
      owner: names.get(row.owner_id) ?? '',
      createdAt: row.created_at,
      modifiedAt: row.modified_at,
      modifiedBy: names.get(row.modified_by) ?? '',
      revision: row.revision,
      editable: true,
      name: row.name,
      games: JSON.parse(row.games) as Games,
      kind: row.kind,
      condition,
      conditionText: conditionText(model, condition),
      reason: row.reason,
      keepDays: row.keep_days,
      dailyAt: row.daily_at,
      lastRunAt: row.last_run_at,
      lastAdded: row.last_added,
      lastProblem: row.last_problem,
    }
  })
}

/** Without id, or with -1, it adds one. */
export async function saveRule(deps: ListsDeps, caller: Caller, change: BlackRuleChange): Promise<ShownRule> {
  const { id = -1, revision, overwrite } = change
  const model = await readModel(deps)
  return deps.metadata.transaction(async (db) => {
    const values = await cleanRule(deps, db, caller, change)
    const shown = async (rule: BlackRule) => (await shownRules(model, db, [rule]))[0] as ShownRule
    const unrun = { last_run_at: null, last_added: null, last_problem: null }
    const row =
      id > 0
        ? await changeObject(db, blackRules, caller, { id, values, revision, overwrite }, shown)
        : await addObject(db, blackRules, caller, { ...values, ...unrun }, { name: values.name })
    await scheduleRule(deps, db, row)
    return shown(row)
  })
}

/** What it has found stays listed. */
export function deleteRule(deps: ListsDeps, caller: Caller, id: number, restored: boolean): Promise<null> {
  return deps.metadata.transaction(async (db) => {
    const [row] = await (restored ? restoreObjects : deleteObjects)(db, blackRules, caller, [id])
    if (row) await scheduleRule(deps, db, { ...row, daily_at: restored ? row.daily_at : null })
    return null
  })
}
