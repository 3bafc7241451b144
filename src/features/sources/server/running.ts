// A run of a source: what there is since the last one is loaded batch by batch. What is about to be published is noted
// before it is, and what was published with where the next look begins: a kill in between loads nothing twice.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionUser } from '#server/http/session.ts'
import type { JobContext, JobDone } from '#server/jobs/declare.ts'
import { refuseRuled } from '#server/objects/ruled.ts'
import { living } from '#server/scopes/life.ts'
import { type Batch, type Connector, SourceProblem } from '#server/sources/connector.ts'
import { connectorOf } from '#server/sources/index.ts'
import { storageFailure } from '#server/storage.ts'
import { importProblem } from '#server/warehouse/import/problem.ts'
import { ReplacementProblem } from '#server/warehouse/import/replacement.ts'
import { AppError } from '#shared/errors.ts'
import { openHold, settledHolds } from '#features/checks/server/index.ts'
import type { LoadOutcome, RunReason, RunSpan } from '../contract.ts'
import type { SourcesDeps } from './deps.ts'
import { isPublished, loadBatch, tableColumns } from './loading.ts'
import { type StoredSource, sources } from './objectKind.ts'
import { pushConnector } from './push/connector.ts'
import { pushKind } from './push/kind.ts'
import { readSecrets } from './secrets.ts'
import type { Pending } from './tables.ts'

interface Order {
  source: number
  reason: RunReason
  span?: RunSpan
}

interface Known {
  fingerprint: string | null
  outcome: LoadOutcome
  revision: number
}

export async function runSource(
  deps: SourcesDeps,
  { source: id, reason, span }: Order,
  context: JobContext,
): Promise<JobDone | undefined> {
  const { db } = deps.metadata
  const row = await db
    .selectFrom('source')
    .selectAll()
    .where('id', '=', id)
    .where(living('source'))
    .executeTakeFirst()
  if (!row || !context.owner || (reason === 'clock' && row.paused === 1)) return undefined
  const run = new SourceRun(deps, row as StoredSource, { reason, span }, context, context.owner)
  // Where loading takes longer than the interval, looks must not queue up.
  if (await run.isLate()) return undefined
  return { result: await run.work() }
}

/** Failures of what arrived: the batch is kept as failed. */
const ofTheBatch: readonly string[] = ['import_invalid', 'load_held']

class SourceRun {
  readonly #deps: SourcesDeps
  readonly #row: StoredSource
  readonly #reason: RunReason
  readonly #span: RunSpan | undefined
  readonly #context: JobContext
  readonly #owner: SessionUser
  readonly #folder: string
  readonly #problems: string[] = []
  #loaded = 0
  /** Batches that failed before and are not tried again. */
  #held = 0

  constructor(
    deps: SourcesDeps,
    row: StoredSource,
    { reason, span }: Pick<Order, 'reason'> & { span: RunSpan | undefined },
    context: JobContext,
    owner: SessionUser,
  ) {
    this.#deps = deps
    this.#row = row
    this.#reason = reason
    this.#span = span
    this.#context = context
    this.#owner = owner
    this.#folder = join(deps.settings.dataDir, 'sources', 'work', context.id)
  }

  async isLate(): Promise<boolean> {
    const { fireAt, attempt } = this.#context
    if (!fireAt || attempt > 1) return false
    const { looked_at } = (await this.#state()) ?? {}
    // A look of a time to come was noted by a clock that has been set back since.
    if (!looked_at || looked_at > new Date().toISOString()) return false
    return looked_at > fireAt.toISOString()
  }

  #state() {
    return this.#deps.metadata.db
      .selectFrom('source_state')
      .selectAll()
      .where('source_id', '=', this.#row.id)
      .executeTakeFirst()
  }

  async work(): Promise<{ loaded: number }> {
    const { signal } = this.#context
    try {
      await this.#load()
    } catch (error) {
      signal.throwIfAborted()
      // Of a full disk the room is given back first, or the failure could not be noted.
      await this.#clear()
      const known =
        error instanceof SourceProblem ? importProblem(error.message) : (storageFailure(error) ?? error)
      if (!(known instanceof AppError)) throw known
      await this.#fail(known.message)
      throw known
    } finally {
      await this.#clear()
    }
    const problem = this.#problems.join('\n') || null
    const looked_at = new Date().toISOString()
    if (problem === null) await this.#note({ looked_at, ...(this.#held === 0 && { problem: null }) })
    else {
      await this.#fail(problem)
      throw importProblem(problem)
    }
    return { loaded: this.#loaded }
  }

  #clear(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }

  async #load(): Promise<void> {
    const { metadata, settings } = this.#deps
    const refused = sources.refuses?.(this.#owner, this.#row)
    if (refused) throw new AppError('permission_missing', refused)
    await refuseRuled(metadata.db, this.#owner, '数据接入')
    const connector =
      this.#row.kind === pushKind
        ? pushConnector(metadata, this.#row.id, () => tableColumns(this.#deps, this.#row))
        : await connectorOf(this.#row.kind, settings)
    if (!connector) throw importProblem('这个版本没有这种数据源')
    const secrets = readSecrets(settings, this.#row)
    await this.#settle()
    await this.#settleHolds()
    const waiting = await openHold(metadata.db, this.#row.id)
    if (waiting !== null) throw importProblem(waiting)
    if (this.#span) return this.#loadSpan(connector, secrets, this.#span)
    const isAgain = this.#reason === 'again'
    const mark = isAgain ? null : ((await this.#state())?.mark ?? null)
    const known = await this.#known()
    const found = connector.batches(JSON.parse(this.#row.settings), secrets, mark, this.#context.signal)
    for await (const batch of found) {
      const former = known.get(batch.name)
      if (!isAgain && this.#isKnown(batch, former)) {
        if (former?.outcome !== 'failed') await batch.done?.()
        continue
      }
      const isLoaded = await this.#take(batch)
      if (isLoaded) await batch.done?.()
      // Later rows would move the mark past those that could not be loaded.
      if (!isLoaded && (batch.mark !== null || (await openHold(metadata.db, this.#row.id)) !== null)) return
    }
  }

  /** The mark stays: what is new comes by the other runs. */
  async #loadSpan(
    connector: Pick<Connector, 'batches' | 'days'>,
    secrets: Record<string, string>,
    span: RunSpan,
  ): Promise<void> {
    const { batchesOf, loadedBefore } = await import('./spans.ts')
    const { metadata, settings } = this.#deps
    const { id, signal } = this.#context
    const before = await loadedBefore(metadata.db, this.#row.id, id, span)
    const place = { span, zone: settings.zone, signal }
    const found = batchesOf(connector, JSON.parse(this.#row.settings), secrets, place)
    for await (const { batch, begins, ends } of found) {
      if (before.has(batch.name)) continue
      // Rows that replace others are loaded anew, though the same were loaded once: what is there may be others since.
      const digest = this.#row.mode === 'rows' ? {} : { digest: `span ${id} ${batch.name}` }
      const tell = (fraction: number, step: string) =>
        this.#context.progress(begins + fraction * (ends - begins), step)
      const isLoaded = await this.#take({ ...batch, ...digest }, tell)
      if (!isLoaded && (await openHold(metadata.db, this.#row.id)) !== null) return
    }
  }

  /** After a kill between a publication and its note: rows that are in the table are not read again. */
  async #settle(): Promise<void> {
    const { pending } = (await this.#state()) ?? {}
    if (!pending) return
    const { digest, mark }: Pending = JSON.parse(pending)
    const isThere = await isPublished(this.#deps, this.#row, digest)
    await this.#deps.metadata.db
      .updateTable('source_state')
      .set({ pending: null, ...(isThere && mark !== null && { mark }) })
      .where('source_id', '=', this.#row.id)
      .execute()
  }

  /** What was decided of batches that checks had held back: the source goes on behind them. */
  async #settleHolds(): Promise<void> {
    const { db } = this.#deps.metadata
    const decided = await settledHolds(db, this.#row.id)
    if (decided.length === 0) return
    await this.#begin()
    for (const { id, batch, isReleased, rows } of decided) {
      // Under other settings it is read from the beginning.
      const mark = batch.settings === this.#row.settings ? batch.mark : null
      await this.#keep(
        { name: batch.name, mark, ...(batch.fingerprint !== null && { fingerprint: batch.fingerprint }) },
        {
          outcome: isReleased ? 'loaded' : 'dropped',
          rows: isReleased ? rows : 0,
          replaced: 0,
          bytes: 0,
          ms: 0,
          problem: null,
        },
      )
      await db.updateTable('data_hold').set({ settled: 1 }).where('id', '=', id).execute()
    }
  }

  /** What became of each batch of this name last. */
  async #known(): Promise<Map<string, Known>> {
    const rows = await this.#deps.metadata.db
      .selectFrom('source_load')
      .select(['name', 'fingerprint', 'outcome', 'revision'])
      .where('source_id', '=', this.#row.id)
      .where('table_name', '=', this.#row.table_name)
      .orderBy('id')
      .execute()
    return new Map(rows.map((row) => [row.name, row]))
  }

  #isKnown({ fingerprint }: Batch, known: Known | undefined): boolean {
    if (!known || fingerprint === undefined || known.fingerprint !== fingerprint) return false
    // What could not be loaded is not tried each minute, but once more after a change or by hand.
    if (known.outcome !== 'failed') return true
    const isHeld = this.#reason === 'clock' && known.revision === this.#row.revision
    if (isHeld) this.#held += 1
    return isHeld
  }

  /** Whether it is in the table. */
  async #take(
    batch: Batch,
    tell = (fraction: number, step: string) => this.#context.progress(fraction, step),
  ): Promise<boolean> {
    const { signal } = this.#context
    await this.#begin()
    const begun = performance.now()
    const folder = join(this.#folder, 'batch')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const took = () => Math.round(performance.now() - begun)
    try {
      const { outcome, rows, replaced, bytes, note } = await loadBatch({
        deps: this.#deps,
        source: this.#row,
        owner: this.#owner,
        batch,
        folder,
        run: this.#context.id,
        signal,
        tell,
        confirmed: (await this.#state())?.confirmed ?? null,
        intend: (digest) => this.#intend({ digest, mark: batch.mark }),
      })
      await this.#keep(batch, { outcome, rows, replaced, bytes, ms: took(), problem: note })
      this.#loaded += 1
      if (outcome === 'loaded') await this.#ask(null)
      return true
    } catch (error) {
      signal.throwIfAborted()
      const known = error instanceof SourceProblem ? importProblem(error.message) : error
      // A full disk or a busy store is no fault of the batch: the next run tries it again.
      if (!(known instanceof AppError) || !ofTheBatch.includes(known.code)) throw known
      if (known instanceof ReplacementProblem) await this.#ask(known.replacement.digest)
      const message = known.message.includes(batch.name) ? known.message : `${batch.name}：${known.message}`
      this.#problems.push(message)
      await this.#keep(batch, {
        outcome: 'failed',
        rows: 0,
        replaced: 0,
        bytes: 0,
        ms: took(),
        problem: message,
      })
      return false
    }
  }

  async #keep(
    { name, fingerprint, mark }: Pick<Batch, 'name' | 'fingerprint' | 'mark'>,
    done: {
      outcome: LoadOutcome
      rows: number
      replaced: number
      bytes: number
      ms: number
      problem: string | null
    },
  ): Promise<void> {
    const { id, revision, table_name } = this.#row
    await this.#deps.metadata.transaction(async (db) => {
      await db
        .insertInto('source_load')
        .values({
          source_id: id,
          run_id: this.#context.id,
          revision,
          table_name,
          name,
          fingerprint: fingerprint ?? null,
          at: new Date().toISOString(),
          ...done,
        })
        .execute()
      await db
        .updateTable('source_state')
        .set({ pending: null, ...(done.outcome !== 'failed' && mark !== null && { mark }) })
        .where('source_id', '=', id)
        .execute()
    })
  }

  /** What was confirmed counts for one load. */
  async #ask(asks: string | null): Promise<void> {
    await this.#deps.metadata.db
      .updateTable('source_state')
      .set({ asks, confirmed: null })
      .where('source_id', '=', this.#row.id)
      .execute()
  }

  async #intend(pending: Pending): Promise<void> {
    await this.#deps.metadata.db
      .updateTable('source_state')
      .set({ pending: JSON.stringify(pending) })
      .where('source_id', '=', this.#row.id)
      .execute()
  }

  /** A run that finds nothing leaves no row. */
  async #begin(): Promise<void> {
    await this.#deps.metadata.db
      .insertInto('source_run')
      .values({
        id: this.#context.id,
        source_id: this.#row.id,
        reason: this.#reason,
        span: this.#span ? JSON.stringify(this.#span) : null,
        outcome: 'running',
        started_at: new Date().toISOString(),
        ended_at: null,
        problem: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }

  /** The same failure of each look is one run. */
  async #fail(problem: string): Promise<void> {
    const before = await this.#state()
    if (before?.problem !== problem) await this.#begin()
    await this.#note({ problem, looked_at: new Date().toISOString() })
  }

  async #note(state: { problem?: string | null; looked_at: string }): Promise<void> {
    await this.#deps.metadata.db
      .updateTable('source_state')
      .set(state)
      .where('source_id', '=', this.#row.id)
      .execute()
  }
}
