// The two times that jobs live by: of the calendar, which may jump, and of this process, which only goes on.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds since any moment. */
  elapsed(): number
}

export const systemClock: Clock = { now: Date.now, elapsed: () => performance.now() }

export const isoOf = (time: number): string => new Date(time).toISOString()
