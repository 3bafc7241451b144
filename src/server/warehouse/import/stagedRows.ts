// What is known of a file whose rows are staged, whatever kind of text it is.
import type { Encoding } from './encoding.ts'
import type { HeadChoice } from './head.ts'
import type { BadLines } from './problem.ts'
import type { FurtherTable } from './tables.ts'
import type { WordRow } from './totals/words.ts'

export interface StagedRows {
  path: string
  names: string[]
  rows: number
  /** Some text contains a line break. */
  broken: boolean
  /** Characters of the longest staged row. */
  longest: number
  /** Rows may end before their last columns. */
  padded?: boolean
  /** Places of columns that stay text, whatever their values look like. */
  texts?: readonly number[]
  bad: BadLines
  /** Rows that name a total. */
  words: readonly WordRow[]
  /** Of a text file. */
  encoding?: Encoding['name']
  /** For the user: encoding, delimiter, renamed columns. */
  notes: string[]
  /** Position of the header; null for files whose rows name their fields. */
  head: HeadChoice | null
  /** Other tables of the file or sheet. */
  tables: FurtherTable[]
  /** What parts the fields; absent for files that are no delimited text. */
  delimiter?: string
}

export interface StagingOptions {
  /** Path of the staging file. */
  path: string
  head?: HeadChoice | null
  encoding?: Encoding['name'] | null
  /** An encoding that nothing tells is guessed, and the user is asked; otherwise the file is refused. */
  asks?: boolean
  /** Called with the share of the file that was read, 0 to 1. */
  onProgress?: (fraction: number) => void
}
