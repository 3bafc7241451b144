// Answers kept in memory by key, the least used giving way; equal questions that come together are asked once, and
// the work ends when the last who waits has left.

interface Waiting<Answer> {
  work: Promise<Answer>
  stop: AbortController
  waiters: number
}

export class SharedAnswers<Answer extends { size: number }> {
  readonly #mostSize: number
  /** In the order of their last use. */
  readonly #kept = new Map<string, Answer>()
  readonly #asked = new Map<string, Waiting<Answer>>()
  #size = 0

  constructor({ mostSize }: { mostSize: number }) {
    this.#mostSize = mostSize
  }

  /** Without a key nothing is kept or shared; `fresh` asks anew. Rejects with the signal's reason when it aborts. */
  async get(
    key: string | null,
    { fresh, signal }: { fresh: boolean; signal: AbortSignal },
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<{ answer: Answer; cached: boolean }> {
    if (key === null) return { answer: await ask(signal), cached: false }
    const kept = fresh ? undefined : this.#take(key)
    if (kept) return { answer: kept, cached: true }
    return { answer: await this.#join(key, signal, ask), cached: false }
  }

  async #join(
    key: string,
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    signal.throwIfAborted()
    const waiting = this.#asked.get(key) ?? this.#begin(key, ask)
    waiting.waiters += 1
    const { promise: left, reject } = Promise.withResolvers<never>()
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([waiting.work, left])
    } finally {
      signal.removeEventListener('abort', leave)
      waiting.waiters -= 1
      if (waiting.waiters === 0 && this.#asked.get(key) === waiting) {
        this.#asked.delete(key)
        waiting.stop.abort(signal.reason)
      }
    }
  }

  #begin(key: string, ask: (signal: AbortSignal) => Promise<Answer>): Waiting<Answer> {
    const stop = new AbortController()
    const waiting: Waiting<Answer> = { work: ask(stop.signal), stop, waiters: 0 }
    this.#asked.set(key, waiting)
    waiting.work.then(
      (answer) => {
        this.#forget(key, waiting)
        this.#keep(key, answer)
      },
      () => this.#forget(key, waiting),
    )
    return waiting
  }

  #forget(key: string, waiting: Waiting<Answer>): void {
    if (this.#asked.get(key) === waiting) this.#asked.delete(key)
  }

  #take(key: string): Answer | undefined {
    const found = this.#kept.get(key)
    if (!found) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found
  }

  #keep(key: string, answer: Answer): void {
    this.#drop(key)
    this.#kept.set(key, answer)
    this.#size += answer.size + key.length
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#mostSize) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const found = this.#kept.get(key)
    if (!found) return
    this.#size -= found.size + key.length
    this.#kept.delete(key)
  }
}
