// A worker of the tools; it exists as long as its creator needs it.
import type { OpenText } from '../json/engine/openText.ts'
import { type Answer, type Asked, ToldError } from './protocol.ts'

/** The worker's address, inserted by the build. */
declare const TOOLS_WORKER: string

interface Waiting {
  resolve: (result: never) => void
  reject: (error: Error) => void
  progress?: ((share: number) => void) | undefined
}

type Method<Name extends keyof OpenText> = OpenText[Name] extends (...given: infer Args) => infer Result
  ? { args: Args; result: Awaited<Result> }
  : never

/** Bytes of a text are transferred, not copied: copying a long text would double its memory. */
const isText = (arg: unknown): arg is { bytes: Uint8Array<ArrayBuffer> } =>
  typeof arg === 'object' && arg !== null && 'bytes' in arg && arg.bytes instanceof Uint8Array

export class ToolsWorker {
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | null = null
  #next = 1

  ask<Result>(work: Asked['work'], args: unknown[], progress?: (share: number) => void): Promise<Result> {
    const worker = this.#worker ?? this.#start()
    const id = this.#next++
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: never) => void, reject, progress })
      const bytes = args.flatMap((arg) => (isText(arg) ? [arg.bytes.buffer] : []))
      worker.postMessage({ id, work, args } satisfies Asked, bytes)
    })
  }

  askText<Name extends keyof OpenText>(
    name: Name,
    ...args: Method<Name>['args']
  ): Promise<Method<Name>['result']> {
    return this.ask('openText', [name, ...args])
  }

  #start(): Worker {
    const worker = new Worker(TOOLS_WORKER, { name: 'tools' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#hear(data)
    // The worker ran out of memory, or its script could not be loaded.
    worker.onerror = (event) => {
      event.preventDefault()
      this.end('内容太大，浏览器的内存不够')
    }
    this.#worker = worker
    return worker
  }

  #hear({ id, result, progress, error, isTold }: Answer): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    if (progress !== undefined) {
      waiting.progress?.(progress)
      return
    }
    this.#waiting.delete(id)
    if (error === undefined) waiting.resolve(result as never)
    else if (isTold) waiting.reject(new ToldError(error))
    else {
      console.error(error)
      waiting.reject(new ToldError('处理失败，内容可能太大'))
    }
  }

  /** Cancels running work; the next request starts a new worker. */
  end(why = '已取消'): void {
    this.#worker?.terminate()
    this.#worker = null
    const left = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of left) reject(new ToldError(why))
  }
}
