// Runs one background report: with its owner's present rights; its result is written to a temporary file and
// renamed when done.

import type { Kysely } from 'kysely'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { RowMark } from '#semantic/model/types.ts'
import { readableSql } from '#semantic/sql/readable.ts'
import { keyOf } from '#server/cache/key.ts'
import type { Kept } from '#server/cache/types.ts'
import type { Deps } from '#server/deps.ts'
import type { JobContext, JobDone, JobRun } from '#server/jobs/declare.ts'
import type { Database } from '#server/metadata/schema.ts'
import { rowsText } from '#server/objects/rowScopes.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import { runCached } from '../cache/running.ts'
import { type Prepared, prepareReport } from '../compiling.ts'
import { dataMarks } from '../dataMarks.ts'
import { type Figures, namedFigures, rowsMade } from '../figures.ts'
import { heavyTurns } from '../heavyTurns.ts'
import { atItsPlace } from '../overflow.ts'
import { findReport } from '../reports.ts'
import type { RecordFolder } from './folder.ts'
import { changeRecord, findRecord, infoOf } from './repo.ts'

/** What a record keeps beside its rows. */
export interface KeptRecord {
  head: Figures['head']
  marks: RowMark[]
}

export const keptMs = 7 * 24 * 3_600_000
export const mostRows = 1_000_000
const timeoutMs = 10 * 60_000
/** Characters of all cells. */
const largest = 128 * 2 ** 20

export async function workOn(
  deps: Deps,
  folder: RecordFolder,
  { id, owner, fence, signal }: JobContext,
): Promise<JobDone> {
  const { db } = deps.metadata
  const row = await findRecord(db, id)
  if (!row || !owner) throw new AppError('object_missing')
  if (row.report_id !== null) await findReport(db, owner, row.report_id)
  const info = infoOf(row)
  const work = async () => {
    const prepared = await prepareReport(deps, { ...info, limit: info.limit ?? mostRows }, owner)
    const kept = await runWhole(deps, prepared, owner, signal)
    const ran = { result: { ...kept, cached: false }, gone: [], scope: owner }
    const { head, chunks } = await namedFigures(deps, prepared, ran, signal)
    const about: KeptRecord = {
      head: {
        ...head,
        ...(await dataMarks(deps, owner, info, prepared)),
        sql: readableSql(prepared.sql, prepared.params),
      },
      marks: prepared.marks,
    }
    signal.throwIfAborted()
    const settle = await folder.write(id, fence, { about, chunks })
    return { settle, rowCount: head.rowCount }
  }
  const { settle, rowCount } = await heavyTurns.take(signal, work, { key: owner.id, patient: true })
  return {
    commit: async (inner) => {
      const stored = await settle()
      await changeRecord(inner, id, { row_count: rowCount, games: rowsText(owner), stored })
    },
  }
}

/** Uses the cached result of an equal question; a new result is cached. */
async function runWhole(deps: Deps, prepared: Prepared, scope: RowScope, signal: AbortSignal): Promise<Kept> {
  const { warehouse, cache } = deps
  // Rows that are made, or filled, after the statement.
  if (prepared.forecast || prepared.change)
    return runCached(
      deps,
      prepared,
      scope,
      { timeoutMs, made: await rowsMade(deps, prepared, scope) },
      signal,
    )
  const { sql, params, tables, limit: most, summaryFirst, calculates } = prepared
  const limit = most + (summaryFirst ? 1 : 0)
  const question = { sql, params, limit, scope, tables }
  const key = keyOf(question, warehouse)
  const known = await cache.find(key)
  if (known) return known
  const chunks: ColumnChunk[] = []
  let size = 0
  const onChunk = (chunk: ColumnChunk): void => {
    size += chunk.columns.reduce((sum, text) => sum + text.length, 0)
    if (size > largest)
      throw new AppError('export_too_large', '结果超过 128 MB，请缩小日期范围、减少维度或指标')
    chunks.push(chunk)
  }
  const result = await atItsPlace({ calculates }, () =>
    warehouse.run({ sql, params, pool: 'report', limit, timeoutMs, signal, onChunk }),
  )
  const { rowCount, truncated, elapsedMs } = result
  const kept = { chunks, rowCount, truncated, elapsedMs, computedAt: new Date().toISOString(), tables }
  if (keyOf(question, warehouse) === key) cache.keep(key, kept)
  return kept
}

/** Copies the job's state to the record. */
export async function noteChange(db: Kysely<Database>, { id, status, problem }: JobRun): Promise<void> {
  const isOver = status !== 'queued' && status !== 'running'
  await changeRecord(db, id, {
    status: status === 'unknown' ? 'failed' : status,
    problem: isOver ? (problem?.message ?? null) : null,
    ...(isOver && {
      ended_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + keptMs).toISOString(),
    }),
  })
}
