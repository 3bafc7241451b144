// The one interface to the sandbox, in which users' SQL runs: one SELECT, checked by an allow-list, in a process of
// its own under limits. Reports never come here.
import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'
import type { ColumnChunk, WarehouseColumn } from '../types.ts'

/** What one run may see; everything else answers as if it did not exist. */
export interface SandboxScope {
  /** Published tables by their names. */
  tables: SandboxTable[]
  /** Tables that stay hidden, and why, for whoever names one: 不在你的数据范围内… */
  refused?: { name: string; reason: string }[]
  /**
   * The user's own temp tables, `tmp.<name>`: a DuckDB file (absolute path) that holds a table of this name, and what the
   * file was when it was made (null: of before that was noted).
   */
  temporary: { name: string; file: string; fingerprint?: string | null }[]
  /** Small tables that come with the run, `dict.<name>`. */
  dictionaries?: SandboxDictionary[]
}

export interface SandboxTable {
  name: string
  /** Only rows whose column holds one of the values (none: no rows). */
  games: { column: string; values: string[] } | null
  /** Only rows that meet all of these, over the source `f`: texts, and between them names of published tables. */
  rules: string[][]
}

export interface SandboxDictionary {
  name: string
  columns: string[]
  /** Each a JSON array of rows, which are arrays of texts; a short row ends with empty texts. */
  pages: string[]
}

export interface SandboxParameter {
  /** Absent: by the value itself (a text that is a date is compared with dates as one). */
  type?: ParameterType
  value: ParameterValue
}

export interface SandboxRequest {
  /** Whose turn it takes in the queue. */
  userId: number
  sql: string
  params: Record<string, SandboxParameter>
  scope: SandboxScope
  /** Rows after which the result is cut; null for none. */
  limit: number | null
  /**
   * `rows`: by columns, exact (see ColumnChunk; NaN and infinities are the texts NaN, Infinity, -Infinity).
   * `csv`: bytes of RFC 4180 with a head line, without a BOM. `plan`: EXPLAIN; `profile`: EXPLAIN ANALYZE.
   */
  mode: 'rows' | 'csv' | 'plan' | 'profile'
  /** Texts longer than a mebibyte stay whole in `rows`: for what is not shown, but kept as data. */
  wholeCells?: boolean
  /** Time at work, waits for the queue and for a slow reader left out; 180 s when absent. */
  timeoutMs?: number
  /** Expected to be short (a plan, a sample, choices): tried before statements of which nobody knows. */
  quick?: boolean
  /** Waits in the line of its own that long writings have, and takes no place from queries. */
  background?: boolean
  signal?: AbortSignal
  /** Told its place (1 is next) whenever that changes while it waits, and 0 when it starts. */
  onPlace?: (place: number, waiting: number) => void
  onColumns?: (columns: WarehouseColumn[]) => void
  /** Awaited (back-pressure); no chunk is larger than about a megabyte unless a single row is. */
  onChunk?: (chunk: ColumnChunk) => void | Promise<void>
  onBytes?: (bytes: Buffer) => void | Promise<void>
  /** Rows that the bytes so far hold. */
  onProgress?: (rowCount: number) => void
}

export interface PlanNode {
  name: string
  /** Facts of the step: table, conditions, projections. */
  details: Record<string, string | string[]>
  /** Rows that the planner expects, and that came (in `profile`). */
  estimatedRows: number | null
  rows: number | null
  /** Own time in milliseconds (in `profile`). */
  ms: number | null
  children: PlanNode[]
}

export interface SandboxResult {
  columns: WarehouseColumn[]
  rowCount: number
  truncated: boolean
  /** At work, without the time in the queue. */
  elapsedMs: number
  queuedMs: number
  /** Of the modes `plan` and `profile`. */
  plan: PlanNode | null
}

/** Where in the text a failure is: the envelope's data of `sql_error`. */
export interface SqlProblem {
  /** From 1; columns in UTF-16 units. */
  line: number
  column: number
  length: number
  /** The text that is meant. */
  near: string
}

export interface SandboxFunction {
  name: string
  /** `sum(arg)`: one for each overload. */
  signatures: string[]
  kind: 'scalar' | 'aggregate' | 'table' | 'macro'
  /** In Chinese for the usual ones, else the engine's own. */
  description: string
}

export interface Sandbox {
  /**
   * Throws AppError: sql_error (data: SqlProblem or null; refused by the allow-list, or by the engine),
   * query_timeout, query_canceled, query_failed (memory, a process that died), server_busy, warehouse_unavailable.
   */
  run(request: SandboxRequest): Promise<SandboxResult>
  /** The functions that users' SQL may call. */
  functions(): Promise<SandboxFunction[]>
  /** Chinese lines on which lines of defence are in force here, for the log at start and the test page. */
  defences(): string[]
  /** Whether this machine lacks some of them. */
  isWeakened(): boolean
  /** How many queries are at work and how many wait. */
  load(): { running: number; waiting: number }
  /** Process ids, for tests that look at what is left. */
  pids(): number[]
  stop(): Promise<void>
}
