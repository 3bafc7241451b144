// The server's side of the results process: starts it on demand, sends it work, kills it when it ignores a
// cancel, restarts it after a crash. Everything it builds can be rebuilt, so interrupted work is repeated
// once.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '#server/process/bareEnvironment.ts'
import type { PoolLog } from '#server/warehouse/duckdb/pool.ts'
import { AppError } from '#shared/errors.ts'
import type { Answer, EngineConfiguration, JobKind, Jobs, Order } from './messages.ts'

const script = fileURLToPath(new URL('./process.ts', import.meta.url))

/** How long canceled work may run on before its process is killed (ms). */
const heedTime = 1000
/** Time-out of one piece of work (ms). */
const longestTime = 600_000

interface Pending {
  order: Order
  tries: number
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export class Engine {
  readonly #configuration: EngineConfiguration
  readonly #log: PoolLog
  readonly #pending = new Map<number, Pending>()
  #process: ChildProcess | null = null
  #lastId = 0
  #stopped = false

  constructor(configuration: EngineConfiguration, log: PoolLog) {
    this.#configuration = configuration
    this.#log = log
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  async run<Kind extends JobKind>(
    kind: Kind,
    input: Jobs[Kind]['takes'],
    signal?: AbortSignal,
  ): Promise<Jobs[Kind]['gives']> {
    if (this.#stopped) throw new AppError('warehouse_unavailable')
    signal?.throwIfAborted()
    this.#lastId += 1
    const id = this.#lastId
    const settled = Promise.withResolvers<unknown>()
    const order = { id, kind, input } as Order
    this.#pending.set(id, { order, tries: 0, resolve: settled.resolve, reject: settled.reject })
    const cancel = () => this.#cancel(id, signal?.reason)
    const timer = setTimeout(() => this.#cancel(id, new AppError('query_timeout')), longestTime)
    signal?.addEventListener('abort', cancel, { once: true })
    this.#send(order)
    try {
      return (await settled.promise) as Jobs[Kind]['gives']
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const { reject } of this.#pending.values()) reject(new AppError('warehouse_unavailable'))
    this.#pending.clear()
    const running = this.#process
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const gone = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await gone
  }

  #send(order: Order): void {
    this.#process ??= this.#start()
    // A failed send means that the process is gone; its exit handler repeats the work.
    this.#process.send(order, () => {})
  }

  #start(): ChildProcess {
    const started = fork(script, [JSON.stringify(this.#configuration)], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // DuckDB statements occupy threads of Node's pool.
      env: { UV_THREADPOOL_SIZE: '12', ...bareEnvironment() },
    })
    started.on('message', (answer) => this.#take(answer as Answer))
    started.on('error', () => started.kill('SIGKILL'))
    started.once('exit', () => this.#ended(started))
    return started
  }

  #take(answer: Answer): void {
    if (answer.kind === 'ready') return
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if (answer.kind === 'done') pending?.resolve(answer.value)
    else pending?.reject(new AppError(answer.code, answer.message))
  }

  #cancel(id: number, reason: unknown): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    pending.reject(reason instanceof AppError ? reason : new AppError('query_canceled'))
    // Stays pending until it ends, and is not repeated.
    pending.tries = Number.POSITIVE_INFINITY
    this.#process?.send({ id, kind: 'cancel' } satisfies Order, () => {})
    const running = this.#process
    setTimeout(() => {
      if (this.#pending.has(id) && this.#process === running) running?.kill('SIGKILL')
    }, heedTime).unref()
  }

  #ended(gone: ChildProcess): void {
    if (this.#process === gone) this.#process = null
    if (this.#stopped) return
    this.#log.warn({ pid: gone.pid, waiting: this.#pending.size }, 'the process for results ended')
    for (const [id, pending] of [...this.#pending]) {
      pending.tries += 1
      if (pending.tries < 2) this.#send(pending.order)
      else {
        this.#pending.delete(id)
        pending.reject(new AppError('query_failed', '处理结果时内存不足或进程中断，请稍后重试'))
      }
    }
  }
}
