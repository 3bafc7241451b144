// What a query of logs asks, as both sides of the wire know it.

/** A text whose parts stand one after the other, with anything between them: `a*b` is `['a', 'b']`. */
export type Pattern = readonly string[]

export type FieldTest =
  /** The value holds the pattern as whole words: `msg:timeout`, `user:ann*`. */
  | { kind: 'word'; pattern: Pattern }
  /** The value is the pattern: `user=ann`. */
  | { kind: 'same'; pattern: Pattern }
  /** The value is a number of this range: `status>=500`, `ms:100..500`. */
  | { kind: 'range'; least: number; most: number; beyondLeast: boolean; beforeMost: boolean }
  | { kind: 'exists' }

export type LogCondition =
  | { kind: 'all' }
  /** The line holds the pattern; where it has several parts, within one run without blanks and quotes. */
  | { kind: 'text'; pattern: Pattern }
  | { kind: 'field'; name: string; test: FieldTest }
  | { kind: 'and'; parts: LogCondition[] }
  | { kind: 'or'; parts: LogCondition[] }
  | { kind: 'not'; part: LogCondition }

/** Places are UTF-16 units of the query, `to` being behind the last. */
export interface QueryProblem {
  from: number
  to: number
  message: string
}

export type TokenRole = 'field' | 'operator' | 'value' | 'text' | 'word' | 'bracket'

/** A stretch of the query to be coloured; `word` is and, or, not. */
export interface QueryToken {
  from: number
  to: number
  role: TokenRole
}

export interface ReadQuery {
  /** Of what could be read, where there are problems. */
  condition: LogCondition
  problems: QueryProblem[]
  tokens: QueryToken[]
}
