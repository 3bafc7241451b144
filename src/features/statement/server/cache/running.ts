// Runs a report's statement, or answers from the cache; equal questions at the same time share one run.
import type { RowScope } from '#semantic/model/rowScope.ts'
import { Flights } from '#server/cache/flights.ts'
import { keyOf } from '#server/cache/key.ts'
import type { Kept } from '#server/cache/types.ts'
import type { Deps } from '#server/deps.ts'
import { tellCacheRead } from '#server/measured.ts'
import { inSpan } from '#server/tracing/spans.ts'
import type { ColumnChunk, Warehouse } from '#server/warehouse/types.ts'
import type { Prepared } from '../compiling.ts'
import { atItsPlace } from '../overflow.ts'

export interface Answered extends Kept {
  /** Whether it came from the cache. */
  cached: boolean
}

interface RunOptions {
  /** Bypasses the cache; the new result is cached. */
  fresh?: boolean | undefined
  timeoutMs?: number
  /** Makes the rows of a report whose statement does not have them: with the kind `change`. */
  made?: ((signal: AbortSignal) => Promise<MadeRows>) | undefined
}

export interface MadeRows {
  /** The total first. */
  chunk: ColumnChunk
  truncated: boolean
}

const madeRows = ({ chunk, truncated }: MadeRows): Pick<Kept, 'chunks' | 'rowCount' | 'truncated'> => ({
  chunks: [chunk],
  rowCount: chunk.rowCount,
  truncated,
})

const flights = new WeakMap<Warehouse, Flights<Kept>>()

export function runCached(...asked: Parameters<typeof answer>): Promise<Answered> {
  return inSpan({ name: 'report', kind: 'internal' }, async (span) => {
    const answered = await answer(...asked)
    span?.set({ 'analytics.cached': answered.cached, 'db.response.returned_rows': answered.rowCount })
    return answered
  })
}

async function answer(
  deps: Deps,
  prepared: Pick<Prepared, 'sql' | 'params' | 'limit' | 'tables' | 'summaryFirst'> &
    Partial<Pick<Prepared, 'calculates' | 'readSums' | 'range' | 'forecast' | 'change' | 'model'>>,
  scope: RowScope,
  { fresh = false, timeoutMs, made }: RunOptions,
  signal: AbortSignal,
): Promise<Answered> {
  const { warehouse, cache } = deps
  const { sql, params, change, model } = prepared
  // The rows of a change are made of questions by any dimension.
  const tables = change && model ? model.tables.map(({ name }) => name) : prepared.tables
  const limit = prepared.limit + (prepared.summaryFirst ? 1 : 0)
  // A forecast depends on earlier cohorts, too, and on which days are forecast: the statement alone does not tell.
  const { learned } = prepared.forecast ?? {}
  const question = {
    ...{ sql, limit, scope, tables },
    params: [
      ...params,
      ...(learned ? [learned.sql, ...learned.params] : []),
      ...(prepared.change ? [JSON.stringify(prepared.change)] : []),
    ],
  }
  const key = keyOf(question, warehouse)
  const begun = performance.now()
  const known = fresh ? null : await cache.find(key)
  if (!fresh) tellCacheRead({ found: known !== null, ms: performance.now() - begun })
  if (known) return { ...known, cached: true }
  const computing = () =>
    flightsOf(warehouse).join(key, signal, async (shared) => {
      const { runReport } = await import('./overSums.ts')
      const { chunks, rowCount, truncated, elapsedMs, sums, replica } = await runReport(warehouse, prepared, {
        limit,
        limited: true,
        signal: shared,
        ...(timeoutMs !== undefined && { timeoutMs }),
      })
      const own = made && madeRows(await made(shared))
      const kept: Kept = {
        chunks: await forecasted(deps, prepared, chunks, { signal: shared, timeoutMs }),
        rowCount,
        truncated,
        elapsedMs,
        computedAt: new Date().toISOString(),
        tables,
        ...(sums.length > 0 && { sums }),
        ...(replica !== undefined && { replica }),
        ...own,
      }
      // A publication during the run makes it unclear what the result contains.
      if (keyOf(question, warehouse) === key) cache.keep(key, kept)
      return kept
    })
  return { ...(await atItsPlace(prepared, computing)), cached: false }
}

async function forecasted(
  deps: Deps,
  { forecast, summaryFirst }: Partial<Pick<Prepared, 'forecast' | 'summaryFirst'>>,
  chunks: ColumnChunk[],
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number | undefined },
): Promise<ColumnChunk[]> {
  if (forecast === undefined) return chunks
  const { forecastsFor, withForecasts } = await import('../worth/forecasting.ts')
  const forecastOf = await forecastsFor(deps, { forecast }, signal, timeoutMs)
  const filled: ColumnChunk[] = []
  for (const [at, chunk] of chunks.entries())
    filled.push(await withForecasts(chunk, forecast, forecastOf, summaryFirst === true && at === 0))
  return filled
}

function flightsOf(warehouse: Warehouse): Flights<Kept> {
  const known = flights.get(warehouse) ?? new Flights<Kept>()
  flights.set(warehouse, known)
  return known
}
