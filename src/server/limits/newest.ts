// Running questions by caller and request id: a newer question with the same id ends the older.
import { AppError } from '#shared/errors.ts'

export class Newest {
  readonly #byKey = new Map<string, AbortController>()

  /** Runs the work under a signal that aborts with the call's own signal or when a newer question arrives. */
  async only<Result>(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    this.#byKey.get(key)?.abort(new AppError('query_canceled'))
    const mine = new AbortController()
    this.#byKey.set(key, mine)
    try {
      return await work(AbortSignal.any([signal, mine.signal]))
    } finally {
      if (this.#byKey.get(key) === mine) this.#byKey.delete(key)
    }
  }
}
