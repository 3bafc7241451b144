// The plan: what a report reads, at which grain, and how its parts are combined. Independent of any dialect; sql/
// renders it as text.
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
import type { PersonalKind } from '#shared/personal.ts'
import type { LevelPeriods, Shift } from '../days/moves.ts'

/** A bound value. The same object becomes one parameter, however often the plan refers to it. */
export interface BoundValue {
  value: string | number | boolean | string[]
}

/** The warehouse type to which a bound text is cast. `huge`: an integer of up to 38 digits. */
export type BoundType = 'text' | 'integer' | 'huge' | 'number' | 'date' | 'datetime'

type PlanLeaf =
  /**
   * A column of a source: `f` the fact, `j1` a joined table, `r` the aggregated rows, `e` the entries. `narrow`: an
   * integer of at most 32 bits, which arithmetic could overflow. `exact`: absent if `type` is enough.
   */
  | { kind: 'field'; source: string; name: string; type: Kind; narrow: boolean; exact?: Exact }
  | { kind: 'parameter'; bound: BoundValue; type: BoundType }
  /** A column with personal data as it is shown to who may not see it. */
  | { kind: 'masked'; operand: Node; how: PersonalKind; key: BoundValue }
  /** Whether the operand is in a bound list. */
  | { kind: 'anyOf'; operand: Node; bound: BoundValue; type: BoundType }
  /**
   * Whether the operand is the key of a row of `table` that meets `where`; `key` and `where` refer to that row as
   * `source`.
   */
  | { kind: 'keyOf'; operand: Node; table: string; source: string; key: Node; where: Node }
  /** Whether a text contains or starts with a bound text, ignoring case. */
  | { kind: 'match'; how: 'contains' | 'startsWith'; operand: Node; bound: BoundValue }
  /** An instant as wall-clock time in a zone. */
  | { kind: 'wallClock'; operand: Node; zone: string }
  /** The business day of a wall-clock time: its date after subtracting `cutoffHour` hours. */
  | { kind: 'businessDay'; operand: Node; cutoffHour: number }
  /** First day (or hour) of the period. */
  /** First day (or hour) of the period. */
  | { kind: 'truncated'; operand: Node; grain: Grain; from: 'date' | 'datetime' }
  /** A day moved by `shift`, or a time whose business day starts at `cutoffHour`. */
  | { kind: 'shifted'; operand: Node; shift: Shift; from: 'date' | 'datetime'; cutoffHour: number }
  | { kind: 'day'; day: string }
  /** The first moment of a business day: 2026-01-01 with hour 5 is 2026-01-01 05:00:00. */
  | { kind: 'dayStart'; day: string; hour: number }
  /** Whether a player of a segment (the source's columns `memberColumns`) was in the segment on a day. */
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

/** A point aggregated from one fact's rows. */
export interface LeafPoint {
  /** `p{id}`. */
  key: string
  /** `last` and `first` are balances: the last or first value of each series, added up. */
  aggregate: Aggregate | 'last' | 'first' | 'statistic'
  /** Set for `statistic`. */
  statistic: Statistic | null
  /** For a statistic: values are first added up by this node, at each level; null: values are used as they are. */
  per: Node | null
  /** null: counts rows. */
  argument: Node | null
  /** Condition for rows to count; null: all rows that pass the fact's WHERE. */
  condition: Node | null
  kind: Kind
  /** What is shown if there is nothing to count (shown.ts). */
  nothing: 'zero' | 'empty'
  /** The point's name for the error when its figure is infinite or NaN (finite.ts); null if it is always finite. */
  real: string | null
}

export interface Join {
  source: string
  table: string
  /** All conditions of the left join: the key, and the user's games if they restrict the table. */
  on: Node[]
  /** Set for a segment's table: its distinct players are joined, not its rows. */
  members?: MembersPlan
}

/** The players of a segment's table, as the source of a join. */
export interface MembersPlan {
  /** The identity of a player in the table's rows: the player's id, and the game. */
  keys: { name: string; value: Node }[]
  /** Whether the days of entering and leaving are included; else only the present players. */
  byDay: boolean
  /** Conditions on the table's rows, source `m`. */
  where: Node[]
}

/**
 * `series`: columns that identify a balance; `at`: the time of its value; `unclear`: the error if two rows agree in
 * both, so that neither can be called the last.
 */
export interface BalancesPlan {
  series: Node[]
  at: Node
  /** Whether `at` is a time rather than a day. */
  isTimed: boolean
  unclear: string
}

/** One pass over one point table. */
export interface FactPlan {
  physicalName: string
  joins: Join[]
  /** One expression per dimension of the report, in order. */
  dims: Node[]
  where: Node[]
  points: LeafPoint[]
  /** null without balances (balances.ts). */
  balances: BalancesPlan | null
  /** The fact's business day and game, if it has them: stored sums of the fact always distinguish them. */
  keeps: Node[]
  /**
   * Each row is read this many times: `copySource` numbers the copies from 1, and conditions select the copies that
   * count.
   */
  copies?: number
  /** Read instead of the fact, for points that can be added up (semantic/sums). */
  sums?: FactSums
  /**
   * Set if the fact is read from a SharedFact, named by `physicalName`, with the points as columns. `isSingle`: each
   * shared row is one row of this fact, so nothing is grouped.
   */
  shared?: { isSingle: boolean }
}

/** The source that numbers the copies of a fact's rows, and its column. */
export const copySource = 'c'
export const copyColumn = 'copy'

/** Stored sums of a fact's rows: the fact's own plan over them. */
export interface FactSums extends Pick<FactPlan, 'physicalName' | 'joins' | 'dims' | 'where' | 'copies'> {
  /** By the points' keys: the column with the figure, and the rows that count. */
  figures: Map<string, { column: Node; condition: Node | null }>
  /** The day, for a SharedRead. */
  day: Node | null
}

/** A fact's figures by day, read once for several periods (shared.ts). */
export interface SharedFact {
  name: string
  /** One read per stretch of days; together they cover all days that the periods need. */
  reads: SharedRead[]
  /** Keys of the deepest read's dimensions, without business dates, which the day replaces. */
  dims: string[]
  points: LeafPoint[]
}

/** One SELECT of a shared fact. It has the shared fact's leading dimensions; the remaining ones are null. */
export interface SharedRead extends FactPlan {
  /** Each row's day, or its week's, month's or year's first day; a literal if no period is grouped by dates. */
  day: Node
}

/** A point computed from others after aggregation. */
export interface ComputedPoint {
  key: string
  formula: Node
  /** A formula of stage n uses only leaf points and formulas of lower stages. */
  stage: number
  /** As LeafPoint.real. */
  real: string | null
}

export interface OrderTerm {
  key: string
  desc: boolean
  /**
   * The dimension's values in their expected order; unlisted values come after them. null: ordered by the value itself.
   */
  valueOrder: string[] | null
}

/** All figures of one period: the report's own, or one that it is compared with. */
export interface PeriodPlan {
  /** `d{id}` of each dimension. */
  dims: string[]
  facts: FactPlan[]
  computed: ComputedPoint[]
  /**
   * Conditions on the result's rows: filters on points, and filters grouped with them. The total counts only facts of
   * rows that pass.
   */
  having: Node[]
  /** Other periods with which these conditions compare a point. */
  pasts: PastPlan[]
  /** Whether each prefix of the dimensions (d1; d1, d2 …) is a level of its own. */
  subtotals: boolean
  top: TopPlan | null
}

/**
 * Another period whose figures decide which rows are kept: for each point `p11` the columns `p11_past_week`,
 * `p11_now_week`.
 */
export interface PastPlan {
  past: PastPeriod
  /** Keys of the points. */
  points: string[]
  /** The compared period; null if no day is over yet, so that there is no past. */
  compared: ComparedPeriod | null
}

/** Only the first `count` values of a dimension, ranked by a point; all others become one value, 其他. */
export interface TopPlan {
  /** Key of the dimension. */
  dim: string
  count: number
  /** Key of the ranking point; `leaves` and `computed` are the points that it is computed from, itself included. */
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
 * The rows that a calculation runs along: rows of one level with the same values in `restart`.
 *
 *   along    the date that orders them; null: the rows' own order, within all dimensions but the level's last
 *   levels   marks of the levels that have such rows
 */
export interface SeriesPlan {
  along: string | null
  restart: string[]
  levels: number[]
}

/**
 * The fixed row that other rows are compared with: an end of their series, the row of a value, or none if it can't be
 * computed. `value`: the dimension's value in that row; null for the empty value.
 */
export type BasePlan =
  | { end: 'first' | 'last' }
  | { value: BoundValue | null; type: BoundType }
  | { none: string }

export type CalculationWork =
  | { kind: 'rank'; desc: boolean; within: string[]; levels: number[] }
  | { kind: 'running'; series: SeriesPlan }
  | { kind: 'moving'; how: 'average' | 'sum'; window: WindowPlan }
  /** By level: the dimensions whose values the rows of the whole have in common; levels absent here are empty. */
  | { kind: 'share'; wholes: { level: number; by: string[] }[] }
  | {
      kind: 'fixed'
      shows: 'difference' | 'change' | 'index'
      /** Dimension that the fixed row's value belongs to. */
      dim: string
      base: BasePlan
      series: SeriesPlan
      /** Condition for rows that may be the first or last: their period is over; null: all rows. */
      ended: Node | null
    }

/** A column of its own: `key` p2_c1, `of` p2. */
export interface CalculationPlan {
  key: string
  of: string
  work: CalculationWork
}

/** Rows whose date is within `back` periods before and `ahead` periods after a row's own. */
export interface WindowPlan {
  series: SeriesPlan
  grain: Grain
  /** In periods of the grain. */
  back: number
  ahead: number
  /** Condition, by date, for rows that have a window: the window reaches no unfinished day; null: all rows. */
  within: Node | null
  /** Without a range, windows must also lie entirely between the first and last existing date. */
  isBounded: boolean
}

/** Figures by dimensions that are not the report's leading ones: a level of a separate period. */
export interface AsidePlan {
  by: string[]
  period: PeriodPlan
  level: number
  points: string[]
}

/**
 * Figures of fixed rows at one level of the report, from the facts, whether or not the report has these rows; grouped
 * by the dimensions at which the series restarts. `keys`: the calculations' keys.
 */
export interface BaseRowsPlan extends AsidePlan {
  keys: string[]
  reportLevel: number
}

/** Figures that calculations need besides the report's own. */
export interface CalculationsPlan {
  columns: CalculationPlan[]
  /**
   * The report's figures over whole periods, extended before and after as windows need. Calculations of points with the
   * same facts (`keys`) share one period, so that its first day depends only on these facts.
   */
  windows: { period: PeriodPlan; keys: string[] }[]
  /** For shares. */
  wholes: AsidePlan[]
  baseRows: BaseRowsPlan[]
}

/** A compared level (by its mark), with conditions on its rows (source `r`). */
export interface ComparedLevel {
  level: number
  /** Rows that show more days than are compared (this month to date): their change is taken from `base`'s figures. */
  partly: Node | null
  /** Rows that are compared; null: all rows. */
  met: Node | null
  /** Rows that the other period may add when the report's own has none: those of compared days. null: all rows. */
  brought: Node | null
}

/** A period, and the levels that are compared with it. */
export interface ComparedPeriod {
  levels: ComparedLevel[]
  prior: PeriodPlan
  /** The report's figures over only the compared days; null if all levels show just these days. */
  base: PeriodPlan | null
  /** The days of both sides; null for other filters over the report's own days. */
  days: LevelPeriods | null
}

export interface ComparisonPlan {
  /** Empty if no day of the range is over yet: nothing is compared. */
  periods: ComparedPeriod[]
  /** Marks of levels with no compared day. */
  uncompared: number[]
  /**
   * `change`: ratio is figure / previous - 1, difference is figure - previous; null for texts and dates, which have
   * none.
   */
  points: { key: string; change: 'ratio' | 'difference' | null }[]
}

/** How rows for missing dates are made (fill.ts). */
export interface FillPlan {
  /** Days or hours are generated from `first` to `last`; the report's dates are derived from them. */
  unit: 'day' | 'hour'
  /** null: from the rows' first date to their last, at most `last`. */
  first: Node | null
  last: Node
  /** Each business date of the report as an expression over the generated day or hour. */
  dates: { key: string; value: Node }[]
  /** Key of the report's finest date: without `first`, its minimum and maximum are the bounds. */
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
  /** Subtotals are computed only for calculations, and not shown. */
  hidesSubtotals: boolean
  marks: RowMark[]
  /** The names of the points whose figures must be checked (finite.ts), by key. */
  reals: ReadonlyMap<string, string>
  /**
   * Keys of columns that get a `_base` column after the marks: points, for their figure over only the compared days,
   * and calculations, for their fixed row's figure.
   */
  bases: string[]
}
