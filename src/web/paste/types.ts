// What a slice says about lines that can be pasted into one of its lists.

export interface PasteColumn {
  title: string
  required?: boolean
  /** Kept as it was typed; else letters and digits of full width become the usual ones. */
  isFreeText?: boolean
}

export type Parsed<Values> = { values: Values } | { problem: string }

/** What a line would do to what is there. */
export type PasteEffect = 'added' | 'changed' | 'unchanged'

/** A line that the server did not take: its place in what was sent. */
export interface Refusal {
  at: number
  problem: string
}

export interface PasteDeclaration<Values> {
  title: string
  /** How lines are counted and called: 条, 白名单. */
  measure: string
  noun: string
  columns: readonly PasteColumn[]
  /** Lines that are taken at once. */
  most: number
  /** Some lines, as they might be pasted. */
  example: string
  /** One cell for each column, '' where the line has none. */
  parse: (cells: readonly string[]) => Parsed<Values>
  /** Lines of one key are the same: the first of them counts. */
  keyOf: (values: Values) => string
  /** In order; without it all are new. */
  compare?: (
    lines: readonly Values[],
    signal: AbortSignal,
  ) => readonly PasteEffect[] | Promise<readonly PasteEffect[]>
  /** For the preview, by column. */
  cellsOf: (values: Values) => readonly string[]
  /** Sends what is new or changed; answers the lines that were refused. Should be quiet. */
  send: (
    lines: readonly Values[],
    tell: (done: number) => void,
    signal: AbortSignal,
  ) => Promise<readonly Refusal[]>
}
