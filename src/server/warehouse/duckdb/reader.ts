// The server's side of one reader process: starts it, sends it a statement, receives the rows, ends it.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '#server/process/bareEnvironment.ts'
import type { ColumnChunk, WarehouseColumn } from '../types.ts'
import { type Asked, encodeMessage, FrameReader, type Reply } from './frames.ts'
import type { ReaderConfiguration } from './readerProcess.ts'

const script = fileURLToPath(new URL('./readerProcess.ts', import.meta.url))

/** How long an interrupted statement may run on before its process is killed (ms). */
const interruptTime = 200

interface Statement extends Asked {
  onColumns: (columns: WarehouseColumn[]) => void
  onChunk: (chunk: ColumnChunk) => void | Promise<void>
}

/** The process ended during a statement. `started`: whether the engine may have begun to execute it. */
export class ReaderGone extends Error {
  readonly started: boolean

  constructor(started: boolean) {
    super('the reader process ended')
    this.started = started
  }
}

/** The engine's own message for a failed statement. */
export class StatementError extends Error {}

interface Running {
  id: number
  statement: Statement
  started: boolean
  canceled: boolean
  resolve: (end: { rowCount: number; truncated: boolean }) => void
  reject: (error: Error) => void
}

let lastId = 0

export class Reader {
  readonly generation: number
  /** Resolves when the process accepts statements; rejects when it ends before. */
  readonly ready: Promise<void>
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>
  readonly #process: ChildProcess
  readonly #pipe: Duplex
  readonly #tables: ReaderConfiguration['tables']
  #damaged: readonly string[] = []
  #running: Running | null = null
  #alive = true
  #errorText = ''

  constructor(configuration: ReaderConfiguration, generation: number) {
    this.generation = generation
    this.#tables = configuration.tables
    this.#process = spawn(process.execPath, [script, JSON.stringify(configuration)], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      env: bareEnvironment(),
    })
    this.#pipe = this.#process.stdio[3] as Duplex
    // A broken pipe also ends the process, and that end is awaited.
    this.#pipe.on('error', () => this.kill())
    this.#process.stderr?.on('data', (bytes: Buffer) => {
      this.#errorText = (this.#errorText + bytes.toString()).slice(-2000)
    })
    const announced = Promise.withResolvers<void>()
    this.ready = announced.promise
    this.ready.catch(() => {})
    this.#listen(announced.resolve)
    this.ended = new Promise((resolve) => {
      const end = () => {
        if (!this.#alive) return
        this.#alive = false
        announced.reject(new Error(`the reader process did not start: ${this.#errorText || 'no message'}`))
        const running = this.#running
        this.#running = null
        running?.reject(new ReaderGone(running.started))
        resolve()
      }
      this.#process.on('exit', end)
      this.#process.on('error', end)
    })
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get alive(): boolean {
    return this.#alive
  }

  /** Tables that it can't read. */
  get damaged(): readonly string[] {
    return this.#damaged
  }

  /** Tables that a statement names. */
  tablesIn(sql: string): string[] {
    const words = new Set(sql.toLowerCase().match(/[\p{L}\p{N}_]+/gu))
    return this.#tables.map(([name]) => name).filter((name) => words.has(name.toLowerCase()))
  }

  /** Whether this process reads this version of the table's rows. */
  holds(table: string, version: string): boolean {
    const wanted = table.toLowerCase()
    return this.#tables.some(([name, own]) => own.version === version && name.toLowerCase() === wanted)
  }

  /** Runs one statement at a time. Settles when the engine has finished it (or the process is gone). */
  run(statement: Statement): Promise<{ rowCount: number; truncated: boolean }> {
    if (!this.#alive) return Promise.reject(new ReaderGone(false))
    lastId = (lastId % 0x7fff_ffff) + 1
    const id = lastId
    return new Promise((resolve, reject) => {
      this.#running = { id, statement, started: false, canceled: false, resolve, reject }
      const { sql, params, limit, limited, sums } = statement
      this.#pipe.write(encodeMessage({ kind: 'run', id, sql, params, limit, limited, sums }))
    })
  }

  /** Ends the running statement by an interrupt, or by killing the process when it ignores the interrupt. */
  cancel(): void {
    const running = this.#running
    if (!running || running.canceled) return
    running.canceled = true
    this.#pipe.write(encodeMessage({ kind: 'interrupt', id: running.id }))
    this.#pipe.resume()
    setTimeout(() => {
      if (this.#running === running) this.kill()
    }, interruptTime).unref()
  }

  kill(): void {
    this.#process.kill('SIGKILL')
  }

  #listen(announce: () => void): void {
    const frames = new FrameReader<Reply>()
    let queue = Promise.resolve()
    this.#pipe.on('data', (bytes: Buffer) => {
      for (const reply of frames.push(bytes)) {
        if (reply.kind === 'ready') {
          this.#damaged = reply.damaged
          announce()
        } else if (reply.kind === 'started') this.#started(reply.id)
        else {
          queue = queue.then(() => this.#take(reply)).catch((error: Error) => this.#fail(error))
        }
      }
    })
  }

  #started(id: number): void {
    if (this.#running?.id === id) this.#running.started = true
  }

  async #take(reply: Exclude<Reply, { kind: 'ready' | 'started' }>): Promise<void> {
    const running = this.#running
    if (!running || running.id !== reply.id) return
    switch (reply.kind) {
      case 'columns':
        if (!running.canceled) running.statement.onColumns(reply.columns)
        break
      case 'chunk': {
        if (running.canceled) break
        const pause = running.statement.onChunk(reply.chunk)
        if (!pause) break
        // Meanwhile the pipe fills and the process waits, so memory stays flat with a slow reader.
        this.#pipe.pause()
        await Promise.race([pause, this.ended])
        this.#pipe.resume()
        break
      }
      case 'end':
        this.#running = null
        running.resolve({ rowCount: reply.rowCount, truncated: reply.truncated })
        break
      case 'error':
        this.#running = null
        // After a fatal error the engine rejects every further statement.
        if (reply.fatal) this.kill()
        running.reject(new StatementError(reply.message))
    }
  }

  /** The consumer threw: the rest of its statement is useless. */
  #fail(error: Error): void {
    const running = this.#running
    if (!running) return
    const { reject } = running
    running.reject = () => reject(error)
    running.resolve = () => reject(error)
    this.cancel()
  }
}
