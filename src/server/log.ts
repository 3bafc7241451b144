// The server's log: one JSON line an event, to stdout. Secrets never reach it: headers and bodies are not logged.
import { type DestinationStream, type Logger, pino } from 'pino'
import { currentSpan } from './tracing/spans.ts'

export type Log = Logger

/** By this the library tells a stream each line's level. */
const pinoMetadata = Symbol.for('pino.metadata')
const least = pino.levels.values.warn as number

/** As the library writes it; lines of one millisecond share the text. */
let stamped = { at: 0, text: '' }
function timestamp(): string {
  const at = Date.now()
  if (at !== stamped.at) stamped = { at, text: `,"time":"${new Date(at).toISOString()}"` }
  return stamped.text
}

/**
 * Lines of one trace have its id, so that they are found by it. A new object each time: the library writes the line's
 * own values into it.
 */
function ofTrace(): object {
  const span = currentSpan()
  return span ? { traceId: span.traceId } : {}
}

export function makeLog(level = 'info', destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp,
    mixin: ofTrace,
    serializers: { err: describeError },
    redact: ['password', '*.password', 'cookie', '*.cookie'],
  }
  if (level === 'silent') return pino(options)
  const stream = new Telling(destination ?? gathering())
  const log = pino(options, stream)
  told.set(log, stream.sinks)
  return log
}

type Sink = (line: string) => void
const told = new WeakMap<Log, Set<Sink>>()

/** Takes the log's lines of warnings and failures, too; returns how to stop. */
export function onWarnings(log: Log, sink: Sink): () => void {
  const sinks = told.get(log)
  sinks?.add(sink)
  return () => sinks?.delete(sink)
}

/** Hands lines on, and those that warn to whoever asked for them. */
class Telling {
  readonly sinks = new Set<Sink>()
  readonly [pinoMetadata] = true
  lastLevel = 0
  readonly #next: { lastLevel?: number; write(line: string): void }

  constructor(next: { lastLevel?: number; write(line: string): void }) {
    this.#next = next
  }

  write(line: string): void {
    this.#next.lastLevel = this.lastLevel
    this.#next.write(line)
    if (this.lastLevel >= least) for (const sink of this.sinks) sink(line)
  }
}

/** Of a failure what finds its place in the code. Drivers add more, such as the values of a row that broke a rule. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return {
    type: name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

/** Lines of each request are written together, a few times a second; a warning goes at once, with what stands before it. */
function gathering(): DestinationStream & { lastLevel: number } {
  const output = pino.destination({ fd: 1, sync: true, minLength: 8192 })
  // A log that has no room stops nobody.
  output.on('error', () => undefined)
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    output.flush()
  }
  const stream = {
    lastLevel: 0,
    write(line: string) {
      output.write(line)
      if (stream.lastLevel >= least) flush()
      else timer ??= setTimeout(flush, 200).unref()
    },
  }
  process.once('exit', flush)
  return stream
}
