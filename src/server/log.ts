// The server's log: one JSON line an event, to stdout. Secrets never reach it: headers and bodies are not logged.
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** As the library writes it; lines of one millisecond share the text. */
let stamped = { at: 0, text: '' }
function timestamp(): string {
  const at = Date.now()
  if (at !== stamped.at) stamped = { at, text: `,"time":"${new Date(at).toISOString()}"` }
  return stamped.text
}

export function makeLog(level = 'info', destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp,
    serializers: { err: describeError },
    redact: ['password', '*.password', 'cookie', '*.cookie'],
  }
  if (destination) return pino(options, destination)
  return level === 'silent' ? pino(options) : pino(options, gathering())
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
function gathering(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, minLength: 8192 })
  // A log that has no room stops nobody.
  output.on('error', () => undefined)
  const least = pino.levels.values.warn as number
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    output.flush()
  }
  const stream = {
    // By this the library tells the stream each line's level.
    [Symbol.for('pino.metadata')]: true,
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
