// Sends a run for a few seconds at a time: each job hands the rest to the next one, at once, in the next
// minute, or after the quiet hours. An app sends one batch after another, over all servers.
import type { JobContext, JobRun } from '#server/jobs/declare.ts'
import { reasons } from '#server/jobs/running.ts'
import { hasGame } from '#server/objects/games.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { nextTargets } from '../audience/reach.ts'
import { isQuiet } from '../clock.ts'
import type { PushDeps } from '../deps.ts'
import { appOf, type PushAppOf } from '../gateway/apps.ts'
import type { Gateway } from '../gateway/delivered.ts'
import { gatewayOf } from '../gateway/open.ts'
import { messageOf } from '../message.ts'
import type { Run, Task } from '../objectKinds.ts'
import { serversOfTask } from '../showing.ts'
import { answerBatch, noteBatch } from './batch.ts'
import { endingOf, endRun, holdRun, type RunEnding } from './ending.ts'
import { laneOf, sendPush } from './jobs.ts'

/** Shorter than the grace period of a stopping server. */
const turnMs = 4_000
const peopleAtOnce = 5_000
const mostRefusals = 3
/** Interval for checking quiet hours again: clocks and settings may change. */
const quietLookMs = 10 * 60_000

interface Turn {
  run: number
  turn: number
}

export async function runSend(
  deps: PushDeps,
  turn: Turn,
  { owner, signal, progress }: JobContext,
): Promise<void> {
  const { db } = deps.metadata
  const run = await db.selectFrom('push_run').selectAll().where('id', '=', turn.run).executeTakeFirst()
  if (run?.state !== 'sending' || run.turn !== turn.turn || run.task_id === null) return
  if (!owner || !hasGame(owner, run.cgi))
    throw new AppError('permission_missing', '创建者已看不到这个应用，其余的人没有发送')
  const task = await db
    .selectFrom('push_task')
    .selectAll()
    .where('id', '=', run.task_id)
    .executeTakeFirstOrThrow()
  const app = appOf(deps.settings, run.cgi)
  const gateway = await gatewayOf(deps, run.cgi)
  const work = { deps, turn, run, task, owner, app, gateway, signal, progress }
  await handOn(work, await sendForAWhile(work))
}

interface Work {
  deps: PushDeps
  turn: Turn
  run: Run
  task: Task
  owner: Caller
  app: PushAppOf
  gateway: Gateway
  signal: AbortSignal
  progress: JobContext['progress']
}

/** What follows: nothing, the end, or another turn after a pause. */
type Next = { is: 'ended' } | { is: 'over'; ending: RunEnding | null } | { is: 'later'; at: number }

async function sendForAWhile(work: Work): Promise<Next> {
  const { deps, turn, run, task, owner, app, gateway, signal } = work
  const until = performance.now() + turnMs
  const { cgi, day: today } = run
  const aim = { cgi, servers: serversOfTask(task), segment: task.segment, reader: owner, today }
  let reached = run.reached
  let waiting: string[] = []
  for (;;) {
    if (isQuiet(app.quietHours, deps.settings.zone, Date.now()))
      return { is: 'later', at: Date.now() + quietLookMs }
    if (waiting.length === 0) waiting = await nextTargets(deps, aim, reached, peopleAtOnce, signal)
    if (waiting.length === 0) return { is: 'over', ending: null }
    const noted = await noteBatch(deps, turn, waiting, app)
    if (noted.is === 'ended') return noted
    if (noted.is === 'full') return { is: 'later', at: nextMinute() }
    const { targets, firstSeq } = noted
    waiting = waiting.slice(targets.length)
    reached = targets.at(-1) ?? reached
    const key = `push-${run.id}-${firstSeq}`
    const batch = { key, cgi: run.cgi, taskId: task.id, message: messageOf(task), targets }
    const answers = await gateway.deliver(batch, signal)
    const refusals = await answerBatch(deps, run.id, firstSeq, answers)
    work.progress(
      (firstSeq + targets.length) / Math.max(1, run.total),
      `已发 ${firstSeq + targets.length - 1} 人`,
    )
    if (signal.reason === reasons.canceled)
      return { is: 'over', ending: { state: 'stopped', problem: '已取消' } }
    if (refusals >= mostRefusals) return { is: 'over', ending: refused(answers[0]?.answer ?? '', answers) }
    if (signal.aborted || performance.now() > until) return { is: 'later', at: 0 }
  }
}

const nextMinute = (): number => (Math.floor(Date.now() / 60_000) + 1) * 60_000

const refused = (answer: string, answers: readonly { outcome: string }[]): RunEnding => ({
  state: answers.some(({ outcome }) => outcome === 'unknown') ? 'unknown' : 'failed',
  problem: `连续 ${mostRefusals} 批没有被接受，已停下，其余的人没有发送：${answer}`,
})

async function handOn({ deps, turn, task }: Work, next: Next): Promise<void> {
  if (next.is === 'ended') return
  await deps.jobs.transaction(async (db, enqueue) => {
    const run = await holdRun(db, deps, turn)
    if (!run) return
    if (next.is === 'over') return endRun(deps, db, run, next.ending ?? endingOf(run))
    const following = { run: run.id, turn: turn.turn + 1 }
    await db.updateTable('push_run').set({ turn: following.turn }).where('id', '=', run.id).execute()
    await enqueue({
      kind: sendPush,
      payload: following,
      userId: task.owner_id,
      lane: laneOf(run.cgi),
      key: `push run ${run.id} ${following.turn}`,
      ...(next.at > 0 && { runAt: new Date(next.at) }),
    })
  })
}

/** A failure after some messages were sent does not undo those: it is recorded for the rest. */
function toldOfRest({ sent, failed, unknown }: Run, problem: string): string {
  const tried = sent + failed + unknown
  if (problem === '' || tried === 0 || problem.includes('其余的人没有发送')) return problem
  return `已发到 ${tried.toLocaleString('en-US')} 人时停下，其余的人没有发送：${problem}`
}

/** A turn that ended without its own result. */
export async function sendChanged(
  deps: PushDeps,
  db: Db,
  { payload, status, problem }: JobRun,
): Promise<void> {
  if (status !== 'failed' && status !== 'canceled' && status !== 'unknown') return
  const run = await holdRun(db, deps, payload as Turn)
  if (!run) return
  const state = status === 'canceled' ? 'stopped' : status
  await endRun(deps, db, run, { state, problem: toldOfRest(run, problem?.message ?? '') })
}
