// How a run ends, and the resulting state of its task.

import { locked } from '#server/jobs/rows.ts'
import type { Db } from '#server/objects/types.ts'
import type { PushTaskState } from '#features/push/contract.ts'
import type { PushDeps } from '../deps.ts'
import type { Run } from '../objectKinds.ts'
import { taskScheduleId } from '../objectKinds.ts'
import { isRepeated } from '../schedules.ts'
import { scheduleOf } from '../showing.ts'
import { nextAt } from './arranging.ts'

export type RunEnding = {
  state: Extract<PushTaskState, 'done' | 'stopped' | 'failed' | 'unknown'>
  problem: string
}

/** Locks the run's row, so that other writers wait; null where this turn is outdated. */
export async function holdRun(
  db: Db,
  { metadata: { dialect } }: Pick<PushDeps, 'metadata'>,
  { run: id, turn }: { run: number; turn: number },
): Promise<Run | null> {
  const wanted = db.selectFrom('push_run').selectAll().where('id', '=', id)
  const row = await locked(wanted, dialect).executeTakeFirst()
  return row?.state === 'sending' && row.turn === turn ? row : null
}

/** The run's ending, from its outcomes. */
export function endingOf({ sent, failed, unknown }: Pick<Run, 'sent' | 'failed' | 'unknown'>): RunEnding {
  if (sent > 0 || failed + unknown === 0) return { state: 'done', problem: '' }
  if (unknown > 0) return { state: 'unknown', problem: '没有一个人的结果是明确的' }
  return { state: 'failed', problem: '没有一个人被网关接受' }
}

export async function endRun(deps: PushDeps, db: Db, run: Run, { state, problem }: RunEnding): Promise<void> {
  const ended_at = new Date().toISOString()
  await db.updateTable('push_run').set({ state, problem, ended_at }).where('id', '=', run.id).execute()
  if (run.task_id !== null) await settleTask(deps, db, run.task_id, { state, problem })
}

/** A repeated task continues with its next time, whatever the outcome, unless it was stopped. */
export async function settleTask(deps: PushDeps, db: Db, id: number, ending: RunEnding): Promise<void> {
  const task = await db.selectFrom('push_task').selectAll().where('id', '=', id).executeTakeFirst()
  if (!task || task.state === 'stopped') return
  const next = isRepeated(scheduleOf(task)) && ending.state !== 'stopped' ? nextAt(deps, task) : null
  if (next === null) await deps.jobs.schedules.remove(taskScheduleId(id), db)
  const state = next === null ? ending.state : ('waiting' as const)
  const problem = next !== null && ending.problem !== '' ? `上一次：${ending.problem}` : ending.problem
  await db.updateTable('push_task').set({ state, problem, next_at: next }).where('id', '=', id).execute()
}
