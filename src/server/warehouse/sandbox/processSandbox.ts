// The sandbox: a query waits for its turn, gets its own process, and the process ends with it. Short queries
// do not wait for long ones (lanes.ts).

import type { Turns } from '#server/limits/turns.ts'
import { tellStatement } from '#server/measured.ts'
import { inSpan, type OpenSpan } from '#server/tracing/spans.ts'
import { AppError, errors } from '#shared/errors.ts'
import type { WarehouseColumn } from '../types.ts'
import type { Defences } from './defences.ts'
import { HeldOutput } from './heldOutput.ts'
import { type Lanes, type LaneTurn, ownTurn } from './lanes.ts'
import type { MemoryWatch } from './memoryWatch.ts'
import { type Message, memoryText, type RunEnd } from './messages.ts'
import type { Spares } from './spares.ts'
import type { Sandbox, SandboxFunction, SandboxRequest, SandboxResult } from './types.ts'
import { WorkClock } from './workClock.ts'
import { type Worker, WorkerGone } from './worker.ts'

const defaultTimeout = 180_000

interface Parts {
  lanes: Lanes
  /** Turns of background work: an export delays nobody's queries, not even its own user's. */
  background: Turns
  spares: Spares
  defences: Defences
  memory: MemoryWatch
  /** Stops what depends on the warehouse. */
  onStop: () => void
}

export class ProcessSandbox implements Sandbox {
  readonly #parts: Parts
  readonly #endings = new Set<Ending>()
  #stopped = false
  #functions: Promise<SandboxFunction[]> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  run(request: SandboxRequest): Promise<SandboxResult> {
    return inSpan({ name: 'sandbox statement', kind: 'client' }, (span) => this.#run(request, span))
  }

  async #run(request: SandboxRequest, span: OpenSpan | null): Promise<SandboxResult> {
    const ending = this.#follow(request.signal)
    const asked = performance.now()
    try {
      return await this.#enter(request, ending.signal, async (turn) => {
        const begun = performance.now()
        const queuedMs = tenths(begun - asked)
        span?.set({ 'analytics.waited_ms': Math.round(queuedMs) })
        try {
          const result = { ...(await this.#attempt(request, turn)), queuedMs }
          span?.set({ 'db.response.returned_rows': result.rowCount })
          return result
        } finally {
          tellStatement({ of: 'sql', waitedMs: begun - asked, workedMs: performance.now() - begun })
        }
      })
    } finally {
      this.#forget(ending)
    }
  }

  functions(): Promise<SandboxFunction[]> {
    this.#functions ??= this.#askFunctions().catch((error) => {
      this.#functions = undefined
      throw error
    })
    return this.#functions
  }

  defences(): string[] {
    return this.#parts.defences.lines
  }

  isWeakened(): boolean {
    return this.#parts.defences.isWeakened
  }

  load(): { running: number; waiting: number } {
    const { lanes, background } = this.#parts
    return { running: lanes.running + background.running, waiting: lanes.waiting + background.waiting }
  }

  pids(): number[] {
    return this.#parts.spares.pids()
  }

  async stop(): Promise<void> {
    this.#parts.onStop()
    this.#stopped = true
    for (const ending of this.#endings) ending.abort(stopping())
    await this.#parts.spares.stop()
  }

  #follow(signal: AbortSignal | undefined): Ending {
    if (this.#stopped) throw stopping()
    const ending = new Ending(signal)
    this.#endings.add(ending)
    return ending
  }

  #forget(ending: Ending): void {
    ending.dispose()
    this.#endings.delete(ending)
  }

  async #enter<Result>(
    { userId: key, onPlace, quick, background }: SandboxRequest,
    signal: AbortSignal,
    work: (turn: LaneTurn) => Promise<Result>,
  ): Promise<Result> {
    if (!background) return this.#parts.lanes.run(signal, { key, onPlace, quick }, work)
    return work(ownTurn(signal, await this.#parts.background.enter(signal, { key, onPlace })))
  }

  async #attempt(request: SandboxRequest, turn: LaneTurn): Promise<Omit<SandboxResult, 'queuedMs'>> {
    const ending = new Ending(turn.signal, (signal) => signal.reason as AppError)
    try {
      if (!turn.isTry) return await this.#work(request, ending, turn)
      const held = new HeldOutput(request, turn)
      const end = await this.#work({ ...request, ...held.output }, ending, turn)
      await Promise.race([held.handOn(), ending.reached])
      return end
    } finally {
      ending.dispose()
    }
  }

  /** The turn is given back only when the process is gone: until then it uses the machine's resources. */
  async #work(
    request: SandboxRequest,
    ending: Ending,
    { begin, leave }: LaneTurn,
  ): Promise<Omit<SandboxResult, 'queuedMs'>> {
    const clock = new WorkClock(request.timeoutMs ?? defaultTimeout, () =>
      ending.abort(new AppError('query_timeout')),
    )
    let worker: Worker | undefined
    try {
      worker = await this.#parts.spares.take(ending.signal)
      begin()
      const taker = new Taker(request, clock, ending.signal)
      const end = await this.#obey(worker, request, taker, ending)
      return { ...end, columns: taker.columns, elapsedMs: tenths(clock.elapsedMs) }
    } finally {
      clock.stop()
      worker?.kill()
      if (worker) void worker.ended.then(leave)
      else leave()
    }
  }

  async #obey(worker: Worker, request: SandboxRequest, taker: Taker, ending: Ending): Promise<RunEnd> {
    const stopWatching = this.#watch(worker)
    const { sql, params, limit, mode, scope, wholeCells = false } = request
    const order = { kind: 'run' as const, sql, params, limit, mode, scope, wholeCells }
    try {
      const running = worker.obey(order, 'end', (message) => taker.take(message))
      const { rowCount, truncated, plan } = await Promise.race([running, ending.reached])
      return { rowCount, truncated, plan }
    } catch (error) {
      ending.signal.throwIfAborted()
      throw spoken(error)
    } finally {
      stopWatching()
    }
  }

  #watch(worker: Worker): () => void {
    if (!this.#parts.defences.watchedFromOutside || worker.pid === undefined) return () => {}
    return this.#parts.memory.watch(worker.pid, () => {
      worker.exceeded = true
      worker.kill()
    })
  }

  async #askFunctions(): Promise<SandboxFunction[]> {
    const ending = this.#follow(undefined)
    let worker: Worker | undefined
    try {
      worker = await this.#parts.spares.take(ending.signal)
      const { functions } = await worker.obey({ kind: 'functions' }, 'functions', raise)
      return functions
    } catch (error) {
      throw spoken(error)
    } finally {
      worker?.kill()
      this.#forget(ending)
    }
  }
}

/** Why a query must end: canceled, out of time, or server shutdown. Waiters learn it at once. */
class Ending {
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal | undefined
  readonly #cancel: () => void
  readonly reached: Promise<never>

  constructor(
    caller: AbortSignal | undefined,
    reasonOf: (signal: AbortSignal) => AppError = () => new AppError('query_canceled'),
  ) {
    this.#cancel = () => caller && this.abort(reasonOf(caller))
    const reached = Promise.withResolvers<never>()
    this.reached = reached.promise
    this.reached.catch(() => {})
    this.signal.addEventListener('abort', () => reached.reject(this.signal.reason), { once: true })
    this.#caller = caller
    if (caller?.aborted) this.#cancel()
    else caller?.addEventListener('abort', this.#cancel, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(reason: AppError): void {
    this.#controller.abort(reason)
  }

  dispose(): void {
    this.#caller?.removeEventListener('abort', this.#cancel)
  }
}

/** Passes on the process's output; the clock is stopped while the caller takes it. */
class Taker {
  columns: WarehouseColumn[] = []
  readonly #request: SandboxRequest
  readonly #clock: WorkClock
  readonly #signal: AbortSignal

  constructor(request: SandboxRequest, clock: WorkClock, signal: AbortSignal) {
    this.#request = request
    this.#clock = clock
    this.#signal = signal
  }

  async take(message: Message): Promise<void> {
    // Nobody wants the rest of an aborted query.
    if (this.#signal.aborted) return
    if (message.kind === 'error') raise(message)
    if (message.kind === 'columns') {
      this.columns = message.columns
      this.#request.onColumns?.(message.columns)
    }
    if (message.kind === 'chunk') await this.#wait(this.#request.onChunk?.(message.chunk))
    if (message.kind === 'progress') this.#request.onProgress?.(message.rowCount)
    if (message.kind === 'bytes') await this.#wait(this.#request.onBytes?.(message.bytes))
  }

  async #wait(taking: void | Promise<void>): Promise<void> {
    if (!taking) return
    this.#clock.pause()
    try {
      await taking
    } finally {
      if (!this.#signal.aborted) this.#clock.resume()
    }
  }
}

function raise(message: Message): void {
  if (message.kind !== 'error') return
  const { code, message: text, data } = message.failure
  throw new AppError(code in errors ? code : 'internal', text, data)
}

function spoken(error: unknown): unknown {
  if (!(error instanceof WorkerGone)) return error
  return new AppError('query_failed', error.ofMemory ? memoryText : '查询进程意外结束，请重试或缩小范围')
}

function stopping(): AppError {
  return new AppError('warehouse_unavailable', '服务正在停止，请稍后再试')
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10
}
