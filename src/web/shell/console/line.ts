// A line of the console, as the tab keeps it.
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
  /** Milliseconds; `lastAt` of the last of those that are alike. */
  at: number
  lastAt: number
  level: ConsoleLevel
  text: string
  /** Where it was said, or broke; empty where that is not known. */
  stack: string
  /** How often it came in a row. */
  times: number
  /** The page's path, without what was asked there. */
  path: string
  /** Of a failed call. */
  requestId: string
  /** From before the tab was loaded anew. */
  before: boolean
}
