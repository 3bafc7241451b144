// What the server asks its reading processes, and what they answer. A file is cut into blocks of equal size; a line
// belongs to the block that it begins in.
import type { LogCondition } from '#shared/logQuery/types.ts'
import type { LineScope } from './asking/evaluate.ts'
import type { Format } from './reading/formats.ts'

export const blockBytes = 1_048_576
/** Of a line that is longer only so much is looked at. */
export const longestRead = 8 * 1_048_576

export interface OrderedFile {
  path: string
  /** As src/…/server/files.ts tells it: another file under the path is none of ours. */
  inode: string
  /** Bytes that count: what is written later is not seen. */
  size: number
  format: Format
  timeField: string | null
  zone: string
  /** Milliseconds: of its last change. */
  changed: number
  /** Of its making: where it tells no times, its lines stand there. */
  born: number
}

export interface Asking {
  condition: LogCondition
  scope: LineScope | null
  /** Milliseconds; null without an end. */
  from: number | null
  to: number | null
}

export interface Bars {
  from: number
  step: number
  count: number
}

/** A place in the order of all lines. */
export interface LinePlace {
  time: number
  file: string
  offset: number
}

export type Order =
  | { kind: 'measure'; file: OrderedFile; blocks: number[] }
  | { kind: 'probe'; file: OrderedFile; blocks: number[] }
  | {
      kind: 'scan'
      file: OrderedFile
      key: string
      blocks: {
        block: number
        carry: number /** All of its lines are within the question's time, and in this bar. */
        bar: number | null
      }[]
      asking: Asking
      bars: Bars | null
      /** Lines wanted of each block, beyond `after` in the order; 0 for none. */
      limit: number
      after: LinePlace | null
      newest: boolean
    }
  | {
      kind: 'values'
      file: OrderedFile
      blocks: { block: number; carry: number; bar: number | null }[]
      asking: Asking
      field: string
    }
  | {
      kind: 'details'
      file: OrderedFile
      key: string
      places: { offset: number; time: number | null }[]
      shown: number
    }
  | {
      kind: 'around'
      file: OrderedFile
      key: string
      offset: number
      before: number
      after: number
      scope: LineScope | null
      shown: number
    }
  | { kind: 'since'; file: OrderedFile; key: string; from: number; asking: Asking; limit: number }

export interface Measured {
  block: number
  lines: number
  /** Lines before the first that tells its time. */
  lead: number
  /** Of lines that tell it; NaN where none does. */
  first: number
  last: number
  end: number
}

export interface FoundLine {
  time: number
  offset: number
}

export interface Scanned {
  count: number
  untimed: number
  /** Pairs: bar, lines. */
  bars: number[]
  lines: FoundLine[]
}

export interface ToldLine {
  id: string
  time: number | null
  ownTime: boolean
  level: 'debug' | 'info' | 'warn' | 'error' | null
  text: string
  wholeBytes: number | null
  fields: { name: string; value: string }[]
  /** Of the field that says whose game it is, and such: whole. */
  offset: number
}

export interface Around {
  before: ToldLine[]
  line: ToldLine | null
  after: ToldLine[]
  moreBefore: boolean
  moreAfter: boolean
  hidden: number
}

export interface Since {
  lines: ToldLine[]
  /** Behind the last whole line. */
  end: number
  skipped: number
}

export interface CountedValues {
  lines: number
  having: number
  values: [string, number][]
  exact: boolean
}

export interface Answers {
  measure: Measured[]
  probe: number[]
  scan: Scanned
  values: CountedValues
  details: (ToldLine | null)[]
  around: Around
  since: Since
}

export type AnswerOf<One extends Order> = Answers[One['kind']]
