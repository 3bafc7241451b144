// Streams rows as an .xlsx (by a child process) or a .csv (in this process, chunk by chunk), at the reader's
// pace.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { AppError } from '#shared/errors.ts'
import { bareEnvironment } from '../process/bareEnvironment.ts'
import type { ColumnChunk } from '../warehouse/types.ts'
import { byteOrderMark, csvCells, csvHead, csvRows } from './csv.ts'
import { type SheetColumn, sheetColumns } from './xlsx/sheet.ts'

export type SheetFormat = 'xlsx' | 'csv'

export const sheetContentTypes: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export interface SheetRequest {
  format: SheetFormat
  title: string
  columns: SheetColumn[]
  chunks: AsyncIterable<ColumnChunk>
  /** Called with the number of rows handed over so far. */
  onRows?: (rowCount: number) => void
  signal?: AbortSignal
}

const child = fileURLToPath(new URL('./sheetChild.ts', import.meta.url))

/**
 * The stream ends with the file, or is destroyed with the error (AppError: export_too_large, query_canceled;
 * whatever `chunks` throws). When the reader leaves, the child and the chunks end.
 */
export function sheetStream(request: SheetRequest): Readable {
  const { format, columns } = request
  if (format === 'xlsx' && columns.length > sheetColumns) {
    throw new AppError(
      'export_too_large',
      `Excel 最多 ${sheetColumns} 列，当前 ${columns.length} 列，请减少列或导出 CSV`,
    )
  }
  return Readable.from(format === 'csv' ? csvBytes(request) : bookBytes(request), {
    objectMode: false,
    highWaterMark: 256 * 1024,
  })
}

/** Rows per synchronous stretch, short enough that other requests do not notice. */
const stride = 1000

async function* csvBytes({ columns, chunks, onRows, signal }: SheetRequest): AsyncGenerator<Buffer> {
  const types = columns.map(({ type }) => type)
  yield Buffer.concat([byteOrderMark, Buffer.from(csvHead(columns.map(({ title }) => title)))])
  let rowCount = 0
  for await (const chunk of chunks) {
    const cells = chunk.columns.map((text, index) => csvCells(types[index] ?? 'string', text))
    for (let from = 0; from < chunk.rowCount; from += stride) {
      signal?.throwIfAborted()
      yield Buffer.from(csvRows(types, cells, from, Math.min(chunk.rowCount, from + stride)))
    }
    rowCount += chunk.rowCount
    onRows?.(rowCount)
    await breathe()
  }
}

async function* bookBytes(request: SheetRequest): AsyncGenerator<Buffer> {
  const writer = spawn(process.execPath, [child], { stdio: ['pipe', 'pipe', 'pipe'], env: bareEnvironment() })
  const ended = once(writer, 'close') as Promise<[code: number | null]>
  ended.catch(() => undefined)
  let complaint = ''
  writer.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-2000)))
  // The exit code reports a child that died early; the broken pipe that follows adds nothing.
  writer.stdin.on('error', () => undefined)
  let failure: unknown
  const feeding = feed(writer.stdin, request, ended).catch((error: unknown) => {
    failure = error
    writer.kill('SIGKILL')
  })
  const stop = () => writer.kill('SIGKILL')
  request.signal?.addEventListener('abort', stop, { once: true })
  try {
    for await (const bytes of writer.stdout as AsyncIterable<Buffer>) yield bytes
    const [code] = await ended
    await feeding
    if (request.signal?.aborted) throw request.signal.reason
    if (failure) throw failure
    if (code !== 0) throw writerFailure(complaint)
  } finally {
    request.signal?.removeEventListener('abort', stop)
    writer.kill('SIGKILL')
  }
}

async function feed(
  into: NodeJS.WritableStream,
  { title, columns, chunks, onRows }: SheetRequest,
  ended: Promise<unknown>,
): Promise<void> {
  let gone = false
  void ended.then(() => (gone = true))
  const send = async (line: string) => {
    if (!into.write(`${line}\n`)) await Promise.race([once(into, 'drain'), ended])
  }
  await send(JSON.stringify({ title, columns }))
  let rowCount = 0
  for await (const chunk of chunks) {
    if (gone) return
    await send(`{"rowCount":${chunk.rowCount},"columns":[${chunk.columns.join(',')}]}`)
    rowCount += chunk.rowCount
    onRows?.(rowCount)
  }
  into.end('{"end":true}\n')
}

function writerFailure(complaint: string): Error {
  if (complaint.includes('larger than 4 GB')) {
    return new AppError('export_too_large', 'Excel 文件超过 4 GB，请缩小范围或导出 CSV')
  }
  return new Error(`the writer of spreadsheets failed: ${complaint}`)
}
