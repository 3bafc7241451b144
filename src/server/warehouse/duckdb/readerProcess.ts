// A reader process: opens the published files read-only and runs one statement at a time. Started by
// reader.ts with its configuration as the only argument; exchanges frames over file descriptor 3.
import { flushCompileCache } from 'node:module'
import { Socket } from 'node:net'
import {
  type DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBMaterializedResult,
  type DuckDBResult,
  StatementType,
} from '@duckdb/node-api'
import type { SqlParameter } from '#semantic/model/types.ts'
import { attachPublished, type PublishedFiles } from '../snapshot/attach.ts'
import { quoteName, quoteText } from '../snapshot/describe.ts'
import { relationOf } from '../snapshot/parts.ts'
import { AttachedSums } from './attachedSums.ts'
import { cellReader, cellTypeOf } from './cells.ts'
import { encodeChunk, encodeMessage, FrameReader, type Request } from './frames.ts'
import { bindParameters } from './parameters.ts'
import { assertWhole, beginReading, endReading } from './wholeness.ts'

export interface ReaderConfiguration extends PublishedFiles {
  engine: Record<string, string>
  /** Folder of kept sums, the only place whose files can be opened later; null where none are kept. */
  sumsFolder: string | null
}

/** The first frame has few rows, so that something shows soon; later ones are larger, for speed. */
const chunkRows = 16_384
const chunkBytes = 1_000_000
/**
 * Limited results up to this many rows are fetched whole, so that errors appear at once and need no second
 * run.
 */
const mostWhole = 100_001

const pipe = new Socket({ fd: 3, readable: true, writable: true })
const configuration: ReaderConfiguration = JSON.parse(process.argv[2] ?? '{}')
const { connection, damaged } = await openSnapshot(configuration)
const attached = new AttachedSums(connection, configuration.sumsFolder)
/** Id of the running statement. */
let current = 0
let interrupted = false

// A native statement may be running; a plain exit would wait for it.
pipe.on('close', () => process.kill(process.pid, 'SIGKILL'))
pipe.on('error', () => process.kill(process.pid, 'SIGKILL'))
const requests = new FrameReader<Request>()
pipe.on('data', (bytes: Buffer) => {
  for (const request of requests.push(bytes)) receive(request)
})
pipe.write(encodeMessage({ kind: 'ready', damaged }))
// The process is killed at its end, which would lose its compile cache.
flushCompileCache()

async function openSnapshot({ engine, sumsFolder, ...files }: ReaderConfiguration) {
  const instance = await DuckDBInstance.create(':memory:', engine)
  const opened = await instance.connect()
  const damaged = await attachPublished(opened, files)
  for (const [table, parts] of files.tables) {
    if (damaged.includes(table)) continue
    await opened.run(`CREATE VIEW ${quoteName(table)} AS FROM ${relationOf(table, parts)}`)
  }
  // This optimizer filters each row of a fact by the OR of all conditions of the statement's parts, which the
  // read has already applied: comparisons by day take half as long again.
  await opened.run("SET disabled_optimizers = 'cte_filter_pusher'")
  if (sumsFolder) await opened.run(`SET allowed_directories = [${quoteText(`${sumsFolder}/`)}]`)
  // After this no other file can be opened. Attached files stay readable. Spilling needs the file system,
  // which is why it is disabled entirely only for readers without a spill folder.
  await opened.run('SET enable_external_access = false')
  if (!engine.temp_directory) await opened.run("SET disabled_filesystems = 'LocalFileSystem'")
  await opened.run('SET lock_configuration = true')
  return { connection: opened, damaged }
}

function receive(request: Request): void {
  if (request.kind === 'run') {
    current = request.id
    interrupted = false
    pipe.write(encodeMessage({ kind: 'started', id: request.id }))
    void run(request)
  } else if (request.id === current) {
    interrupted = true
    connection.interrupt()
  }
}

async function run(request: Extract<Request, { kind: 'run' }>): Promise<void> {
  const { id } = request
  try {
    const { rowCount, truncated } = await read(request)
    pipe.write(encodeMessage({ kind: 'end', id, rowCount, truncated }))
  } catch (error) {
    const message = interrupted ? 'INTERRUPT Error: Interrupted!' : (error as Error).message
    // After a fatal error, or with a leftover transaction, every further statement would fail.
    const fatal = /^(?:FATAL|INTERNAL|TransactionContext) Error/.test((error as Error).message)
    pipe.write(encodeMessage({ kind: 'error', id, message, fatal }))
  } finally {
    pipe.uncork()
    current = 0
  }
}

async function read({ id, sql, params, limit, limited, sums }: Extract<Request, { kind: 'run' }>) {
  if (sums.length > 0) await attached.show(sums)
  const statement = await connection.prepare(sql)
  try {
    // Between two steps the engine does not notice an interrupt.
    if (interrupted) throw new Error('INTERRUPT')
    if (statement.statementType !== StatementType.SELECT) throw new Error('only SELECT can be run')
    bindParameters(statement, params)
    if (limited && limit !== null && limit <= mostWhole) {
      const result = await statement.run()
      // Corked: a small answer goes out in one write, which wakes the server once.
      pipe.cork()
      return await send(id, result, chunksOf(result), limit)
    }
    try {
      await beginReading(connection)
      const result = await statement.stream()
      const sent = await send(id, result, fetchedChunks(result), limit)
      if (!sent.truncated) await assertWhole(connection, () => failAgain(sql, params))
      return sent
    } finally {
      await endReading(connection)
    }
  } finally {
    statement.destroySync()
  }
}

function* chunksOf(result: DuckDBMaterializedResult): Generator<DuckDBDataChunk> {
  for (let index = 0; index < result.chunkCount; index += 1) yield result.getChunk(index)
}

async function* fetchedChunks(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  for (;;) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) return
    yield chunk
  }
}

/** Runs the statement to its end without reading rows, and throws the error that cut the rows off. */
async function failAgain(sql: string, params: SqlParameter[]): Promise<void> {
  const statement = await connection.prepare(`EXPLAIN ANALYZE ${sql}`)
  try {
    bindParameters(statement, params)
    await statement.run()
  } finally {
    statement.destroySync()
  }
}

async function send(
  id: number,
  result: DuckDBResult,
  chunks: Iterable<DuckDBDataChunk> | AsyncIterable<DuckDBDataChunk>,
  limit: number | null,
) {
  const columnTypes = result.columnTypes()
  const columns = result.columnNames().map((name, index) => {
    const type = columnTypes[index] as (typeof columnTypes)[number]
    return { name, type: cellTypeOf(type), databaseType: String(type) }
  })
  pipe.write(encodeMessage({ kind: 'columns', id, columns }))
  const readers = columnTypes.map(cellReader)
  let cells: string[][] = columns.map(() => [])
  let [rowCount, gathered, size, first] = [0, 0, 0, true]

  const flush = async () => {
    if (gathered === 0) return
    const texts = cells.map((column) => `[${column.join(',')}]`)
    cells = columns.map(() => [])
    const frame = encodeChunk(id, { rowCount: gathered, columns: texts })
    gathered = 0
    size = 0
    first = false
    if (pipe.write(frame)) return
    const drained = new Promise((resolve) => pipe.once('drain', resolve))
    pipe.uncork()
    await drained
  }

  for await (const chunk of chunks) {
    if (interrupted) throw new Error('INTERRUPT')
    const room = limit === null ? chunk.rowCount : Math.min(chunk.rowCount, limit - rowCount)
    readers.forEach((read, index) => {
      const into = cells[index] as string[]
      const from = into.length
      if (room > 0) read(chunk, index, room, into)
      // Estimating from the last cells is enough to keep frames of wide texts small.
      size += room * ((into[into.length - 1]?.length ?? 0) + (into[from]?.length ?? 0)) * 0.5
    })
    rowCount += room
    gathered += room
    if (room < chunk.rowCount) {
      await flush()
      return { rowCount, truncated: true }
    }
    if (first || gathered >= chunkRows || size >= chunkBytes) await flush()
  }
  await flush()
  return { rowCount, truncated: false }
}
