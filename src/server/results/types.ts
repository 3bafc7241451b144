// Results of users' queries, written to disk as they arrive and read by windows.
import type { ColumnChunk, WarehouseColumn } from '../warehouse/types.ts'

export interface ResultWriter {
  columns(columns: WarehouseColumn[]): Promise<void>
  append(chunk: ColumnChunk): Promise<void>
  /** Completes and syncs the result, which then survives a restart. */
  finish(end: { truncated: boolean }): Promise<void>
  /** Deletes what was written. */
  abort(): Promise<void>
}

export type FilterOp =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'contains'
  | 'notContains'
  | 'empty'
  | 'notEmpty'
  | 'in'
  | 'notIn'

export interface ColumnFilter {
  column: number
  op: FilterOp
  value?: string | number | boolean | null
  /** Values of `in` and `notIn`; null is the null cell. */
  values?: (string | number | boolean | null)[]
}

/** Columns by index, because names may repeat. Texts are compared exactly; `contains` ignores case. */
export interface ViewSpec {
  sort: { column: number; desc: boolean }[]
  filters: ColumnFilter[]
}

export interface ResultWindow {
  /** First row in the window (at most `from`, because windows begin at chunks). */
  from: number
  rowCount: number
  /** Rows of the whole view, or of the result so far: the limit for windows. */
  total: number
  /** A JSON array text per column, as in ColumnChunk. */
  columns: string[]
}

export interface ColumnStatistics {
  count: number
  empty: number
  distinct: number
  /** Null where the type has none. */
  min: string | null
  max: string | null
  sum: string | null
  average: string | null
  median: string | null
  /** Most frequent values; null is the null value. */
  top: { value: string | null; count: number }[]
  /** Ten equal bins of a number or date column. */
  bins: { from: string; to: string; count: number }[]
}

export interface ColumnValues {
  /** The number of all distinct values, of which the first are given. */
  distinct: number
  values: { value: string | null; count: number }[]
}

export interface FindQuestion {
  text: string
  columns: number[]
  /** Codes whose dictionary label contains the text; their cells match, too. */
  labels: { column: number; values: string[] }[]
  /** Searches rows from this one on; with `back`, those before it. */
  from: number
  back: boolean
  counts: boolean
}

export interface FoundCells {
  /** Matching cells in all rows, and in the rows before `from`; null where not requested. */
  cells: number | null
  before: number | null
  /** Row and column of each match in the rows nearest to `from`, in row order. */
  matches: [row: number, column: number][]
}

export interface Comparison {
  added: number
  removed: number
  changed: number
  same: number
  /** Keys that repeat on a side can't be paired; their count, with examples. */
  repeatedKeys: number
  /** Titles of columns that only one side has. */
  onlyLeft: string[]
  onlyRight: string[]
}

/** A result that is being written or is complete. */
export interface StoredResult {
  columns: WarehouseColumn[]
  /** Rows so far. */
  rowCount: number
  complete: boolean
  truncated: boolean
  bytes: number
}

export interface ResultStore {
  /** `id` is the run's id: letters, digits, `_` and `-`. */
  create(id: string, userId: number): Promise<ResultWriter>
  /** Null where the result does not exist (any more). */
  find(id: string): Promise<StoredResult | null>
  /** Throws result_damaged for a result given up because of damage, and result_expired for any other missing one. */
  get(id: string): Promise<StoredResult>
  /** About `count` rows from `from` on (more where chunks are larger, fewer where chunks end). */
  window(id: string, from: number, count: number): Promise<ResultWindow>
  /** All chunks from the first on, at the reader's pace; ends when the result is complete and read. */
  chunks(id: string, signal?: AbortSignal): AsyncIterable<ColumnChunk>
  /** Sorts and filters once; windows are then read by the view's id. */
  view(id: string, spec: ViewSpec, signal?: AbortSignal): Promise<{ viewId: string; rowCount: number }>
  viewWindow(id: string, viewId: string, from: number, count: number): Promise<ResultWindow>
  viewChunks(id: string, viewId: string, signal?: AbortSignal): AsyncIterable<ColumnChunk>
  statistics(
    id: string,
    column: number,
    viewId?: string | null,
    signal?: AbortSignal,
  ): Promise<ColumnStatistics>
  /** Values of a column in the filtered rows, the most frequent first. */
  values(
    id: string,
    question: {
      column: number
      filters: ColumnFilter[]
      /** Only values whose text contains this, or is one of these; null gives all. */
      text: string | null
      among: string[]
      most: number
    },
    signal?: AbortSignal,
  ): Promise<ColumnValues>
  /** Cells that contain a text. */
  search(
    id: string,
    question: { viewId: string | null } & FindQuestion,
    signal?: AbortSignal,
  ): Promise<FoundCells>
  /** Exact count, sum and average of a range of cells; columns by index. */
  selection(
    id: string,
    range: { viewId: string | null; from: number; to: number; columns: number[] },
    signal?: AbortSignal,
  ): Promise<{ count: number; sum: string | null; average: string | null }>
  /**
   * Pairs rows by key columns (indexes of the left result; those of the right by title). Gives a new result.
   */
  compare(
    left: string,
    right: string,
    keys: number[],
    target: { id: string; userId: number },
    signal?: AbortSignal,
  ): Promise<Comparison>
  /** Groups for a chart: x in its order, one series per value column or per value of `series`. */
  chart(
    id: string,
    spec: {
      viewId: string | null
      x: number
      values: number[]
      series: number | null
      aggregate: 'sum' | 'avg' | 'count' | 'min' | 'max' | 'none'
    },
    signal?: AbortSignal,
  ): Promise<{
    x: (string | number | null)[]
    series: { name: string; values: (number | null)[] }[]
    truncated: boolean
  }>
  /** Writes the result as table `name` of a new DuckDB file, with the columns' own types. */
  writeTable(
    id: string,
    file: string,
    name: string,
    signal?: AbortSignal,
  ): Promise<{ rowCount: number; bytes: number; columns: { name: string; type: string }[] }>
  /** In bytes, also of one that only the shared storage has; null where it does not exist (any more). */
  sizeOf(id: string): Promise<number | null>
  /** Bytes on disk of a user's results. */
  usage(userId: number): Promise<number>
  /** Also from the storage that servers share. */
  remove(id: string): Promise<void>
  /** Removes what lies in the own data folder alone. */
  removeHere(id: string): Promise<void>
  /** Ids of the complete results in the own data folder, copies included. */
  completeIds(): string[]
  stop(): Promise<void>
}
