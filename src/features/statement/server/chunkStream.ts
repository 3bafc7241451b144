// A running statement's chunks as they come, read at the reader's pace.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { ColumnChunk, RunRequest, RunResult, Warehouse } from '../../../server/warehouse/types.ts'

/** Throws what the statement throws. A reader that stops early ends the statement. */
export async function* streamChunks(
  warehouse: Warehouse,
  request: Omit<RunRequest, 'onChunk'>,
): AsyncGenerator<ColumnChunk, RunResult> {
  const left = new AbortController()
  const signal = request.signal ? AbortSignal.any([request.signal, left.signal]) : left.signal
  const passing = new PassThrough({ objectMode: true, highWaterMark: 4 })
  const running = warehouse.run({
    ...request,
    signal,
    onChunk: async (chunk) => {
      if (!passing.write(chunk)) await once(passing, 'drain', { signal })
    },
  })
  running.then(
    () => passing.end(),
    (error: Error) => passing.destroy(error),
  )
  try {
    for await (const chunk of passing) yield chunk as ColumnChunk
    return await running
  } finally {
    left.abort()
  }
}
