// One run: with the owner's present rights and a revalidated payload. Every outcome, errors included, becomes
// an ending.
import { AppError } from '#shared/errors.ts'
import type { Log } from '../log.ts'
import { tellJobStart } from '../measured.ts'
import { isAway, translateFailure } from '../metadata/failures.ts'
import { rowsText } from '../objects/rowScopes.ts'
import { beginSpan, type OpenSpan } from '../tracing/spans.ts'
import type { JobProblem, JobWork } from './declare.ts'
import { type Ending, problems } from './finish.ts'
import { readOwner } from './owner.ts'
import { assertPayload } from './queue.ts'
import type { Db } from './rows.ts'
import { type Running, reasons } from './running.ts'

/** Never rejects. */
export async function workOn(db: Db, work: JobWork<never>, running: Running, log: Log): Promise<Ending> {
  const span = spanOf(running)
  const working = () => done(db, work, running).catch((error) => endingOf(error, running, log))
  const ending = await (span ? span.run(working) : working())
  if ('problem' in ending) span?.set({ 'error.type': ending.problem.code })
  span?.end()
  return ending
}

/** Follows from what sent the job, where that was traced. */
function spanOf({ row, kind }: Running): OpenSpan | null {
  const since = Math.max(Date.parse(row.enqueued_at), Date.parse(row.run_at))
  const waitedMs = Math.max(0, Date.parse(row.started_at ?? row.enqueued_at) - since)
  tellJobStart({ kind: kind.name, waitedMs })
  return beginSpan({
    name: `job ${kind.name}`,
    kind: 'consumer',
    isRoot: true,
    parent: row.trace,
    parentFrom: 'ours',
    values: {
      'analytics.job.kind': kind.name,
      'analytics.job.attempt': row.attempt,
      'analytics.waited_ms': waitedMs,
    },
  })
}

async function done(db: Db, work: JobWork<never>, running: Running): Promise<Ending> {
  const { row, kind, signal } = running
  const rights = async () => (row.user_id === null ? null : await readOwner(db, row.user_id, kind))
  const owner = await refused(rights)
  const payload: unknown = JSON.parse(row.payload)
  await refused(async () => assertPayload(kind, payload))
  signal.throwIfAborted()
  const context = {
    id: row.id,
    owner,
    attempt: row.attempt,
    fence: row.fence,
    signal,
    fireAt: row.fire_at === null ? null : new Date(row.fire_at),
    progress: (fraction: number, step = '') => running.progressed(fraction, step),
  }
  running.hasBegun = true
  const result = await Promise.race([work.run(payload as never, context), running.givenUp])
  // Rights may have been revoked during the run: then nobody gets its result.
  if (kind.whenLost === 'retry') await refused(rights)
  return { status: 'done', done: result ?? {}, games: owner && rowsText(owner) }
}

/** The run was refused before any work: reported, not retried. */
class Refusal extends Error {}

async function refused<Result>(check: () => Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    const known = translateFailure(error)
    throw known instanceof AppError && !isAway(known) ? new Refusal(known.message, { cause: known }) : error
  }
}

export function endingOf(error: unknown, running: Running, log: Log): Ending {
  const { row, kind, signal } = running
  if (error instanceof Refusal)
    return { status: 'failed', problem: told(error.cause as AppError), mayRetry: false }
  const known = translateFailure(error)
  // A handler that failed by itself before it saw the abort has given its own reason.
  const isCut = signal.aborted && (!(known instanceof AppError) || known === signal.reason)
  if (signal.aborted && signal.reason === reasons.lost) return { status: 'lost' }
  if (kind.whenLost === 'unknown' && running.hasBegun && (isCut || !(known instanceof AppError))) {
    if (!isCut) log.error({ err: error, jobId: row.id, kind: kind.name }, 'a job failed')
    const isCanceled = signal.reason === reasons.canceled
    return { status: 'unknown', problem: isCanceled ? problems.canceledLate : problems.unknown }
  }
  if (signal.reason === reasons.stops) return { status: 'handed back' }
  if (signal.reason === reasons.canceled) return { status: 'canceled', problem: problems.canceled }
  if (signal.reason === reasons.late) return { status: 'failed', problem: told(reasons.late), mayRetry: true }
  if (known instanceof AppError) return { status: 'failed', problem: told(known), mayRetry: isAway(known) }
  log.error({ err: error, jobId: row.id, kind: kind.name }, 'a job failed')
  const problem = { code: 'internal', message: `${kind.title}运行失败，请重新发送` }
  return { status: 'failed', problem, mayRetry: true }
}

const told = ({ code, message, data }: AppError): JobProblem =>
  data === null ? { code, message } : { code, message, data }
