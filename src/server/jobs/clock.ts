// The two clocks that jobs use: wall-clock time, which may jump, and this process's monotonic time.

export interface Clock {
  /** Wall-clock time, in milliseconds since 1970. */
  now(): number
  /** Monotonic time in milliseconds, from an arbitrary start. */
  elapsed(): number
}

export const systemClock: Clock = { now: Date.now, elapsed: () => performance.now() }

export const isoOf = (time: number): string => new Date(time).toISOString()
