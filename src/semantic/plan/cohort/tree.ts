// Plans of retention, players' value, funnel and distribution. The report decides a player's identity. By game: a player within a game,
// so that one id in two games counts as two, in rows and totals alike. Without the game: the id within the games that
// the reader sees (and a filter on the game leaves), so that first day, steps and value cover all of these games.

import type { ReturnMeaning, ReturnUnit } from '#semantic/model/returns.ts'
import type { ReportColumn } from '#semantic/model/types.ts'
import type { BoundValue, Join, Node, OrderTerm } from '../tree/tree.ts'

/** Alias of the entries (each player's first row), which have the columns below. */
export const entrySource = 'e'
export const entryColumns = {
  game: '_game',
  player: '_player',
  /** Business day of the first row. */
  day: '_day',
  /** Time of the first row, if rows are ordered by time. */
  time: '_time',
  /** Day of the step taken last (funnels). */
  on: '_on',
} as const

/** A dimension's value, read from each player's first row. */
export interface EntryDimension {
  /** `d{id}`. */
  key: string
  /** Over the fact's row and its joins. */
  node: Node
  /**
   * The same value computed from the entry's own columns, for its day and its game; null for others, which need the
   * row.
   */
  ofEntry: Node | null
}

/** How each player's first row in a fact is found (entries.ts). */
export interface EntryPlan {
  physicalName: string
  joins: Join[]
  /** Null if the game is not part of a player's identity. */
  game: Node | null
  player: Node
  /** Key of the hashes by which players are listed; null: by their ids. */
  listedBy: BoundValue | null
  day: Node
  /** Null for a fact with only days. */
  time: Node | null
  /** Whether the first row is chosen by time; otherwise by day. */
  byTime: boolean
  /** Conditions on a row's day: on or after the range's first day; before the day after its last. */
  from: Node
  until: Node
  /** Whether the first row of all time is meant, which must lie in the range; otherwise the first row in the range. */
  ever: boolean
  /** With `ever`: the condition that the entry's day is not before the range, over the entry's columns. */
  entryFrom: Node
  /** Conditions on rows before the first row is chosen. */
  where: Node[]
  /** Whether `where` refers to joined tables. */
  joinsEarly: boolean
  /** Conditions that the chosen first row must meet. */
  kept: Node[]
  dims: EntryDimension[]
  /**
   * Further columns of the fact's grain key: they break ties between rows of the same time, so that each request takes
   * the same row, whatever its dimensions and filters.
   */
  tie: Node[]
  /** The fact's grain key is the player (and the game): each player has one row, and nothing is chosen. */
  single: boolean
}

/** Two expressions that must be equal: one over the entry, one over a row of another fact. */
export interface Match {
  entry: Node
  row: Node
  /** Whether null equals null. */
  nullSafe: boolean
}

/** The rows of another fact that belong to entries: its table, conditions, and how its rows match entries. */
export interface FollowPlan {
  physicalName: string
  where: Node[]
  matches: Match[]
}

export interface CohortPlan {
  order: OrderTerm[]
  limit: number
  columns: ReportColumn[]
  tables: string[]
}

export interface ReturnDay {
  /** The first period that counts, and the last one: periods are days, weeks … (RetentionPlan.unit). */
  day: number
  until: number
  /** 1, 2, 4 …: the bit for this day in a player's set of return days. */
  bit: string
  /**
   * `come`: the last cohort whose return day has begun; `over`: the last whose return day is over. Days as YYYY-MM-DD;
   * null if true of every cohort in the range. Day 3 on 2026-01-10: come 2026-01-07, over 2026-01-06.
   */
  come: string | null
  over: string | null
}

export interface RetentionPlan extends CohortPlan {
  kind: 'retention'
  how: ReturnMeaning
  unit: ReturnUnit
  entries: EntryPlan
  returning: FollowPlan
  /** Number of days (weeks, months) from the entry's day to the day of a row of the returning fact. */
  age: Node
  /** The row's time, where periods are 24 hours from the entry's time: it replaces `age`. */
  moment: Node | null
  days: ReturnDay[]
  /** YYYY-MM-DD; the day that is not over. */
  today: string
  /** The condition that a row of the returning fact is of a finished day; null if all are. */
  isOver: Node | null
  /** Each row is one cohort day: return days are shown as soon as they have begun. */
  rowsByDay: boolean
  /** Keys of the columns that say over how many players they are. */
  bases: string[]
}

/** A day n of a report of players' value: the first n days are meant, the first one included. */
export interface ValueDay extends Pick<ReturnDay, 'come' | 'over'> {
  days: number
}

/** What a cohort cost, by its first day and by the report's dimensions as far as the cost has them. */
export interface CostPlan {
  physicalName: string
  joins: Join[]
  where: Node[]
  day: Node
  /** Expression of each of the report's dimensions; null for those that the cost does not have. */
  dims: (Node | null)[]
  value: PlayerValue
}

export interface ValuePlan extends CohortPlan {
  kind: 'ltv'
  entries: EntryPlan
  earned: FollowPlan & { value: PlayerValue }
  /** Number of days from the entry's day to the day of a row of the earned fact. */
  age: Node
  /** Number of days after which revenue does not count. */
  horizon: number
  /** Null without a cost, and where the cost can't obey the report's filters. */
  cost: CostPlan | null
  days: ValueDay[]
  /** Numbers of days that are forecast, ascending: those that are not over for all cohorts. */
  forecast: number[]
  /** Places of the dimensions that are business dates. */
  dates: number[]
  /** As RetentionPlan.rowsByDay. */
  rowsByDay: boolean
  /** YYYY-MM-DD; the day that is not over. */
  today: string
  /** Keys of the columns that say over how many players they are. */
  bases: string[]
}

export interface StepPlan extends FollowPlan {
  /** The time to keep for later steps: the row's own, else the last kept one; null if no step so far has times. */
  time: Node | null
  /** The row's day, if the next step is compared by days (this step or the next has no time); else null. */
  on: Node | null
  /** Time (or day) of the row, for the list of players behind a cell. */
  moment: Node
}

export interface FunnelPlan extends CohortPlan {
  kind: 'funnel'
  entries: EntryPlan
  /** From the second step on. */
  steps: StepPlan[]
}

/** The rows by which a step of a funnel by moments is taken. */
export interface WindowStep {
  physicalName: string
  joins: Join[]
  where: Node[]
  /** Text; null if the game is not part of a player's identity. */
  game: Node | null
  player: Node
  /** Null for rows without a time, which take no step. */
  time: Node
  /** The property that is the same in all steps of a window; null: none is asked for. */
  held: Node | null
}

/** A funnel whose windows are opened by the moments of its first step. */
export interface WindowsPlan extends CohortPlan {
  kind: 'windows'
  opening: WindowStep & { dims: { key: string; node: Node }[]; listedBy: BoundValue | null }
  /** All steps, the first one without the report's filters. */
  steps: WindowStep[]
  /** Length of a window. */
  microseconds: number
  /** The unit in which times from step to step are told. */
  unitMicroseconds: number
  strictly: boolean
  each: boolean
  times: boolean
  /** Keys of the dates within whose values a player counts once. */
  periods: string[]
}

export interface Bucket {
  /** null for the bucket of players without a value. */
  label: string | null
  /** Upper bound, exclusive; null for the last bucket, and for the bucket of players without a value. */
  below: number | null
}

/** The rows of a fact, to be grouped by dimensions, game and player. */
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
  /** As LeafPoint.real. */
  real: string | null
}

export interface DistributionPlan extends CohortPlan {
  kind: 'distribution'
  dims: string[]
  people: PlayerRows
  /** As EntryPlan.listedBy. */
  listedBy: BoundValue | null
  /** A player counts if one of the player's rows meets this condition; null: any row. */
  counts: Node | null
  value: PlayerValue
  /** The value's rows, if they are in another fact than the players; else null. */
  valueRows: PlayerRows | null
  /** In order (cohort/buckets.ts). */
  buckets: Bucket[]
}
