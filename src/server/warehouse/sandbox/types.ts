// The interface of the sandbox for users' SQL: one SELECT, checked by an allow-list, in its own limited
// process. Reports never run here.
import type { PersonalKind } from '#shared/personal.ts'
import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'
import type { ColumnChunk, WarehouseColumn } from '../types.ts'

/** What one run may see; everything else answers as if it did not exist. */
export interface SandboxScope {
  /** Published tables by name. */
  tables: SandboxTable[]
  /** Hidden tables, and the reason for whoever names one: 不在你的数据范围内… */
  refused?: { name: string; reason: string }[]
  /**
   * The user's own temp tables, `tmp.<name>`: a DuckDB file (absolute path) that holds a table of this name,
   * and the file's fingerprint from when it was made (null: from before fingerprints were recorded).
   */
  temporary: { name: string; file: string; fingerprint?: string | null }[]
  /** Small tables sent with the run, `dict.<name>`. */
  dictionaries?: SandboxDictionary[]
  /** Of the hashes that stand for personal data; where a table has masks. No answer may show it. */
  personalKey?: string
}

export interface SandboxTable {
  name: string
  /** Only rows whose column has one of the values (none: no rows). */
  games: { column: string; values: string[] } | null
  /**
   * Only rows that meet all of these conditions over the source `f`: SQL texts alternating with names of
   * published tables.
   */
  rules: string[][]
  /**
   * On a ClickHouse: the wider sight in whose role the table is read, where rights were narrowed and have no role of
   * their own. The rows are those of `games` and `rules` all the same.
   */
  role?: Pick<SandboxTable, 'games' | 'rules'>
  /** Columns that are read as masks. */
  masks?: { column: string; kind: PersonalKind }[]
}

export interface SandboxDictionary {
  name: string
  columns: string[]
  /** Each a JSON array of rows, which are arrays of texts; short rows are padded with empty texts. */
  pages: string[]
}

export interface SandboxParameter {
  /** Absent: derived from the value (a text that is a date is compared with dates as a date). */
  type?: ParameterType
  value: ParameterValue
}

export interface SandboxRequest {
  /** The user whose turn it takes in the queue. */
  userId: number
  sql: string
  params: Record<string, SandboxParameter>
  scope: SandboxScope
  /** Rows after which the result is cut; null for none. */
  limit: number | null
  /**
   * `rows`: column-wise, exact (see ColumnChunk; NaN and infinities are the texts NaN, Infinity, -Infinity).
   * `csv`: bytes of RFC 4180 with a header line, without a BOM. `plan`: EXPLAIN; `profile`: EXPLAIN ANALYZE.
   */
  mode: 'rows' | 'csv' | 'plan' | 'profile'
  /** Texts longer than a mebibyte stay whole in `rows`: for data that is stored, not shown. */
  wholeCells?: boolean
  /** Time-out of the run in ms, without waits for the queue and for a slow reader; 180 s when absent. */
  timeoutMs?: number
  /** Expected to be short (a plan, a sample, choices): tried before statements of unknown duration. */
  quick?: boolean
  /** Waits in the separate queue of long exports, and takes no place from queries. */
  background?: boolean
  signal?: AbortSignal
  /**
   * Called with the position in the queue (1 is next) whenever it changes, and with 0 when the run starts.
   */
  onPlace?: (place: number, waiting: number) => void
  onColumns?: (columns: WarehouseColumn[]) => void
  /** Awaited (back-pressure); a chunk is about a megabyte at most, unless a single row is larger. */
  onChunk?: (chunk: ColumnChunk) => void | Promise<void>
  onBytes?: (bytes: Buffer) => void | Promise<void>
  /** Called with the number of rows in the bytes so far. */
  onProgress?: (rowCount: number) => void
}

export interface PlanNode {
  name: string
  /** Properties of the step: table, conditions, projections. */
  details: Record<string, string | string[]>
  /** Rows that the planner expects, and actual rows (in `profile`). */
  estimatedRows: number | null
  rows: number | null
  /** The step's own time in milliseconds (in `profile`). */
  ms: number | null
  children: PlanNode[]
}

export interface SandboxResult {
  columns: WarehouseColumn[]
  rowCount: number
  truncated: boolean
  /** Running time in ms, without the time in the queue. */
  elapsedMs: number
  queuedMs: number
  /** For the modes `plan` and `profile`. */
  plan: PlanNode | null
}

/** Position of an error in the text: the `data` of `sql_error`. */
export interface SqlProblem {
  /** Both from 1; columns in UTF-16 units. */
  line: number
  column: number
  length: number
  /** The text at fault. */
  near: string
}

export interface SandboxFunction {
  name: string
  /** `sum(arg)`: one per overload. */
  signatures: string[]
  kind: 'scalar' | 'aggregate' | 'table' | 'macro'
  /** Chinese for the usual functions, else the engine's own. */
  description: string
}

export interface Sandbox {
  /**
   * Throws AppError: sql_error (data: SqlProblem or null; refused by the allow-list or the engine),
   * query_timeout, query_canceled, query_failed (memory, a process that died), server_busy,
   * warehouse_unavailable.
   */
  run(request: SandboxRequest): Promise<SandboxResult>
  /** The functions that users' SQL may call. */
  functions(): Promise<SandboxFunction[]>
  /** Chinese lines on the defences in force on this machine, for the start-up log and the test page. */
  defences(): string[]
  /** Whether this machine lacks some of them. */
  isWeakened(): boolean
  /** The numbers of running and waiting queries. */
  load(): { running: number; waiting: number }
  /** Process ids, for tests that look for leftovers. */
  pids(): number[]
  stop(): Promise<void>
}
