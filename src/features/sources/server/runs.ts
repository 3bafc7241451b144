// Runs of sources: ordered, canceled, and shown with what each loaded.
import { writeAudit } from '#server/metadata/audit.ts'
import { readObject } from '#server/objects/reading.ts'
import { refuseRuled } from '#server/objects/ruled.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { assertEditable } from '#server/objects/writing.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import type { RunReason, RunSpan, Source, SourceRuns } from '../contract.ts'
import type { SourcesDeps } from './deps.ts'
import { laneOf, loadSource } from './jobs.ts'
import { type StoredSource, sources } from './objectKind.ts'
import { shownRuns } from './runRows.ts'
import { shownSource, sourcesOf } from './shown.ts'

const shownMost = 100

export async function readRuns(deps: SourcesDeps, caller: Caller, id: number): Promise<SourceRuns> {
  const { db } = deps.metadata
  const row = await readObject(db, sources, caller, id)
  const runs = await db
    .selectFrom('source_run')
    .selectAll()
    .where('source_id', '=', id)
    .orderBy('started_at', 'desc')
    .limit(shownMost)
    .execute()
  const ids = runs.map((run) => run.id)
  const loads = await db
    .selectFrom('source_load')
    .selectAll()
    .where('run_id', 'in', ids.length > 0 ? ids : [''])
    .orderBy('id', 'desc')
    .limit(shownMost * 5)
    .execute()
  const open = await openJob(deps, id)
  return {
    source: await shownSource(deps, db, caller, row),
    runs: await shownRuns(db, runs),
    loads: loads.map((load) => ({
      id: load.id,
      runId: load.run_id,
      name: load.name,
      outcome: load.outcome,
      rows: load.rows,
      replaced: load.replaced,
      bytes: Number(load.bytes),
      ms: load.ms,
      at: load.at,
      problem: load.problem,
    })),
    others: (await sourcesOf(db, row.table_name)).flatMap((other) => (other.id === id ? [] : [other.name])),
    progress: open ? { fraction: open.progress, step: open.step || '排队中' } : null,
    points: await pointsOn(deps, row.table_name),
  }
}

async function pointsOn(deps: SourcesDeps, table: string): Promise<{ id: number; name: string }[]> {
  const { pointTables, points } = await readModel(deps)
  const own = new Set(
    pointTables
      .filter(({ table_truename }) => tableKey(table_truename) === tableKey(table))
      .map(({ id }) => id),
  )
  return points
    .filter(({ table_id }) => table_id !== null && own.has(table_id))
    .map(({ id, name }) => ({ id, name }))
}

async function openJob({ jobs }: SourcesDeps, id: number) {
  const open = await jobs.list({ kind: loadSource, status: ['queued', 'running'], most: 1_000 })
  const own = open.filter(({ payload }) => (payload as { source: number }).source === id)
  return own.find(({ status }) => status === 'running') ?? own[0] ?? null
}

export async function orderRun(
  deps: SourcesDeps,
  caller: Caller,
  id: number,
  { again = false, span }: { again?: boolean; span?: RunSpan },
): Promise<Source> {
  const { metadata } = deps
  await refuseRuled(metadata.db, caller, '数据接入')
  const row = await readObject(metadata.db, sources, caller, id)
  await assertEditable(metadata.db, sources, caller, row)
  if (span) await (await import('./spans.ts')).refuseSpan(deps, row, span)
  await order(deps, row, { reason: span ? 'span' : again ? 'again' : 'hand', ...(span && { span }) })
  return shownSource(deps, metadata.db, caller, row)
}

/** Replaces the table though something breaks, where what was seen is still what would. */
export async function confirmChange(
  deps: SourcesDeps,
  caller: Caller,
  id: number,
  asks: string,
): Promise<Source> {
  const { metadata } = deps
  await refuseRuled(metadata.db, caller, '数据接入')
  const row = await readObject(metadata.db, sources, caller, id)
  await assertEditable(metadata.db, sources, caller, row)
  await order(deps, row, { reason: 'hand' }, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('source_state')
      .set({ confirmed: asks })
      .where('source_id', '=', id)
      .where('asks', '=', asks)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new AppError('parameter_wrong', '没有这样要确认的替换，或它已变了；请看过现在的再确认')
    await writeAudit(db, { userId: caller.id, action: 'source.confirm', detail: { id, name: row.name } })
  })
  return shownSource(deps, metadata.db, caller, row)
}

async function order(
  deps: SourcesDeps,
  row: StoredSource,
  wanted: { reason: RunReason; span?: RunSpan },
  first?: (db: Db) => Promise<void>,
): Promise<void> {
  const { id } = row
  if (await openJob(deps, id))
    throw new AppError('parameter_wrong', `「${row.name}」正在载入，请等它结束，或先取消`)
  await deps.jobs.transaction(async (db, enqueue) => {
    await first?.(db)
    const jobId = await enqueue({
      kind: loadSource,
      payload: { source: id, ...wanted },
      userId: row.owner_id,
      lane: laneOf(id),
    })
    const started_at = new Date().toISOString()
    await db
      .insertInto('source_run')
      .values({
        id: jobId,
        source_id: id,
        reason: wanted.reason,
        span: wanted.span ? JSON.stringify(wanted.span) : null,
        outcome: 'running',
        started_at,
        ended_at: null,
        problem: null,
      })
      .execute()
  })
}

export async function cancelRun(deps: SourcesDeps, caller: Caller, id: number): Promise<Source> {
  const { db } = deps.metadata
  const row = await readObject(db, sources, caller, id)
  await assertEditable(db, sources, caller, row)
  const open = await openJob(deps, id)
  if (open) await deps.jobs.cancel(open.id)
  return shownSource(deps, db, caller, row)
}
