// Begins a run of a task at its moment, exactly once even after crashes. Checks everything decided on saving
// again: the owner's rights, the number of people, the need for approval.
import type { JobContext, JobRun } from '#server/jobs/declare.ts'
import { hasGame } from '#server/objects/games.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import { reachOf } from '../audience/reach.ts'
import type { PushDeps } from '../deps.ts'
import { approvalAbove } from '../gateway/apps.ts'
import type { Task } from '../objectKinds.ts'
import { isOver, isRepeated } from '../schedules.ts'
import { scheduleOf, serversOfTask } from '../showing.ts'
import { nextAt } from './arranging.ts'
import { settleTask } from './ending.ts'
import { laneOf, sendPush } from './jobs.ts'

export async function runBegin(
  deps: PushDeps,
  { task: id, revision, at }: { task: number; revision: number; at?: string },
  context: JobContext,
): Promise<void> {
  const task = await readTask(deps.metadata.db, id)
  if (task?.revision !== revision) return
  const fire = context.fireAt ?? new Date(at ?? 0)
  if (task.state === 'sending') await noteSkipped(deps, task, fire)
  if (task.state === 'waiting') await begin(deps, task, fire, context)
}

const readTask = (db: Db, id: number): Promise<Task | undefined> =>
  db.selectFrom('push_task').selectAll().where('id', '=', id).where(living('push_task')).executeTakeFirst()

/** For a repeated task whose previous run is still going. */
async function noteSkipped({ metadata: { db } }: PushDeps, { id }: Task, fire: Date): Promise<void> {
  const known = db.selectFrom('push_run').select('id').where('task_id', '=', id)
  if (await known.where('fire_at', '=', fire.toISOString()).executeTakeFirst()) return
  const problem = '上一次还没有发完，跳过了一次'
  await db
    .updateTable('push_task')
    .set({ problem })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
}

async function begin(deps: PushDeps, task: Task, fire: Date, { owner, signal }: JobContext): Promise<void> {
  if (!owner || !hasGame(owner, task.cgi))
    throw new AppError('permission_missing', '创建者已看不到这个应用，没有发送')
  const schedule = scheduleOf(task)
  if (isOver(schedule, deps.settings, fire))
    return deps.metadata.transaction((db) => settleTask(deps, db, task.id, { state: 'done', problem: '' }))
  const aim = { cgi: task.cgi, servers: serversOfTask(task), segment: task.segment, reader: owner }
  const total = await reachOf(deps, aim, signal)
  if (total > approvalAbove(deps.settings) && task.approved_revision !== task.revision)
    return askApproval(deps, task, total)
  await deps.jobs.transaction(async (db, enqueue) => {
    const begun = await db
      .updateTable('push_task')
      .set({ state: 'sending', problem: '', next_at: isRepeated(schedule) ? nextAt(deps, task) : null })
      .where('id', '=', task.id)
      .where('state', '=', 'waiting')
      .where('revision', '=', task.revision)
      .executeTakeFirst()
    if (begun.numUpdatedRows === 0n) return
    const run = await db
      .insertInto('push_run')
      .values({ ...newRun(task, businessDay(deps.settings)), fire_at: fire.toISOString(), total })
      .onConflict((conflict) =>
        conflict.columns(['task_id', 'fire_at']).where('task_id', 'is not', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    // This moment was already sent: the clock was set back.
    if (!run) return settleTask(deps, db, task.id, { state: 'done', problem: '' })
    const payload = { run: run.id, turn: 1 }
    const key = `push run ${run.id} 1`
    await enqueue({ kind: sendPush, payload, userId: task.owner_id, lane: laneOf(task.cgi), key })
  })
}

const newRun = ({ id, revision, owner_id, cgi, title }: Task, day: string) => ({
  task_id: id,
  revision,
  user_id: owner_id,
  cgi,
  title,
  started_at: new Date().toISOString(),
  ended_at: null,
  state: 'sending' as const,
  problem: '',
  sent: 0,
  failed: 0,
  unknown: 0,
  turn: 1,
  refusals: 0,
  reached: '',
  day,
  kept: 1,
})

/** The number of people has grown beyond what one person may decide. */
async function askApproval({ metadata: { db }, jobs }: PushDeps, { id, revision }: Task, total: number) {
  await jobs.schedules.remove(`push task ${id}`)
  const problem = `到时间时已有 ${total} 人，超过了无需审批的人数，没有发送；审批后按时间发送`
  await db
    .updateTable('push_task')
    .set({ state: 'approval', problem, reach: total, next_at: null })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Temporary problems, and a segment that may return, skip one time of a repeated task, not the whole task.
 */
const passing = new Set([
  'query_failed',
  'query_timeout',
  'warehouse_unavailable',
  'server_busy',
  'internal',
  'object_missing',
])

export async function beginChanged(
  deps: PushDeps,
  db: Db,
  { payload, status, problem }: JobRun,
): Promise<void> {
  if (status !== 'failed' && status !== 'canceled') return
  const { task: id, revision } = payload as { task: number; revision: number }
  const task = await readTask(db, id)
  if (task?.state !== 'waiting' || task.revision !== revision) return
  const message = problem?.message ?? ''
  if (status === 'failed' && !passing.has(problem?.code ?? '')) {
    await deps.jobs.schedules.remove(`push task ${id}`, db)
    await db
      .updateTable('push_task')
      .set({ state: 'failed', problem: message, next_at: null })
      .where('id', '=', id)
      .execute()
    return
  }
  const ending = status === 'failed' ? ('failed' as const) : ('stopped' as const)
  // A canceled time does not end the later ones.
  const isLast = !isRepeated(scheduleOf(task))
  await settleTask(deps, db, id, { state: isLast ? ending : 'failed', problem: message })
}
