// Streams a statement's rows for a file, with the total separated.
import type { Deps } from '#server/deps.ts'
import { streamChunks } from '#server/warehouse/chunkStream.ts'
import type { ColumnChunk, RunResult } from '#server/warehouse/types.ts'
import type { Prepared } from '../compiling.ts'
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

export function runAnswer(
  { warehouse }: Deps,
  {
    sql,
    params,
    limit,
    summaryFirst,
    calculates,
  }: Pick<Prepared, 'sql' | 'params' | 'limit' | 'summaryFirst' | 'calculates'>,
  signal: AbortSignal,
): Answer {
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
      const { total, rest } = isTotalThere ? splitTotal(first.value) : { total: null, rest: first.value }
      return { total, rows: rowsOf(rest, chunks, isCutRefused) }
    },
    end: async () => {
      await chunks.return(undefined as never)
    },
  }
}

async function* nothing(): AsyncGenerator<ColumnChunk> {}

async function* rowsOf(
  first: ColumnChunk,
  chunks: AsyncGenerator<ColumnChunk, RunResult>,
  isCutRefused: boolean,
): AsyncGenerator<ColumnChunk> {
  if (first.rowCount > 0) yield first
  for (let next = await chunks.next(); ; next = await chunks.next()) {
    if (next.done) {
      if (next.value?.truncated && isCutRefused) throw tooLarge()
      return
    }
    yield next.value
  }
}
