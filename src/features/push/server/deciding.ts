// Decisions on an existing task: stop, approve by a second person, resume after a failure.
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { conflictOf } from '#server/objects/changing.ts'
import { differences, noteChanges } from '#server/objects/history.ts'
import { holdObject } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { type PushTask, taskStateTitles } from '../contract.ts'
import type { PushDeps } from './deps.ts'
import { pushTasks, type Run, type Task, taskScheduleId } from './objectKinds.ts'
import { arrange, type Enqueue, nextAt } from './running/arranging.ts'
import { laneOf, sendPush } from './running/jobs.ts'
import { scheduleOf, shownTask } from './showing.ts'

const wrong = (message: string) => new AppError('parameter_wrong', message)

/** The decision, its history and audit entries, and its consequences are one transaction. */
function decide(
  deps: PushDeps,
  user: SessionUser,
  id: number,
  action: string,
  decision: (task: Task, db: Db, enqueue: Enqueue) => Promise<Partial<Task>>,
): Promise<PushTask> {
  return deps.jobs.transaction(async (db, enqueue) => {
    const task = await holdObject(db, deps.metadata.dialect, pushTasks, user, id)
    const values = await decision(task, db, enqueue)
    const next = { ...task, ...values }
    await db.updateTable('push_task').set(values).where('id', '=', id).execute()
    const changes = differences(pushTasks, task, values)
    await noteChanges(db, pushTasks, user, 'change', [{ id, changes }])
    await writeAudit(db, {
      userId: user.id,
      action,
      detail: { id, title: task.title, revision: task.revision },
    })
    return shownTask(deps, db, user, next)
  })
}

/** Requests under way are still answered; nothing more is sent. */
export const stopTask = (deps: PushDeps, user: SessionUser, id: number): Promise<PushTask> =>
  decide(deps, user, id, 'pushTask.stop', async ({ state }, db) => {
    if (state === 'stopped') throw wrong('任务已经停止，无需再停止')
    if (state === 'done' || state === 'failed' || state === 'unknown')
      throw wrong(`任务已结束（${taskStateTitles[state]}），不能停止`)
    await deps.jobs.schedules.remove(taskScheduleId(id), db)
    await db
      .updateTable('push_run')
      .set({ state: 'stopped', ended_at: new Date().toISOString() })
      .where('task_id', '=', id)
      .where('state', '=', 'sending')
      .execute()
    return { state: 'stopped', next_at: null }
  })

export const approveTask = (
  deps: PushDeps,
  user: SessionUser,
  id: number,
  revision: number,
): Promise<PushTask> =>
  decide(deps, user, id, 'pushTask.approve', async (task, db, enqueue) => {
    if (task.revision !== revision) throw await conflictOf(db, task, await shownTask(deps, db, user, task))
    if (task.state !== 'approval') throw wrong(`任务不在待审批（${taskStateTitles[task.state]}），无需审批`)
    if (task.owner_id === user.id || task.modified_by === user.id)
      throw new AppError('permission_missing', '不能审批自己建立或修改的任务，请另一位有推送权限的人审批')
    const schedule = scheduleOf(task)
    const next_at = nextAt(deps, task)
    if (schedule.kind !== 'now' && next_at === null)
      throw wrong('任务的发送时间已过，请创建者修改时间后再审批')
    const approved = {
      state: 'waiting' as const,
      problem: '',
      next_at,
      approved_by: user.id,
      approved_at: new Date().toISOString(),
      approved_revision: revision,
    }
    await arrange(deps, db, enqueue, { ...task, ...approved })
    return approved
  })

/** Nobody who was tried is tried again, whatever the outcome. */
export const resumeTask = (deps: PushDeps, user: SessionUser, id: number): Promise<PushTask> =>
  decide(deps, user, id, 'pushTask.resume', async (task, db, enqueue) => {
    if (task.state !== 'failed' && task.state !== 'unknown')
      throw wrong(`任务没有中断（${taskStateTitles[task.state]}），不需要继续`)
    const run = await lastRun(db, id)
    if (!run || run.state === 'done') throw wrong('没有尚未尝试的人，请复制为新任务')
    const turn = run.turn + 1
    await db
      .updateTable('push_run')
      .set({ state: 'sending', problem: '', ended_at: null, turn, refusals: 0 })
      .where('id', '=', run.id)
      .execute()
    await enqueue({
      kind: sendPush,
      payload: { run: run.id, turn },
      userId: task.owner_id,
      lane: laneOf(task.cgi),
      key: `push run ${run.id} ${turn}`,
    })
    return { state: 'sending', problem: '' }
  })

const lastRun = (db: Db, taskId: number): Promise<Run | undefined> =>
  db
    .selectFrom('push_run')
    .selectAll()
    .where('task_id', '=', taskId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
