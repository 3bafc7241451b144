// The metadata store's tables as Kysely sees them. Migrations make them; times are ISO texts in UTC,
// truths are 0 and 1, structures are JSON texts, so that SQLite and PostgreSQL hold the same.
import type { Generated } from 'kysely'

export interface UserTable {
  id: Generated<number>
  /** Lower case. */
  email: string
  username: string
  password_hash: string
  role_id: number
  /** JSON array of cgi, or `"*"` for all games. */
  games: string
  disabled: number
  created_at: string
}

export interface RoleTable {
  id: Generated<number>
  name: string
  /** JSON of AuthorityInfo. */
  authority_info: string
}

export interface SessionTable {
  /** SHA-256 of the cookie's value, hex. */
  id_hash: string
  user_id: number
  created_at: string
  last_seen_at: string
  address: string
  user_agent: string
}

export interface LoginTryTable {
  id: Generated<number>
  /** Lower-case account name, cut to 254 characters. */
  account: string
  address: string
  at: string
}

export interface AuditTable {
  id: Generated<number>
  at: string
  user_id: number | null
  action: string
  /** JSON. */
  detail: string
}

export interface GameTable {
  cgi: string
  name: string
}

export interface DimensionTableTable {
  id: Generated<number>
  name: string
  table_truename: string
  key_column: string
  game_column: string | null
  describe: string
  create_time: string
}

export interface PointTableTable {
  id: Generated<number>
  name: string
  table_truename: string
  date_column: string | null
  time_column: string | null
  game_column: string | null
  /** JSON array. */
  grain_key: string
  update_frequency: string
  describe: string
  /** JSON array of { dimTableId, column }. */
  joins: string
  create_time: string
}

export interface CategoryTable {
  id: Generated<number>
  kind: 'dimension' | 'point'
  name: string
  position: number
}

export interface DimensionRow {
  id: Generated<number>
  table_id: number | null
  count_quantum: string | null
  update_frequency: string
  cgi_filter: number
  types: string
  name: string
  form_type: string
  describe: string
  info: string
  create_time: string
  dim_type_id: number | null
}

export interface PointRow {
  id: Generated<number>
  table_id: number | null
  point_type_id: number | null
  name_sql: string
  event_filter: string
  filter: string
  types: string
  name: string
  describe: string
  info: string
  note: string
  create_time: string
}

export interface ViewTypeTable {
  id: Generated<number>
  name: string
  parent_id: number | null
  position: number
  owner_id: number
  deleted_at: string | null
}

export interface ViewMetaTable {
  id: Generated<number>
  name: string
  type_id: number | null
  position: number
  owner_id: number
  shared: number
  deleted_at: string | null
}

export interface ReportTable {
  id: Generated<number>
  view_meta_id: number
  report_name: string
  remark: string
  position: number
  owner_id: number
  /** JSON of ReportInfo. */
  info: string
  modified_at: string
  /** Who last changed the definition; null where only its owner did. */
  modified_by: number | null
  deleted_at: string | null
}

export interface DictionaryTable {
  id: Generated<number>
  name: string
  form_name: string
  /** JSON array of names. */
  attributes: string
  update_time: string
}

export interface DictionaryDataTable {
  id: Generated<number>
  dict_id: number
  /** JSON array of texts, one for each attribute. */
  data: string
  position: number
}

export interface SettingTable {
  key: string
  /** JSON. */
  value: string
}

export interface SavedQueryTable {
  /** Random: it stands in shared addresses. */
  id: string
  owner_id: number
  name: string
  folder: string
  /** JSON array of texts. */
  tags: string
  sql: string
  /** JSON array of SavedParameter. */
  params: string
  version: number
  share: 'off' | 'query' | 'result'
  created_at: string
  modified_at: string
  deleted_at: string | null
}

export interface SavedQueryVersionTable {
  id: Generated<number>
  query_id: string
  version: number
  name: string
  sql: string
  params: string
  saved_at: string
}

export interface SqlRunTable {
  /** Random. */
  id: string
  user_id: number
  kind: 'query' | 'export' | 'temp' | 'compare'
  status: 'queued' | 'running' | 'done' | 'failed' | 'canceled'
  title: string
  sql: string
  /** JSON of the values by name. */
  params: string
  /** Saved query that it belongs to. */
  query_id: string | null
  row_limit: number | null
  /** Equal where two runs must give the same: statement, values, limit, scope and version of the data. */
  cache_key: string
  cached: number
  /** JSON array of WarehouseColumn; empty before they are known. */
  columns: string
  row_count: number
  truncated: number
  elapsed_ms: number
  queued_ms: number
  /** JSON of RunProblem. */
  problem: string | null
  pinned: number
  /** When the result is given up; null once it is gone. */
  expires_at: string | null
  /** JSON of an export's file: name, format, bytes. */
  file: string | null
  started_at: string
  ended_at: string | null
}

export interface TemporaryTableTable {
  id: string
  owner_id: number
  name: string
  /** JSON array of { name, type }. */
  columns: string
  row_count: number
  bytes: number
  /** Name of the file in the owner's folder. */
  file: string
  sql: string
  created_at: string
  expires_at: string
  /** The owner's when it was made; JSON as in `user`. */
  games: string
}

/** A report that runs, or ran, in the background. */
export interface BackgroundReportTable {
  /** Random. */
  id: string
  user_id: number
  report_id: number | null
  name: string
  /** JSON of ReportInfo. */
  info: string
  status: 'queued' | 'running' | 'done' | 'failed' | 'canceled'
  /** Its owner's when it ran; JSON as in `user`. */
  games: string
  row_count: number
  /** Chinese. */
  problem: string | null
  started_at: string
  ended_at: string | null
  expires_at: string
}

/** A view that may be read without a session, at an address of its own. */
export interface ReportEmbedTable {
  /** Random: it is the address. */
  id: string
  view_meta_id: number
  /** Whose games its figures have. */
  owner_id: number
  enabled: number
  /** JSON: fixed filters, days, limits. */
  settings: string
  created_at: string
  modified_at: string
}

export interface TraceTable {
  code: string
  kind: 'view' | 'export' | 'embed'
  /** Null for readers of an embed. */
  user_id: number | null
  at: string
  /** JSON. */
  detail: string
}

/** A year's days as they were edited here. */
export interface CalendarYearTable {
  year: number
  /** JSON array of CalendarDay. */
  days: string
  modified_at: string
  modified_by: number | null
}

export interface CalendarNoteTable {
  id: Generated<number>
  day: string
  until: string | null
  cgi: string | null
  kind: 'version' | 'event'
  title: string
  text: string
  owner_id: number
  created_at: string
  deleted_at: string | null
}

/** A report made of SQL, for people who write none. */
export interface CustomReportTable {
  /** Random. */
  id: string
  /** Who publishes it: its rows are never more than theirs. */
  owner_id: number
  name: string
  folder: string
  describe: string
  sql: string
  /** JSON array of parameters. */
  params: string
  /** JSON; empty object for none. */
  chart: string
  /** Saved query that it was made from. */
  query_id: string | null
  published: number
  version: number
  created_at: string
  modified_at: string
  deleted_at: string | null
}

export interface Database {
  user: UserTable
  role: RoleTable
  session: SessionTable
  login_try: LoginTryTable
  audit: AuditTable
  game: GameTable
  dimension_table: DimensionTableTable
  point_table: PointTableTable
  category: CategoryTable
  dimension: DimensionRow
  point: PointRow
  view_type: ViewTypeTable
  view_meta: ViewMetaTable
  report: ReportTable
  dictionary: DictionaryTable
  dictionary_data: DictionaryDataTable
  setting: SettingTable
  saved_query: SavedQueryTable
  saved_query_version: SavedQueryVersionTable
  sql_run: SqlRunTable
  temporary_table: TemporaryTableTable
  background_report: BackgroundReportTable
  report_embed: ReportEmbedTable
  trace: TraceTable
  calendar_year: CalendarYearTable
  calendar_note: CalendarNoteTable
  custom_report: CustomReportTable
}
