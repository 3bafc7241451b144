// A rate limit counted in this process's memory. Counts that several servers share, or that must survive a
// restart (log-in tries), are in the metadata store instead.
import { AppError, type ErrorCode } from '#shared/errors.ts'

interface RateLimit {
  most: number
  windowMs: number
  /** Error returned when the limit is exceeded. */
  refusal: ErrorCode
}

const mostKeys = 20_000

/** Counts by key, in windows that begin with the key's first request. */
export class Rate {
  readonly #limit: RateLimit
  readonly #counts = new Map<string, { count: number; until: number }>()

  constructor(limit: RateLimit) {
    this.#limit = limit
  }

  /** Throws `refusal` beyond the limit. */
  take(key: string, now = Date.now()): void {
    const { most, windowMs, refusal } = this.#limit
    const known = this.#counts.get(key)
    const counted = known && known.until > now ? known : { count: 0, until: now + windowMs }
    counted.count += 1
    if (!known && this.#counts.size >= mostKeys) this.#forgetOld(now)
    this.#counts.set(key, counted)
    if (counted.count > most) throw new AppError(refusal)
  }

  #forgetOld(now: number): void {
    for (const [key, { until }] of this.#counts) if (until <= now) this.#counts.delete(key)
    // An attack from many addresses: reset all counts rather than fill the memory.
    if (this.#counts.size >= mostKeys) this.#counts.clear()
  }
}
