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

/** What a report asks for: `info` on the wire. */
export interface ReportInfo {
  dims: number[]
  points: number[]
  dateRange?: DateRange
  /** Grain of the date dimension; `day` when absent. */
  grain?: Grain
  filters?: ReportFilter[]
  /** `key` is a column key of the result: `d1`, `p2`. */
  order?: { key: string; desc: boolean }[]
  limit?: number
  compare?: string
  fillDates?: boolean
  /** Keys of columns in the order that the reader left them; absent: dims then points. */
  columns?: string[]
}

export type ColumnType = 'string' | 'integer' | 'number' | 'date' | 'datetime' | 'boolean'

export interface ReportColumn {
  /** `d{id}` for a dimension, `p{id}` for a point or computed point. */
  key: string
  title: string
  kind: 'dimension' | 'point' | 'computed'
  type: ColumnType
  format: NumberFormat | null
  unit: string
  /** Dictionary that names the cells; null when they speak for themselves. */
  dictId: number | null
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
}
