// The table that a report answers with.
import { type Static, Type } from 'typebox'
import { returnUnits } from '#semantic/model/returns.ts'
import {
  type Calculation,
  type ColumnRole,
  type ColumnType,
  columnRoles,
  grains,
  type NumberFormat,
  type TotalKind,
  totalKinds,
} from '#semantic/model/types.ts'
import { dataDoubt } from '#shared/imports/doubtSchema.ts'
import { restatedFigure } from '#shared/imports/restatedSchema.ts'
import { nullable } from './shared.ts'

const tableColumn = Type.Object({
  key: Type.String(),
  title: Type.String(),
  kind: Type.Enum(['dimension', 'point', 'computed']),
  type: Type.Unsafe<ColumnType>(Type.String()),
  format: nullable(Type.Unsafe<NumberFormat>(Type.String())),
  unit: Type.String(),
  dictId: nullable(Type.Integer()),
  /** Labels by value text, from the dimension table's name column. */
  names: Type.Optional(Type.Record(Type.String(), Type.String())),
  role: Type.Optional(Type.Unsafe<ColumnRole>(Type.Enum([...columnRoles]))),
  /** Key of the column that it belongs to. */
  of: Type.Optional(Type.String()),
  day: Type.Optional(Type.Integer()),
  /** The unit of `day`, where that is not the day. */
  per: Type.Optional(Type.Enum([...returnUnits])),
  /** The first of several days (weeks, months …) whose last is `day`. */
  since: Type.Optional(Type.Integer()),
  /** Why the rows have no cells in it, though the total may have one. */
  unreached: Type.Optional(Type.String()),
  /** Why the total has no cell in it, though the rows have. */
  noTotal: Type.Optional(Type.String()),
  /** A date's grain, where it differs from the report's. */
  grain: Type.Optional(Type.Enum([...grains])),
  /** Periods only partly within the requested days: by their first day, the days they include. */
  cuts: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** How its total is computed where it is not the sum of the rows. */
  total: Type.Optional(Type.Unsafe<TotalKind>(Type.Enum([...totalKinds]))),
  /** The calculation. */
  calculation: Type.Optional(Type.Unsafe<Calculation>({})),
  /** Label of its fixed row, where that is not its value. */
  baseName: Type.Optional(Type.String()),
  /** Why its fixed row can't be computed; the column is then empty. */
  noBase: Type.Optional(Type.String()),
})
/** A definition that a saved report uses and that no longer exists. */
export const goneThing = Type.Object({
  kind: Type.Enum(['point', 'dimension']),
  id: Type.Integer(),
  /** The last name of a deleted one; empty where no longer known. */
  name: Type.String(),
  /** In Chinese: what is missing; empty where the definition itself was deleted. */
  reason: Type.String(),
})
/** A cell: string, number (a string beyond 2^53), boolean or null. */
export type Cell = string | number | boolean | null
export const cell = Type.Unsafe<Cell>({})
/** Kept sums of a fact table, read instead of its rows: they give the same figures. */
export const sumsNote = Type.Object({
  /** Title of the fact table. */
  title: Type.String(),
  /** ISO time at which the facts behind the sums were published. */
  version: Type.String(),
  rows: Type.Integer(),
})
export const table = Type.Object({
  columns: Type.Array(tableColumn),
  /** Column-wise cells: `data[column][row]`. */
  data: Type.Unsafe<Cell[][]>({}),
  rowCount: Type.Integer(),
  /** Whether rows beyond the limit were cut. */
  truncated: Type.Boolean(),
  /** The total, one cell per column (null for dimensions); null without points. */
  summary: nullable(Type.Array(cell)),
  /** The requested days, both inclusive; null without a date range. */
  range: nullable(Type.Object({ from: Type.String(), to: Type.String() })),
  /** The executed statement, with its parameters written in; empty without the right to see it. */
  sql: Type.String(),
  elapsedMs: Type.Number(),
  cached: Type.Boolean(),
  /** ISO time at which the figures were computed; for cached ones, when they were cached. */
  computedAt: Type.String(),
  /** ISO time of the last update of the least recently updated table. */
  updateTime: nullable(Type.String()),
  /** Kept sums that the figures were read from; absent where all came from the facts. */
  sums: Type.Optional(Type.Array(sumsNote)),
  /** Figures of its days that loads of the last days changed after they were whole; absent without any. */
  restated: Type.Optional(Type.Array(restatedFigure)),
  /** Checks that the data of its days does not meet; absent without any. */
  doubts: Type.Optional(Type.Array(dataDoubt)),
  /**
   * Per row: the number of dimensions it is grouped by, fewer than all in a subtotal; null without subtotals.
   */
  levels: nullable(Type.Unsafe<number[]>({})),
  /** Per row: whether it is the rest outside the top values (其他); null without them. */
  others: nullable(Type.Unsafe<boolean[]>({})),
  /** First unfinished business day, where the range reaches it. */
  unfinishedFrom: nullable(Type.String()),
  /** Days that the totals are compared with, both inclusive. */
  comparedRange: nullable(Type.Object({ from: Type.String(), to: Type.String() })),
  /** Days of `range` behind the totals' comparison, both inclusive: finished ones with a counterpart. */
  baseRange: Type.Optional(nullable(Type.Object({ from: Type.String(), to: Type.String() }))),
  /**
   * By figure column: its figures over only the compared days, from which changes are computed (null where
   * nothing is compared). Columns that show exactly these days are omitted. By column of a calculation
   * against a fixed row: that row's figures.
   */
  bases: Type.Optional(Type.Unsafe<Record<string, { total: Cell; rows: Cell[] }>>({})),
  /** What a `tolerant` request left out. */
  gone: Type.Array(goneThing),
  /** Traces these figures to their viewer, as the watermark does. */
  trace: Type.String(),
})
export type ReportTable = Static<typeof table>
export type ReportSumsNote = Static<typeof sumsNote>
export type ReportTableColumn = Static<typeof tableColumn>
