// Orders to the process that reads files, and its answers.
import type { EncodingName } from '#shared/imports/encodings.ts'
import type { ChosenKind, FoundKind } from '#shared/imports/kinds.ts'
import type { HeadChoice } from '../head.ts'
import type { ColumnChoice } from '../load.ts'
import type { BadLine } from '../problem.ts'
import type { ColumnProfile } from '../profile.ts'
import type { Source } from '../source.ts'
import type { FurtherTable } from '../tables.ts'
import type { Totals } from '../totals/aside.ts'
import type { Ask } from '../values/kinds.ts'

interface Place {
  source: Source
  /** The upload's own folder, in which the staged rows and the table are made. */
  folder: string
  zone: string
  memoryMiB: number
}

export interface InspectOrder extends Place {
  kind: 'inspect'
  sheet: string | null
  head: HeadChoice | null
  encoding: EncodingName | null
  /** Totals are imported like other rows. */
  keepTotals: boolean
}

export interface TryOrder extends Place {
  kind: 'try'
  /** Index of the column. */
  at: number
  as: ChosenKind
}

export interface PrepareOrder extends Place {
  kind: 'prepare'
  choices: readonly ColumnChoice[]
  dateColumn: string | null
  gameColumn: string | null
  keepGood: boolean
}

/** Reads the raw cells of a workbook's first sheet, for data that does not become a warehouse table. */
export interface CellsOrder extends Place {
  kind: 'cells'
  mostRows: number
}

export interface ReadCells {
  sheet: string
  rows: string[][]
  /** There are more rows than requested. */
  more: boolean
}

export type ReadingOrder = InspectOrder | TryOrder | PrepareOrder | CellsOrder

export interface ToldBadLines {
  count: number
  unit: string
  first: readonly BadLine[]
}

/** Values of a column that do not fit its reading. */
export interface Misfits {
  count: number
  first: readonly BadLine[]
  /** Their lines in order; not all where there are very many. */
  lines: readonly number[]
}

interface InspectedColumn extends ColumnProfile {
  kind: FoundKind
  note: string
  ask: Ask | null
  /** Rows without a value, among those that can be imported. */
  empty: number
  misfits: Misfits
}

export interface Inspected {
  sheets: string[]
  sheet: string | null
  head: HeadChoice | null
  /** Of a text file. */
  encoding: EncodingName | null
  tables: FurtherTable[]
  /** Also those with misfits. */
  rows: number
  columns: InspectedColumn[]
  /** First rows, as text. */
  sample: (string | null)[][]
  /** The lines of the sample's rows. */
  sampleLines: number[]
  /** Lines that can't be used however the columns are read. */
  bad: ToldBadLines
  totals: Totals
  notes: string[]
  /** The date column, and how it is converted where it holds no dates. */
  date: { name: string; what: string | null } | null
}

export interface Tried {
  note: string
  profile: ColumnProfile
  empty: number
  /** Values in the sample's rows. */
  values: (string | null)[]
  misfits: Misfits
}

export interface Prepared {
  rows: number
  bad: ToldBadLines
  notes: string[]
  dateColumn: string | null
  gameColumn: string | null
  profiles: ColumnProfile[]
}

export type AnswerOf<Order extends ReadingOrder> = Order extends InspectOrder
  ? Inspected
  : Order extends TryOrder
    ? Tried
    : Order extends CellsOrder
      ? ReadCells
      : Prepared

/** A line of the process's output. */
export type Said =
  | { progress: number; step: string }
  | { result: unknown }
  | { failed: { code: string; message: string } }

/** Lines of misfits that are told. */
export const mostLines = 1000
/** Rows of a preview. */
export const sampleRows = 50
export const stagedFile = 'staged.duckdb'
export const stagedNotes = 'staged.json'
export const preparedFile = 'prepared.duckdb'
export const preparedTable = 'data'
