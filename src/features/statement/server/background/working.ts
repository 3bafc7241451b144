// The run of one record: in its owner's present rights, its result written aside, then told to be done.

import type { RowMark } from '../../../../semantic/model/types.ts'
import { readableSql } from '../../../../semantic/sql/readable.ts'
import { keyOf } from '../../../../server/cache/key.ts'
import type { Kept } from '../../../../server/cache/types.ts'
import type { Deps } from '../../../../server/deps.ts'
import type { ColumnChunk } from '../../../../server/warehouse/types.ts'
import { AppError } from '../../../../shared/errors.ts'
import { type Prepared, prepareReport } from '../compiling.ts'
import { type Figures, figuresOf } from '../figures.ts'
import { heavyTurns } from '../heavyTurns.ts'
import { atItsPlace } from '../overflow.ts'
import { findReport } from '../reports.ts'
import type { RecordFolder } from './folder.ts'
import { readOwner, scopeText } from './owner.ts'
import { changeRecord, findRecord, infoOf, type RecordRow } from './repo.ts'

/** What is kept of a record beside its rows. */
export interface KeptRecord {
  head: Figures['head']
  marks: RowMark[]
}

export const keptMs = 7 * 24 * 3_600_000
export const mostRows = 1_000_000
const timeoutMs = 10 * 60_000
/** Texts of all cells. */
const largest = 128 * 2 ** 20

/** Why a run is ended with the server: it goes on after the next start. */
export const serverStops = new AppError('query_canceled', '服务重启')

export async function workOn(
  deps: Deps,
  folder: RecordFolder,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps.metadata
  try {
    const row = await findRecord(db, id)
    if (!row) return
    const rowCount = await runRecord(deps, folder, row, signal)
    await changeRecord(db, id, ['running'], { status: 'done', row_count: rowCount, ...ending() })
    await folder.unmark(id)
  } catch (error) {
    await tellEnd(deps, folder, id, error, signal)
  }
}

async function runRecord(
  deps: Deps,
  folder: RecordFolder,
  row: RecordRow,
  signal: AbortSignal,
): Promise<number> {
  const { db } = deps.metadata
  const owner = await readOwner(deps.metadata, row.user_id)
  if (row.report_id !== null) await findReport(db, owner, row.report_id)
  const games = scopeText(owner.games)
  return heavyTurns.take(
    signal,
    async () => {
      if (!(await changeRecord(db, row.id, ['queued'], { status: 'running', games }))) return 0
      const info = infoOf(row)
      const prepared = await prepareReport(deps, { ...info, limit: info.limit ?? mostRows }, owner.games)
      const kept = await runWhole(deps, prepared, owner.games, signal)
      const { head, chunks } = figuresOf(prepared, { ...kept, cached: false }, [])
      const about: KeptRecord = {
        head: { ...head, sql: readableSql(prepared.sql, prepared.params) },
        marks: prepared.marks,
      }
      signal.throwIfAborted()
      await folder.write(row.id, { about, chunks })
      return head.rowCount
    },
    { patient: true },
  )
}

/** Where an equal question has been answered its result is taken; a new one is kept for those who ask it. */
async function runWhole(
  { warehouse, cache }: Deps,
  { sql, params, tables, limit: most, summaryFirst, calculates }: Prepared,
  games: Parameters<typeof keyOf>[0]['games'],
  signal: AbortSignal,
): Promise<Kept> {
  const limit = most + (summaryFirst ? 1 : 0)
  const question = { sql, params, limit, games, tables }
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

const ending = () => ({
  ended_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + keptMs).toISOString(),
})

async function tellEnd(
  { metadata: { db }, log }: Deps,
  folder: RecordFolder,
  id: string,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (signal.reason === serverStops) {
      await changeRecord(db, id, ['running'], { status: 'queued' })
      return
    }
    const status = signal.aborted ? 'canceled' : 'failed'
    if (!(error instanceof AppError)) log.error({ err: error, id }, 'a report in the background failed')
    const problem = signal.aborted
      ? '已取消'
      : error instanceof AppError
        ? error.message
        : '运行失败，请重新发送'
    await changeRecord(db, id, ['queued', 'running'], { status, problem, ...ending() })
    await folder.remove(id)
  } catch (failure) {
    log.error({ err: failure, id }, 'the end of a report in the background could not be kept')
  }
}
