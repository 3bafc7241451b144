// Tables that stand side by side, with an empty column between them: the first is read, the others are told.
// An empty column may as well be a gap within one table, so something else must tell them apart.
import { type Cells, findHead, isDay, isFilled, isValue, namesOf } from './head.ts'

/** Columns from and up to, which is the first that does not belong to it. */
export interface Block {
  from: number
  to: number
}

export interface TableBeside extends Block {
  /** Index of the header's line among the examined ones. */
  at: number
  names: string[]
}

export const within = (cells: Cells, { from, to }: Block): (string | null)[] => cells.slice(from, to)

/** Runs of columns that have something in them. */
function blocksOf(lines: readonly Cells[]): Block[] {
  const width = Math.max(0, ...lines.map((cells) => cells.length))
  const blocks: Block[] = []
  for (let column = 0; column < width; column += 1) {
    if (!lines.some((cells) => isFilled(cells[column]))) continue
    const last = blocks.at(-1)
    if (last?.to === column) last.to = column + 1
    else blocks.push({ from: column, to: column + 1 })
  }
  return blocks
}

/** The block in which a column lies; all further columns where it lies in none. */
export const blockAt = (lines: readonly Cells[], column: number): Block =>
  blocksOf(lines).find(({ from, to }) => from <= column && column < to) ?? { from: column, to: column + 1 }

interface Examined extends TableBeside {
  /** Rows below the header until the first that is empty, and all that are not. */
  rows: number
  filled: number
}

/** The tables, where there are at least two. */
export function tablesBeside(lines: readonly Cells[]): TableBeside[] {
  const blocks = blocksOf(lines)
  if (blocks.length < 2) return []
  const tables = blocks.flatMap((block) => examined(lines, block) ?? [])
  const [first, ...others] = tables
  if (!first || others.length === 0) return []
  const names = tables.flatMap((table) => table.names)
  const isRepeated = new Set(names).size < names.length
  const isUneven = others.some(({ at, rows }) => at !== first.at || rows !== first.rows)
  const areWhole = tables.every(({ rows, filled }) => rows === filled)
  return isRepeated || (isUneven && areWhole) ? tables : []
}

function examined(lines: readonly Cells[], block: Block): Examined | null {
  const own = lines.map((cells) => within(cells, block))
  const kept = own.flatMap((cells, at) => (cells.some(isFilled) ? [{ cells, at }] : []))
  const { at, rows } = findHead(kept.map(({ cells }) => cells))
  const head = kept[at]
  if (!head || rows === 0) return null
  const names = namesOf(kept.slice(at, at + rows).map(({ cells }) => cells)).flatMap(
    (name) => name?.trim() || [],
  )
  const body = own.slice((kept[at + rows - 1]?.at ?? head.at) + 1)
  const isRow = (cells: Cells) => cells.filter(isFilled).length > 1
  const end = body.findIndex((cells) => !isRow(cells))
  const whole = body.slice(0, end < 0 ? body.length : end)
  const columns = Array.from({ length: block.to - block.from }, (_, column) =>
    whole.flatMap((cells) => (isFilled(cells[column]) ? [cells[column]] : [])),
  )
  // What a row is about, and a figure.
  const hasLabel = columns.some(
    (cells) => cells.length > 0 && cells.every((cell) => !isValue(cell) || isDay(cell)),
  )
  const hasFigure = columns.some(
    (cells) => cells.length > 0 && cells.every((cell) => isValue(cell) && !isDay(cell)),
  )
  if (names.length < 2 || !hasLabel || !hasFigure) return null
  return { ...block, at: head.at, names, rows: whole.length, filled: body.filter(isRow).length }
}
