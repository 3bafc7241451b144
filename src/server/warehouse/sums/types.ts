// Sums of facts that are kept beside the warehouse, for questions that are asked often over long ranges.
import type { KeptSums, SumsShape } from '#semantic/model/sums.ts'

export interface SumsSettings {
  isOn: boolean
  /** Of all files together. */
  mostBytes: number
}

/** Sums that a statement reads, and the file with the facts that they are of: a reader of other facts refuses it. */
export interface SumsUse {
  /** Of the relation. */
  name: string
  /** In the sums' folder. */
  file: string
  /** What it was when it was made. */
  fingerprint?: string | undefined
  fact: string
  factFile: string
}

/** Where sums were read. */
export interface SumsNote {
  /** Physical table of the facts. */
  table: string
  /** When the facts were published that they are of; ISO. */
  version: string
  rows: number
}

export interface SumsSizes {
  entries: number
  bytes: number
  mostBytes: number
  /** Questions that they answered, since this server's start. */
  hits: number
  /** By physical table of the facts, those with the most bytes first. */
  tables: { name: string; entries: number; bytes: number; rows: number }[]
}

export interface SumsMaking {
  signal: AbortSignal
  onStep?: (step: string) => void
}

export interface SumsStore {
  /** Whether any of these physical tables is so long that sums of it are worth keeping. */
  isLong(tables: readonly string[]): boolean
  /** What is kept of these facts as they are published now. */
  kept(facts: readonly string[]): KeptSums[]
  /** How a reader finds them; null where one of them has gone meanwhile. */
  uses(names: readonly string[]): { uses: SumsUse[]; notes: SumsNote[] } | null
  /** They answered a question. */
  answered(names: readonly string[]): void
  /** A question read these facts themselves over so many days; null: all there are. */
  asked(shapes: readonly SumsShape[], days: number | null): void
  /** They could not be read: they go. */
  spoilt(names: readonly string[], reason: string): Promise<void>
  /** Called when there is something to make; returns how to stop listening. */
  onDue(listener: () => void): () => void
  hasDue(): boolean
  /** Makes what is due most; false where nothing is. */
  makeNext(making: SumsMaking): Promise<boolean>
  /** The facts were published anew. */
  published(): Promise<void>
  sizes(): SumsSizes
  /** Gives up those of a physical table, or all; says how many. */
  clear(table?: string): Promise<number>
  /** Waits for what is being written. */
  stop(): Promise<void>
}
