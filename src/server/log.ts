// The server's log: one JSON line an event, to stdout. Secrets never reach it: headers and bodies are not logged.
import { type Logger, pino } from 'pino'

export type Log = Logger

export function makeLog(level = 'info', destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', '*.password', 'cookie', '*.cookie'],
  }
  return destination ? pino(options, destination) : pino(options)
}
