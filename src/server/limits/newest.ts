// Which questions run now, by caller and request id: a newer one with the same id ends the older.
import { AppError } from '#shared/errors.ts'

export class Newest {
  readonly #byKey = new Map<string, AbortController>()

  /** Runs the work under a signal that aborts with the call's own or when a newer question comes. */
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
