// Keeps answers in memory by key and evicts the least recently used. Concurrent equal requests run once, and
// the run stops when the last waiting request has gone.
import { Flights } from '#server/cache/flights.ts'
import { Recent } from '#server/cache/recent.ts'

export class SharedAnswers<Answer extends { size: number }> {
  readonly #kept: Recent<Answer>
  readonly #flights = new Flights<Answer>()

  /** Sizes in characters. */
  constructor({ mostSize }: { mostSize: number }) {
    this.#kept = new Recent({ most: mostSize, weigh: ({ size }) => size })
  }

  /**
   * Without a key, nothing is kept or shared; `fresh` runs again. Rejects with the signal's reason when the
   * signal aborts.
   */
  async get(
    key: string | null,
    { fresh, signal }: { fresh: boolean; signal: AbortSignal },
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<{ answer: Answer; cached: boolean }> {
    if (key === null) return { answer: await ask(signal), cached: false }
    const kept = fresh ? undefined : this.#kept.get(key)
    if (kept) return { answer: kept, cached: true }
    const answer = await this.#flights.join(key, signal, async (own) => {
      const asked = await ask(own)
      this.#kept.set(key, asked)
      return asked
    })
    return { answer, cached: false }
  }
}
