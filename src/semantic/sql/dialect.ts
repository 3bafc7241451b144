// What differs between warehouses, behind one seam. Everything else of a statement is written once.
import type { Exact } from '../model/expression/exact.ts'
import type { CastType, Composite } from '../model/expression/tree.ts'
import type { Grain } from '../model/types.ts'
import type { Shift } from '../plan/comparedDays.ts'
import type { Aggregate, BoundType, Node } from '../plan/tree.ts'

export interface Dialect {
  /**
   * An operator or function as a single term, where the dialect's own differs from DuckDB's; `write` gives
   * its parts as single terms. null (or absent): it is written as it stands.
   */
  expression?(node: Composite<Node>, write: (node: Node) => string): string | null
  /** A column as its values are used. */
  column?(text: string, exact: Exact | undefined): string
  identifier(name: string): string
  /** A source's column in a select list, under its own name. */
  selected(column: string, name: string): string
  /** A literal text. */
  text(value: string): string
  /** The bound value at a place, counted from 1, read as a type. */
  parameter(place: number, type: BoundType): string
  /** Whether the operand is among the texts of a bound list, read as a type. Fast for 50,000 of them. */
  anyOf(operand: string, place: number, type: BoundType): string
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
  /** A date, or a time whose day starts at the hour, so much later; as an operand. */
  shifted(operand: string, shift: Shift, from: 'date' | 'datetime', cutoffHour: number): string
  /** Each day or hour between two, both included: a column of a select list that gives a row for each. */
  series(first: string, last: string, unit: 'day' | 'hour'): string
  /** Units from one moment to another. */
  unitsBetween(first: string, last: string, unit: 'day' | 'hour'): string
  /** The value; a row for which the condition holds ends the statement with a message instead. */
  unless(condition: string, message: string, value: string): string
  /** Quotient as a real number; empty where the divisor is zero. */
  divide(left: string, right: string): string
  remainder(left: string, right: string): string
  /** An integer column of few bits made wide enough for arithmetic. */
  widen(operand: string): string
  /** A number with a fraction, or of more than 18 digits. */
  number(text: string): string
  /** Empty where the value can't be converted. `exact`: what the operand is, where it is known. */
  cast(operand: string, type: CastType, precision: [number, number] | null, exact?: Exact): string
  call(name: string, values: string[]): string
  /**
   * Over no values: zero for counts, empty for the others. `exact`: type of the argument, where it is not a
   * figure already.
   */
  aggregate(aggregate: Aggregate, argument: string | null, condition: string | null, exact?: Exact): string
  /** The value at the greatest moment among those where it is not empty. */
  latest(value: string, moment: string): string
  /** Of a group's texts each once, in order, as one text. */
  joined(argument: string): string
  /** Joins what has a partner, once however many there are; nothing of the partner is read. */
  semiJoin: string
  /** Equal, or both empty. */
  same(left: string, right: string): string
  /** Head of a common table expression that is read more than once. */
  materialized(name: string): string
  /** The same of one whose readers the warehouse may each let read it anew, where that is the quicker way. */
  repeated(name: string): string
  /**
   * Whether a subquery for a value is run by itself before the statement, with all expressions that it reads:
   * it is avoided there.
   */
  runsSubqueriesFirst: boolean
  /** Behind a source: its rows where the other has any at all, else none. */
  whereAny(rows: string): string
  /**
   * Behind sources: all of their rows; more than so many of both together end the statement with a message.
   */
  atMost(most: number, sources: [string, string], message: string): string
  /** All columns of a source that is joined, named; as they are called in it. */
  everything(source: string, columns: string[]): string
  /** A condition as a value of its own. */
  truth(condition: string): string
  /** Of integers, each a set of bits: what any of them has. */
  bitOr(argument: string, condition: string | null): string
  /** Whether a set of bits has one of them. */
  hasBit(set: string, bit: string): string
}
