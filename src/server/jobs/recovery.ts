// Recovers jobs of dead servers, and ends jobs that nobody claimed.
import { isoOf } from './clock.ts'
import type { JobContext } from './context.ts'
import { change, ended, endRun, problems } from './finish.ts'
import { locked } from './rows.ts'

/** Several servers may find the same one dead: each job is taken over once. */
export async function takeOver(context: JobContext, server: string): Promise<void> {
  const { metadata, log } = context
  const rows = await metadata.db
    .selectFrom('job')
    .select(['id', 'kind', 'fence'])
    .where('status', '=', 'running')
    .where('server', '=', server)
    .execute()
  for (const row of rows) {
    const basis = context.basisOf(row.kind)
    if (!basis) continue
    try {
      const taken = await metadata.transaction((db) => endRun(db, row, { status: 'lost' }, basis))
      if (taken) log.warn({ jobId: row.id, kind: row.kind, server }, 'a job of a lost server was taken over')
    } catch (error) {
      // A job that can't be taken over must not block the others.
      log.error({ err: error, jobId: row.id }, 'a job of a lost server could not be taken over')
    }
  }
  await metadata.db
    .deleteFrom('job_server')
    .where('id', '=', server)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('job').select('id').where('status', '=', 'running').where('server', '=', server)),
      ),
    )
    .execute()
}

/** A wait longer than any backoff means that the wall clock was set back. */
export async function shortenWaits({ metadata, bases, now }: JobContext): Promise<void> {
  for (const { kind } of bases()) {
    await metadata.db
      .updateTable('job')
      .set({ run_at: isoOf(now()) })
      .where('status', '=', 'queued')
      .where('kind', '=', kind.name)
      .where('attempt', '>', 0)
      .where('run_at', '>', isoOf(now() + kind.backoff.mostMs))
      .execute()
  }
}

const atATime = 500

/** Deletes jobs that ended long ago, and fails those that waited too long. */
export async function sweep(context: JobContext, keepFiresMs: number): Promise<void> {
  const { metadata, bases, now } = context
  const { db } = metadata
  const old = db.selectFrom('job').select('id').where('expires_at', '<', isoOf(now())).limit(atATime)
  await db.deleteFrom('job').where('id', 'in', old).execute()
  await db
    .deleteFrom('job_fire')
    .where('recorded_at', '<', isoOf(now() - keepFiresMs))
    .execute()
  for (const basis of bases()) {
    const stale = await db
      .selectFrom('job')
      .select('id')
      .where('status', '=', 'queued')
      .where('kind', '=', basis.kind.name)
      .where('enqueued_at', '<', isoOf(now() - basis.kind.longestWaitMs))
      .where('run_at', '<', isoOf(now() - basis.kind.longestWaitMs))
      .limit(atATime)
      .execute()
    for (const { id } of stale) {
      await metadata.transaction(async (inner) => {
        const waiting = inner
          .selectFrom('job')
          .selectAll()
          .where('id', '=', id)
          .where('status', '=', 'queued')
        const row = await locked(waiting, metadata.dialect).executeTakeFirst()
        if (row) await change(inner, row, ended('failed', problems.tired, basis), basis)
      })
    }
  }
}
