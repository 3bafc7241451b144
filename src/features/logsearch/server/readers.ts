// The server's end of the processes that read logs: begun when they are first needed, ended after a rest. Orders are
// small; callers take turns, so that nobody's long search keeps another's waiting.
import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Turns } from '../../../server/limits/turns.ts'
import { bareEnvironment } from '../../../server/process/bareEnvironment.ts'
import { MemoryWatch } from '../../../server/warehouse/sandbox/memoryWatch.ts'
import type { AnswerOf, Order } from './engine/orders.ts'

const program = fileURLToPath(new URL('./engine/program.ts', import.meta.url))

const limits = { residentMiB: 768, heapMiB: 384, orderMs: 30_000, restMs: 300_000 }

/** The file is no more what it was. */
export class LogFileGone extends Error {}

type Said = { id: number; given?: unknown; gone?: true; problem?: string }

interface Reader {
  child: ChildProcess
  busy: boolean
}

export class LogReaders {
  readonly atOnce = Math.max(1, Math.min(4, availableParallelism()))
  readonly #turns = new Turns({ atOnce: this.atOnce })
  readonly #watch = new MemoryWatch(limits.residentMiB * 1024 * 1024)
  readonly #readers: Reader[] = []
  #lastId = 0
  #rest: NodeJS.Timeout | undefined

  /** Rejects with LogFileGone, the signal's reason, or what else went wrong. */
  async ask<One extends Order>(
    order: One,
    signal: AbortSignal,
    line: string | number,
  ): Promise<AnswerOf<One>> {
    return this.#turns.take(signal, () => this.#send(order, signal), { key: line })
  }

  /** Begins them: whoever opens the page will search. */
  warm(): void {
    while (this.#readers.length < this.atOnce) this.#begin()
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
    // One that waits keeps no server from ending.
    child.unref()
    child.channel?.unref()
    const reader = { child, busy: false }
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

  #send<One extends Order>(order: One, signal: AbortSignal): Promise<AnswerOf<One>> {
    const reader = this.#readers.find(({ busy }) => !busy) ?? this.#begin()
    this.#restLater()
    reader.busy = true
    this.#lastId += 1
    const id = this.#lastId
    const { child } = reader
    const answer = Promise.withResolvers<AnswerOf<One>>()
    const fail = (why: unknown) => {
      child.kill('SIGKILL')
      answer.reject(why)
    }
    const onSaid = ({ id: of, given, gone, problem }: Said) => {
      if (of !== id) return
      if (gone) answer.reject(new LogFileGone())
      else if (problem !== undefined) answer.reject(new Error(`a log reader failed: ${problem}`))
      else answer.resolve(given as AnswerOf<One>)
    }
    const onExit = () => answer.reject(new Error('a log reader ended'))
    const onAbort = () => fail(signal.reason)
    const timer = setTimeout(() => fail(new Error('a log reader took too long')), limits.orderMs)
    child.on('message', onSaid).once('exit', onExit).once('error', onExit)
    signal.addEventListener('abort', onAbort, { once: true })
    child.channel?.ref()
    child.send({ id, order }, (error) => error && fail(error))
    return answer.promise.finally(() => {
      clearTimeout(timer)
      reader.busy = false
      child.channel?.unref()
      child.off('message', onSaid).off('exit', onExit).off('error', onExit)
      signal.removeEventListener('abort', onAbort)
    })
  }
}
