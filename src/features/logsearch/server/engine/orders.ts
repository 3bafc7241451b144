// Orders from the server to its reading processes, and their answers. A file is split into blocks of equal
// size; a line belongs to the block in which it begins.
import type { LogCondition } from '#shared/logQuery/types.ts'
import type { LineScope } from './asking/evaluate.ts'
import type { LineMasks } from './asking/masking.ts'
import type { Format } from './reading/formats.ts'

export const blockBytes = 1_048_576
/** Only this much of a longer line is examined. */
export const longestRead = 8 * 1_048_576

export interface OrderedFile {
  path: string
  /** From src/…/server/files.ts: detects another file under the same path. */
  inode: string
  /** Size in bytes at the time of the order: later writes are ignored. */
  size: number
  format: Format
  timeField: string | null
  zone: string
  /** Time of the last change, in milliseconds. */
  changed: number
  /** Creation time, assigned to lines without any time. */
  born: number
}

export interface Asking {
  condition: LogCondition
  scope: LineScope | null
  masks: LineMasks | null
  /** In milliseconds; null without a limit. */
  from: number | null
  to: number | null
}

export interface Bars {
  from: number
  step: number
  count: number
}

/** A position in the order of all lines. */
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
        carry: number /** All lines of the block are within the queried time, and in this bar. */
        bar: number | null
      }[]
      asking: Asking
      bars: Bars | null
      /** Lines wanted of each block, after `after` in the order; 0 for none. */
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
      masks: LineMasks | null
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
      masks: LineMasks | null
      shown: number
    }
  | { kind: 'since'; file: OrderedFile; key: string; from: number; asking: Asking; limit: number }

export interface Measured {
  block: number
  lines: number
  /** Lines before the first one with a time. */
  lead: number
  /** Of lines with a time; NaN where there are none. */
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
  /** Pairs of bar and number of lines. */
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
  /** For scope fields (such as the game's): the whole value. */
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
  /** After the last complete line. */
  end: number
  skipped: number
}

export interface CountedValues {
  lines: number
  having: number
  values: [string, number][]
  exact: boolean
}

interface Answers {
  measure: Measured[]
  probe: number[]
  scan: Scanned
  values: CountedValues
  details: (ToldLine | null)[]
  around: Around
  since: Since
}

export type AnswerOf<One extends Order> = Answers[One['kind']]
