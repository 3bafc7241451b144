// The plan: what a report reads, at which grain, and how its parts meet. No dialect here; sql/ turns it to
// text.
import type { Exact } from '../model/expression/exact.ts'
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
} from '../model/expression/tree.ts'
import type { Grain, ReportColumn, RowMark } from '../model/types.ts'
import type { LevelPeriods, Shift } from './comparedDays.ts'

/** A value that is bound. The same object is bound once, however often it stands in the plan. */
export interface BoundValue {
  value: string | number | boolean | string[]
}

/** Engine's type that a bound text is read as. `huge`: an integer of more than 64 bits, perhaps. */
export type BoundType = 'text' | 'integer' | 'huge' | 'number' | 'date' | 'datetime'

export type PlanLeaf =
  /**
   * Column of a source (`f` the fact, `j1` a joined table, `r` the aggregated rows). `narrow`: an integer
   * that arithmetic may overflow. `exact`: absent where the kind tells it.
   */
  | { kind: 'field'; source: string; name: string; type: Kind; narrow: boolean; exact?: Exact }
  | { kind: 'parameter'; bound: BoundValue; type: BoundType }
  | { kind: 'anyOf'; operand: Node; bound: BoundValue; type: BoundType }
  | { kind: 'match'; how: 'contains' | 'startsWith'; operand: Node; bound: BoundValue }
  /** Wall-clock time of the business out of an instant. */
  | { kind: 'wallClock'; operand: Node; zone: string }
  /** Business day of a wall-clock time. */
  | { kind: 'businessDay'; operand: Node; cutoffHour: number }
  | { kind: 'truncated'; operand: Node; grain: Grain; from: 'date' | 'datetime' }
  /** A day, or a time whose day starts at the hour, so much later. */
  | { kind: 'shifted'; operand: Node; shift: Shift; from: 'date' | 'datetime'; cutoffHour: number }
  | { kind: 'day'; day: string }
  /** The moment at which a business day starts. */
  | { kind: 'dayStart'; day: string; hour: number }

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
  /** `last`: a balance, the last value of each series, added up. */
  aggregate: Aggregate | 'last'
  /** null: rows are counted. */
  argument: Node | null
  /** Rows that count; null when the fact's own condition says it all. */
  condition: Node | null
  kind: Kind
}

export interface Join {
  source: string
  table: string
  /** All conditions of the left join: the key, and the user's games where they restrict it. */
  on: Node[]
}

/** What is read from one point table. */
export interface FactPlan {
  physicalName: string
  joins: Join[]
  /** One expression for each dimension of the report, in order. */
  dims: Node[]
  where: Node[]
  points: LeafPoint[]
  /** What tells one balance from another, and when each was; null for a fact that no balance is read from. */
  balances: { series: Node[]; at: Node } | null
  /**
   * Absent: it is read from the table. Else `physicalName` is a shared fact's name, where the points stand as
   * they were counted. `isSingle`: the shared rows of its days are at the grain of its own rows.
   */
  shared?: { isSingle: boolean }
}

/** What several periods need of a fact, read once. */
export interface SharedFact {
  name: string
  /** Days that lie apart. */
  reads: SharedRead[]
  /** Keys of the dimensions that the deepest read tells apart, without the business's dates. */
  dims: string[]
  points: LeafPoint[]
}

/** Its dimensions are the first of the shared fact's; dates of the business are told by the day alone. */
export interface SharedRead extends FactPlan {
  /** A day of each row, as fine as the periods tell days apart; a literal where they do not. */
  day: Node
}

/** A point computed from others after aggregation. */
export interface ComputedPoint {
  key: string
  formula: Node
  /** Those of stage n stand on stages below n alone. */
  stage: number
}

export interface OrderTerm {
  key: string
  desc: boolean
  /** Values in the order in which people expect them; others follow. */
  valueOrder: string[] | null
}

/**
 * What is counted over one period. A report has one, and one for each other period that it is compared with.
 */
export interface PeriodPlan {
  /** `d{id}` of each dimension. */
  dims: string[]
  facts: FactPlan[]
  computed: ComputedPoint[]
  /**
   * Conditions on the rows of the result (filters on points); they also decide which facts the total counts.
   */
  having: Node[]
  /** Whether prefixes of the dimensions are levels of their own. */
  subtotals: boolean
  top: TopPlan | null
}

/** The first values of a dimension by a point; the others are one. */
export interface TopPlan {
  /** Key of the dimension. */
  dim: string
  count: number
  /** Key of the point that ranks, and the points that it stands on. */
  by: string
  leaves: ReadonlySet<string>
  computed: ComputedPoint[]
}

/** A column with each row's share of the total. */
export interface SharePlan {
  key: string
  of: string
}

/** A level whose figures are compared, by its mark; with conditions on its rows (source `r`). */
export interface ComparedLevel {
  level: number
  /** Rows that show more days than are compared: the base's figures are compared in their place. */
  partly: Node | null
  /** Rows that are not compared at all. */
  unmet: Node | null
}

/** A period that some levels are compared with. */
export interface ComparedPeriod {
  levels: ComparedLevel[]
  prior: PeriodPlan
  /**
   * The days of the report that are compared, where a level shows more; null where its figures stand as they
   * are.
   */
  base: PeriodPlan | null
  /** Days of both; null where they are the report's own. */
  days: LevelPeriods | null
}

export interface ComparisonPlan {
  /** None where no day is over yet: figures then have nothing beside them. */
  periods: ComparedPeriod[]
  /** Keys of the points compared, and how their change is told; null: not at all (texts and dates). */
  points: { key: string; change: 'ratio' | 'difference' | null }[]
}

/** Rows for the dates that the facts lack. */
export interface FillPlan {
  /** Days or hours are counted through, which every period of the dates holds. */
  unit: 'day' | 'hour'
  /**
   * The first of them; null: the first that the rows have, up to the last that they have, but not beyond
   * `last`.
   */
  first: Node | null
  last: Node
  /** Each business date of the report, over the column of days or hours. */
  dates: { key: string; value: Node }[]
  /** Key of the date that the rows' first and last are read from. */
  finest: string
  /** Keys of the points that are zero on a missing date; the others are empty. */
  zeros: ReadonlySet<string>
}

export interface ReportPlan {
  /** Facts that the report's period and those of the comparison read together. */
  shared: SharedFact[]
  period: PeriodPlan
  comparison: ComparisonPlan | null
  fill: FillPlan | null
  order: OrderTerm[]
  limit: number
  columns: ReportColumn[]
  shares: SharePlan[]
  marks: RowMark[]
}
