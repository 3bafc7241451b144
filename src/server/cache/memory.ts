// The most recently used results, in memory.
import { Recent } from './recent.ts'
import type { Kept } from './types.ts'

/** An upper bound of the memory that its texts take. */
export const weightOf = ({ chunks }: Pick<Kept, 'chunks'>): number =>
  chunks.reduce((sum, { columns }) => columns.reduce((part, text) => part + 2 * text.length, sum), 0)

export const readsFrom = (tables: readonly string[], table: string): boolean =>
  tables.some((name) => name.toLowerCase() === table)

export class Memory extends Recent<Kept> {
  constructor(most: number, largest: number) {
    super({ most, largest, weigh: weightOf })
  }

  all(): string[] {
    return this.keys(() => true)
  }

  /** Keys of results that read a table (name in lower case). */
  readingFrom(table: string): string[] {
    return this.keys(({ tables }) => readsFrom(tables, table))
  }
}
