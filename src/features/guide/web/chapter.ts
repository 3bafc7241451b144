// What a chapter is: texts in a small notation (see notation.ts), so that search, palette and tests read it as data.

/** A sentence or two of a part; a block of code stands as it is written. */
export type Step = string | { code: string }

export interface Part {
  /** Names the part in addresses. */
  id: string
  title: string
  steps: readonly Step[]
}

export interface Chapter {
  /** What the reader can do after it. */
  lead: string
  parts: readonly Part[]
}
