// A console line, as the tab keeps it.
export const consoleLevels = [
  'uncaught',
  'rejection',
  'error',
  'warn',
  'call',
  'info',
  'log',
  'debug',
] as const
export type ConsoleLevel = (typeof consoleLevels)[number]

export interface ConsoleLine {
  id: number
  /** In milliseconds; `lastAt` is the time of the last identical line. */
  at: number
  lastAt: number
  level: ConsoleLevel
  text: string
  /** Stack of the caller or of the error; empty when unknown. */
  stack: string
  /** Number of identical lines in a row. */
  times: number
  /** The page's path, without its query. */
  path: string
  /** Request id of a failed call. */
  requestId: string
  /** Whether the line is from before the tab was reloaded. */
  before: boolean
}
