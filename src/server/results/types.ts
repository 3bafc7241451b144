// Results of users' queries, kept on disk as they come and read by windows.
import type { ColumnChunk, WarehouseColumn } from '../warehouse/types.ts'

export interface ResultWriter {
  columns(columns: WarehouseColumn[]): Promise<void>
  append(chunk: ColumnChunk): Promise<void>
  /** Whole and synced from here on; survives a restart. */
  finish(end: { truncated: boolean }): Promise<void>
  /** Removes what was kept. */
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
  /** Of `in` and `notIn`; null is the empty cell. */
  values?: (string | number | boolean | null)[]
}

/** Columns by their index: names may repeat. Texts are compared exactly, `contains` without regard to case. */
export interface ViewSpec {
  sort: { column: number; desc: boolean }[]
  filters: ColumnFilter[]
}

export interface ResultWindow {
  /** First row that is in it (at most `from`: windows begin where chunks do). */
  from: number
  rowCount: number
  /** Rows of the whole view, or of the result so far: how far windows can be asked for. */
  total: number
  /** A JSON array text for each column, as in ColumnChunk. */
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
  /** Most frequent values; null is the empty value. */
  top: { value: string | null; count: number }[]
  /** Ten equal bins of a number or date column. */
  bins: { from: string; to: string; count: number }[]
}

export interface ColumnValues {
  /** All that answer, of which the first are given. */
  distinct: number
  values: { value: string | null; count: number }[]
}

export interface FindQuestion {
  text: string
  columns: number[]
  /** Texts of cells that count as well: codes whose label holds it. */
  labels: { column: number; values: string[] }[]
  /** Rows from this one on; `back`: those before it. */
  from: number
  back: boolean
  counts: boolean
}

export interface FoundCells {
  /** In all rows, and in those before `from`; null where they were not asked for. */
  cells: number | null
  before: number | null
  /** Row and column, in the order of rows, of the rows nearest to `from`. */
  matches: [row: number, column: number][]
}

export interface Comparison {
  added: number
  removed: number
  changed: number
  same: number
  /** Keys that stand more than once on a side can't be paired; counted, with examples. */
  repeatedKeys: number
  /** Titles of columns that only one side has. */
  onlyLeft: string[]
  onlyRight: string[]
}

/** A result that is being written or whole. */
export interface StoredResult {
  columns: WarehouseColumn[]
  /** So far. */
  rowCount: number
  complete: boolean
  truncated: boolean
  bytes: number
}

export interface ResultStore {
  /** `id` is the run's: letters, digits, `_` and `-`. */
  create(id: string, userId: number): Promise<ResultWriter>
  /** Null when there is none (never was, expired, removed). */
  find(id: string): Promise<StoredResult | null>
  /** Rows from `from` on, about `count` (more where chunks are larger, fewer where they end). */
  window(id: string, from: number, count: number): Promise<ResultWindow>
  /** All chunks from the first on, at the reader's pace; ends when the result is whole and read. */
  chunks(id: string, signal?: AbortSignal): AsyncIterable<ColumnChunk>
  /** Sorts and filters once; windows of it are read by the view's id. */
  view(id: string, spec: ViewSpec, signal?: AbortSignal): Promise<{ viewId: string; rowCount: number }>
  viewWindow(id: string, viewId: string, from: number, count: number): Promise<ResultWindow>
  viewChunks(id: string, viewId: string, signal?: AbortSignal): AsyncIterable<ColumnChunk>
  statistics(
    id: string,
    column: number,
    viewId?: string | null,
    signal?: AbortSignal,
  ): Promise<ColumnStatistics>
  /** Values of a column in the rows that pass the filters, the most frequent first. */
  values(
    id: string,
    question: {
      column: number
      filters: ColumnFilter[]
      /** Only values whose text holds it, or is one of these; null gives all. */
      text: string | null
      among: string[]
      most: number
    },
    signal?: AbortSignal,
  ): Promise<ColumnValues>
  /** Cells that hold a text. */
  search(
    id: string,
    question: { viewId: string | null } & FindQuestion,
    signal?: AbortSignal,
  ): Promise<FoundCells>
  /** Count, sum and average of a range of cells, exact; columns by index. */
  selection(
    id: string,
    range: { viewId: string | null; from: number; to: number; columns: number[] },
    signal?: AbortSignal,
  ): Promise<{ count: number; sum: string | null; average: string | null }>
  /** Pairs rows by key columns (indices of the left result; the right one's by title). Gives a result of its own. */
  compare(
    left: string,
    right: string,
    keys: number[],
    target: { id: string; userId: number },
    signal?: AbortSignal,
  ): Promise<Comparison>
  /** Grouped for a chart: x in its order, one series per value column or per value of `series`. */
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
  /** Writes the result as table `name` of a new DuckDB file with the columns' own types. */
  writeTable(
    id: string,
    file: string,
    name: string,
    signal?: AbortSignal,
  ): Promise<{ rowCount: number; bytes: number; columns: { name: string; type: string }[] }>
  /** Bytes on disk of a user's results. */
  usage(userId: number): Promise<number>
  remove(id: string): Promise<void>
  stop(): Promise<void>
}
