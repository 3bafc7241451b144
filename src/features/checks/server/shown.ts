// Checks as callers see them: how each stands, what its last run found, and when it is due.
import type { Selectable } from 'kysely'
import { telling } from '#server/objects/telling.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import type { Check, CheckRun } from '../contract.ts'
import type { ChecksDeps } from './deps.ts'
import { runChecksJob } from './jobs.ts'
import { kindNamed } from './kinds/index.ts'
import { checks, ruleOf, type StoredCheck, valuesIn, whenIn } from './objectKind.ts'
import type { CheckRunRow } from './tables.ts'

export const shownRun = (row: Selectable<CheckRunRow>): CheckRun => ({
  id: row.id,
  state: row.state,
  reason: row.reason,
  at: row.at,
  ms: row.ms,
  figure: row.figure,
  text: row.text,
  source: row.source,
  held: row.hold_id !== null,
  days: JSON.parse(row.days) as CheckRun['days'],
  examples: JSON.parse(row.examples) as string[],
})

export async function lastRuns(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Selectable<CheckRunRow>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('data_check_run')
    .selectAll()
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('data_check_run as own')
        .select(({ fn }) => fn.max('own.id').as('id'))
        .groupBy('own.check_id'),
    )
    .where('check_id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.check_id, row as Selectable<CheckRunRow>]))
}

async function runningChecks({ jobs }: ChecksDeps): Promise<Set<number>> {
  const open = await jobs.list({ kind: runChecksJob, status: ['queued', 'running'], most: 1_000 })
  return new Set(open.flatMap(({ payload }) => (payload as { checks: number[] }).checks))
}

export async function shownChecks(
  deps: ChecksDeps,
  db: Db,
  caller: Caller,
  rows: readonly StoredCheck[],
): Promise<Check[]> {
  const told = await telling(db, checks, caller, rows)
  const last = await lastRuns(
    db,
    rows.map(({ id }) => id),
  )
  const due = new Map(
    (await db.selectFrom('data_check_due').selectAll().execute()).map(({ check_id, next_at }) => [
      check_id,
      next_at,
    ]),
  )
  const running = await runningChecks(deps)
  return rows.map((row) => {
    const own = last.get(row.id)
    return {
      ...told(row),
      name: row.name,
      pinyin: pinyinOf(row.name),
      table: row.table_name,
      kind: row.kind,
      kindTitle: kindNamed(row.kind)?.title ?? row.kind,
      values: valuesIn(row),
      rule: ruleOf(row),
      action: row.action,
      timing: whenIn(row),
      paused: row.paused === 1,
      note: row.note,
      state: own?.state ?? 'never',
      running: running.has(row.id),
      last: own ? shownRun(own) : null,
      nextAt: due.get(row.id) ?? null,
    }
  })
}

export const shownCheck = async (
  deps: ChecksDeps,
  db: Db,
  caller: Caller,
  row: StoredCheck,
): Promise<Check> => (await shownChecks(deps, db, caller, [row]))[0] as Check
