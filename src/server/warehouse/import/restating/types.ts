// What is measured and noted of a publication that changes whole days.
import type { Point, PointTable } from '#semantic/model/types.ts'
import type { RestatedHow } from '#shared/imports/restated.ts'

/** What stands on a table: one entry for each of its point tables with dates. */
export interface Standing {
  table: PointTable
  points: Point[]
}

export interface RestatedFigure {
  day: string
  /** Null: the number of rows. */
  point: number | null
  /** Null: all games. */
  game: string | null
  before: string | null
  after: string | null
}

export interface Measured {
  /** Days whose rows or figures changed, and the first and last of them. */
  days: number
  from: string
  to: string
  rowsBefore: number
  rowsAfter: number
  figures: RestatedFigure[]
  /** Whether figures were compared; else the changed days are told by their rows alone. */
  hasFigures: boolean
  /** Whether the table tells games apart, and whether each game's figures are here. */
  byGame: 'none' | 'kept' | 'left'
}

/** The run of a source that loads. */
export interface LoadRun {
  source: number
  run: string
}

/** What is remembered of a publication that changed whole days. */
export interface Restated extends Measured {
  table: string
  /** The file with the rows that count from then on. */
  content: string
  how: RestatedHow
  /** What was loaded, by its name for users. */
  source: string
  run: LoadRun | null
  /** Null: somebody at the terminal. */
  user: number | null
}
