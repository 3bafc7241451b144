// Job servers on one store, with a clock that the test controls: nothing happens except through `pass`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Type from 'typebox'
import { onTestFinished } from 'vitest'
import type { Clock } from '#server/jobs/clock.ts'
import { defineJob, type JobContext, type JobKind } from '#server/jobs/declare.ts'
import { Jobs, type JobsLimits } from '#server/jobs/jobs.ts'
import type { Log } from '#server/log.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { PermissionKey } from '#shared/permissions.ts'
import { type Store, silentLog } from '#tests/factories/stores.ts'
import { authorityOf, createUser, upsertRole } from '#features/session/server/index.ts'

export const text = Type.Object({ text: Type.String({ maxLength: 100 }) })

export const kindOf = (change: Partial<JobKind<typeof text>> = {}) =>
  defineJob({ name: 'test.work', title: '测试', payload: text, perServer: 10, perLane: 10, ...change })

export class TestClock implements Clock {
  #now = Date.parse('2026-10-05T00:00:00.000Z')
  #elapsed = 0
  now = (): number => this.#now
  elapsed = (): number => this.#elapsed
  /** Advances the time. */
  pass(ms: number): void {
    this.#now += ms
    this.#elapsed += ms
  }
  /** Sets the clock, as an administrator may. */
  set(moment: string): void {
    this.#now = Date.parse(moment)
  }
}

export async function openWorkshop(store: Store) {
  const metadata = await store.open()
  const clock = new TestClock()
  const folders: string[] = []
  onTestFinished(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'jobs-'))
    folders.push(made)
    return made
  }
  const server = async (
    kind: JobKind<typeof text>,
    { dataDir = folder(), limits = {}, ...rest }: ServerOptions = {},
  ) => {
    const work = new Work()
    const jobs = new Jobs({
      metadata: rest.metadata ?? metadata,
      log: rest.log ?? silentLog,
      settings: {
        zone: rest.zone ?? 'Asia/Shanghai',
        cutoffHour: rest.cutoffHour ?? 0,
        warehouse: rest.warehouse ?? 'embedded',
      },
      dataDir,
      kinds: [kind],
      clock: rest.clock ?? clock,
      limits: { leaseMs: 12_000, drainMs: 50, ...limits },
    })
    jobs.handle(kind, { run: work.run, changed: rest.changed ?? (async () => undefined) })
    await jobs.open()
    const send = (name: string, userId: number | null = null, more: object = {}) =>
      jobs.enqueue({ kind, payload: { text: name }, userId, ...more })
    return { jobs, work, send, dataDir }
  }
  let people = 0
  const person = async (keys: readonly PermissionKey[] = [], games: 'all' | string[] = 'all') => {
    people += 1
    const name = `person${people}`
    const roleId = await upsertRole(metadata.db, `role of ${name}`, authorityOf(keys))
    return createUser(metadata.db, {
      email: `${name}@example.com`,
      username: name,
      passwordHash: 'a password',
      roleId,
      games,
    })
  }
  const row = (id: string) =>
    metadata.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { metadata, clock, server, person, row, folder }
}

interface ServerOptions {
  warehouse?: string
  dataDir?: string
  limits?: Partial<JobsLimits>
  metadata?: Metadata
  clock?: Clock
  log?: Log
  zone?: string
  cutoffHour?: number
  changed?: Parameters<Jobs['handle']>[1]['changed']
}

type Answer = Awaited<ReturnType<Parameters<Jobs['handle']>[1]['run']>>

/**
 * The running jobs in the order of their start; each ends when the test says so, even if that was before its start.
 */
export class Work {
  readonly begun: string[] = []
  readonly contexts = new Map<string, JobContext>()
  readonly #ends = new Map<string, PromiseWithResolvers<Answer>>()
  #began = Promise.withResolvers<void>()

  readonly run = ({ text }: { text: string }, context: JobContext): Promise<Answer> => {
    const end = this.#endOf(text)
    this.begun.push(text)
    this.contexts.set(text, context)
    this.#began.resolve()
    this.#began = Promise.withResolvers()
    const leave = () => {
      if (!text.startsWith('deaf')) end.reject(context.signal.reason)
    }
    context.signal.addEventListener('abort', leave)
    if (context.signal.aborted) leave()
    return end.promise.finally(() => this.#ends.delete(text))
  }

  /** Waits until this many have started. */
  async until(count: number): Promise<void> {
    while (this.begun.length < count) await this.#began.promise
  }

  end(text: string, answer?: Answer): void {
    this.#endOf(text).resolve(answer)
  }

  fail(text: string, error: unknown): void {
    this.#endOf(text).reject(error)
  }

  #endOf(text: string): PromiseWithResolvers<Answer> {
    const end = this.#ends.get(text) ?? Promise.withResolvers<Answer>()
    this.#ends.set(text, end)
    end.promise.catch(() => undefined)
    return end
  }
}
