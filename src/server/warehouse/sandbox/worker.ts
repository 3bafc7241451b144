// The server's side of one sandbox process: starts it, gives it its one order, receives the output, ends it.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '#server/process/bareEnvironment.ts'
import { encodeMessage, FrameReader } from '../duckdb/frames.ts'
import { type Message, memorySignal, type Order, type ProcessConfiguration } from './messages.ts'

const script = fileURLToPath(new URL('./sandboxProcess.ts', import.meta.url))

export class WorkerGone extends Error {
  /** Whether it probably died of memory. */
  readonly ofMemory: boolean

  constructor(ofMemory: boolean, said: string) {
    super(`the sandbox process ended: ${said || 'no message'}`)
    this.ofMemory = ofMemory
  }
}

const memoryWords = /out of memory|bad_alloc|allocation failed|cannot allocate/i

export class Worker {
  readonly generation: number
  /** Resolves when the process waits for its order; rejects when it ends before. */
  readonly ready: Promise<void>
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>
  /** Set by whoever kills it for exceeding its memory. */
  exceeded = false
  readonly #process: ChildProcess
  readonly #pipe: Duplex
  readonly #ready = Promise.withResolvers<void>()
  #alive = true
  #said = ''
  #take: (message: Message) => void | Promise<void> = (message) => {
    if (message.kind === 'ready') this.#ready.resolve()
  }

  constructor(command: string[], configuration: ProcessConfiguration, generation: number) {
    this.generation = generation
    const [program = '', ...rest] = [...command, process.execPath, script, JSON.stringify(configuration)]
    this.#process = spawn(program, rest, {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      env: bareEnvironment(),
      cwd: '/',
    })
    this.#pipe = this.#process.stdio[3] as Duplex
    this.#pipe.on('error', () => this.kill())
    this.#process.stderr?.on('data', (bytes: Buffer) => {
      this.#said = (this.#said + bytes.toString()).slice(-2000)
    })
    this.ready = this.#ready.promise
    this.ready.catch(() => {})
    this.ended = this.#whenEnded()
    void this.#read()
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get alive(): boolean {
    return this.#alive
  }

  /**
   * Sends the order and passes on its messages one by one; while `take` runs, the pipe fills and the process
   * waits. Rejects with WorkerGone when the process ends, else settles with its last message.
   */
  async obey<Kind extends Message['kind']>(
    order: Order,
    last: Kind,
    take: (message: Message) => void | Promise<void> = () => {},
  ): Promise<Extract<Message, { kind: Kind }>> {
    const done = Promise.withResolvers<Extract<Message, { kind: Kind }>>()
    this.#take = async (message) => {
      if (message.kind === last) done.resolve(message as Extract<Message, { kind: Kind }>)
      else
        try {
          await take(message)
        } catch (error) {
          done.reject(error)
        }
    }
    if (this.#alive) this.#pipe.write(encodeMessage(order))
    const gone = this.ended.then(() => {
      throw this.#gone()
    })
    return Promise.race([done.promise, gone])
  }

  kill(): void {
    this.#process.kill('SIGKILL')
  }

  async #read(): Promise<void> {
    const frames = new FrameReader<Message>()
    try {
      for await (const bytes of this.#pipe) {
        for (const message of frames.push(bytes as Buffer)) await this.#take(message)
      }
    } catch {
      // The process's end reports a broken pipe.
    }
  }

  #whenEnded(): Promise<void> {
    return new Promise((resolve) => {
      const end = (_code: unknown, signal?: string | null) => {
        if (signal === memorySignal) this.exceeded = true
        this.#alive = false
        this.#ready.reject(this.#gone())
        this.#process.stderr?.destroy()
        this.#pipe.destroy()
        resolve()
      }
      this.#process.once('exit', end)
      this.#process.once('error', end)
    })
  }

  #gone(): WorkerGone {
    return new WorkerGone(this.exceeded || memoryWords.test(this.#said), this.#said)
  }
}
