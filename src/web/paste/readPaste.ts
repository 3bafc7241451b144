// Parses pasted lines by a slice's rules, in time slices: 100,000 lines must not block the page.
import { inChunks } from '../table/chunks.ts'
import { cellsOf, halfWidth, linesOf, type PastedLine, separatorOf } from './lines.ts'
import type { PasteDeclaration, PasteEffect } from './types.ts'

export interface GoodLine<Values> extends PastedLine {
  values: Values
  effect: PasteEffect
}
export interface BadLine extends PastedLine {
  problem: string
}

export interface Reading<Values> {
  good: readonly GoodLine<Values>[]
  bad: readonly BadLine[]
  /** Lines equal to an earlier one. */
  repeated: number
  /** The first line only has column names. */
  hasHead: boolean
  /** Number of lines where there are too many: none is parsed then. */
  tooMany: number | null
}

export const nothingRead: Reading<never> = { good: [], bad: [], repeated: 0, hasHead: false, tooMany: null }

/** Null when canceled. Throws `compare`'s errors. */
export async function readPaste<Values>(
  declaration: PasteDeclaration<Values>,
  text: string,
  signal: AbortSignal,
): Promise<Reading<Values> | null> {
  const { columns, keyOf, compare } = declaration
  const separator = separatorOf(text, columns.length)
  const lines = linesOf(text)
  const hasHead = lines[0] !== undefined && isHead(cellsOf(lines[0].raw, separator), declaration)
  const read = hasHead ? lines.slice(1) : lines
  if (read.length > declaration.most) return { ...nothingRead, hasHead, tooMany: read.length }
  const good: { line: PastedLine; values: Values }[] = []
  const bad: BadLine[] = []
  const seen = new Set<string>()
  let repeated = 0
  const isDone = await inChunks(
    read.length,
    (at) => {
      const line = read[at] as PastedLine
      const parsed = parsedLine(declaration, cellsOf(line.raw, separator))
      if ('problem' in parsed) return void bad.push({ ...line, problem: parsed.problem })
      const key = keyOf(parsed.values)
      if (seen.has(key)) repeated += 1
      else good.push({ line, values: parsed.values })
      seen.add(key)
    },
    signal,
  )
  if (!isDone) return null
  const values = good.map((one) => one.values)
  const effects = (await compare?.(values, signal)) ?? []
  if (signal.aborted) return null
  return {
    good: good.map(({ line, values: of }, at) => ({ ...line, values: of, effect: effects[at] ?? 'added' })),
    bad,
    repeated,
    hasHead,
    tooMany: null,
  }
}

function parsedLine<Values>({ columns, parse }: PasteDeclaration<Values>, cells: readonly string[]) {
  // Spreadsheets end lines with empty cells.
  const filled = cells.findLastIndex((cell) => cell !== '') + 1
  if (filled > columns.length) return { problem: `有 ${filled} 列，只需要 ${columns.length} 列` }
  const read = columns.map(({ isFreeText }, at) => {
    const cell = cells[at] ?? ''
    return isFreeText ? cell : halfWidth(cell)
  })
  const lacking = columns.find(({ required }, at) => required && read[at] === '')
  return lacking ? { problem: `缺少${lacking.title}` } : parse(read)
}

const isHead = <Values>(cells: readonly string[], { columns }: PasteDeclaration<Values>): boolean =>
  cells.every((cell, at) => cell === '' || halfWidth(cell) === columns[at]?.title) && cells[0] !== ''
