// Streams a statement's rows for a file, with the total separated.
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { ReportForecast } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { streamChunks } from '#server/warehouse/chunkStream.ts'
import type { ColumnChunk, RunResult } from '#server/warehouse/types.ts'
import { runCached } from '../cache/running.ts'
import type { Prepared } from '../compiling.ts'
import { rowsMade } from '../figures.ts'
import { atItsPlace } from '../overflow.ts'
import { type Cell, splitTotal } from '../resultText.ts'
import { tooLarge } from './sheet.ts'

const timeoutMs = 170_000

interface Answer {
  /** `rows` throws where they were cut and that is refused. */
  begin(isCutRefused: boolean): Promise<{ total: Cell[] | null; rows: AsyncGenerator<ColumnChunk> }>
  /** Ends the statement if it is still running. */
  end(): Promise<void>
}

export async function runAnswer(
  deps: Deps,
  whole: Prepared,
  scope: RowScope,
  signal: AbortSignal,
): Promise<Answer> {
  const { warehouse } = deps
  if (whole.change) return madeAnswer(deps, whole, scope, signal)
  const { sql, params, limit, summaryFirst, calculates, forecast } = whole
  const fill = forecast && (await filling(deps, forecast, signal))
  const most = limit + (summaryFirst ? 1 : 0)
  const chunks = streamChunks(signal, (signal, onChunk) =>
    atItsPlace({ calculates }, () =>
      warehouse.run({ sql, params, pool: 'report', limit: most, timeoutMs, signal, onChunk }),
    ),
  )
  return {
    begin: async (isCutRefused) => {
      const first = await chunks.next()
      if (first.done) {
        if (first.value?.truncated && isCutRefused) throw tooLarge()
        return { total: null, rows: nothing() }
      }
      const isTotalThere = summaryFirst && first.value.rowCount > 0
      const begun = fill === undefined ? first.value : await fill(first.value, isTotalThere)
      const { total, rest } = isTotalThere ? splitTotal(begun) : { total: null, rest: begun }
      return { total, rows: rowsOf(rest, chunks, isCutRefused, fill) }
    },
    end: async () => {
      await chunks.return(undefined as never)
    },
  }
}

/** Rows that are made after the statement: 变化来自谁. */
async function madeAnswer(
  deps: Deps,
  prepared: Prepared,
  scope: RowScope,
  signal: AbortSignal,
): Promise<Answer> {
  const made = await rowsMade(deps, prepared, scope)
  const { chunks, truncated } = await runCached(deps, prepared, scope, { timeoutMs, made }, signal)
  return {
    begin: async (isCutRefused) => {
      const [first] = chunks
      if (truncated && isCutRefused) throw tooLarge()
      if (!first) return { total: null, rows: nothing() }
      const { total, rest } = splitTotal(first)
      return { total, rows: only(rest) }
    },
    end: async () => undefined,
  }
}

async function* only(chunk: ColumnChunk): AsyncGenerator<ColumnChunk> {
  if (chunk.rowCount > 0) yield chunk
}

type Fill = (chunk: ColumnChunk, isFirst: boolean) => Promise<ColumnChunk>

async function filling(deps: Deps, forecast: ReportForecast, signal: AbortSignal): Promise<Fill> {
  const { forecastsFor, withForecasts } = await import('../worth/forecasting.ts')
  const forecastOf = await forecastsFor(deps, { forecast }, signal, timeoutMs)
  return (chunk, isFirst) => withForecasts(chunk, forecast, forecastOf, isFirst)
}

async function* nothing(): AsyncGenerator<ColumnChunk> {}

async function* rowsOf(
  first: ColumnChunk,
  chunks: AsyncGenerator<ColumnChunk, RunResult>,
  isCutRefused: boolean,
  fill: Fill | undefined,
): AsyncGenerator<ColumnChunk> {
  if (first.rowCount > 0) yield first
  for (let next = await chunks.next(); ; next = await chunks.next()) {
    if (next.done) {
      if (next.value?.truncated && isCutRefused) throw tooLarge()
      return
    }
    yield fill === undefined ? next.value : await fill(next.value, false)
  }
}
