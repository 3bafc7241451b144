// Exports that are sent while they are made: the run writes into the answer, at its reader's pace.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Deps } from '#server/deps.ts'
import { sheetContentTypes } from '#server/files/sheets.ts'
import type { BlobReply } from '#server/http/reply.ts'
import type { SessionUser } from '#server/http/session.ts'
import { exportFileName } from '#shared/exportName.ts'
import { endings, failureOf } from '../runs/problem.ts'
import type { Runs } from '../runs/types.ts'
import type { Prepared } from './orders.ts'
import { writeExport } from './writing.ts'

/** Answers once the first bytes are there, so that an earlier failure is reported like any other. */
export async function streamExport(
  deps: Deps,
  runs: Runs,
  user: SessionUser,
  { order, writing, cached }: Prepared,
  signal: AbortSignal,
): Promise<BlobReply> {
  const out = new PassThrough({ highWaterMark: 256 * 1024 })
  const begun = Promise.withResolvers<void>()
  const id = await runs.start(user, order, async (task) => {
    const rowCount = await writeExport(deps, writing, task, async (bytes) => {
      begun.resolve()
      if (!out.write(bytes)) await once(out, 'drain', { signal: task.signal })
    })
    out.end()
    return { rowCount }
  })
  const stop = () => void runs.cancel(user, id, endings.caller()).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  out.once('close', () => {
    if (!out.readableEnded) stop()
  })
  void runs.ended(user, id).then(
    (run) => end(run.status === 'done' ? null : failureOf(run.problem)),
    (error: Error) => end(error),
  )
  const end = (error: Error | null) => {
    signal.removeEventListener('abort', stop)
    if (error === null) return begun.resolve()
    begun.reject(error)
    // A truncated file must not look complete.
    out.destroy(error)
  }
  // Errors are reported by the end of the answer, or by `begun` before it.
  out.on('error', () => undefined)
  if (signal.aborted) stop()
  await begun.promise
  return {
    fileName: exportFileName(writing.title, new Date(), deps.settings.zone, writing.format),
    contentType: sheetContentTypes[writing.format],
    body: out,
    headers: { 'x-cached': cached ? '1' : '0', 'x-query-id': id },
  }
}
