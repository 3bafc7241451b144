// Kept sums: pre-aggregated facts beside the warehouse, for questions asked often over long ranges.
import type { KeptSums, SumsShape } from '#semantic/model/sums.ts'

export interface SumsSettings {
  isOn: boolean
  /** Bytes of all files together. */
  mostBytes: number
}

/**
 * Sums that a statement reads, with the file of the facts they come from: a reader with other facts refuses
 * them.
 */
export interface SumsUse {
  /** Name of the relation. */
  name: string
  /** File name in the sums' folder. */
  file: string
  /** The file's fingerprint when it was made. */
  fingerprint?: string | undefined
  fact: string
  /** The version of its rows that was summed. */
  factVersion: string
}

/** For the result: where sums were read. */
export interface SumsNote {
  /** Physical table of the facts. */
  table: string
  /** When the facts behind the sums were published; ISO. */
  version: string
  rows: number
}

export interface SumsSizes {
  entries: number
  bytes: number
  mostBytes: number
  /** Questions that they answered since the server's start. */
  hits: number
  /** By physical table of the facts, the largest first. */
  tables: { name: string; entries: number; bytes: number; rows: number }[]
}

export interface SumsMaking {
  signal: AbortSignal
  onStep?: (step: string) => void
}

export interface SumsStore {
  /** Whether any of these physical tables is long enough to keep sums of. */
  isLong(tables: readonly string[]): boolean
  /** The sums kept of these facts in their published version. */
  kept(facts: readonly string[]): KeptSums[]
  /** How a reader finds the sums; null where one of them is gone. */
  uses(names: readonly string[]): { uses: SumsUse[]; notes: SumsNote[] } | null
  /** Notes that the sums answered a question. */
  answered(names: readonly string[]): void
  /** Notes that a question read the facts themselves, over this many days; null: all there are. */
  asked(shapes: readonly SumsShape[], days: number | null): void
  /** The sums could not be read: drops them. */
  spoilt(names: readonly string[], reason: string): Promise<void>
  /** Called when there are sums to make; returns a function that unsubscribes. */
  onDue(listener: () => void): () => void
  hasDue(): boolean
  /** Makes the most urgent sums; false where there are none. */
  makeNext(making: SumsMaking): Promise<boolean>
  /** Call when facts were published anew. */
  published(): Promise<void>
  sizes(): SumsSizes
  /** Drops the sums of a physical table, or all; returns how many. */
  clear(table?: string): Promise<number>
  /** Waits for pending writes. */
  stop(): Promise<void>
}
