// Messages between the server and a sandbox process, over one duplex pipe of frames (see
// ../duckdb/frames.ts).
import type { AppError, ErrorCode } from '#shared/errors.ts'
import type { PublishedFiles } from '../snapshot/attach.ts'
import type { ColumnChunk, WarehouseColumn } from '../types.ts'
import type { PlanNode, SandboxFunction, SandboxRequest, SandboxScope } from './types.ts'

/** Argument instead of a configuration: the process only fills its compile cache. */
export const compileOnly = 'compile'

/** The only argument of a process. */
export interface ProcessConfiguration extends PublishedFiles {
  engine: Record<string, string>
  /** IANA zone in which times with a zone are shown. */
  zone: string
  /** Whether the process drops to the user `nobody` before it reads a user's text. */
  dropsRights: boolean
  /** Bytes at which the process ends itself; 0 where the server watches it. */
  ownMemoryLimit: number
}

export interface RunOrder extends Pick<SandboxRequest, 'sql' | 'params' | 'limit' | 'mode' | 'wholeCells'> {
  kind: 'run'
  scope: SandboxScope
}

/** Statements are bound against empty tables with these columns; nothing is run. */
interface BoundTable {
  name: string
  columns: readonly { name: string; type: string }[]
}

export interface BindOrder {
  kind: 'bind'
  tables: BoundTable[]
  /** `dict.<name>`: all their columns are texts. */
  dictionaries?: { name: string; columns: string[] }[]
  /** Each owner's `tmp.<name>`. */
  temporary?: { owner: number; tables: BoundTable[] }[]
  /** `owner`: whose temp tables the statement means; nobody's where absent. */
  statements: (Pick<RunOrder, 'sql' | 'params'> & { owner?: number })[]
}

/** An order to the process, which executes exactly one. */
export type Order = RunOrder | BindOrder | { kind: 'functions' }

interface Failure {
  code: ErrorCode
  message: string
  data: unknown
}

export interface RunEnd {
  rowCount: number
  truncated: boolean
  plan: PlanNode | null
}

/** Messages from the process. */
export type Message =
  | { kind: 'ready' }
  | { kind: 'columns'; columns: WarehouseColumn[] }
  | { kind: 'chunk'; id: number; chunk: ColumnChunk }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'progress'; rowCount: number }
  | ({ kind: 'end' } & RunEnd)
  | { kind: 'bound'; at: number; problem: string | null }
  | { kind: 'functions'; functions: SandboxFunction[] }
  | { kind: 'error'; failure: Failure }

export const memoryText = '查询所需内存超出限制，请缩小范围、减少分组或排序的数据量'

/** The signal by which a process ends itself when it exceeds its memory. */
export const memorySignal = 'SIGUSR2'

export function failureOf({ code, message, data }: AppError): Failure {
  return { code, message, data }
}
