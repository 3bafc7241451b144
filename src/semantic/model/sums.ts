// Sums that are kept of a table of facts: one row for each combination of its keys, which are the business's day, the
// game and the columns that questions were asked by. What they are of is told as DuckDB's text over the fact `f`, by
// which a question finds them again.
//
//   fact pay_order, keys f."cgi", f."channel", f."pay_date", figures count(*), sum(f."amount")

export interface SumsShape {
  /** Physical table. */
  fact: string
  /** Each once, sorted by text. */
  keys: readonly string[]
  /** Aggregates without conditions: conditions must be expressible by keys. Each once, sorted by text. */
  figures: readonly string[]
}

/** Existing sums. */
export interface KeptSums extends SumsShape {
  /** Name of their relation, with a column per key and figure (semantic/sums/names.ts). */
  name: string
  rowCount: number
}
