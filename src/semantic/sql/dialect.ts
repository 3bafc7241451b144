// What differs between warehouses: the interface that duckdb.ts and clickhouse.ts implement. All else is
// written once. Arguments and results are SQL text unless said otherwise; "empty" means NULL.
import type { Statistic } from '../model/definitions.ts'
import type { Exact } from '../model/expression/exact.ts'
import type { CastType, Composite } from '../model/expression/tree.ts'
import type { Grain } from '../model/types.ts'
import type { Shift } from '../plan/days/moves.ts'
import type { Aggregate, BoundType, Node } from '../plan/tree/tree.ts'

export type WindowFunction = 'sum' | 'count' | 'min' | 'max' | 'rank' | 'row_number' | 'earliest' | 'latest'

export interface Dialect {
  /**
   * An operator or function as a single term, where the dialect's own differs from DuckDB's; `write` gives
   * its parts as single terms. null (or absent): it is written as it stands.
   */
  expression?(node: Composite<Node>, write: (node: Node) => string): string | null
  /** A column's text as an operand, where it has to be converted first (enumerations to texts). */
  column?(text: string, exact: Exact | undefined): string
  identifier(name: string): string
  /** A source's column in a select list, so that the result's column is called `name`. */
  selected(column: string, name: string): string
  /** A literal text. */
  text(value: string): string
  /** The bound value at a place, counted from 1, read as a type. */
  parameter(place: number, type: BoundType): string
  /** Whether the operand is among the texts of a bound list, read as a type. Fast for 50,000 of them. */
  anyOf(operand: string, place: number, type: BoundType): string
  /** To the letter; `inAnyCase` makes texts of different cases alike. */
  contains(operand: string, wanted: string): string
  startsWith(operand: string, wanted: string): string
  /** Place of the value in a bound list of texts, from 1; the list's length + 1 for others; null for null. */
  rank(operand: string, place: number, length: number): string
  /** A day literal. */
  day(day: string): string
  /** A wall-clock moment literal: a day's hour. */
  moment(day: string, hour: number): string
  wallClock(operand: string, zone: string): string
  businessDay(operand: string, cutoffHour: number): string
  truncated(operand: string, grain: Grain): string
  /**
   * A date, or a time whose business day starts at `cutoffHour`, moved by `shift`; in parentheses where
   * needed.
   */
  shifted(operand: string, shift: Shift, from: 'date' | 'datetime', cutoffHour: number): string
  /** A column of a select list that yields one row for each day or hour from first to last, both included. */
  series(first: string, last: string, unit: 'day' | 'hour'): string
  /** The number of days or hours from one moment to another. */
  unitsBetween(first: string, last: string, unit: 'day' | 'hour'): string
  /** The value; the statement fails with `message` at a row for which the condition holds. */
  unless(condition: string, message: string, value: string): string
  /** Whether a real number is infinite or none (NaN); false for the empty one. */
  notFinite(operand: string): string
  /** Quotient as a real number; empty where the divisor is zero. */
  divide(left: string, right: string): string
  remainder(left: string, right: string): string
  /** An integer column of at most 32 bits, made wide enough for arithmetic. */
  widen(operand: string): string
  /** A number with a fraction, or of more than 18 digits. */
  number(text: string): string
  /** Empty where the value can't be converted. `exact`: what the operand is, where it is known. */
  cast(operand: string, type: CastType, precision: [number, number] | null, exact?: Exact): string
  call(name: string, values: string[]): string
  /**
   * An aggregate over the rows for which `condition` holds (null: all). Over no values 0 for counts, empty
   * for the others. `exact`: the argument's type; absent where the argument is an aggregated figure.
   */
  aggregate(aggregate: Aggregate, argument: string | null, condition: string | null, exact?: Exact): string
  /**
   * A figure over a window of rows: `rank` and `row_number` without arguments, `earliest` and `latest` of a value and a
   * moment, which skip empty ones. `window`: what stands between the parentheses of OVER.
   */
  over(how: WindowFunction, values: string[], window: string): string
  /** The aggregate that takes the value of the greatest moment at which it is not empty. */
  latest(value: string, moment: string): string
  /** Of the least moment. */
  earliest(value: string, moment: string): string
  /** A statistic of all values that are not empty, as a real number; empty where there are too few. */
  statistic(statistic: Statistic, value: string): string
  /** The aggregate that lists a group's distinct texts, sorted, as one text: x、y. */
  joined(argument: string): string
  /** The aggregate that lists a group's days, those that are not empty. */
  listed(argument: string): string
  /** How many of a list's days are not after a day; 0 for no list. */
  countUntil(list: string, day: string): string
  /** Keyword of a join that keeps rows with a partner, once however many partners there are. */
  semiJoin: string
  /** Equal, or both empty. */
  same(left: string, right: string): string
  /** Head of a common table expression that is read more than once. */
  materialized(name: string): string
  /** As materialized, but where reading it anew for each reader may be faster, the warehouse decides. */
  repeated(name: string): string
  /**
   * Whether the warehouse runs scalar subqueries, with all expressions that they read, apart from the
   * statement. They are avoided there.
   */
  runsSubqueriesFirst: boolean
  /** Text after a source: keeps all its rows if `rows` has any row, else none. */
  whereAny(rows: string): string
  /**
   * Text after two cross-joined sources: the statement fails with `message` if they give more than `most`
   * rows.
   */
  atMost(most: number, sources: [string, string], message: string): string
  /** All columns of one source of a join, with the names that they have in it. */
  everything(source: string, columns: string[]): string
  /** A condition as a value of type boolean, for select lists. */
  truth(condition: string): string
  /** The aggregate that puts sets of bits (integers) together: bits of any of them. */
  bitOr(argument: string, condition: string | null): string
  /** Whether a set of bits has one of them. */
  hasBit(set: string, bit: string): string
}

/** Texts are searched for their parts in any case: what is searched and what is sought are both written so. */
export const inAnyCase = (text: string, dialect: Dialect): string => dialect.call('lower', [text])
