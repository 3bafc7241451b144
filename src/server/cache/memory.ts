// The results asked for last, in memory.
import type { Kept } from './types.ts'

/** An upper bound of what its texts take. */
export const weightOf = ({ chunks }: Pick<Kept, 'chunks'>): number =>
  chunks.reduce((sum, { columns }) => columns.reduce((part, text) => part + 2 * text.length, sum), 0)

export const readsFrom = (tables: readonly string[], table: string): boolean =>
  tables.some((name) => name.toLowerCase() === table)

export class Memory {
  readonly #most: number
  readonly #largest: number
  readonly #entries = new Map<string, { kept: Kept; weight: number }>()
  #weight = 0

  constructor(most: number, largest: number) {
    this.#most = most
    this.#largest = largest
  }

  get(key: string): Kept | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // A map keeps the order in which keys came: the one asked for last comes last.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.kept
  }

  set(key: string, kept: Kept): void {
    this.delete(key)
    const weight = weightOf(kept)
    if (weight > this.#largest) return
    this.#entries.set(key, { kept, weight })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most) return
      this.delete(oldest)
    }
  }

  /** Keys of what was read from a table; its name in lower case. */
  readingFrom(table: string): string[] {
    return [...this.#entries].flatMap(([key, { kept }]) => (readsFrom(kept.tables, table) ? [key] : []))
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#weight -= entry.weight
  }
}
