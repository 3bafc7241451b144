// Types of the report engine: definitions, requests, results. Plain data, as stored in the metadata and sent
// over the wire. Callers elsewhere rely on the field names in snake case.
import type { Mask, PersonalColumn } from '#shared/personal.ts'
import type { Standing } from '#shared/standing.ts'
import type { ActivityAsked } from './activity.ts'
import type { Funnel } from './funnels.ts'
import type { Returns, ReturnUnit } from './returns.ts'
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
  /** Id of the dictionary with the values' labels. */
  dictId?: number
  /** Column of the dimension table that labels the values. */
  labelColumn?: string
  /** Values in their natural order. */
  valueOrder?: string[]
  /** The physical fact table that the expression is for; absent: any fact with such columns. */
  factTable?: string
  /** Role of the join to its dimension table (`TableJoin.role`); absent: joins without a role. */
  role?: string
  /** Set where the dimension tells whether a row's player is in a segment (plan/facts/segments.ts). */
  segment?: SegmentInfo
}

/** A condition on a figure of each player over the last days. */
export interface MemberCondition {
  /** A sum or count of a fact with the player's id. */
  point: number
  op: 'gt' | 'gte' | 'lt' | 'lte' | 'between'
  values: number[]
  /** Number of days, up to the day for which members are computed. */
  days: number
  /** On dimensions: the rows that count. */
  filters?: ReportFilter[]
  /** Players for whom it is false, including those without rows. */
  not?: boolean
}

/** The definition of a segment's members. */
export interface MemberRules {
  /** As in SegmentInfo. */
  players: string[]
  /** Groups, of which one must hold; within a group all conditions must hold. */
  any: MemberCondition[][]
}

export interface SegmentInfo {
  id: number
  /** Columns with the player's id: in each fact the first one that exists. */
  players: string[]
  /** `now`: members as last computed; `day`: members on the row's own day. */
  when: 'now' | 'day'
}

export interface Dimension {
  id: number
  /** Id of its dimension table; null when its column is in the facts themselves. */
  table_id: number | null
  /** Physical table: that of its dimension table, or its only fact (`info.factTable`); null for any fact. */
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

/** Aggregates per type of point that has a choice; the first is the default. */
export const aggregatesOf = {
  /** `count` needs no name_sql; for `countIf` it is the condition of the counted rows. */
  additive: ['sum', 'count', 'countIf', 'min', 'max'],
  /** The last or first value of each series. */
  semiAdditive: ['last', 'first'],
  /**
   * Computed from all values at each level, never from other figures. The last two only with sums by a key
   * (`info.per`).
   */
  statistic: ['median', 'percentile', 'stddev', 'mean', 'min', 'max'],
} as const
/** Empty for types without a choice. */
export const aggregatesFor = (types: string): readonly PointAggregate[] =>
  Object.hasOwn(aggregatesOf, types) ? aggregatesOf[types as keyof typeof aggregatesOf] : []
export type PointAggregate = (typeof aggregatesOf)[keyof typeof aggregatesOf][number]

export interface PointInfo {
  /** How rows become one figure; `aggregatesOf` has the choices per point type. */
  aggregate?: PointAggregate
  /** For a percentile: the percentage, above 0 and below 100. */
  percentile?: number
  /**
   * For a statistic: column or expression by which values are summed first, anew at each level. With
   * `player_id` the statistic is over players' sums, and a player of two channels is one player in the total.
   * Rows without the key are ignored.
   */
  per?: string
  /** An approximate median or percentile, which needs little memory for any number of rows. */
  approximate?: boolean
  format?: NumberFormat
  /** Shown in the header after the name: 元, %. */
  unit?: string
  /**
   * The figure where there is nothing to count (nothing.ts). Absent: zero for sums, counts and distinct
   * counts, null for others. A computed point is computed from its parts' figures there.
   */
  fill?: 'zero' | 'empty'
  /** Synonyms for searching: DAU, 日活. */
  synonyms?: string[]
  /** Who checked it until when, and from when it is retired (shared/standing.ts). Nothing is computed by them. */
  verified?: Standing['verified']
  retired?: Standing['retired']
}

export type NumberFormat = 'integer' | 'decimal' | 'percent'

export interface Point {
  id: number
  /** Id of its point table; null for a computed point. */
  table_id: number | null
  point_typeId: number | null
  /** Column or expression to aggregate; for a computed point, the formula over [point names]. */
  name_sql: string
  /** Conditions on the fact's rows for this point only; empty for none. */
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
  /** TIMESTAMP column, for hours and the day cut-off; null when the fact only has days. */
  time_column: string | null
  /** Column with the game's code (cgi); null when the fact has no games. */
  game_column: string | null
  /** Columns that together identify a row: for daily balances the day, the server, the currency. */
  grain_key: string[]
  update_frequency: string
  describe: string
  /** Dimension tables that the fact joins. */
  joins: TableJoin[]
  create_time: string
}

/** A join to at most one row: the joining table's `column` equals the dimension table's key. */
export interface TableJoin {
  dimTableId: number
  column: string
  /** Distinguishes several joins to one dimension table: 注册城市, 付费城市. */
  role?: string
}

export interface DimensionTable {
  id: number
  name: string
  table_truename: string
  key_column: string
  /** Column with the game's code where each row belongs to a game (servers, items); null otherwise. */
  game_column: string | null
  /** Dimension tables that it joins itself, such as a server's region. */
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

/** A warehouse table as the engine knows it: column names and types, never typed by hand. */
export interface PhysicalTable {
  name: string
  comment: string
  rowCount: number
  /** `mask`: in the model of readers who may not see the column's values (personal.ts). */
  columns: { name: string; type: string; comment: string; mask?: Mask }[]
  /** Time of its last publication, ISO. */
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
   * Dimension tables with non-unique keys, and examples of repeated keys (from `compileKeyCheck`). Reports
   * that would join such a table are refused. Absent: not checked.
   */
  duplicateKeys?: { dimTableId: number; examples: string[] }[]
  /** Computed segments, with the first day with known members. */
  segments?: { id: number; keptFrom: string }[]
  /** Columns with personal data. */
  personal?: PersonalColumn[]
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

/** `from` and `to` are both inclusive business days, YYYY-MM-DD; or a relative range. */
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
 * What a point is compared with instead of values: another point's figure in the same row, or its own in
 * another period, multiplied by `times` (1 when absent). Against a past period, `isNull` means a figure then
 * and none now (lost), `isNotNull` none then and one now (new); null and 0 count as none.
 */
export type FilterThan = { point: number; times?: number } | { past: PastPeriod; times?: number }

/** On a dimension (the facts' rows) or on a point (the result's rows). Null in `values` is the null value. */
export interface ReportFilter {
  dim?: number
  point?: number
  op: FilterOp
  /** Empty with `than`. */
  values: (string | number | null)[]
  /** For points only. */
  than?: FilterThan
}

/** Conditions of which any or all must hold. */
export type FilterGroup = { any: ReportCondition[] } | { all: ReportCondition[] }

/**
 * A filter, or a group of conditions, nested as deep as model/conditions.ts allows. A group of dimensions
 * restricts the facts' rows. A group with a point restricts the result's rows; its dimensions must be the
 * report's.
 */
export type ReportCondition = ReportFilter | FilterGroup

/**
 * What a report's rows are, and what its `points` mean:
 *
 *   table          groups by the dimensions; any points
 *   retention      [new players, returning players]: how many of the new ones came back after n days
 *   funnel         the steps in order: how many players took the first, then the second …
 *   distribution   [players, value]: how many players have a value of 0–6, 6–30 …
 *   change         [point]: which values of which dimensions moved it between two periods (contributions/)
 *   ltv            [new players, revenue] or [new players, revenue, cost]: what the new ones paid in their first n days
 *   activity       [players]: how many are active up to each day, who comes, stays and leaves
 *
 * Points that name players are distinct points over the player's id.
 */
export const reportKinds = [
  'table',
  'retention',
  'funnel',
  'distribution',
  'ltv',
  'activity',
  'change',
] as const
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
 * Only the top `count` values of a dimension, ranked by a point over the whole range; all others form one
 * row, 其他.
 */
export interface TopValues {
  dim: number
  count: number
  /** The ranking point, greatest first. */
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

/**
 * The row that others are compared with: the first or last of its series with a figure, or that of a value.
 */
export type CalculationBase = 'first' | 'last' | { value: string | number | null }

/** One more column after its point's. Fields that a kind does not use are ignored. */
export interface Calculation {
  /** Unique within the report, 1 to 999: its column's key is `p{of}_c{number}`. */
  number: number
  /** Point of the report. */
  of: number
  kind: CalculationKind
  ascending?: boolean
  /**
   * Dimensions of the report. Ranks count within each of their values; a share refers to the rows with the
   * same values.
   */
  within?: number[]
  periods?: number
  centred?: boolean
  parent?: boolean
  /** Absent: the first. */
  base?: CalculationBase
  /** Dimension of the fixed row; absent: the date, or without a date the last dimension. */
  along?: number
}

/** `curve`: a line of each cohort over its days. */
export const chartKinds = [
  ...(['line', 'area', 'column', 'bar', 'stacked', 'pie', 'funnel', 'heatmap'] as const),
  'curve',
  'flow',
] as const
export type ChartKind = (typeof chartKinds)[number]

/** The chart beside a report's table; absent: chosen by the report's shape. */
export interface ReportChart {
  kind?: ChartKind
  /** Keys of the drawn columns. */
  keys?: string[]
  /** The user has folded the chart. */
  off?: boolean
}

/** A computed point that belongs to a single report. */
export interface OwnFormula {
  /** -1, -2 …: used wherever points are referenced by id. */
  id: number
  name: string
  /** Over points by id, and other formulas of the report: `[#11] / [#-2]`. Names are accepted, too. */
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
  /** Ids of points, and negative ids of the report's own formulas. */
  points: number[]
  /** The report's own formulas: computed points known only to it (ownFormulas.ts). */
  formulas?: OwnFormula[]
  dateRange?: DateRange
  /** Grain of the date dimension; `day` when absent. */
  grain?: Grain
  /**
   * Dimensions of the report that this request is a part of, where they differ from `dims`: the grain applies
   * to the same date as there, and to no other.
   */
  grainDims?: number[]
  /** All of them must hold. */
  filters?: ReportCondition[]
  /** `key` is a column key of the result: `d1`, `p2`, `p2_diff`. */
  order?: { key: string; desc: boolean }[]
  limit?: number
  compare?: Comparison
  /** Days of the compared period, both inclusive; with `compare: 'range'`. */
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
  /** Return days after the first day, on the day: 1, 3, 7, 14, 30 when absent. */
  retention?: Returns
  /**
   * Numbers of days, the first day included: 1, 3, 7, 14, 30, 60, 90 when absent. `forecast`: those of them that are
   * also forecast where they are not over; none when absent.
   */
  ltv?: { days: number[]; forecast?: number[] }
  /** What is shown of activity, over which numbers of days; rolling over 7 and 30 when absent. */
  activity?: ActivityAsked
  /** Days within which all steps must be taken, counted from the first, or a window by moments; 7 days when absent. */
  funnel?: Funnel
  /** Lower bounds of the buckets, ascending; absent: chosen by the unit. */
  distribution?: { bounds: number[] }
  /** Keys of columns in the reader's order; absent: dims, then points. */
  columns?: string[]
  /** Number of frozen columns at the left; 1 when absent. */
  frozen?: number
  /** Figures are shaded by size, relative to their column or to all columns of their unit. */
  heat?: Heat
  chart?: ReportChart
  /** Dimensions on the column axis in /statement/detail2; the others are rows. */
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
 *   lost         players who were gone for so many days; `rate`: divided by those of whom it can be known
 *   back         how many of the lost ones returned; `backRate`: divided by the lost ones
 *   step         players who took the step; `conversion`: divided by the step before; `reached`: by the first
 *   duration     time from the step before to this one, of those who took it: the median, the 90th percentile
 *   bucket       the label of a distribution's bucket
 *   earned       what a cohort paid in its first n days; `worth`: divided by all its players
 *   spent        what a cohort cost; `each`: divided by the players of cohorts with a cost
 *   recovered    earned / spent, over the cohorts with a cost; `payback`: the least n with which it is 1
 *   expected     what `worth` is expected to be over all players of the row; `low`, `high`: its 80 % interval
 *   active       players active on the day; `rolling`: within a number of days; `sticky`: the quotient of both
 *   state        players in a state of their life on the day
 *   from, to     the state on the day before, and on the day; `flow`: players with both
 *   daily        players active on a number of days
 *   before       the figure of the other period, of a value of a dimension; `effect`: what the value did to the change of
 *                the whole; `own` and `weight`: its two parts, of quotients; `part`: effect / change of the whole
 *   remark       words about the row
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
  'lost',
  'back',
  'backRate',
  'step',
  'conversion',
  'reached',
  'duration',
  'bucket',
  'earned',
  'worth',
  'spent',
  'each',
  'recovered',
  'payback',
  'expected',
  'low',
  'high',
  'active',
  'rolling',
  'sticky',
  'state',
  'from',
  'to',
  'flow',
  'daily',
  'before',
  'effect',
  'own',
  'weight',
  'part',
  'remark',
  'calculation',
] as const
export type ColumnRole = (typeof columnRoles)[number]

export interface ReportColumn {
  /**
   * `d{id}` a dimension, `p{id}` a point, `p{id}_prev`, `p{id}_diff`, `p{id}_share` its previous, change and
   * share, `p{id}_c{n}` its calculation n. Retention: `n` size, `n{day}` retained, `r{day}` rate; `g{day}` lost,
   * `h{day}` their rate, `y{day}` back, `z{day}` their rate. Funnel: `s{place}` step, `c{place}`
   * conversion, `t{place}` reached, `m{place}` and `w{place}` the duration's median and 90th percentile; places from 1. Distribution: `b` bucket, `n` players, `n_share`, `v` sum
   * of the value. Value of players: `n` size, `k` spent, `u` each, `v{n}` earned, `l{n}` worth, `f{n}` expected, `g{n}` low, `h{n}` high,
   * `i{n}` recovered, `q` payback. Activity: `n` active, `a{n}` rolling, `h{n}` sticky; `w1` … `w6` state; `f`, `g` from
   * and to, `n`, `n_share`; `b` the number of days, `y{n}` daily, `y{n}_share`.
   * Change: `x` dimension, `y` value, `p{id}` value, `e` before, `c` effect, `o` own,
   * `w` weight, `z` part, `m` remark.
   */
  key: string
  title: string
  kind: 'dimension' | 'point' | 'computed'
  type: ColumnType
  format: NumberFormat | null
  unit: string
  /** Dictionary with the cells' labels; null where cells are shown as they are. */
  dictId: number | null
  /** Labels by value text, from the dimension table's name column. */
  names?: Readonly<Record<string, string>>
  /** A date's grain, where it differs from the report's. */
  grain?: Grain
  /** Absent: `value`. */
  role?: ColumnRole
  /** Key of the column that it belongs to: `p2` for `p2_diff`. Absent for independent columns. */
  of?: string
  /** Days after the cohort's first day; a cell is unfinished where that day is not over. */
  day?: number
  /** The unit of `day`, where that is not the day (returns.ts). */
  per?: ReturnUnit
  /** The first of the days (weeks, months …) whose last is `day`, where they are several. */
  since?: number
  /** Why the rows have no cells in this column, though the total may have one. */
  unreached?: string
  /** Why the total has no cell in this column, though the rows have. */
  noTotal?: string
  /**
   * Weeks, months … only partly within the requested days: by their first day, the days they include. They
   * are labelled by these days, because their figures cover only these.
   */
  cuts?: Readonly<Record<string, string>>
  /** How its total is computed where it is not the sum of the rows: anew over the whole period. */
  total?: TotalKind
  /** The calculation; with the role `calculation`. */
  calculation?: Calculation
  /** Label of its fixed row, where that is not its value. */
  baseName?: string
  /** Why its fixed row can't be computed, in a few words: the column is then empty. */
  noBase?: string
}

/**
 * Totals that are no sums: for a quotient the quotient of totals, for distinct people each once, for a
 * balance the last (or first) one, minimum and maximum over all, for a statistic that of all values, and
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

export type { GameScope } from './rowScope.ts'

/** The scope, time and place of a request. */
export interface CompileContext extends RowScope {
  /** The moment that defines «today». */
  now: Date
  /** IANA time zone of the business. */
  zone: string
  /** Hour at which the business day starts, 0 to 23. */
  cutoffHour: number
  dialect: 'duckdb' | 'clickhouse'
  /** Labels of the values of fixed rows; absent: the values. */
  nameOf?: (value: string, dim: number | undefined) => string
  /** Key of the hashes of personal data. */
  personalKey?: string
}

/** A bound value; a list is bound as an array of texts. */
export type SqlParameter = string | number | boolean | null | string[]

interface OverSums {
  sql: string
  params: SqlParameter[]
  /** Names of the sums that it reads. */
  names: string[]
}

/** How a report can be answered from kept sums. */
export interface ReportSums {
  /** The sums that would be needed, one per fact table with exactly additive points. */
  wanted(): SumsShape[]
  /**
   * The statement that reads these sums wherever they give exactly the facts' result; null where none does.
   */
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
  /** The compiled half-open range of business days; null without a date range. */
  range: { from: string; until: string } | null
  /** The most rows that it returns, without the total. */
  limit: number
  /** Columns of the result after `columns`, in order: they describe the row and are not shown. */
  marks: RowMark[]
  /**
   * Keys of columns with one more column each after the marks. For `value` columns it is the figure over the
   * row's compared days, from which the change is computed; absent where every row shows exactly these days.
   * For calculations against a fixed row it is that row's figure. For LTVn, payback and the rates of returns that are no plain days it is the number of players over whom it is.
   */
  bases: string[]
  /**
   * First unfinished business day, where the range reaches it; null otherwise. Its periods are not compared.
   */
  unfinishedFrom: string | null
  /** Days with which the totals were compared, half-open; null without a comparison by days. */
  comparedRange: { from: string; until: string } | null
  /** The report's own days behind the totals' comparison, half-open; null without a comparison by days. */
  baseRange: { from: string; until: string } | null
  /** Names of points for the error message if a number overflows in the warehouse. */
  calculates: string[]
  /**
   * How kept sums may answer it, computed on demand; absent where none can: other report kinds, other
   * warehouses.
   */
  readSums?: () => Promise<ReportSums>
  /** With the kind `change`: the question with its comparison, of which the rows are made after the statement. */
  change?: ReportInfo
  /** What its forecasts are computed from; absent where it has none. Its statement leaves their columns empty. */
  forecast?: ReportForecast
}

/** The forecasts of a report of players' value. */
export interface ReportForecast {
  /** By number of days: places of the columns `expected`, `low` and `high` in the result. */
  days: { days: number; places: [expected: number, low: number, high: number] }[]
  /** Number of dimensions, which are the first columns; and which of them are business dates. */
  dims: number
  dates: number[]
  /** The requested days, half-open. */
  range: { from: string; until: string }
  today: string
  /**
   * The statement that reads the cohorts to learn from: the report's dimensions, first day, number of players, days
   * behind it (from 0; null in rows that count players), revenue. At most `limit` rows.
   */
  learned: { sql: string; params: SqlParameter[]; tables: string[]; limit: number }
}

/**
 * `level`: the number of dimensions the row is grouped by (0 the total, fewer than all a subtotal). `other`:
 * whether it is 其他.
 */
export type RowMark = 'level' | 'other'
