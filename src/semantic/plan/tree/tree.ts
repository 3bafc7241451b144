// The plan: what a report reads, at which grain, and how its parts are put together. Free of any dialect;
// sql/ writes it as text.
//
//   ReportPlan
//     period        PeriodPlan: the report's own figures
//       facts       one FactPlan for each point table: dimensions, joins, conditions, leaf points
//       computed    formulas over the leaf points
//     comparison    further PeriodPlans, and which level is compared with which
//     shared        reads of facts that several periods use
//     calculations  ranks, running totals … over the rows, with further PeriodPlans where they need more days
//     fill, shares, order, limit, columns
import type { Statistic } from '#semantic/model/definitions.ts'
import type { Exact } from '#semantic/model/expression/exact.ts'
import type {
  Between,
  Binary,
  Call,
  Case,
  Cast,
  In,
  IsNull,
  Kind,
  Like,
  Literal,
  Unary,
} from '#semantic/model/expression/tree.ts'
import type { Grain, PastPeriod, ReportColumn, RowMark } from '#semantic/model/types.ts'
import type { LevelPeriods, Shift } from '../days/moves.ts'

/** A bound value. The same object gets one parameter, however often the plan refers to it. */
export interface BoundValue {
  value: string | number | boolean | string[]
}

/** The warehouse's type that a bound text is read as. `huge`: an integer of up to 38 digits. */
export type BoundType = 'text' | 'integer' | 'huge' | 'number' | 'date' | 'datetime'

type PlanLeaf =
  /**
   * Column of a source: `f` the fact, `j1` a joined table, `r` the aggregated rows, `e` the entries.
   * `narrow`: an integer of at most 32 bits, which arithmetic could overflow. `exact`: absent where `type`
   * says enough.
   */
  | { kind: 'field'; source: string; name: string; type: Kind; narrow: boolean; exact?: Exact }
  | { kind: 'parameter'; bound: BoundValue; type: BoundType }
  /** Whether the operand is in a bound list. */
  | { kind: 'anyOf'; operand: Node; bound: BoundValue; type: BoundType }
  /** Whether the operand is a key of a table's row for which `where` holds; both are over `source`, that row. */
  | { kind: 'keyOf'; operand: Node; table: string; source: string; key: Node; where: Node }
  /** Whether a text contains or starts with a bound text, in any case. */
  | { kind: 'match'; how: 'contains' | 'startsWith'; operand: Node; bound: BoundValue }
  /** An instant as wall-clock time in a zone. */
  | { kind: 'wallClock'; operand: Node; zone: string }
  /** The business day of a wall-clock time: its date after taking off `cutoffHour` hours. */
  | { kind: 'businessDay'; operand: Node; cutoffHour: number }
  /** First day (or hour) of the period. */
  /** First day (or hour) of the period. */
  | { kind: 'truncated'; operand: Node; grain: Grain; from: 'date' | 'datetime' }
  /** A day moved by `shift`, or a time whose business day starts at `cutoffHour`. */
  | { kind: 'shifted'; operand: Node; shift: Shift; from: 'date' | 'datetime'; cutoffHour: number }
  | { kind: 'day'; day: string }
  /** The first moment of a business day: 2026-01-01 with hour 5 is 2026-01-01 05:00:00. */
  | { kind: 'dayStart'; day: string; hour: number }
  /** Whether a player of a segment (the source's columns `memberColumns`) was in it on a day. */
  | { kind: 'memberOn'; operand: Node; source: string }

/** A column of a source. */
export type Field = Extract<PlanLeaf, { kind: 'field' }>

export type Node =
  | Literal
  | PlanLeaf
  | Unary<Node>
  | Binary<Node>
  | IsNull<Node>
  | In<Node>
  | Like<Node>
  | Between<Node>
  | Case<Node>
  | Cast<Node>
  | Call<Node>

export type Aggregate = 'sum' | 'count' | 'min' | 'max' | 'distinct'

/** A point that is aggregated from one fact's rows. */
export interface LeafPoint {
  /** `p{id}`. */
  key: string
  /** `last` and `first`: a balance: the last or first value of each series, added up. */
  aggregate: Aggregate | 'last' | 'first' | 'statistic'
  /** Set for `statistic`. */
  statistic: Statistic | null
  /** Of a statistic: values are added up by it first, at each level; null: they stand as they are. */
  per: Node | null
  /** null: rows are counted. */
  argument: Node | null
  /** Rows that count for this point; null: all that pass the fact's WHERE. */
  condition: Node | null
  kind: Kind
  /** What is shown where there is nothing to count (shown.ts). */
  nothing: 'zero' | 'empty'
  /** Name for whoever reads that its figure is none (finite.ts); null where it always is one. */
  real: string | null
}

export interface Join {
  source: string
  table: string
  /** All conditions of the left join: the key, and the user's games where they restrict it. */
  on: Node[]
  /** Set where the table is a segment's: not its rows are joined but its players, each once. */
  members?: MembersPlan
}

/** The players of a segment's table, as a source of a join. */
export interface MembersPlan {
  /** What tells players apart, over the table's rows: the player's id, and the game. */
  keys: { name: string; value: Node }[]
  /** Whether the days on which they came and went stand beside them; else these are the players of now. */
  byDay: boolean
  /** Conditions over the table's rows, source `m`. */
  where: Node[]
}

/**
 * `series`: columns that tell one balance from another; `at`: when each was; `unclear`: what the statement fails with
 * where both are the same in two rows, so that no one can say which of them is the last.
 */
export interface BalancesPlan {
  series: Node[]
  at: Node
  /** Whether `at` is a time, not a day. */
  isTimed: boolean
  unclear: string
}

/** One pass over one point table. */
export interface FactPlan {
  physicalName: string
  joins: Join[]
  /** One expression for each dimension of the report, in order. */
  dims: Node[]
  where: Node[]
  points: LeafPoint[]
  /** null without balances (balances.ts). */
  balances: BalancesPlan | null
  /** Its business day and its game, as far as it has them: what is kept of it tells them apart in any case. */
  keeps: Node[]
  /** Each row is read so many times: `copySource` numbers its copies from 1, and conditions leave those that count. */
  copies?: number
  /** Read in place of the fact for the points that add up (semantic/sums). */
  sums?: FactSums
  /**
   * Set where the fact is read from a SharedFact, whose name `physicalName` then is; its points are columns
   * there. `isSingle`: each shared row is one row of this fact, so nothing is grouped.
   */
  shared?: { isSingle: boolean }
}

/** The source beside a fact that numbers the copies of its rows, and its column. */
export const copySource = 'c'
export const copyColumn = 'copy'

/** A fact's rows summed up and kept: its own plan over them. */
export interface FactSums extends Pick<FactPlan, 'physicalName' | 'joins' | 'dims' | 'where' | 'copies'> {
  /** By the points' keys: the column that holds the figure, and which rows count. */
  figures: Map<string, { column: Node; condition: Node | null }>
  /** Of a SharedRead. */
  day: Node | null
}

/** A fact's figures by day, read once for several periods (shared.ts). */
export interface SharedFact {
  name: string
  /** Each of other days; together all days that the periods need. */
  reads: SharedRead[]
  /**
   * Keys of the deepest read's dimensions; the business's dates are not among them, the day stands for them.
   */
  dims: string[]
  points: LeafPoint[]
}

/**
 * One SELECT of a shared fact. Its dimensions are the first ones of the shared fact's; the others are null.
 */
export interface SharedRead extends FactPlan {
  /** Each row's day, week, month or year start; a literal where no period is grouped by dates. */
  day: Node
}

/** A point computed from others after aggregation. */
export interface ComputedPoint {
  key: string
  formula: Node
  /** A formula of stage n names leaf points and formulas of stages below n only. */
  stage: number
  /** As LeafPoint.real. */
  real: string | null
}

export interface OrderTerm {
  key: string
  desc: boolean
  /**
   * The dimension's values in their expected order; values not listed come after them. null: by the value
   * itself.
   */
  valueOrder: string[] | null
}

/** All figures over one period: the report's own, or one that it is compared with. */
export interface PeriodPlan {
  /** `d{id}` of each dimension. */
  dims: string[]
  facts: FactPlan[]
  computed: ComputedPoint[]
  /**
   * Conditions on the result's rows: filters on points, and what stands in a group with them. The total counts only
   * the facts of rows that pass.
   */
  having: Node[]
  /** Other periods that these conditions hold a point against. */
  pasts: PastPlan[]
  /** Whether each prefix of the dimensions (d1; d1, d2 …) is a level of its own. */
  subtotals: boolean
  top: TopPlan | null
}

/** Another period whose figures rows are chosen by: of each point `p11` the columns `p11_past_week`, `p11_now_week`. */
export interface PastPlan {
  past: PastPeriod
  /** Keys of the points. */
  points: string[]
  /** The period beside the rows; null where no day is over yet, so that there is no past. */
  compared: ComparedPeriod | null
}

/** Only the first `count` values of a dimension, by a point; all others are one value, 其他. */
export interface TopPlan {
  /** Key of the dimension. */
  dim: string
  count: number
  /**
   * Key of the point that ranks; `leaves` and `computed`: the points that it is computed from, itself
   * included.
   */
  by: string
  leaves: ReadonlySet<string>
  computed: ComputedPoint[]
}

/** A column with each row's share of the total: `key` p2_share, `of` p2. */
export interface SharePlan {
  key: string
  of: string
}

/**
 * The rows that a calculation goes along: those of one level with the same values in `restart`.
 *
 *   along    the date that orders them; null: the order of the rows, within all dimensions but the level's last
 *   levels   marks of the levels that have such rows
 */
export interface SeriesPlan {
  along: string | null
  restart: string[]
  levels: number[]
}

/**
 * The fixed row that others are set against: an end of their series, the row of a value, or none where it cannot be
 * computed. `value`: what its dimension holds in it; null for the empty value.
 */
export type BasePlan =
  | { end: 'first' | 'last' }
  | { value: BoundValue | null; type: BoundType }
  | { none: string }

export type CalculationWork =
  | { kind: 'rank'; desc: boolean; within: string[]; levels: number[] }
  | { kind: 'running'; series: SeriesPlan }
  | { kind: 'moving'; how: 'average' | 'sum'; window: WindowPlan }
  /** By level: the dimensions by which the rows that the figure is a part of are alike; levels without one are empty. */
  | { kind: 'share'; wholes: { level: number; by: string[] }[] }
  | {
      kind: 'fixed'
      shows: 'difference' | 'change' | 'index'
      /** Dimension that the fixed row stands on. */
      dim: string
      base: BasePlan
      series: SeriesPlan
      /** Rows that can be the first or last one: those of periods that are over; null: all. */
      ended: Node | null
    }

/** A column of its own: `key` p2_c1, `of` p2. */
export interface CalculationPlan {
  key: string
  of: string
  work: CalculationWork
}

/** Rows whose date lies from `back` before to `ahead` after a row's own, by the number of its period. */
export interface WindowPlan {
  series: SeriesPlan
  grain: Grain
  /** In periods of the grain. */
  back: number
  ahead: number
  /** Rows that have a window, by their date: those that reach no day that is not over; null: all. */
  within: Node | null
  /** Without a range windows are also whole only between the first and last date that there are. */
  isBounded: boolean
}

/** Figures by other dimensions than the report's first ones: a level of a period of their own. */
export interface AsidePlan {
  by: string[]
  period: PeriodPlan
  level: number
  points: string[]
}

/**
 * Figures of fixed rows at one level of the report, from the facts, whether or not the report has these rows: by the
 * dimensions that the series starts anew at. `keys`: of the calculations.
 */
export interface BaseRowsPlan extends AsidePlan {
  keys: string[]
  reportLevel: number
}

/** Figures that calculations need beside the report's own. */
export interface CalculationsPlan {
  columns: CalculationPlan[]
  /**
   * The report's figures over whole periods and so many more before and after as windows need: one for all calculations
   * (`keys`) of points of the same facts, so that where their days begin hangs on these facts alone.
   */
  windows: { period: PeriodPlan; keys: string[] }[]
  /** For shares. */
  wholes: AsidePlan[]
  baseRows: BaseRowsPlan[]
}

/** A level (by its mark) that is compared, with conditions on its rows (source `r`). */
export interface ComparedLevel {
  level: number
  /**
   * Rows that show more days than are compared (this month to date): their change is taken from `base`'s
   * figures.
   */
  partly: Node | null
  /** Rows that are compared; null: all of them. */
  met: Node | null
  /** Rows that the other period can bring, where the report's own has none: those of compared days. null: all of them. */
  brought: Node | null
}

/** A period, and the levels that are compared with it. */
export interface ComparedPeriod {
  levels: ComparedLevel[]
  prior: PeriodPlan
  /** The report's figures over the compared days only; null where all levels show just these days. */
  base: PeriodPlan | null
  /** The days of both sides; null for other filters over the report's own days. */
  days: LevelPeriods | null
}

export interface ComparisonPlan {
  /** Empty where no day of the range is over yet: nothing is compared. */
  periods: ComparedPeriod[]
  /** Levels (by their marks) of which no day is compared. */
  uncompared: number[]
  /**
   * `change`: ratio is figure / previous - 1, difference figure - previous; null for texts and dates, which
   * have none.
   */
  points: { key: string; change: 'ratio' | 'difference' | null }[]
}

/** How rows for missing dates are made (fill.ts). */
export interface FillPlan {
  /** Days or hours are generated from first to last; the report's dates are made of them. */
  unit: 'day' | 'hour'
  /** null: from the first date of the rows to their last, at most `last`. */
  first: Node | null
  last: Node
  /** Each business date of the report as an expression over the generated day or hour. */
  dates: { key: string; value: Node }[]
  /** Key of the report's finest date: without `first`, its least and greatest values are the bounds. */
  finest: string
}

export interface ReportPlan {
  /** Facts that several periods read together; empty without a comparison. */
  shared: SharedFact[]
  period: PeriodPlan
  comparison: ComparisonPlan | null
  fill: FillPlan | null
  order: OrderTerm[]
  limit: number
  columns: ReportColumn[]
  shares: SharePlan[]
  calculations: CalculationsPlan
  /** Subtotals are there for calculations alone, and not shown. */
  hidesSubtotals: boolean
  marks: RowMark[]
  /** By their keys the points whose figures have to be checked, with their names (finite.ts). */
  reals: ReadonlyMap<string, string>
  /**
   * Keys of the points whose figure over the compared days alone, and of the calculations whose fixed row's figure
   * stands behind the marks, as `_base`.
   */
  bases: string[]
}
