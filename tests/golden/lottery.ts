// Random choices for requests and data.

/** The same numbers in every run. */
export class Lottery {
  #state: number
  constructor(seed: number) {
    this.#state = seed
  }
  below(count: number): number {
    // Mulberry32.
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }
  some<Item>(items: readonly Item[], most: number): Item[] {
    const left = [...items]
    const count = Math.min(left.length, this.below(most + 1))
    return Array.from({ length: count }, () => left.splice(this.below(left.length), 1)[0] as Item)
  }
  chance(percent: number): boolean {
    return this.below(100) < percent
  }
}
