// Which record runs next: one at a time, of those who wait the one whose turn was longest ago.

interface Waiting {
  id: string
  userId: number
}

export class Queue {
  readonly #run: (id: string, signal: AbortSignal) => Promise<void>
  readonly #waiting: Waiting[] = []
  /** When each user's last began; counts up. */
  readonly #served = new Map<number, number>()
  #running: { id: string; end: AbortController; done: Promise<void> } | null = null
  #turn = 0
  #stopped = false

  /** `run` never rejects. */
  constructor(run: (id: string, signal: AbortSignal) => Promise<void>) {
    this.#run = run
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting)
    this.#next()
  }

  /** Takes it out of the queue, or ends its run. */
  end(id: string, reason: Error): void {
    const place = this.#waiting.findIndex((waiting) => waiting.id === id)
    if (place >= 0) this.#waiting.splice(place, 1)
    if (this.#running?.id === id) this.#running.end.abort(reason)
  }

  /** Ends what runs, starts nothing more. */
  async stop(reason: Error): Promise<void> {
    this.#stopped = true
    this.#waiting.length = 0
    this.#running?.end.abort(reason)
    await this.#running?.done
  }

  #next(): void {
    if (this.#running || this.#stopped) return
    const since = ({ userId }: Waiting) => this.#served.get(userId) ?? 0
    const [first, ...others] = this.#waiting
    if (!first) return
    const chosen = others.reduce((best, other) => (since(other) < since(best) ? other : best), first)
    this.#waiting.splice(this.#waiting.indexOf(chosen), 1)
    this.#turn += 1
    this.#served.set(chosen.userId, this.#turn)
    const end = new AbortController()
    const done = this.#run(chosen.id, end.signal).finally(() => {
      this.#running = null
      this.#next()
    })
    this.#running = { id: chosen.id, end, done }
  }
}
