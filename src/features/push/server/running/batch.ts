// One batch of a run: recorded as unknown before it is sent, updated with the gateway's answers. If a server
// dies in between, the records are still true.
import { locked } from '#server/jobs/rows.ts'
import type { Db } from '#server/objects/types.ts'
import type { PushDeps } from '../deps.ts'
import type { Delivered } from '../gateway/delivered.ts'
import type { Run } from '../objectKinds.ts'
import { holdRun } from './ending.ts'

type Noted =
  | { is: 'ended' }
  /** The app's rate for this minute is used up. */
  | { is: 'full' }
  | { is: 'noted'; targets: string[]; firstSeq: number }

interface Turn {
  run: number
  turn: number
}

export async function noteBatch(
  deps: PushDeps,
  turn: Turn,
  waiting: readonly string[],
  { perMinute, batch }: { perMinute: number; batch: number },
): Promise<Noted> {
  return deps.metadata.transaction(async (db): Promise<Noted> => {
    const run = await holdRun(db, deps, turn)
    if (!run) return { is: 'ended' }
    const taken = await takeRate(deps, db, run.cgi, Math.min(batch, waiting.length), perMinute)
    if (taken === 0) return { is: 'full' }
    const targets = waiting.slice(0, taken)
    const firstSeq = run.sent + run.failed + run.unknown + 1
    await addRecords(db, run, targets, firstSeq)
    await db
      .updateTable('push_run')
      .set({ unknown: run.unknown + taken, reached: targets.at(-1) ?? run.reached })
      .where('id', '=', run.id)
      .execute()
    return { is: 'noted', targets, firstSeq }
  })
}

async function addRecords(db: Db, { id }: Run, targets: readonly string[], firstSeq: number): Promise<void> {
  const at = new Date().toISOString()
  const rows = targets.map((target, index) => ({
    run_id: id,
    seq: firstSeq + index,
    target,
    at,
    outcome: 'unknown' as const,
    answer: '尚无响应',
  }))
  await db.insertInto('push_record').values(rows).execute()
}

/** Reserves as many as this minute's rate still allows. */
export async function takeRate(
  { metadata: { dialect } }: Pick<PushDeps, 'metadata'>,
  db: Db,
  cgi: string,
  wanted: number,
  perMinute: number,
): Promise<number> {
  const minute = Math.floor(Date.now() / 60_000)
  const none = { cgi, minute, used: 0 }
  await db
    .insertInto('push_rate')
    .values(none)
    .onConflict((conflict) => conflict.column('cgi').doNothing())
    .execute()
  const row = await locked(
    db.selectFrom('push_rate').selectAll().where('cgi', '=', cgi),
    dialect,
  ).executeTakeFirstOrThrow()
  const used = Number(row.minute) === minute ? row.used : 0
  const taken = Math.max(0, Math.min(wanted, perMinute - used))
  await db
    .updateTable('push_rate')
    .set({ minute, used: used + taken })
    .where('cgi', '=', cgi)
    .execute()
  return taken
}

/** Stores the answers in batch order. Returns how many consecutive batches were rejected entirely. */
export async function answerBatch(
  deps: Pick<PushDeps, 'metadata'>,
  runId: number,
  firstSeq: number,
  answers: readonly Delivered[],
): Promise<number> {
  return deps.metadata.transaction(async (db) => {
    for (const { from, to, outcome, answer } of stretches(answers)) {
      await db
        .updateTable('push_record')
        .set({ outcome, answer })
        .where('run_id', '=', runId)
        .where('seq', '>=', firstSeq + from)
        .where('seq', '<=', firstSeq + to)
        .execute()
    }
    const wanted = db.selectFrom('push_run').selectAll().where('id', '=', runId)
    const run = await locked(wanted, deps.metadata.dialect).executeTakeFirstOrThrow()
    const count = (wanted: Delivered['outcome']) => answers.filter(({ outcome }) => outcome === wanted).length
    const [sent, failed] = [count('sent'), count('failed')]
    const refusals = sent > 0 ? 0 : run.refusals + 1
    await db
      .updateTable('push_run')
      .set({
        sent: run.sent + sent,
        failed: run.failed + failed,
        unknown: run.unknown - sent - failed,
        refusals,
      })
      .where('id', '=', runId)
      .execute()
    return refusals
  })
}

/** Neighbours with equal answers are written together. */
function* stretches(answers: readonly Delivered[]) {
  for (let from = 0; from < answers.length; ) {
    const { outcome, answer } = answers[from] as Delivered
    let to = from
    while (answers[to + 1]?.outcome === outcome && answers[to + 1]?.answer === answer) to += 1
    yield { from, to, outcome, answer }
    from = to + 1
  }
}
