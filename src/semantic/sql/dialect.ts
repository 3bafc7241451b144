// The differences between warehouses: the interface that duckdb.ts and clickhouse.ts implement. Everything
// else is written once. Arguments and results are SQL text unless noted; "empty" means NULL.

import type { PersonalKind } from '#shared/personal.ts'
import type { Statistic } from '../model/definitions.ts'
import type { Exact } from '../model/expression/exact.ts'
import type { CastType, Composite } from '../model/expression/tree.ts'
import type { Grain } from '../model/types.ts'
import type { Shift } from '../plan/days/moves.ts'
import type { Aggregate, BoundType, Node } from '../plan/tree/tree.ts'

export const microsecondsADay = 86_400_000_000

export type WindowFunction =
  | 'sum'
  | 'count'
  | 'min'
  | 'max'
  | 'rank'
  | 'row_number'
  | 'earliest'
  | 'latest'
  | 'lag'
  | 'lead'

/** Values of one column, computed once before the statement. */
export interface ValueList {
  /** The element of the WITH list that defines the list of the column's values in the query's result. */
  define(name: string, column: string, query: string): string
  /** Whether the list has the operand's value; empty is a value, too. Never empty itself. */
  includes(list: string, operand: string): string
}

export interface Dialect {
  /**
   * An operator or function as a single term, where the dialect's form differs from DuckDB's; `write` gives
   * its parts as single terms. Null (or absent): written as it is.
   */
  expression?(node: Composite<Node>, write: (node: Node) => string): string | null
  /** A column's text as an operand, where it must be converted first (enumerations to texts). */
  column?(text: string, exact: Exact | undefined): string
  identifier(name: string): string
  /** A source's column in a select list, so that the result's column is named `name`. */
  selected(column: string, name: string): string
  /** A literal text. */
  text(value: string): string
  /** The bound value at a position, counted from 1, read as a type. */
  parameter(place: number, type: BoundType): string
  /** Whether the operand is among the texts of a bound list, read as a type. Fast for 50,000 of them. */
  anyOf(operand: string, place: number, type: BoundType): string
  /** Case-sensitive; apply `inAnyCase` to both sides to ignore case. */
  contains(operand: string, wanted: string): string
  startsWith(operand: string, wanted: string): string
  /**
   * Position of the value in a bound list of texts, from 1; the list's length + 1 for others; null for null.
   */
  rank(operand: string, place: number, length: number): string
  /** A value's mask; `key`: the place of the hashes' bound key. */
  masked(operand: string, kind: PersonalKind, key: () => number): string
  /** A day literal. */
  day(day: string): string
  /** A wall-clock moment literal: an hour of a day. */
  moment(day: string, hour: number): string
  wallClock(operand: string, zone: string): string
  businessDay(operand: string, cutoffHour: number): string
  truncated(operand: string, grain: Grain): string
  /**
   * A date, or a time whose business day starts at `cutoffHour`, moved by `shift`; in parentheses where
   * needed.
   */
  shifted(operand: string, shift: Shift, from: 'date' | 'datetime', cutoffHour: number): string
  /** A select-list column that yields one row per day or hour from first to last, both inclusive. */
  series(first: string, last: string, unit: 'day' | 'hour'): string
  /** The number of days or hours from one moment to another. */
  unitsBetween(first: string, last: string, unit: 'day' | 'hour'): string
  /** Microseconds from one wall-clock moment to a later one, exact. */
  microseconds(first: string, last: string): string
  /** The number of whole 24 hours in microseconds that are not negative. */
  wholeDays(microseconds: string): string
  /** The value; the statement fails with `message` at a row for which the condition holds. */
  unless(condition: string, message: string, value: string): string
  /** Whether a real number is infinite or NaN; false for null. */
  notFinite(operand: string): string
  /** Quotient as a real number; empty where the divisor is zero. */
  divide(left: string, right: string): string
  remainder(left: string, right: string): string
  /** An integer column of at most 32 bits, widened for arithmetic. */
  widen(operand: string): string
  /** A number with a fraction, or with more than 18 digits. */
  number(text: string): string
  /** Empty where the value can't be converted. `exact`: the operand's type, where known. */
  cast(operand: string, type: CastType, precision: [number, number] | null, exact?: Exact): string
  call(name: string, values: string[]): string
  /**
   * An aggregate over the rows for which `condition` holds (null: all). Over no values 0 for counts, empty
   * for others. `exact`: the argument's type; absent where the argument is an aggregated figure.
   */
  aggregate(aggregate: Aggregate, argument: string | null, condition: string | null, exact?: Exact): string
  /**
   * A window function: `rank` and `row_number` without arguments, `earliest` and `latest` of a value and a
   * moment, which skip nulls; `lag` and `lead`: the row before and after, null without one. `window`: the text in
   * the parentheses of OVER; without a frame for `lag` and `lead`.
   */
  over(how: WindowFunction, values: string[], window: string): string
  /** The aggregate that takes the value at the greatest moment at which it is not empty. */
  latest(value: string, moment: string): string
  /** The same for the least moment. */
  earliest(value: string, moment: string): string
  /** A statistic of all non-empty values, as a real number; empty where there are too few. */
  statistic(statistic: Statistic, value: string): string
  /** The aggregate that lists a group's distinct texts, sorted, as one text: x、y. */
  joined(argument: string): string
  /** The aggregate that lists a group's non-empty days. */
  listed(argument: string): string
  /** How many of a list's days are up to and including a day; 0 without a list. */
  countUntil(list: string, day: string): string
  /** Keyword of a join that keeps rows with a partner, once however many partners there are. */
  semiJoin: string
  /** Equal, or both empty. */
  same(left: string, right: string): string
  /** Head of a common table expression that is read more than once. */
  materialized(name: string): string
  /** Like materialized, but where recomputing for each reader may be faster, the warehouse decides. */
  repeated(name: string): string
  /**
   * Whether the warehouse runs scalar subqueries, with all expressions they read, separately from the
   * statement. They are then avoided.
   */
  runsSubqueriesFirst: boolean
  /**
   * How a statement holds the few values of one column: as a list that is computed before the statement, or
   * (null) as an expression that is joined.
   */
  valueList: ValueList | null
  /** Text after a source: keeps all its rows if `rows` has any row, else none. */
  whereAny(rows: string): string
  /**
   * Text after two cross-joined sources: the statement fails with `message` if they give more than `most`
   * rows.
   */
  atMost(most: number, sources: [string, string], message: string): string
  /** All columns of one source of a join, with their names there. */
  everything(source: string, columns: string[]): string
  /** A condition as a boolean value, for select lists. */
  truth(condition: string): string
  /** The aggregate that merges bit sets (integers): bits of any of them. */
  bitOr(argument: string, condition: string | null): string
  /** Whether a bit set contains a bit. */
  hasBit(set: string, bit: string): string
}

/** Case-insensitive text search: both the searched text and the wanted part are converted. */
export const inAnyCase = (text: string, dialect: Dialect): string => dialect.call('lower', [text])
