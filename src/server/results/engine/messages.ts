// The messages between the server and the results process.

import type { ColumnChunk, WarehouseColumn } from '#server/warehouse/types.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type {
  ColumnStatistics,
  ColumnValues,
  Comparison,
  FindQuestion,
  FoundCells,
  ResultStore,
  ResultWindow,
  ViewSpec,
} from '../types.ts'

/** A finished result, by its file. */
export interface Source {
  id: string
  path: string
}

export interface SourceView {
  source: Source
  view: { id: string; spec: ViewSpec } | null
}

export type ChartSpec = Omit<Parameters<ResultStore['chart']>[1], 'viewId'>
export type Chart = Awaited<ReturnType<ResultStore['chart']>>
export type Selection = Awaited<ReturnType<ResultStore['selection']>>

/** Every kind of work: its input and output. */
export interface Jobs {
  load: { takes: { source: Source }; gives: null }
  view: { takes: SourceView; gives: { rowCount: number } }
  window: { takes: SourceView & { from: number; count: number }; gives: ResultWindow }
  statistics: { takes: SourceView & { column: number }; gives: ColumnStatistics }
  selection: { takes: SourceView & { from: number; to: number; columns: number[] }; gives: Selection }
  values: { takes: { source: Source } & Parameters<ResultStore['values']>[1]; gives: ColumnValues }
  find: { takes: SourceView & FindQuestion; gives: FoundCells }
  /** Builds the table of differences, which `differences` reads and `forget` of the target drops. */
  compare: {
    takes: { left: Source; right: Source; keys: number[]; target: string }
    gives: { comparison: Comparison; columns: WarehouseColumn[]; rowCount: number }
  }
  differences: { takes: { target: string; from: number; count: number }; gives: ColumnChunk }
  chart: { takes: SourceView & { spec: ChartSpec }; gives: Chart }
  writeTable: {
    takes: { source: Source; file: string; name: string }
    gives: { rowCount: number; bytes: number; columns: { name: string; type: string }[] }
  }
  /** Drops everything that was built from a result. */
  forget: { takes: { id: string }; gives: null }
}

export type JobKind = keyof Jobs

export type Order = { id: number } & (
  | { [Kind in JobKind]: { kind: Kind; input: Jobs[Kind]['takes'] } }[JobKind]
  | { kind: 'cancel' }
)

export type Answer =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number; code: ErrorCode; message: string }

export interface EngineConfiguration {
  /** The process's own folder for what it builds. */
  folder: string
  settings: Record<string, string>
  /** Limit in bytes; the least recently used tables are dropped. */
  mostBytes: number
}
