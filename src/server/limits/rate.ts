// So much in a stretch of time, counted in this process's memory. What several servers must count together, or what a
// restart must not forget, is counted in the metadata store instead (log-in tries).
import { AppError, type ErrorCode } from '#shared/errors.ts'

export interface RateLimit {
  most: number
  windowMs: number
  /** What who comes beyond the limit is told. */
  refusal: ErrorCode
}

const mostKeys = 20_000

/** Counts by key, each from its first on. */
export class Rate {
  readonly #limit: RateLimit
  readonly #counts = new Map<string, { count: number; until: number }>()

  constructor(limit: RateLimit) {
    this.#limit = limit
  }

  /** Throws the refusal beyond the limit. */
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
    // An attack from many addresses: all begin anew rather than fill the memory.
    if (this.#counts.size >= mostKeys) this.#counts.clear()
  }
}
