// The server's side of the processes that read logs: started on demand, ended when idle. Orders are small and
// callers take turns, so that a long search does not delay others.
import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Turns } from '#server/limits/turns.ts'
import { bareEnvironment } from '#server/process/bareEnvironment.ts'
import { MemoryWatch } from '#server/warehouse/sandbox/memoryWatch.ts'
import type { AnswerOf, Order } from './engine/orders.ts'

const program = fileURLToPath(new URL('./engine/program.ts', import.meta.url))

const limits = { residentMiB: 768, heapMiB: 384, orderMs: 30_000, restMs: 300_000 }

/** The file was changed or replaced. */
export class LogFileGone extends Error {}

type Said = { id: number; given?: unknown; gone?: true; problem?: string }

interface Reader {
  child: ChildProcess
  /** Number of its pending orders. */
  orders: number
}

export class LogReaders {
  readonly #processes = Math.max(1, Math.min(4, availableParallelism()))
  /** Each reader has its next order before it has answered the last. */
  readonly atOnce = this.#processes * 2
  readonly #turns = new Turns({ atOnce: this.atOnce })
  readonly #watch = new MemoryWatch(limits.residentMiB * 1024 * 1024)
  readonly #readers: Reader[] = []
  #lastId = 0
  #rest: NodeJS.Timeout | undefined

  /**
   * Rejects with LogFileGone, the signal's reason, or another error. An aborted order ends soon and keeps its
   * turn until then.
   */
  async ask<One extends Order>(
    order: One,
    signal: AbortSignal,
    line: string | number,
  ): Promise<AnswerOf<One>> {
    const leave = await this.#turns.enter(signal, { key: line })
    const answer = this.#send(order).finally(leave)
    const left = Promise.withResolvers<never>()
    const onAbort = () => left.reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    answer.catch(() => undefined)
    try {
      return await Promise.race([answer, left.promise])
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Starts the readers: whoever opens the page will search. */
  warm(): void {
    while (this.#readers.length < this.#processes) this.#begin()
    this.#restLater()
  }

  stop(): void {
    clearTimeout(this.#rest)
    for (const { child } of this.#readers.splice(0)) child.kill('SIGKILL')
  }

  pids(): number[] {
    return this.#readers.map(({ child }) => child.pid ?? 0)
  }

  #restLater(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.stop(), limits.restMs).unref()
  }

  #begin(): Reader {
    const child = spawn(process.execPath, [`--max-old-space-size=${limits.heapMiB}`, program], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: bareEnvironment(),
      cwd: '/',
    })
    // Idle readers do not keep the server from exiting.
    child.unref()
    child.channel?.unref()
    const reader = { child, orders: 0 }
    const forget = this.#watch.watch(child.pid ?? 0, () => child.kill('SIGKILL'))
    const leave = () => {
      forget()
      const at = this.#readers.indexOf(reader)
      if (at >= 0) this.#readers.splice(at, 1)
    }
    child.once('exit', leave).once('error', leave)
    this.#readers.push(reader)
    return reader
  }

  /** The least busy reader; starts another one up to the limit. */
  #free(): Reader {
    const [free] = this.#readers.toSorted((one, other) => one.orders - other.orders)
    const isEnough = this.#readers.length >= this.#processes
    return free && (isEnough || free.orders === 0) ? free : this.#begin()
  }

  #send<One extends Order>(order: One): Promise<AnswerOf<One>> {
    const reader = this.#free()
    this.#restLater()
    reader.orders += 1
    this.#lastId += 1
    const id = this.#lastId
    const { child } = reader
    const answer = Promise.withResolvers<AnswerOf<One>>()
    const onSaid = ({ id: of, given, gone, problem }: Said) => {
      if (of !== id) return
      if (gone) answer.reject(new LogFileGone())
      else if (problem !== undefined) answer.reject(new Error(`a log reader failed: ${problem}`))
      else answer.resolve(given as AnswerOf<One>)
    }
    const onExit = () => answer.reject(new Error('a log reader ended'))
    const timer = setTimeout(() => child.kill('SIGKILL'), limits.orderMs)
    child.on('message', onSaid).once('exit', onExit).once('error', onExit)
    child.channel?.ref()
    child.send({ id, order }, (error) => error && answer.reject(error))
    return answer.promise.finally(() => {
      clearTimeout(timer)
      reader.orders -= 1
      if (reader.orders === 0) child.channel?.unref()
      child.off('message', onSaid).off('exit', onExit).off('error', onExit)
    })
  }
}
