// What the replacement of a table changes, and what it would break. Nothing is replaced before that is confirmed.
import { createHash } from 'node:crypto'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { AppError } from '#shared/errors.ts'
import {
  type BreakingKind,
  breakingLead,
  brokenLines,
  changedLines,
  uncheckedLines,
} from '#shared/imports/breaking.ts'
import { spokenType } from './spokenType.ts'

export interface BrokenThing {
  kind: BreakingKind
  name: string
  /** Why, where that is known. */
  reason?: string
}

export interface Broken {
  things: BrokenThing[]
  /** How many more, of which the caller may not know. */
  hidden: number
  /** Queries on the table that were not compared: there were too many, or it took too long. */
  unchecked: number
}

interface Replacement extends Broken {
  table: string
  lost: string[]
  retyped: { name: string; from: string; to: string }[]
  fresh: string[]
  /** Of what changes and breaks: what is confirmed is what was seen. */
  digest: string
}

export function compareTables(
  before: PhysicalTable,
  after: Pick<PhysicalTable, 'columns'>,
  { things, hidden, unchecked }: Broken,
): Replacement {
  const own = new Map(before.columns.map((column) => [column.name.toLowerCase(), column]))
  const now = new Map(after.columns.map((column) => [column.name.toLowerCase(), column]))
  const changes = {
    table: before.name,
    lost: before.columns.flatMap(({ name }) => (now.has(name.toLowerCase()) ? [] : [name])),
    retyped: before.columns.flatMap(({ name, type }) => {
      const [from, to] = [spokenType(type), spokenType(now.get(name.toLowerCase())?.type ?? type)]
      return from === to ? [] : [{ name, from, to }]
    }),
    fresh: after.columns.flatMap(({ name }) => (own.has(name.toLowerCase()) ? [] : [name])),
    things,
    hidden,
  }
  return {
    ...changes,
    unchecked,
    digest: createHash('sha256').update(JSON.stringify(changes)).digest('base64url'),
  }
}

export const isBreaking = ({ things, hidden, unchecked }: Broken): boolean =>
  things.length > 0 || hidden > 0 || unchecked > 0

/** Refuses what was not confirmed; `data` is the replacement. */
export class ReplacementProblem extends AppError {
  readonly replacement: Replacement

  constructor(replacement: Replacement, way: string) {
    super(
      'import_invalid',
      [
        `替换数据表「${replacement.table}」${breakingLead(replacement)}，什么也没有改变；${way}`,
        ...replacementLines(replacement),
      ].join('\n'),
    )
    this.name = 'ReplacementProblem'
    this.replacement = replacement
  }
}

const replacementLines = (replacement: Replacement): string[] => [
  ...changedLines(replacement),
  ...brokenLines(replacement.things),
  ...(replacement.hidden > 0 ? [`他人的 ${replacement.hidden} 处`] : []),
  ...uncheckedLines(replacement),
]
