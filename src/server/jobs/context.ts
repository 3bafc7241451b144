// State shared by the modules of the job engine.
import type { TSchema } from 'typebox'
import type { Log } from '../log.ts'
import type { Metadata } from '../metadata/open.ts'
import type { Settings } from '../settings.ts'
import type { Clock } from './clock.ts'
import type { JobKind, JobWork } from './declare.ts'
import type { RunBasis } from './finish.ts'
import { insertJob, type JobOrder } from './queue.ts'
import type { Db } from './rows.ts'

export interface JobContextOptions {
  metadata: Metadata
  log: Log
  clock: Clock
  home: string
  settings: Pick<Settings, 'zone' | 'cutoffHour'> & Partial<Pick<Settings, 'files' | 'warehouse'>>
}

export class JobContext {
  readonly metadata: Metadata
  readonly log: Log
  readonly clock: Clock
  readonly home: string
  readonly settings: JobContextOptions['settings']
  readonly #kinds: Map<string, JobKind>
  readonly #work = new Map<string, JobWork<never>>()

  constructor({ metadata, log, clock, home, settings }: JobContextOptions, kinds: readonly JobKind[]) {
    this.metadata = metadata
    this.log = log
    this.clock = clock
    this.home = home
    this.settings = settings
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]))
    if (this.#kinds.size !== kinds.length) throw new Error('two kinds of jobs have one name')
  }

  readonly now = (): number => this.clock.now()

  readonly bases = (): RunBasis[] => [...this.#kinds.keys()].flatMap((name) => this.basisOf(name) ?? [])

  /** Undefined for a kind that another version of the product declared. */
  readonly basisOf = (name: string): RunBasis | undefined => {
    const kind = this.#kinds.get(name)
    const changed = this.#work.get(name)?.changed
    return kind && { kind, changed, dialect: this.metadata.dialect, now: this.now() }
  }

  handle<Payload extends TSchema>(kind: JobKind<Payload>, work: JobWork<Payload>): void {
    if (this.#kinds.get(kind.name) !== (kind as unknown as JobKind))
      throw new Error(`no slice declares the job ${kind.name}`)
    this.#work.set(kind.name, work as JobWork<never>)
  }

  workOf(name: string): JobWork<never> {
    const work = this.#work.get(name)
    if (!work) throw new Error(`nothing handles the job ${name}`)
    return work
  }

  /** Checks that every kind has a handler, and makes its row. */
  async prepare(): Promise<void> {
    for (const kind of this.#kinds.keys()) this.workOf(kind)
    const { db } = this.metadata
    const known = new Set((await db.selectFrom('job_kind').select('kind').execute()).map(({ kind }) => kind))
    const missing = [...this.#kinds.keys()].filter((kind) => !known.has(kind))
    if (missing.length === 0) return
    await db
      .insertInto('job_kind')
      .values(missing.map((kind) => ({ kind, fence: 0, turn: 0 })))
      .onConflict((conflict) => conflict.column('kind').doNothing())
      .execute()
  }

  insert<Payload extends TSchema>(db: Db, order: JobOrder<Payload>) {
    const { home, metadata, settings } = this
    const hasFiles = (settings.files ?? null) !== null
    const hasWarehouse = (settings.warehouse ?? 'embedded') !== 'embedded'
    return insertJob(db, order, { home, hasFiles, hasWarehouse, dialect: metadata.dialect, now: this.now() })
  }
}
