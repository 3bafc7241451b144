// Writes an export's bytes: of a kept result (sorted and filtered as displayed), or of a statement that runs
// for it.

import { emptyWord } from '#semantic/model/valueText.ts'
import type { Deps } from '#server/deps.ts'
import { byteOrderMark } from '#server/files/csv.ts'
import { type SheetFormat, sheetStream } from '#server/files/sheets.ts'
import { streamChunks } from '#server/warehouse/chunkStream.ts'
import type { ColumnChunk, WarehouseColumn } from '#server/warehouse/types.ts'
import type { RunTask } from '../runs/types.ts'

/** A run's kept result, or a view of it. */
interface KeptSource {
  runId: string
  viewId: string | null
  /** Column indexes in order; null: all. */
  columns?: number[] | null | undefined
}

export interface Writing {
  format: SheetFormat
  title: string
  /** Null: the run's own statement runs for the file. */
  kept: KeptSource | null
}

/** Accepts bytes at the reader's pace. */
type Sink = (bytes: Buffer) => Promise<void>

/** Writes the whole export; returns the number of rows. */
export async function writeExport(
  deps: Pick<Deps, 'results'>,
  writing: Writing,
  task: RunTask,
  sink: Sink,
): Promise<number> {
  if (writing.kept) return writeKept(deps, writing, writing.kept, task, sink)
  return writing.format === 'csv' ? writeStatementCsv(task, sink) : writeStatementSheet(writing, task, sink)
}

async function writeKept(
  { results }: Pick<Deps, 'results'>,
  { format, title }: Writing,
  { runId, viewId, columns: chosen = null }: KeptSource,
  task: RunTask,
  sink: Sink,
): Promise<number> {
  const { columns } = await results.get(runId)
  const chunks = viewId ? results.viewChunks(runId, viewId, task.signal) : results.chunks(runId, task.signal)
  const pick = <Item>(all: readonly Item[]): Item[] =>
    chosen === null ? [...all] : chosen.flatMap((index) => all[index] ?? [])
  return writeSheet({
    format,
    title,
    columns: pick(columns),
    chunks: chosen === null ? chunks : picked(chunks, pick),
    task,
    sink,
  })
}

async function* picked(
  chunks: AsyncIterable<ColumnChunk>,
  pick: (columns: readonly string[]) => string[],
): AsyncGenerator<ColumnChunk> {
  for await (const { rowCount, columns } of chunks) yield { rowCount, columns: pick(columns) }
}

/** The engine's process writes csv itself, without intermediate chunks. */
async function writeStatementCsv(task: RunTask, sink: Sink): Promise<number> {
  let begun = false
  const { rowCount } = await task.statement({
    mode: 'csv',
    limit: null,
    onProgress: task.progress,
    onBytes: async (bytes) => {
      if (!begun) await sink(byteOrderMark)
      begun = true
      await sink(bytes)
    },
  })
  return rowCount
}

async function writeStatementSheet({ format, title }: Writing, task: RunTask, sink: Sink): Promise<number> {
  const known = Promise.withResolvers<WarehouseColumn[]>()
  const chunks = streamChunks(task.signal, (_, onChunk) =>
    task.statement({ mode: 'rows', limit: null, onColumns: known.resolve, onChunk }),
  )
  // Asking for the first chunk starts the statement; its columns arrive before it.
  const first = await chunks.next()
  const columns = first.done ? first.value.columns : await known.promise
  async function* all(): AsyncGenerator<ColumnChunk> {
    if (!first.done) yield first.value
    yield* chunks
  }
  try {
    return await writeSheet({ format, title, columns, chunks: all(), task, sink })
  } finally {
    await chunks.return(undefined as never)
  }
}

interface Sheet {
  format: SheetFormat
  title: string
  columns: WarehouseColumn[]
  chunks: AsyncIterable<ColumnChunk>
  task: RunTask
  sink: Sink
}

async function writeSheet({ format, title, columns, chunks, task, sink }: Sheet): Promise<number> {
  let rows = 0
  const stream = sheetStream({
    format,
    title,
    columns: columns.map(({ name, type }) => ({ title: name, type, emptyText: emptyWord })),
    chunks,
    onRows: (rowCount) => {
      rows = rowCount
      task.progress(rowCount)
    },
    signal: task.signal,
  })
  for await (const bytes of stream) await sink(bytes as Buffer)
  return rows
}
