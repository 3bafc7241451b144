// Types of the report engine: definitions, requests, results. Plain data, as the metadata store keeps it and
// as it goes over the wire. Field names in snake case are given by the specification.
import type { RowScope } from './rowScope.ts'
import type { KeptSums, SumsShape } from './sums.ts'

export const grains = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type Grain = (typeof grains)[number]

export const dimensionTypes = ['date', 'time', 'string', 'number', 'game', 'dictionary'] as const
export type DimensionType = (typeof dimensionTypes)[number]

export const formTypes = ['dateRange', 'select', 'multiSelect', 'text', 'numberRange'] as const
export type FormType = (typeof formTypes)[number]

export const pointTypes = ['additive', 'distinct', 'semiAdditive', 'statistic', 'computed'] as const
export type PointType = (typeof pointTypes)[number]

export interface DimensionInfo {
  /** SQL expression over the dimension table's columns, or the fact's when the dimension has no table. */
  expression?: string
  /** Dictionary that names the values (by id). */
  dictId?: number
  /** Column of the dimension table that labels the values. */
  labelColumn?: string
  /** Values in the order in which people expect them. */
  valueOrder?: string[]
  /** The one physical fact table that the expression is meant for; absent: any fact with such columns. */
  factTable?: string
  /** Role of its dimension table that it means (`TableJoin.role`); absent: that of joins without a role. */
  role?: string
  /** Set where the dimension tells whether a row's player is in a segment (plan/facts/segments.ts). */
  segment?: SegmentInfo
}

/** A figure of each player over the last days, and what it has to be. */
export interface MemberCondition {
  /** A sum or a count of a fact that has the player's id. */
  point: number
  op: 'gt' | 'gte' | 'lt' | 'lte' | 'between'
  values: number[]
  /** How many days, the last of which is the one that members are computed for. */
  days: number
  /** On dimensions: rows that count. */
  filters?: ReportFilter[]
  /** Those of whom it is not true, also because they have no rows. */
  not?: boolean
}

/** Who belongs to a segment. */
export interface MemberRules {
  /** As in SegmentInfo. */
  players: string[]
  /** Groups: all conditions of one of them hold. */
  any: MemberCondition[][]
}

export interface SegmentInfo {
  id: number
  /** Columns that hold the player's id: in each fact the first one that it has counts. */
  players: string[]
  /** `now`: as the segment was computed last; `day`: as it was on the row's own day. */
  when: 'now' | 'day'
}

export interface Dimension {
  id: number
  /** Id of its dimension table; null when its column stands in the facts themselves. */
  table_id: number | null
  /**
   * Physical table: of its dimension table, or the one fact that has it (`info.factTable`); null for any
   * fact.
   */
  table_truename: string | null
  /** Finest grain of a date or time dimension; null for others. */
  count_quantum: Grain | null
  update_frequency: string
  /** Whether the user's games restrict its values. */
  cgi_filter: boolean
  types: DimensionType
  name: string
  form_type: FormType
  describe: string
  info: DimensionInfo
  create_time: string
  dim_typeId: number | null
}

/** Aggregates by the types of points that have a choice of them; the first is the usual one. */
export const aggregatesOf = {
  /** `count` needs no name_sql; of `countIf` it is the condition of the rows that count. */
  additive: ['sum', 'count', 'countIf', 'min', 'max'],
  /** The last or the first value of each series. */
  semiAdditive: ['last', 'first'],
  /** Of all values at each level: never made of other figures. The last two only of sums by a key (`info.per`). */
  statistic: ['median', 'percentile', 'stddev', 'mean', 'min', 'max'],
} as const
/** None for types that have no choice. */
export const aggregatesFor = (types: string): readonly PointAggregate[] =>
  Object.hasOwn(aggregatesOf, types) ? aggregatesOf[types as keyof typeof aggregatesOf] : []
export type PointAggregate = (typeof aggregatesOf)[keyof typeof aggregatesOf][number]

export interface PointInfo {
  /** How the rows become one figure; which of them a point's type takes is in `aggregatesOf`. */
  aggregate?: PointAggregate
  /** Of a percentile: the percent of the values that are not greater, above 0 and below 100. */
  percentile?: number
  /**
   * Of a statistic: column or expression by which values are added up first, at each level anew: of `player_id` the
   * statistic is of players' sums, and a player of two channels is one player in the total. Rows without it count for
   * none.
   */
  per?: string
  /** A median or percentile that may be off a little, and costs little memory however many rows there are. */
  approximate?: boolean
  format?: NumberFormat
  /** Shown in the header after the name: 元, %. */
  unit?: string
  /**
   * The figure where there is nothing to count (nothing.ts). Absent: zero for sums, counts and distinct counts,
   * empty for the others. A computed point is computed from its parts' figures there.
   */
  fill?: 'zero' | 'empty'
  /** Other names that it is found by: DAU, 日活. */
  synonyms?: string[]
}

export type NumberFormat = 'integer' | 'decimal' | 'percent'

export interface Point {
  id: number
  /** Id of its point table; null for a computed point. */
  table_id: number | null
  point_typeId: number | null
  /** Column or expression that is aggregated; for a computed point the formula over [point names]. */
  name_sql: string
  /** Conditions on the fact's rows for this point alone; empty for none. */
  event_filter: string
  filter: string
  types: PointType
  name: string
  describe: string
  info: PointInfo
  note: string
  create_time: string
}

export interface PointTable {
  id: number
  name: string
  /** Physical fact table in the warehouse. */
  table_truename: string
  /** DATE column; null for a fact without dates. */
  date_column: string | null
  /** TIMESTAMP column, for hours and the day cut-off; null when the fact has days only. */
  time_column: string | null
  /** Column that holds the game's code (cgi); null when the fact knows no games. */
  game_column: string | null
  /** Columns that together identify a row: of daily balances the day, the server, the currency. */
  grain_key: string[]
  update_frequency: string
  describe: string
  /** Dimension tables that the fact joins. */
  joins: TableJoin[]
  create_time: string
}

/** A join to one row at most: the joining table's own `column` equals the dimension table's key. */
export interface TableJoin {
  dimTableId: number
  column: string
  /** Tells several joins of one dimension table apart: 注册城市, 付费城市. */
  role?: string
}

export interface DimensionTable {
  id: number
  name: string
  table_truename: string
  key_column: string
  /** Column that holds the game's code where each row belongs to a game (servers, items); null otherwise. */
  game_column: string | null
  /** Dimension tables that it joins itself: a server's region. Absent: none. */
  joins?: TableJoin[]
  describe: string
  create_time: string
}

export interface Category {
  id: number
  kind: 'dimension' | 'point'
  name: string
  order: number
}

/** A warehouse table as the engine knows it: column names and types, never typed in by hand. */
export interface PhysicalTable {
  name: string
  comment: string
  rowCount: number
  columns: { name: string; type: string; comment: string }[]
  /** When it was last published, ISO. */
  updatedAt: string
}

/** All definitions and tables that a compile reads. */
export interface Model {
  dimensions: Dimension[]
  points: Point[]
  pointTables: PointTable[]
  dimensionTables: DimensionTable[]
  tables: PhysicalTable[]
  /**
   * Dimension tables whose key is not unique, with some of the keys that repeat (as `compileKeyCheck` finds
   * them). A report that would join such a table is refused. Absent: not checked.
   */
  duplicateKeys?: { dimTableId: number; examples: string[] }[]
  /** Segments that were computed, with the first day for which members are kept. */
  segments?: { id: number; keptFrom: string }[]
}

/** Relative ranges: `last7`, `last30` … (days up to and including today), or a name. */
export const relativeRanges = [
  'today',
  'yesterday',
  'last7',
  'last14',
  'last30',
  'last90',
  'last180',
  'last365',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
  'all',
] as const
export type RelativeRange = (typeof relativeRanges)[number]

/** `from` and `to` are both included, YYYY-MM-DD, days of the business; or a relative range. */
export type DateRange = { from: string; to: string } | { relative: RelativeRange }

export const filterOps = [
  'in',
  'notIn',
  'contains',
  'notContains',
  'startsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'isNull',
  'isNotNull',
] as const
export type FilterOp = (typeof filterOps)[number]

/** A point's own past, by the rules of comparisons (plan/compared/days.ts). */
export const pastPeriods = ['previous', 'week', 'year52', 'year', 'lunar'] as const
export type PastPeriod = (typeof pastPeriods)[number]

/**
 * What a point is held against instead of values: another point's figure in the same row, or its own of another
 * period; `times` of it, once when absent. Against a past `isNull` holds where there is a past and nothing now (who was
 * lost), `isNotNull` where there was nothing and is something now (who came); empty and 0 are nothing.
 */
export type FilterThan = { point: number; times?: number } | { past: PastPeriod; times?: number }

/**
 * On a dimension (rows of the facts) or on a point (rows of the result). null in `values` stands for the
 * empty value.
 */
export interface ReportFilter {
  dim?: number
  point?: number
  op: FilterOp
  /** Empty beside `than`. */
  values: (string | number | null)[]
  /** Of a point alone. */
  than?: FilterThan
}

/** Conditions of which one has to hold, or all of them. */
export type FilterGroup = { any: ReportCondition[] } | { all: ReportCondition[] }

/**
 * A filter, or a group of them in as many levels as model/conditions.ts allows. A group of dimensions restricts the
 * facts' rows; one that holds a point the result's rows, its dimensions then being among the report's own.
 */
export type ReportCondition = ReportFilter | FilterGroup

/**
 * What a report's rows are, and what its `points` mean:
 *
 *   table          groups by the dimensions; any points
 *   retention      [new players, returning players]: how many of the new ones came back after n days
 *   funnel         the steps in order: how many players took the first, then the second …
 *   distribution   [players, value]: how many players have a value of 0–6, 6–30 …
 *
 * Points that name players are distinct points over the player's id.
 */
export const reportKinds = ['table', 'retention', 'funnel', 'distribution'] as const
export type ReportKind = (typeof reportKinds)[number]

/**
 * What figures are compared with; 2026-03-09 as an example (details in plan/compared/days.ts):
 *
 *   previous   环比       the period before (2026-03-08 by day); for the total the range before
 *   week       周同比     7 days before (2026-03-02)
 *   year52     按星期     364 days before, the same weekday (2025-03-10)
 *   year       年同比     the same date of the year before (2025-03-09)
 *   lunar      春节同比   as many days from the Spring Festival, in the year before (2025-02-18)
 *   range      指定日期   `compareRange`, first day against first day
 *   filters    指定条件   the same days under `compareFilters` instead of `filters`
 */
export const comparisons = ['previous', 'week', 'year52', 'year', 'lunar', 'range', 'filters'] as const
export type Comparison = (typeof comparisons)[number]

/**
 * Only the first `count` values of a dimension, ranked by a point over the whole range; all others are one
 * row, 其他.
 */
export interface TopValues {
  dim: number
  count: number
  /** Point that ranks them, greatest first. */
  by: number
}

/**
 * What a calculation makes of its point's figures, over all rows of the question whatever its limit:
 *
 *   rank         place among the rows, greatest first (`ascending`: least first); equal figures share one
 *   running      sum of the rows so far: along the date from its first, without one in the rows' order
 *   average      mean of `periods` days (weeks, months … by the grain) up to the row's own, or around it (`centred`)
 *   sum          their sum
 *   share        part of the total, of the parent's subtotal (`parent`), or of the rows alike in `within`
 *   difference   figure - that of the fixed row `base`
 *   change       figure / that of the fixed row - 1
 *   index        the fixed row's figure is 100
 */
export const calculationKinds = [
  'rank',
  'running',
  'average',
  'sum',
  'share',
  'difference',
  'change',
  'index',
] as const
export type CalculationKind = (typeof calculationKinds)[number]

/** The row that others are set against: the first or last of its series that has a figure, or a value's. */
export type CalculationBase = 'first' | 'last' | { value: string | number | null }

/** One more column behind its point's. What a kind does not know is left unread. */
export interface Calculation {
  /** Its own within the report, 1 to 999: its column's key is `p{of}_c{number}`. */
  number: number
  /** Point of the report. */
  of: number
  kind: CalculationKind
  ascending?: boolean
  /** Dimensions of the report. Ranks count within each of their values; a share is taken of the rows that have the same. */
  within?: number[]
  periods?: number
  centred?: boolean
  parent?: boolean
  /** Absent: the first. */
  base?: CalculationBase
  /** Dimension along which the fixed row stands; absent: the date, without one the last dimension. */
  along?: number
}

export const chartKinds = ['line', 'area', 'column', 'bar', 'stacked', 'pie', 'funnel', 'heatmap'] as const
export type ChartKind = (typeof chartKinds)[number]

/** The chart beside a report's table; absent: chosen by the report's shape. */
export interface ReportChart {
  kind?: ChartKind
  /** Keys of the columns that are drawn. */
  keys?: string[]
  /** The user folded the chart away. */
  off?: boolean
}

/** A computed point that one report keeps for itself. */
export interface OwnFormula {
  /** -1, -2 …: whatever names points by id names it by this. */
  id: number
  name: string
  /** Over points by id, and other formulas of the report: `[#11] / [#-2]`. Names are read, too. */
  formula: string
  format?: NumberFormat
  unit?: string
}
export const mostOwnFormulas = 20
export const longestOwnFormula = 1000
export const longestOwnUnit = 20

/** What a report asks for: `info` on the wire. */
export const heats = ['column', 'all'] as const
export type Heat = (typeof heats)[number]

export interface ReportInfo {
  /** Absent: `table`. */
  kind?: ReportKind
  dims: number[]
  /** Points by their ids, formulas of the report's own by theirs, which are negative. */
  points: number[]
  /** Formulas of the report's own: computed points that only it knows (ownFormulas.ts). */
  formulas?: OwnFormula[]
  dateRange?: DateRange
  /** Grain of the date dimension; `day` when absent. */
  grain?: Grain
  /**
   * Dimensions of the report that this is a part of, where they are others than `dims`: the grain cuts the date that it
   * cuts there, and no other one where that is not among `dims`.
   */
  grainDims?: number[]
  /** All of them have to hold. */
  filters?: ReportCondition[]
  /** `key` is a column key of the result: `d1`, `p2`, `p2_diff`. */
  order?: { key: string; desc: boolean }[]
  limit?: number
  compare?: Comparison
  /** Days of the other period, both included; with `compare: 'range'`. */
  compareRange?: { from: string; to: string }
  /** With `compare: 'filters'`. */
  compareFilters?: ReportCondition[]
  fillDates?: boolean
  /** A subtotal row for every value of the first dimension, of the first two, and so on. */
  subtotals?: boolean
  /** Points that get a column with their share of the total. */
  shares?: number[]
  calculations?: Calculation[]
  top?: TopValues
  /** Days after the first that a player came back on: 1, 3, 7, 14, 30 when absent. */
  retention?: { days: number[] }
  /** Days within which all steps are to be taken, counted from the first; 7 when absent. */
  funnel?: { windowDays: number }
  /** Lower bounds of the buckets, rising; absent: chosen by the unit. */
  distribution?: { bounds: number[] }
  /** Keys of columns in the order that the reader left them; absent: dims then points. */
  columns?: string[]
  /** Columns from the left that stay when the others scroll; 1 when absent. */
  frozen?: number
  /** Figures are shaded by their size, among those of their column or of all columns of their unit. */
  heat?: Heat
  chart?: ReportChart
  /** Dimensions whose values are columns on /statement/detail2; the others are rows. */
  pivot?: number[]
}

export type ColumnType = 'string' | 'integer' | 'number' | 'date' | 'datetime' | 'boolean'

/**
 * What a column shows. Ratios and shares are fractions: 0.25 for 25%.
 *
 *   value        the point's figure
 *   previous     the figure that it is compared with
 *   change       figure / previous - 1; of a percentage figure - previous (unit `pp`)
 *   share        figure / total's figure
 *   size         players of a cohort or bucket
 *   retained     how many of them came back; `rate`: divided by those whose day has come
 *   step         players who took the step; `conversion`: divided by the step before; `reached`: by the first
 *   bucket       the label of a distribution's bucket
 *   calculation  what a calculation of the report makes of its point
 */
export const columnRoles = [
  'value',
  'previous',
  'change',
  'share',
  'size',
  'retained',
  'rate',
  'step',
  'conversion',
  'reached',
  'bucket',
  'calculation',
] as const
export type ColumnRole = (typeof columnRoles)[number]

export interface ReportColumn {
  /**
   * `d{id}` a dimension, `p{id}` a point, `p{id}_prev`, `p{id}_diff`, `p{id}_share` its previous, change and
   * share, `p{id}_c{n}` its calculation n. Retention: `n` size, `n{day}` retained, `r{day}` rate. Funnel: `s{place}` step, `c{place}`
   * conversion, `t{place}` reached; places from 1. Distribution: `b` bucket, `n` players, `n_share`, `v` sum
   * of the value.
   */
  key: string
  title: string
  kind: 'dimension' | 'point' | 'computed'
  type: ColumnType
  format: NumberFormat | null
  unit: string
  /** Dictionary that names the cells' values; null where cells are shown as they are. */
  dictId: number | null
  /** By a value's text: what the name column of its dimension table calls it. */
  names?: Readonly<Record<string, string>>
  /** What a date is cut by, where that is not the report's own grain. */
  grain?: Grain
  /** Absent: `value`. */
  role?: ColumnRole
  /** Key of the column that it belongs to: `p2` for `p2_diff`. Absent for a column that stands for itself. */
  of?: string
  /** Retention: days after the cohort's first day; a cell is unfinished where that day is not over. */
  day?: number
  /**
   * Weeks, months … of which the asked days hold a part: by their first day, the days that they hold. They are labelled
   * by these, as their figures are of these alone.
   */
  cuts?: Readonly<Record<string, string>>
  /** How its total comes about where it is no sum of the rows: it is computed anew over the whole period. */
  total?: TotalKind
  /** What was calculated; with the role `calculation`. */
  calculation?: Calculation
  /** What its fixed row is called, where that is not its value. */
  baseName?: string
  /** Why its fixed row cannot be computed, in a few words: the column is empty then. */
  noBase?: string
}

/**
 * Totals that are no sums: of a quotient the quotient of the totals, of a count of people each of them once, of a
 * balance the last one (or the first), the least and the greatest of all, of a statistic that of all values, and
 * formulas over any of these.
 */
export const totalKinds = [
  'ratio',
  'distinct',
  'last',
  'first',
  'min',
  'max',
  'statistic',
  'computed',
] as const
export type TotalKind = (typeof totalKinds)[number]

export type { GameScope, RowRule, RowScope } from './rowScope.ts'

/** Within which rows it is asked, and when and where that is. */
export interface CompileContext extends RowScope {
  /** The moment that «today» is taken from. */
  now: Date
  /** IANA zone of the business. */
  zone: string
  /** Hour at which the business's day starts, 0 to 23. */
  cutoffHour: number
  dialect: 'duckdb' | 'clickhouse'
  /** What the values of fixed rows are called; absent: by themselves. */
  nameOf?: (value: string, dim: number | undefined) => string
}

/** A bound value; a list is bound as an array of text. */
export type SqlParameter = string | number | boolean | null | string[]

export interface OverSums {
  sql: string
  params: SqlParameter[]
  /** Names of the sums that it reads. */
  names: string[]
}

/** How a report can be answered from kept sums. */
export interface ReportSums {
  /** What would have to be kept, one for each table of facts that has points that add up exactly. */
  wanted(): SumsShape[]
  /** The statement that reads these sums wherever they give exactly what the facts do; null where none does. */
  over(kept: readonly KeptSums[]): OverSums | null
}

export interface CompiledReport {
  sql: string
  params: SqlParameter[]
  columns: ReportColumn[]
  /** The first row of the result is the total (present whenever the report has points). */
  summaryFirst: boolean
  /** Physical tables that the statement reads. */
  tables: string[]
  /** The half-open range that was compiled, days in the business's zone; null without a date range. */
  range: { from: string; until: string } | null
  /** Most rows that it returns, the total not counted. */
  limit: number
  /** Columns that the result has after `columns`, in order: they describe the row and are not shown. */
  marks: RowMark[]
  /**
   * Keys of columns for which the result has one more column after the marks. Of `value` columns the figure over those
   * of the row's days that are compared, from which its change is taken; absent where every row shows just these days.
   * Of calculations against a fixed row that row's figure.
   */
  bases: string[]
  /**
   * First business day that is not over, where the range reaches it; null otherwise. Its periods are not
   * compared.
   */
  unfinishedFrom: string | null
  /** Days that the totals were compared with, half-open; null without a comparison by days. */
  comparedRange: { from: string; until: string } | null
  /** The report's own days that the totals are compared by, half-open; null without a comparison by days. */
  baseRange: { from: string; until: string } | null
  /** Names of the points to name if the warehouse fails because a number became too large. */
  calculates: string[]
  /** How kept sums may answer it, read when it is asked; absent where none can: other kinds of reports, other warehouses. */
  readSums?: () => Promise<ReportSums>
}

/**
 * `level`: by how many dimensions the row is grouped (0 the total, fewer than all a subtotal). `other`:
 * whether it is 其他.
 */
export type RowMark = 'level' | 'other'
