// The store of results: files with their limits, and the process that sorts, sums and compares them.
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { PoolLog } from '../warehouse/duckdb/pool.ts'
import type { ColumnChunk } from '../warehouse/types.ts'
import type { Engine } from './engine/engine.ts'
import type { JobKind, Jobs, Source, SourceView } from './engine/messages.ts'
import { damage, isMissing, readFailure } from './file/failures.ts'
import { readChunk, readFooter, readWindow } from './file/read.ts'
import { FileWriter } from './file/write.ts'
import { assertId, copiedPath, partPath, wholePath } from './folder.ts'
import { Kept } from './kept.ts'
import type { Quota } from './quota.ts'
import type { SharedResults } from './shared.ts'
import type { ResultStore, ResultWindow, ResultWriter, StoredResult, ViewSpec } from './types.ts'
import type { ViewSpecs } from './viewSpecs.ts'

/** Results with more rows are loaded into a table as soon as they are complete. */
const loadedAtOnce = 100_000
/** Bytes of a view's window, and of the chunks in which a whole result is read. */
const windowBytes = 32 * 1024 * 1024
const chunkBytes = 1024 * 1024
const chunkRows = 8192
/** Copies of other servers' results count for no user: their originals do. */
const nobody = 0

interface Parts {
  folder: string
  found: Kept[]
  quota: Quota
  views: ViewSpecs
  engine: Engine
  shared: SharedResults | undefined
  log: PoolLog
}

export class FileResults implements ResultStore {
  readonly #parts: Parts
  readonly #kept = new Map<string, Kept>()
  readonly #writing = new Map<string, FileWriter>()
  /** Results given up because of damage since the start: their readers are told so, instead of 已过期. */
  readonly #damaged = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
    for (const kept of parts.found) {
      this.#kept.set(kept.id, kept)
      parts.quota.note(kept.userId, kept.bytes)
    }
  }

  /** Process ids, for tests that kill them. */
  pids(): number[] {
    return [this.#parts.engine.pid ?? []].flat()
  }

  async create(id: string, userId: number): Promise<ResultWriter> {
    assertId(id)
    if (this.#kept.has(id)) throw new Error('a result of this id is there already')
    const { folder, quota, engine, log } = this.#parts
    quota.take(userId, 0, 0)
    const kept = new Kept(id, userId, partPath(folder, id, userId))
    this.#kept.set(id, kept)
    const target = wholePath(folder, id, userId)
    const onFinish = () => {
      if (kept.rowCount <= loadedAtOnce) return
      engine.run('load', { source: { id, path: target } }).catch((error: Error) => {
        if (!kept.removed) log.warn({ message: error.message }, 'a result could not be loaded')
      })
    }
    const onAbort = () => this.remove(id)
    const onClose = () => void this.#writing.delete(id)
    try {
      const writer = await FileWriter.create({ kept, target, quota, onFinish, onAbort, onClose })
      this.#writing.set(id, writer)
      return this.#sharing(kept, writer)
    } catch (error) {
      this.#kept.delete(id)
      throw error
    }
  }

  /** Complete results are copied to the shared storage before they count as finished. */
  #sharing(kept: Kept, writer: FileWriter): ResultWriter {
    const { shared, log } = this.#parts
    if (!shared) return writer
    return {
      columns: (columns) => writer.columns(columns),
      append: (chunk) => writer.append(chunk),
      abort: () => writer.abort(),
      finish: async (end) => {
        await writer.finish(end)
        // This server has it in any case, and other servers ask this one first.
        await shared.put(kept.id, kept.path).catch((error: Error) => {
          log.error({ id: kept.id, message: error.message }, 'a result could not be copied to FILES')
        })
      },
    }
  }

  /** The own result, or a copy of another server's. */
  async #here(id: string): Promise<Kept | undefined> {
    const { shared, folder } = this.#parts
    const known = this.#kept.get(id)
    if (known || !shared || this.#damaged.has(id)) return known
    assertId(id)
    const path = copiedPath(folder, id)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (!(await shared.fetch(id, path))) return undefined
    const other = this.#kept.get(id)
    if (other) return other
    const copy = new Kept(id, nobody, path)
    Object.assign(copy, { complete: true, known: false })
    this.#kept.set(id, copy)
    copy.bytes = (await stat(path)).size
    return copy
  }

  async sizeOf(id: string): Promise<number | null> {
    const kept = this.#kept.get(id)
    if (kept && kept.userId !== nobody) return kept.bytes
    return (await this.#parts.shared?.sizeOf(id)) ?? null
  }

  async find(id: string): Promise<StoredResult | null> {
    const kept = await this.#here(id)
    if (!kept) return null
    if (!(await this.#know(kept))) return null
    const { columns, rowCount, complete, truncated, bytes } = kept
    return { columns, rowCount, complete, truncated, bytes }
  }

  async get(id: string): Promise<StoredResult> {
    const found = await this.find(id)
    if (!found) throw this.#missing(id)
    return found
  }

  #missing = (id: string): AppError =>
    new AppError(this.#damaged.has(id) ? 'result_damaged' : 'result_expired')

  async window(id: string, from: number, count: number): Promise<ResultWindow> {
    const kept = await this.#get(id)
    const first = Math.min(from, kept.rowCount)
    return this.#sound([id], () =>
      byName(kept, (path) => readWindow(path, kept.places, kept.columns.length, first, count)),
    )
  }

  async *chunks(id: string, signal?: AbortSignal): AsyncGenerator<ColumnChunk> {
    const kept = await this.#get(id)
    await using file = await byName(kept, (path) => open(path))
    for (let at = 0; ; at += 1) {
      while (at >= kept.places.length && !kept.complete) {
        kept.assertThere()
        await kept.more(signal)
      }
      signal?.throwIfAborted()
      kept.assertThere()
      const place = kept.places[at]
      if (!place) return
      yield await this.#sound([id], () => readChunk(file, place, kept.columns.length))
    }
  }

  async view(id: string, spec: ViewSpec, signal?: AbortSignal) {
    const source = await this.#whole(id)
    const viewId = await this.#parts.views.add(id, spec)
    const view = { id: viewId, spec }
    const { rowCount } = await this.#run('view', { source, view }, signal)
    return { viewId, rowCount }
  }

  async viewWindow(id: string, viewId: string, from: number, count: number): Promise<ResultWindow> {
    const input = await this.#viewed(id, viewId)
    return this.#viewRows(input, from, Math.min(count, this.#rowsIn(id, windowBytes)))
  }

  #viewRows(input: SourceView, from: number, count: number, signal?: AbortSignal): Promise<ResultWindow> {
    return this.#run('window', { ...input, from, count }, signal)
  }

  async *viewChunks(id: string, viewId: string, signal?: AbortSignal): AsyncGenerator<ColumnChunk> {
    const input = await this.#viewed(id, viewId)
    const step = Math.min(chunkRows, this.#rowsIn(id, chunkBytes))
    for (let from = 0; ; ) {
      const { rowCount, columns } = await this.#viewRows(input, from, step, signal)
      if (rowCount === 0) return
      yield { rowCount, columns }
      from += rowCount
    }
  }

  /** Number of average rows that fit, at least one. */
  #rowsIn(id: string, bytes: number): number {
    const kept = this.#kept.get(id)
    const rowBytes = kept && kept.rowCount > 0 ? kept.bytes / kept.rowCount : 1
    return Math.max(1, Math.floor(bytes / rowBytes))
  }

  async statistics(id: string, column: number, viewId: string | null = null, signal?: AbortSignal) {
    const input = await this.#viewed(id, viewId)
    return this.#run('statistics', { ...input, column }, signal)
  }

  async selection(id: string, range: Parameters<ResultStore['selection']>[1], signal?: AbortSignal) {
    const { viewId, from, to, columns } = range
    const input = await this.#viewed(id, viewId)
    return this.#run('selection', { ...input, from, to, columns }, signal)
  }

  async values(id: string, question: Parameters<ResultStore['values']>[1], signal?: AbortSignal) {
    return this.#run('values', { source: await this.#whole(id), ...question }, signal)
  }

  async search(id: string, question: Parameters<ResultStore['search']>[1], signal?: AbortSignal) {
    const { viewId, ...rest } = question
    return this.#run('find', { ...(await this.#viewed(id, viewId)), ...rest }, signal)
  }

  async chart(id: string, spec: Parameters<ResultStore['chart']>[1], signal?: AbortSignal) {
    const { viewId, ...rest } = spec
    const input = await this.#viewed(id, viewId)
    return this.#run('chart', { ...input, spec: rest }, signal)
  }

  async compare(
    left: string,
    right: string,
    keys: number[],
    target: { id: string; userId: number },
    signal?: AbortSignal,
  ) {
    const { engine } = this.#parts
    const sides = { left: await this.#whole(left), right: await this.#whole(right) }
    const writer = await this.create(target.id, target.userId)
    try {
      const made = await this.#run('compare', { ...sides, keys, target: target.id }, signal)
      await writer.columns(made.columns)
      const step = Math.min(chunkRows, this.#rowsIn(left, chunkBytes), this.#rowsIn(right, chunkBytes))
      for (let from = 0; from < made.rowCount; from += step) {
        const rows = { target: target.id, from, count: step }
        await writer.append(await engine.run('differences', rows, signal))
      }
      await engine.run('forget', { id: target.id })
      await writer.finish({ truncated: false })
      return made.comparison
    } catch (error) {
      await writer.abort()
      throw error
    }
  }

  async writeTable(id: string, file: string, name: string, signal?: AbortSignal) {
    const source = await this.#whole(id)
    return this.#run('writeTable', { source, file, name }, signal)
  }

  #run<Kind extends JobKind>(
    kind: Kind,
    input: Jobs[Kind]['takes'],
    signal?: AbortSignal,
  ): Promise<Jobs[Kind]['gives']> {
    return this.#sound(idsIn(input), () => this.#parts.engine.run(kind, input, signal))
  }

  /**
   * Reads results. Damaged ones are deleted, so that the same query is run again instead of being answered by
   * them.
   */
  async #sound<Read>(ids: string[], read: () => Promise<Read>): Promise<Read> {
    try {
      return await read()
    } catch (error) {
      const spoken = damage(error) ?? error
      if (!(spoken instanceof AppError) || spoken.code !== 'result_damaged') throw error
      this.#parts.log.error({ ids }, 'a result was damaged and given up')
      for (const id of ids) await this.#giveUp(id)
      throw spoken
    }
  }

  async #giveUp(id: string): Promise<void> {
    // The shared storage has another copy, which is taken when somebody asks again.
    if (this.#parts.shared) return this.removeHere(id)
    this.#damaged.add(id)
    await this.remove(id)
  }

  async usage(userId: number): Promise<number> {
    return this.#parts.quota.used(userId)
  }

  async remove(id: string): Promise<void> {
    await this.#parts.shared?.remove(id)
    await this.removeHere(id)
  }

  completeIds(): string[] {
    return [...this.#kept.values()].filter(({ complete }) => complete).map(({ id }) => id)
  }

  async removeHere(id: string): Promise<void> {
    const kept = this.#kept.get(id)
    if (!kept) return
    const { engine, quota, views } = this.#parts
    this.#kept.delete(id)
    kept.removed = true
    kept.changed()
    quota.give(kept.userId, kept.bytes)
    await rm(kept.path, { force: true })
    await views.remove(id)
    if (engine.pid) await engine.run('forget', { id }).catch(() => {})
  }

  async stop(): Promise<void> {
    await this.#parts.engine.stop()
    await Promise.all([...this.#writing.values()].map((writer) => writer.leave()))
  }

  /** Reads the footer of a result found at start; false where its file is gone or damaged. */
  async #know(kept: Kept): Promise<boolean> {
    if (kept.known) return true
    try {
      const { head, places } = await readFooter(kept.path)
      kept.fill(head, places)
      return true
    } catch (error) {
      this.#parts.log.error({ id: kept.id, message: (error as Error).message }, 'a result can not be read')
      if (damage(error)) await this.#giveUp(kept.id)
      return false
    }
  }

  async #get(id: string): Promise<Kept> {
    const kept = await this.#here(id)
    if (kept && (await this.#know(kept))) return kept
    throw this.#missing(id)
  }

  async #whole(id: string): Promise<Source> {
    const { path, complete } = await this.#get(id)
    if (complete) return { id, path }
    throw new AppError('parameter_wrong', '结果尚未取完，请等运行结束后再操作')
  }

  async #viewed(id: string, viewId: string | null): Promise<SourceView> {
    const source = await this.#whole(id)
    if (viewId === null) return { source, view: null }
    return { source, view: { id: viewId, spec: await this.#parts.views.find(id, viewId) } }
  }
}

/**
 * During the rename to its final name, which a slow disk prolongs, a result may be found under neither name:
 * it is not gone.
 */
async function byName<Read>(kept: Kept, read: (path: string) => Promise<Read>): Promise<Read> {
  const { complete } = kept
  try {
    return await read(kept.path)
  } catch (error) {
    if (kept.removed || complete || !isMissing(error)) throw readFailure(error)
  }
  if (!kept.complete) await kept.more()
  return read(kept.path).catch((error) => {
    throw readFailure(error)
  })
}

function idsIn(input: Jobs[JobKind]['takes']): string[] {
  const sources = 'left' in input ? [input.left, input.right] : 'source' in input ? [input.source] : []
  return sources.map(({ id }) => id)
}
