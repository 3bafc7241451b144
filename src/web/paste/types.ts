// A slice's declaration of lines that can be pasted into one of its lists.

interface PasteColumn {
  title: string
  required?: boolean
  /** Kept as typed; otherwise full-width letters and digits become half-width. */
  isFreeText?: boolean
}

export type Parsed<Values> = { values: Values } | { problem: string }

/** A line's effect on the present data. */
export type PasteEffect = 'added' | 'changed' | 'unchanged'

/** A line that the server refused: its index in the request. */
export interface Refusal {
  at: number
  problem: string
}

export interface PasteDeclaration<Values> {
  title: string
  /** Measure word and noun of lines: 条, 白名单. */
  measure: string
  noun: string
  columns: readonly PasteColumn[]
  /** The most lines at once. */
  most: number
  /** Example lines. */
  example: string
  /** One cell per column, '' where the line has none. */
  parse: (cells: readonly string[]) => Parsed<Values>
  /** Lines with the same key are equal: the first one counts. */
  keyOf: (values: Values) => string
  /** The effects in order; without it all are new. */
  compare?: (
    lines: readonly Values[],
    signal: AbortSignal,
  ) => readonly PasteEffect[] | Promise<readonly PasteEffect[]>
  /** Cells by column, for the preview. */
  cellsOf: (values: Values) => readonly string[]
  /** Sends new and changed lines; returns the refused ones. Should be quiet. */
  send: (
    lines: readonly Values[],
    tell: (done: number) => void,
    signal: AbortSignal,
  ) => Promise<readonly Refusal[]>
}
