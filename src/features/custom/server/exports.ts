// Exports a custom report with all its rows, streamed at the reader's pace. Its readers write no SQL, so labels stand in
// the place of their codes.

import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { emptyWord } from '#semantic/model/valueText.ts'
import type { Deps } from '#server/deps.ts'
import { type SheetFormat, sheetContentTypes, sheetStream } from '#server/files/sheets.ts'
import type { BlobReply } from '#server/http/reply.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { streamChunks } from '#server/warehouse/chunkStream.ts'
import type { ColumnChunk, WarehouseColumn } from '#server/warehouse/types.ts'
import { exportFileName } from '#shared/exportName.ts'
import { fileNames } from '#features/code/server/index.ts'
import { noteTrace } from '#features/trace/server/index.ts'
import { type CustomOrder, sandboxRequest, traceDetail } from './running.ts'

/** Resolves with the first bytes, so that earlier failures become ordinary error answers. */
export async function exportReport(
  deps: Deps,
  user: SessionUser,
  order: CustomOrder,
  format: SheetFormat,
  signal: AbortSignal,
): Promise<BlobReply> {
  const { report, values } = order
  const { id, name, version } = report
  const audited = { id, name, version, values, format }
  await writeAudit(deps.metadata.db, { userId: user.id, action: 'custom.export', detail: audited })
  const trace = await noteTrace(deps, { kind: 'export', userId: user.id, detail: traceDetail(order) })
  const out = new PassThrough({ highWaterMark: 256 * 1024 })
  const leaving = new AbortController()
  const own = AbortSignal.any([signal, leaving.signal])
  const begun = Promise.withResolvers<void>()
  // The error is reported through `begun` or by the end of the answer.
  out.on('error', () => undefined)
  out.once('close', () => leaving.abort())
  const sink = async (bytes: Buffer) => {
    begun.resolve()
    if (!out.write(bytes)) await once(out, 'drain', { signal: own })
  }
  writeFile(deps, user, { order, format }, sink, own).then(
    () => {
      begun.resolve()
      out.end()
    },
    (error: Error) => {
      begun.reject(error)
      // An incomplete file must not look complete.
      out.destroy(error)
    },
  )
  await begun.promise
  return {
    fileName: exportFileName(report.name, new Date(), deps.settings.zone, format),
    contentType: sheetContentTypes[format],
    body: out,
    headers: { 'x-trace': trace },
  }
}

type Sink = (bytes: Buffer) => Promise<void>

async function writeFile(
  deps: Deps,
  user: SessionUser,
  { order, format }: { order: CustomOrder; format: SheetFormat },
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const request = await sandboxRequest(deps, user, order)
  const known = Promise.withResolvers<WarehouseColumn[]>()
  const chunks = streamChunks(signal, (running, onChunk) =>
    deps.sandbox.run({
      ...request,
      mode: 'rows',
      limit: null,
      background: true,
      signal: running,
      onColumns: known.resolve,
      onChunk,
    }),
  )
  // The statement starts with the first request; its columns arrive before the first chunk.
  const first = await chunks.next()
  const columns = first.done ? first.value.columns : await known.promise
  const { wholeLabels, namedChunk } = await fileNames()
  const { report, scope } = order
  const titled = columns.map(({ name: title, type }) => ({ title, type }))
  const labels = await wholeLabels(deps, scope, { sql: report.sql, kind: 'query', columns: titled })
  async function* all(): AsyncGenerator<ColumnChunk> {
    if (!first.done) yield namedChunk(first.value, labels)
    for await (const chunk of chunks) yield namedChunk(chunk, labels)
  }
  try {
    const stream = sheetStream({
      format,
      title: report.name,
      columns: columns.map(({ name, type }, index) => ({
        title: name,
        type: labels.has(index) ? 'string' : type,
        emptyText: emptyWord,
      })),
      chunks: all(),
      signal,
    })
    for await (const bytes of stream) await sink(bytes as Buffer)
  } finally {
    await chunks.return(undefined as never)
  }
}
