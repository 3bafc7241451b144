// The parsed form of a log query, shared by server and browser.

/** Parts of a text in this order, with anything between them: `a*b` is `['a', 'b']`. */
export type Pattern = readonly string[]

export type FieldTest =
  /** The value contains the pattern as whole words: `msg:timeout`, `user:ann*`. */
  | { kind: 'word'; pattern: Pattern }
  /** The value equals the pattern: `user=ann`. */
  | { kind: 'same'; pattern: Pattern }
  /** The value is a number in this range: `status>=500`, `ms:100..500`. */
  | { kind: 'range'; least: number; most: number; beyondLeast: boolean; beforeMost: boolean }
  | { kind: 'exists' }

export type LogCondition =
  | { kind: 'all' }
  /** The line contains the pattern; several parts must be within one run without blanks and quotes. */
  | { kind: 'text'; pattern: Pattern }
  | { kind: 'field'; name: string; test: FieldTest }
  | { kind: 'and'; parts: LogCondition[] }
  | { kind: 'or'; parts: LogCondition[] }
  | { kind: 'not'; part: LogCondition }

/** Offsets are UTF-16 units of the query, `to` exclusive. */
export interface QueryProblem {
  from: number
  to: number
  message: string
}

export type TokenRole = 'field' | 'operator' | 'value' | 'text' | 'word' | 'bracket'

/** A range of the query to colour; `word` is and, or, not. */
export interface QueryToken {
  from: number
  to: number
  role: TokenRole
}

export interface ReadQuery {
  /** The condition of the part that could be parsed, where there are problems. */
  condition: LogCondition
  problems: QueryProblem[]
  tokens: QueryToken[]
}
