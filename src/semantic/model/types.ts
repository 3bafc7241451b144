// The report engine's nouns. Pure data: what the metadata store keeps and the wire carries.
// Field names in snake case are the specification's.

export const grains = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type Grain = (typeof grains)[number]

export const dimensionTypes = ['date', 'time', 'string', 'number', 'game', 'dictionary'] as const
export type DimensionType = (typeof dimensionTypes)[number]

export const formTypes = ['dateRange', 'select', 'multiSelect', 'text', 'numberRange'] as const
export type FormType = (typeof formTypes)[number]

export const pointTypes = ['additive', 'distinct', 'semiAdditive', 'computed'] as const
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
  /** Physical fact table that alone has it, where its columns' names could be met in others by chance. */
  factTable?: string
}

export interface Dimension {
  id: number
  /** Id of its dimension table; null when its column stands in the facts themselves. */
  table_id: number | null
  /** Physical table: of its dimension table, or the one fact that has it (`info.factTable`); null for any fact. */
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

export interface PointInfo {
  /** Aggregate of an additive point; `count` needs no name_sql. */
  aggregate?: 'sum' | 'count' | 'min' | 'max'
  format?: NumberFormat
  /** Shown in the header after the name: 元, %. */
  unit?: string
  /**
   * What a row that stands for a missing date holds: zero, or empty. Absent: zero for sums, counts and distinct
   * counts, empty for the others. Computed points are computed over what their parts hold.
   */
  fill?: 'zero' | 'empty'
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
  /** Columns that identify a row. */
  grain_key: string[]
  update_frequency: string
  describe: string
  /** Dimension tables that the fact joins: by its own column to the dimension table's key. */
  joins: { dimTableId: number; column: string }[]
  create_time: string
}

export interface DimensionTable {
  id: number
  name: string
  table_truename: string
  key_column: string
  /** Column that holds the game's code when the table is one of games' things; null otherwise. */
  game_column: string | null
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

/** Everything that a compile may look at. */
export interface Model {
  dimensions: Dimension[]
  points: Point[]
  pointTables: PointTable[]
  dimensionTables: DimensionTable[]
  tables: PhysicalTable[]
  /**
   * Dimension tables whose key is not unique, with some of the keys that repeat (as `compileKeyCheck` finds them).
   * A report that would join such a table is refused. Absent: not checked.
   */
  duplicateKeys?: { dimTableId: number; examples: string[] }[]
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

/** Both ends included, days as YYYY-MM-DD in the business's zone; or a relative range. */
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

/** On a dimension (rows of the facts) or on a point (rows of the result). null in `values` stands for the empty value. */
export interface ReportFilter {
  dim?: number
  point?: number
  op: FilterOp
  values: (string | number | null)[]
}

/**
 * What a report's rows are. `retention`: cohorts by their first day, points are [cohort, returning]. `funnel`: points
 * are the steps in order. `distribution`: points are [whom, value]. Those named first are distinct points: their
 * expression names the player.
 */
export const reportKinds = ['table', 'retention', 'funnel', 'distribution'] as const
export type ReportKind = (typeof reportKinds)[number]

/**
 * What figures are compared with. `previous` (环比): the period before; for a row with a date the date before at the
 * report's grain, for the total the range before of equal length. `week` (周同比): 7 days back. `year52`: 364 days
 * back, weekday-aligned. `year` (年同比): the same date of the year before. `lunar`: as far from the Spring Festival
 * in the year before. `range`: `compareRange`, day by day from its first. `filters`: the same days under
 * `compareFilters` instead of `filters`.
 */
export const comparisons = ['previous', 'week', 'year52', 'year', 'lunar', 'range', 'filters'] as const
export type Comparison = (typeof comparisons)[number]

/** The first `count` values of a dimension by a point over the whole range; the others are one row, 其他. */
export interface TopValues {
  dim: number
  count: number
  /** Point that ranks them, greatest first. */
  by: number
}

export const chartKinds = ['line', 'area', 'column', 'bar', 'stacked', 'pie', 'funnel', 'heatmap'] as const
export type ChartKind = (typeof chartKinds)[number]

/** The chart beside a report's table; absent: chosen by the report's shape. */
export interface ReportChart {
  kind?: ChartKind
  /** Column keys of the figures shown. */
  keys?: string[]
  /** Kept folded. */
  off?: boolean
}

/** What a report asks for: `info` on the wire. */
export interface ReportInfo {
  /** Absent: `table`. */
  kind?: ReportKind
  dims: number[]
  points: number[]
  dateRange?: DateRange
  /** Grain of the date dimension; `day` when absent. */
  grain?: Grain
  filters?: ReportFilter[]
  /** `key` is a column key of the result: `d1`, `p2`, `p2_diff`. */
  order?: { key: string; desc: boolean }[]
  limit?: number
  compare?: Comparison
  /** Days of the other period, both included; with `compare: 'range'`. */
  compareRange?: { from: string; to: string }
  /** With `compare: 'filters'`. */
  compareFilters?: ReportFilter[]
  fillDates?: boolean
  /** A subtotal row for every value of the first dimension, of the first two, and so on. */
  subtotals?: boolean
  /** Points that get a column with their share of the total. */
  shares?: number[]
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
  chart?: ReportChart
  /** Dimensions whose values are columns on /statement/detail2; the others are rows. */
  pivot?: number[]
}

export type ColumnType = 'string' | 'integer' | 'number' | 'date' | 'datetime' | 'boolean'

/**
 * What a column shows of its point. `previous`: the figure compared with; `change`: the change against it, relative,
 * or the difference where the figure is itself a ratio (unit `pp`); `share`: of the total. Of cohorts: `size` the
 * players, `retained` how many came back, `rate` as a share of those who could; `step`, `conversion` (from the step
 * before), `reached` (from the first); `bucket`.
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
] as const
export type ColumnRole = (typeof columnRoles)[number]

export interface ReportColumn {
  /**
   * `d{id}` a dimension, `p{id}` a point, with `_prev`, `_diff`, `_share` what is told of it beside its value.
   * Retention: `n` size, `n{day}` retained, `r{day}` rate. Funnel: `s{place}` step, `c{place}` conversion,
   * `t{place}` reached; places from 1. Distribution: `b` bucket, `n` players, `n_share`, `v` sum of the value.
   */
  key: string
  title: string
  kind: 'dimension' | 'point' | 'computed'
  type: ColumnType
  format: NumberFormat | null
  unit: string
  /** Dictionary that names the cells; null when they speak for themselves. */
  dictId: number | null
  /** Absent: `value`. */
  role?: ColumnRole
  /** Key of the column that it belongs to; absent for columns of their own. */
  of?: string
  /** Retention: days after the cohort's first day; a cell is unfinished where that day is not over. */
  day?: number
  /** One quantity for each of another: its total is the ratio of the totals, no sum. */
  ratio?: boolean
}

/** Games that limit every fact with a game column. An empty list leaves no rows. */
export type GameScope = 'all' | readonly string[]

export interface CompileContext {
  games: GameScope
  /** The moment that «today» is taken from. */
  now: Date
  /** IANA zone of the business. */
  zone: string
  /** Hour at which the business's day starts, 0 to 23. */
  cutoffHour: number
  dialect: 'duckdb' | 'clickhouse'
}

/** Bound in order; a list binds as an array of text. */
export type SqlParameter = string | number | boolean | null | string[]

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
  /** Columns of the result after `columns`, which describe rows and are not shown, in order. */
  marks: RowMark[]
  /** First business day that is not over, where the range reaches it; null otherwise. Its periods are not compared. */
  unfinishedFrom: string | null
  /** Days that the totals were compared with, half-open; null without a comparison by days. */
  comparedRange: { from: string; until: string } | null
  /** Names of the points that may make a number too large for the warehouse. */
  calculates: string[]
}

/** `level`: dimensions by which the row is grouped, fewer than all in a subtotal. `other`: the row of the rest. */
export type RowMark = 'level' | 'other'
