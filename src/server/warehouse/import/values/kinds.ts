// How a column's values are read, and what has to be asked.
import type { ChosenKind, FoundKind } from '#shared/imports/kinds.ts'

/** A question about a column that only people can answer. */
export interface Ask {
  text: string
  /** Without an answer nothing is loaded; otherwise the column is text until somebody chooses. */
  must: boolean
  choices: Choice[]
}

interface Choice {
  kind: ChosenKind
  title: string
  /** Rows whose values do not fit are left out. */
  drops?: true
}

export interface FoundType {
  kind: FoundKind
  /** The engine's type. */
  type: string
  /** SQL that converts the staged text to the type; NULL where it does not fit or means a missing value. */
  read: string
  /** SQL condition for texts that should fit and do not; empty when all fit. */
  misfit: string
  /** How the column is read, for the user; empty for nothing special. */
  note: string
  ask: Ask | null
}

/** How many texts there are, how many of them are values, and how many of these a reading takes. */
export interface Counts {
  texts: number
  values: number
  fits: number
}

/** A way to read a column. */
export interface Candidate {
  kind: FoundKind
  type: string
  read: string
  note: string
  ask: Ask | null
  /** Where they were counted on the way. */
  counts?: Counts
}
