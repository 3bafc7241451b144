// Sums that are kept of a table of facts: one row for each combination of its keys, which are the business's day, the
// game and the columns that questions were asked by. What they are of is told as DuckDB's text over the fact `f`, by
// which a question finds them again.
//
//   fact pay_order, keys f."cgi", f."channel", f."pay_date", figures count(*), sum(f."amount")

export interface SumsShape {
  /** Physical table. */
  fact: string
  /** Each once, in the order of their texts. */
  keys: readonly string[]
  /** Aggregates without a condition: what they are counted under is made of keys. Each once, in the order of their texts. */
  figures: readonly string[]
}

/** Sums that are there. */
export interface KeptSums extends SumsShape {
  /** Of the relation that holds them, with a column for each key and figure (semantic/sums/names.ts). */
  name: string
  rowCount: number
}
