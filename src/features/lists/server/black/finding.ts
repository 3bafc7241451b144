// Compares what a rule finds with the list: as a preview, or adding the new values.

import type { Deps } from '#server/deps.ts'
import { addObjects } from '#server/objects/changing.ts'
import { readGames } from '#server/objects/games.ts'
import { chunks, readObject } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { isAlive, lifeColumn } from '#server/scopes/life.ts'
import { businessDay } from '#shared/businessDay.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import type {
  BlackRuleChange,
  EntryKind,
  RuleCondition,
  RuleFinding,
  RuleFound,
} from '#features/lists/contract.ts'
import { type BlackRule, blackEntries, blackRules } from '../objectKinds.ts'
import { cleanValue } from '../values.ts'
import { cleanRule } from './cleaning.ts'
import { type Found, findByRule } from './condition.ts'

const rowsShown = 1_000
const askedAtOnce = 5_000

export async function previewRule(
  deps: Deps,
  caller: Caller,
  change: BlackRuleChange,
  signal?: AbortSignal,
): Promise<RuleFound> {
  const { db } = deps.metadata
  const { games } = await cleanRule(deps, db, caller, change)
  const { found, truncated } = await findByRule(
    deps,
    change.condition,
    { games: readGames(games), rules: caller.rules, personal: caller.personal },
    signal,
  )
  return foundOf(db, await judge(db, change.kind, found), truncated)
}

/** The caller is the user who runs the rule, or its owner when the schedule does. */
export async function runRule(
  deps: Deps,
  caller: Caller,
  id: number,
  signal?: AbortSignal,
): Promise<RuleFound> {
  const { db } = deps.metadata
  const rule = await readObject(db, blackRules, caller, id)
  try {
    const condition = JSON.parse(rule.condition) as RuleCondition
    const { found, truncated } = await findByRule(
      deps,
      condition,
      { games: readGames(rule.games), rules: caller.rules, personal: caller.personal },
      signal,
    )
    return await deps.metadata.transaction(async (inner) => {
      const judged = await judge(inner, rule.kind, found)
      await listFound(deps, inner, caller, rule, judged)
      return foundOf(inner, judged, truncated)
    })
  } catch (error) {
    // A cancelled request is not the rule's fault.
    if (signal?.aborted) throw error
    const last_problem = error instanceof AppError ? error.message : '服务异常，请稍后再试'
    await noteRun(db, id, { last_added: 0, last_problem })
    throw error
  }
}

async function listFound(
  { settings }: Deps,
  db: Db,
  caller: Caller,
  rule: BlackRule,
  judged: readonly Judged[],
): Promise<void> {
  const today = calendarDay(businessDay(settings)) ?? 0
  const made = {
    kind: rule.kind,
    reason: rule.reason || rule.name,
    note: '',
    source: 'rule' as const,
    rule_id: rule.id,
    expires_on: rule.keep_days === null ? null : dayText(today + rule.keep_days - 1),
  }
  const fresh = judged.filter(({ state }) => state === 'new')
  const entries = fresh.map(({ cgi, value }) => ({ ...made, cgi, value }))
  await addObjects(db, blackEntries, caller, entries, { rule: rule.id })
  await noteRun(db, rule.id, { last_added: fresh.length, last_problem: null })
}

/** The rule itself did not change, so it gets no revision and no history entry. */
export async function noteRun(
  db: Db,
  id: number,
  ran: { last_added: number; last_problem: string | null },
): Promise<void> {
  const last_run_at = new Date().toISOString()
  await db
    .updateTable('black_rule')
    .set({ ...ran, last_run_at })
    .where('id', '=', id)
    .execute()
}

type Judged = Found & Pick<RuleFinding, 'state'>

/** A value that a user removed stays off the list; otherwise the rule would add it again each day. */
async function judge(db: Db, kind: EntryKind, found: readonly Found[]): Promise<Judged[]> {
  const keyOf = ({ cgi, value }: { cgi: string; value: string }) => JSON.stringify([cgi, value])
  const states = new Map<string, 'listed' | 'removed'>()
  const valid = found.filter(({ value }) => isValue(kind, value))
  for (const part of chunks(valid, askedAtOnce)) {
    const values = part.map(({ value }) => value)
    const rows = await db
      .selectFrom('black_entry')
      .select(['cgi', 'value', 'source', lifeColumn])
      .where('kind', '=', kind)
      .where('value', 'in', values)
      .execute()
    for (const row of rows) {
      if (isAlive(row)) states.set(keyOf(row), 'listed')
      else if (row.source === 'rule' && !states.has(keyOf(row))) states.set(keyOf(row), 'removed')
    }
  }
  return valid.map((one) => ({ ...one, state: states.get(keyOf(one)) ?? 'new' }))
}

function isValue(kind: EntryKind, value: string): boolean {
  try {
    return cleanValue(kind, value) === value
  } catch {
    return false
  }
}

async function foundOf(db: Db, judged: readonly Judged[], truncated: boolean): Promise<RuleFound> {
  const games = await db.selectFrom('game').selectAll().execute()
  const names = new Map(games.map(({ cgi, name }) => [cgi, name]))
  const count = (state: RuleFinding['state']) => judged.filter((one) => one.state === state).length
  return {
    rows: judged.slice(0, rowsShown).map((one) => ({ ...one, game: names.get(one.cgi) ?? one.cgi })),
    fresh: count('new'),
    listed: count('listed'),
    removed: count('removed'),
    truncated,
  }
}
