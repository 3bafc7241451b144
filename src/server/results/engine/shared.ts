// Work that several wait for: done once, given up when nobody waits any more.

interface Underway<Value> {
  promise: Promise<Value>
  waiters: number
  controller: AbortController
}

export class Shared<Value> {
  readonly #underway = new Map<string, Underway<Value>>()

  /** Joins the work of this key, or begins it. */
  async join(
    key: string,
    signal: AbortSignal,
    begin: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const work = this.#underway.get(key) ?? this.#begin(key, begin)
    work.waiters += 1
    const left = Promise.withResolvers<never>()
    left.promise.catch(() => {})
    const leave = () => left.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    try {
      return await Promise.race([work.promise, left.promise])
    } finally {
      signal.removeEventListener('abort', leave)
      work.waiters -= 1
      if (work.waiters === 0) work.controller.abort(signal.reason)
    }
  }

  /** Ends what is under way for the keys; settles when it has. */
  async end(matches: (key: string) => boolean, reason: Error): Promise<void> {
    const ended = [...this.#underway].filter(([key]) => matches(key)).map(([, work]) => work)
    for (const { controller } of ended) controller.abort(reason)
    await Promise.allSettled(ended.map(({ promise }) => promise))
  }

  #begin(key: string, begin: (signal: AbortSignal) => Promise<Value>): Underway<Value> {
    const controller = new AbortController()
    const promise = begin(controller.signal)
    const work = { promise, waiters: 0, controller }
    this.#underway.set(key, work)
    // What is given up is begun anew by the next who wants it.
    const forget = () => {
      if (this.#underway.get(key) === work) this.#underway.delete(key)
    }
    controller.signal.addEventListener('abort', forget)
    promise.then(forget, forget)
    return work
  }
}
