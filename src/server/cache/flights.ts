// Equal questions asked at the same time share one run, which ends early only when nobody waits for it.

interface Flight<Result> {
  result: Promise<Result>
  waiting: number
  end: AbortController
}

export class Flights<Result> {
  readonly #byKey = new Map<string, Flight<Result>>()

  /** Rejects with the signal's reason as soon as it aborts; the run goes on for the others. */
  async join(
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted()
    const flight = this.#byKey.get(key) ?? this.#start(key, start)
    flight.waiting += 1
    const left = Promise.withResolvers<never>()
    const leave = () => left.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([flight.result, left.promise])
    } finally {
      signal.removeEventListener('abort', leave)
      flight.waiting -= 1
      if (flight.waiting === 0) this.#end(key, flight, signal.reason)
    }
  }

  /** Ends the runs of these keys, whoever waits; settles when they have ended. */
  async end(matches: (key: string) => boolean, reason: Error): Promise<void> {
    const ended = [...this.#byKey].filter(([key]) => matches(key))
    for (const [key, flight] of ended) this.#end(key, flight, reason)
    await Promise.allSettled(ended.map(([, { result }]) => result))
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const end = new AbortController()
    const flight: Flight<Result> = { result: start(end.signal), waiting: 0, end }
    this.#byKey.set(key, flight)
    // Later callers find the result in the cache, or start a new run. A failure is not reported to callers
    // that left.
    const forget = () => this.#forget(key, flight)
    flight.result.then(forget, forget)
    return flight
  }

  #end(key: string, flight: Flight<Result>, reason: unknown): void {
    // A new caller must not join a run that is being ended.
    this.#forget(key, flight)
    flight.end.abort(reason)
  }

  #forget(key: string, flight: Flight<Result>): void {
    if (this.#byKey.get(key) === flight) this.#byKey.delete(key)
  }
}
