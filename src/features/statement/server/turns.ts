// Lets one piece of work run at a time; the others wait in order.

export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Rejects with the signal's reason when it aborts while waiting. */
  async take<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = before.then(() => promise)
    try {
      await Promise.race([before, rejectedBy(signal)])
      return await work()
    } finally {
      resolve()
    }
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
