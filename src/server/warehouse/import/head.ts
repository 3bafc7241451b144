// Finds a table's header among its first lines: titles above it are skipped, and headers over two lines
// (merged cells in a spreadsheet) become one name per column.

export type Cells = readonly (string | null)[]

export interface HeadChoice {
  /** Line on which the header starts; 0 where the file has none. */
  line: number
  rows: 1 | 2
}

export interface FoundHead {
  /** Index of its first line among the examined ones; -1: there is no header. */
  at: number
  rows: 0 | 1 | 2
}

/** Lines that are examined. */
export const headSample = 30
/** There are hardly more titles and notes above a header. */
const mostTitles = 10

const isFilled = (cell: string | null | undefined): cell is string =>
  cell !== null && cell !== undefined && cell.trim() !== ''
const filledOf = (cells: Cells): number => cells.filter(isFilled).length

/** A number, a date or a percentage: content of rows, not of headers. */
const numberLike = /^[-+(]?[¥￥$€£]?\d[\d,.]*([eE][-+]?\d+)?\)?[%％万亿]?$/
const dayLike = /^\d{1,4}[-/.年]\d{1,2}([-/.月]|$)/
/** Longer cells are texts. */
const longestValue = 40

function isValue(cell: string | null | undefined): boolean {
  const text = cell?.trim() ?? ''
  return text !== '' && text.length <= longestValue && (numberLike.test(text) || dayLike.test(text))
}
const isHeadLike = (cells: Cells): boolean => filledOf(cells) > 0 && !cells.some(isValue)

export function findHead(lines: readonly Cells[]): FoundHead {
  const width = typicalWidth(lines)
  let at = lines.findIndex((cells, index) => index <= mostTitles && filledOf(cells) >= width * 0.6)
  if (at < 0 || (at > 0 && !isHeadLike(lines[at] as Cells))) at = 0
  const above = at - 1
  if (above >= 0 && isTwofold(lines, above)) return { at: above, rows: 2 }
  if (isTwofold(lines, at)) return { at, rows: 2 }
  return { at, rows: 1 }
}

/** The number of cells that most of the later lines have. */
function typicalWidth(lines: readonly Cells[]): number {
  const counts = lines.slice(Math.min(3, Math.floor(lines.length / 2))).map(filledOf)
  return counts.sort((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0
}

/**
 * A header of groups over names: cells empty in one line are filled in the other, and the rows below are of
 * another kind.
 */
function isTwofold(lines: readonly Cells[], at: number): boolean {
  const [top, bottom, body] = [lines[at], lines[at + 1], lines[at + 2]]
  if (!top || !bottom || !body || filledOf(top) < 2 || !isHeadLike(top) || !isHeadLike(bottom)) return false
  const width = Math.max(top.length, bottom.length)
  let [groups, bare] = [0, 0]
  for (let column = 0; column < width; column += 1) {
    if (!isFilled(top[column]) && isFilled(bottom[column])) groups += 1
    if (!isFilled(top[column]) && !isFilled(bottom[column])) bare += 1
  }
  return (
    groups > 0 &&
    bare <= width * 0.2 &&
    bottom.some((cell, column) => isFilled(cell) && isValue(body[column]))
  )
}

/** The column names from the header's lines. */
export function namesOf(head: readonly Cells[]): (string | null)[] {
  const [top = [], bottom] = head
  if (!bottom) return [...top]
  const names: (string | null)[] = []
  let group: string | null = null
  for (let column = 0; column < Math.max(top.length, bottom.length); column += 1) {
    const [over, under] = [top[column], bottom[column]]
    // A name over two lines ends the group before it.
    if (isFilled(over)) group = over.trim()
    if (!isFilled(under)) {
      names.push(isFilled(over) ? over.trim() : null)
      group = null
    } else names.push(group && group !== under.trim() ? `${group}_${under.trim()}` : under.trim())
  }
  return names
}

/** Whether one of the last lines is a remark: a single long text at the beginning. */
export const isRemark = (cells: Cells, width: number): boolean =>
  width >= 3 && filledOf(cells) === 1 && isFilled(cells[0]) && cells[0].trim().length > 6
