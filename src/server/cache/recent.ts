// An LRU cache: values in memory by key, up to a total weight.

export class Recent<Value> {
  readonly #most: number
  readonly #largest: number
  readonly #weigh: (value: Value) => number
  /** In order of last use. */
  readonly #entries = new Map<string, { value: Value; weight: number }>()
  #weight = 0

  /** A value heavier than `largest` is not kept. */
  constructor({
    most,
    largest = most,
    weigh,
  }: { most: number; largest?: number; weigh: (value: Value) => number }) {
    this.#most = most
    this.#largest = largest
    this.#weigh = weigh
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // A Map iterates in insertion order: re-inserting makes the key the most recent.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: Value): void {
    this.delete(key)
    const weight = this.#weigh(value) + 2 * key.length
    if (weight > this.#largest) return
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most) return
      this.delete(oldest)
    }
  }

  keys(matches: (value: Value) => boolean): string[] {
    return [...this.#entries].flatMap(([key, { value }]) => (matches(value) ? [key] : []))
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#weight -= entry.weight
  }
}
