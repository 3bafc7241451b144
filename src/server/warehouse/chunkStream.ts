// A running statement's chunks as a stream, read at the reader's pace.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { ColumnChunk } from './types.ts'

type OnChunk = (chunk: ColumnChunk) => Promise<void>

/** `run` starts the statement; its errors are thrown. A reader that stops early ends the statement. */
export async function* streamChunks<Result>(
  given: AbortSignal | undefined,
  run: (signal: AbortSignal, onChunk: OnChunk) => Promise<Result>,
): AsyncGenerator<ColumnChunk, Result> {
  const left = new AbortController()
  const signal = given ? AbortSignal.any([given, left.signal]) : left.signal
  const passing = new PassThrough({ objectMode: true, highWaterMark: 4 })
  const running = run(signal, async (chunk) => {
    if (!passing.write(chunk)) await once(passing, 'drain', { signal })
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
