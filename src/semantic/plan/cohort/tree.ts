// Plans of the reports that follow players: retention, funnel, distribution. A player of a fact with a game
// column is followed within the game, so that no figure depends on which other games the reader may see;
// players are counted distinct, as the point itself counts them.
import type { ReportColumn } from '../../model/types.ts'
import type { Join, Node, OrderTerm } from '../tree.ts'

/** Source of a player's first row, with the columns below. */
export const entrySource = 'e'
export const entryColumns = {
  game: '_game',
  player: '_player',
  /** Business day of the first row. */
  day: '_day',
  /** Time of the first row, where rows are ordered by time. */
  time: '_time',
  /** Day of the last step. */
  on: '_on',
} as const

/** A dimension of a player's first row. */
export interface EntryDimension {
  /** `d{id}`. */
  key: string
  /** Over the fact's row and its joins. */
  node: Node
  /** The same over the entry's own columns, where they tell it (its day, its game); null otherwise. */
  ofEntry: Node | null
}

/** The first row of each player in a fact. */
export interface EntryPlan {
  physicalName: string
  joins: Join[]
  /** Null for a fact that knows no games. */
  game: Node | null
  player: Node
  day: Node
  /** Null for a fact with days only. */
  time: Node | null
  /** Whether the time is kept and decides which row is the first; the day does otherwise. */
  byTime: boolean
  /** Day within the range: from its first, until the day after its last. */
  from: Node
  until: Node
  /** The player's first row ever is to lie in the range; otherwise the first within the range is meant. */
  ever: boolean
  /** Day of an entry within the range, over the entry's columns. */
  entryFrom: Node
  /** Rows that count. Those of `early` need the joins. */
  where: Node[]
  /** Whether `where` looks at joined tables. */
  joinsEarly: boolean
  /** Conditions on the first row; it is chosen without regard to them. */
  kept: Node[]
  dims: EntryDimension[]
  /**
   * Tells the first of several rows at one moment, as far as the fact's grain key does: whichever dimensions
   * and filters are asked for, it is the same row.
   */
  tie: Node[]
  /** The fact holds at most one row of a player, as its grain key says. */
  single: boolean
}

/** A pair of expressions that name the same thing: of the entry, and of a row of another fact. */
export interface Match {
  entry: Node
  row: Node
  /** Empty values match each other. */
  nullSafe: boolean
}

/** Rows of a fact that belong to entries. */
export interface FollowPlan {
  physicalName: string
  where: Node[]
  matches: Match[]
}

interface CohortPlan {
  /** Games tell players apart, so that one may stand in several entries. */
  severalGames: boolean
  /** Rows are of one game each. */
  rowsByGame: boolean
  order: OrderTerm[]
  limit: number
  columns: ReportColumn[]
  tables: string[]
}

export interface ReturnDay {
  day: number
  /** 1, 2, 4 …: its place in a player's mask. */
  bit: string
  /** Last cohort day of which this day has come, and is over; null where that is so of all in the range. */
  come: string | null
  over: string | null
}

export interface RetentionPlan extends CohortPlan {
  kind: 'retention'
  entries: EntryPlan
  returning: FollowPlan
  /** Days since the entry, of a row of the returning fact. */
  age: Node
  days: ReturnDay[]
  /** A row of the returning fact on a day that is over; null where all are. */
  isOver: Node | null
  /** Rows are of one cohort day each: days that have come are shown before they are over. */
  rowsByDay: boolean
}

export interface StepPlan extends FollowPlan {
  /**
   * Time of a row that takes the step, or the last known one of the steps before; null where none has times.
   */
  time: Node | null
  /** Day of a row that takes the step, where the next one looks at it. */
  on: Node | null
  /**
   * When a row that takes the step was: its time, or its day where it has none. Told of single players alone.
   */
  moment: Node
}

export interface FunnelPlan extends CohortPlan {
  kind: 'funnel'
  entries: EntryPlan
  /** From the second on. */
  steps: StepPlan[]
}

export interface Bucket {
  /** Empty for the players without a value. */
  label: string | null
  /** Upper bound, excluded; null for the last, and for that of empty values. */
  below: number | null
}

/** A fact's rows by dimensions and player. */
export interface PlayerRows {
  physicalName: string
  joins: Join[]
  dims: Node[]
  game: Node | null
  player: Node
  where: Node[]
}

export interface PlayerValue {
  aggregate: 'sum' | 'count' | 'min' | 'max'
  argument: Node | null
  condition: Node | null
}

export interface DistributionPlan extends CohortPlan {
  kind: 'distribution'
  dims: string[]
  people: PlayerRows
  /** Rows that make a player count; null where all do. */
  counts: Node | null
  value: PlayerValue
  /** Where the value is read from another fact than the players. */
  valueRows: PlayerRows | null
  /** Below the first bound, between them, and empty. */
  buckets: Bucket[]
}
