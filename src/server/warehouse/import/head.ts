// Finds a table's header among its first lines, in whichever of them: account data and titles above it are
// skipped, headers over two or three lines (merged cells in a spreadsheet) become one name per column, and a
// table without one is seen by its first row, which is like the rows below.

export type Cells = readonly (string | null)[]

export interface HeadChoice {
  /** Line on which the header starts; 0 where the file has none. */
  line: number
  rows: 1 | 2 | 3
  /** The first column of its table, where several stand side by side. */
  column?: number | undefined
}

export interface FoundHead {
  /** Index of its first line among the examined ones, or of the first row where there is no header. */
  at: number
  rows: 0 | 1 | 2 | 3
}

/** Lines that are examined. */
export const headSample = 200
/** Lines below a header by which it is judged. */
const judged = 5

export const isFilled = (cell: string | null | undefined): cell is string =>
  cell !== null && cell !== undefined && cell.trim() !== ''
const filledOf = (cells: Cells): number => cells.filter(isFilled).length

/** A number, a date or a percentage: content of rows, not of headers. */
const numberLike =
  /^[-+(]?(?:[¥￥$€£]|USD |CNY |RMB )?-?\d[\d,.]*([eE][-+]?\d+)?\)?[%％万亿千元人次个kKmM]{0,3}$/
const dayLike = /^\d{1,4}[-/.年]\d{1,2}([-/.月日 ]|$)/
/** Longer cells are texts. */
const longestValue = 40

export function isValue(cell: string | null | undefined): boolean {
  const text = cell?.trim() ?? ''
  return text !== '' && text.length <= longestValue && (numberLike.test(text) || dayLike.test(text))
}

export const isDay = (cell: string): boolean => dayLike.test(cell.trim())

/** 2024, 2024年, 2026-01, 2026年1月, 2026-01-05: a column's name above figures of that time. */
const periodLike = /^(?:19|20)\d{2}(?:年|[-/.年]\d{1,2}(?:月|[-/.月]\d{1,2}日?)?)?$/

/** Whether the cells are names, over these rows. Times are names where what stands below them is none. */
function isHeadLike(cells: Cells, below: readonly Cells[] = []): boolean {
  if (filledOf(cells) === 0 || arePairs(cells)) return false
  const values = cells.flatMap((cell, at) => (isValue(cell) ? [at] : []))
  if (values.length === 0) return true
  const texts = values.map((at) => cells[at]?.trim() ?? '')
  const isAbove = (at: number) =>
    below.some((row) => isValue(row[at])) && !below.some((row) => periodLike.test(row[at]?.trim() ?? ''))
  return (
    values.length > 1 &&
    new Set(texts).size === texts.length &&
    texts.every((text) => periodLike.test(text)) &&
    values.every(isAbove)
  )
}

/** Whether cells are names, where no row below them is known yet. */
export function areNames(cells: Cells): boolean {
  const values = cells.flatMap((cell) => (isValue(cell) ? [cell?.trim() ?? ''] : []))
  const arePeriods = values.length > 1 && new Set(values).size === values.length
  return values.length === 0 || (arePeriods && values.every((text) => periodLike.test(text)))
}

export function findHead(lines: readonly Cells[]): FoundHead {
  const width = typicalWidth(lines)
  const wide = (cells: Cells) => filledOf(cells) >= width * 0.6
  const heads = lines.flatMap((cells, at) =>
    wide(cells) && isHeadLike(cells, lines.slice(at + 1, at + 1 + judged)) ? [at] : [],
  )
  const first = Math.max(0, lines.findIndex(wide))
  // A wide first line of names is the header, whatever stands in the rows below it.
  const at = heads.includes(first)
    ? belowPairs(lines, heads, first)
    : heads.find((head) => valuesBelow(lines, head) > 0)
  if (at === undefined) return { at: first, rows: hasNames(lines, first) ? 1 : 0 }
  if (at > first && isLike(lines[first], lines[at + 1])) return { at: first, rows: 0 }
  return manifold(lines, at)
}

/** The header's lines: those of groups stand above the names, or the names are below. */
function manifold(lines: readonly Cells[], at: number): FoundHead {
  for (const rows of [3, 2] as const) {
    for (let above = Math.min(rows - 1, at); above >= 0; above -= 1)
      if (isManifold(lines, at - above, rows)) return { at: at - above, rows }
  }
  return { at, rows: 1 }
}

/** The number of cells that most lines of the widest kind have: account data above a table has fewer. */
function typicalWidth(lines: readonly Cells[]): number {
  const counts = lines.map(filledOf).sort((one, other) => other - one)
  const later = lines.slice(Math.min(3, Math.floor(lines.length / 2))).map(filledOf)
  const median = later.sort((one, other) => one - other)[Math.floor(later.length / 2)] ?? 0
  // One wide line alone may be a remark with commas; a header alone with a row makes two.
  const second = counts[1] ?? counts[0] ?? 0
  return median >= second * 0.5 ? median : second
}

/** The header, or one close below it whose rows are of another kind: then pairs of account data stand above. */
function belowPairs(lines: readonly Cells[], heads: readonly number[], first: number): number {
  const [row = [], values] = [lines[first + 1], valuesBelow(lines, first)]
  const closer = heads.find((at) => {
    const own = lines[at + 1] ?? []
    const isNear = at > first + 1 && at <= first + judged && filledOf(own) === filledOf(row)
    return (
      isNear && row.some(isValue) && !isLike(row, own) && valuesBelow(lines, at) > Math.max(1, values - 1)
    )
  })
  return closer ?? first
}

/** Columns that have a name here and values in the lines below. */
function valuesBelow(lines: readonly Cells[], at: number): number {
  const below = lines.slice(at + 1, at + 1 + judged)
  return (lines[at] ?? []).filter((cell, column) => {
    if (!isFilled(cell) || (isValue(cell) && !periodLike.test(cell.trim()))) return false
    const filled = below.map((row) => row[column]).filter(isFilled)
    return filled.length > 0 && filled.filter(isValue).length >= filled.length * 0.6
  }).length
}

/** A first line with values: whether some other column has a name, and not what the rows below have. */
function hasNames(lines: readonly Cells[], at: number): boolean {
  const cells = lines[at] ?? []
  const below = lines.slice(at + 1, at + 1 + judged)
  if (below.length === 0) return true
  return cells.some((cell, column) => {
    const filled = below.map((row) => row[column]).filter(isFilled)
    return isFilled(cell) && !isValue(cell) && filled.length > 0 && filled.every(isValue)
  })
}

/** A row of the same kind: values in the same columns. */
const isLike = (cells: Cells = [], other: Cells = []): boolean =>
  cells.some(isValue) && cells.every((cell, column) => isValue(cell) === isValue(other[column]))

/** Whether a table begins here after another one: a title or two, a header, and rows below it. */
export function beginsTable(lines: readonly Cells[]): { at: number } | null {
  const at = lines.findIndex((cells) => filledOf(cells) > 1)
  if (at < 0 || at > 2 || at + 1 >= lines.length) return null
  const cells = lines[at] as Cells
  return isHeadLike(cells, lines.slice(at + 1)) && valuesBelow(lines, at) > 0 ? { at } : null
}

export const hasValues = (cells: Cells): boolean => cells.some(isValue)

/**
 * A header of groups over names: cells empty in one line are filled in another, and the rows below are of
 * another kind.
 */
function isManifold(lines: readonly Cells[], at: number, rows: 2 | 3): boolean {
  const head = lines.slice(at, at + rows)
  const body = lines.slice(at + rows, at + rows + judged)
  const [top = []] = head
  const bottom = head.at(-1) ?? []
  const next = body[0]
  if (head.length < rows || !next || filledOf(top) < 2) return false
  if (!head.every((cells) => isHeadLike(cells, body))) return false
  const width = Math.max(...head.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, column) => column)
  const bare = columns.filter((column) => !head.some((cells) => isFilled(cells[column]))).length
  const isGrouped = head
    .slice(0, -1)
    .every((cells) => columns.some((column) => !isFilled(cells[column]) && isFilled(bottom[column])))
  return (
    isGrouped && bare <= width * 0.2 && bottom.some((cell, column) => isFilled(cell) && isValue(next[column]))
  )
}

/** The column names from the header's lines: the groups that a column is in, and its own name. */
export function namesOf(head: readonly Cells[]): (string | null)[] {
  const [top = [], ...lower] = head
  if (lower.length === 0) return [...top]
  const width = Math.max(...head.map((cells) => cells.length))
  const groups: (string | null)[] = head.map(() => null)
  const names: (string | null)[] = []
  for (let column = 0; column < width; column += 1) {
    const parts: string[] = []
    const last = head.findLastIndex((cells) => isFilled(cells[column]))
    for (const [level, cells] of head.entries()) {
      const own = cells[column]
      if (isFilled(own)) {
        groups[level] = own.trim()
        // A group ends the ones that were within the group before it.
        groups.fill(null, level + 1)
      }
      const part = level <= last ? groups[level] : null
      if (part && parts.at(-1) !== part) parts.push(part)
    }
    names.push(parts.length > 0 ? parts.join('_') : null)
    // A name over all lines ends the groups before it.
    if (last < head.length - 1) groups.fill(null)
  }
  return names
}

const unitWord =
  /^[(（[]?(?:[千万亿百]?(?:元|美元|人|次|个|户|台|单|件|条|款)|人次|人数|次数|%|％|‰|秒|分|分钟|小时|天|日|月|年|元\/人|元\/次|USD|RMB|CNY|yuan|ms|s|min|h|MB|GB|KB|\$|¥|￥)[)）\]]?$/i

/** Whether the first of these rows says the units of the columns: values stand below each of its words. */
export function areUnits([first = [], ...rows]: readonly Cells[]): boolean {
  const words = first.flatMap((cell, at) => (isFilled(cell) ? [{ text: cell.trim(), at }] : []))
  const below = rows.slice(0, judged)
  return (
    words.length > 0 &&
    below.length > 0 &&
    words.every(({ text }) => unitWord.test(text)) &&
    words.every(({ at }) => below.some((row) => isValue(row[at])))
  )
}

/** 户名：云海互娱, 审核：张三: something and what it is. */
const pair = /^\p{L}[\p{L}()（）_/ ]{0,15}[:：](?!\/\/)/u
/** The heads of a pivot table: 求和项:流水. */
const pivotName = /^(?:[\p{L}]{2,4}项|(?:sum|count|average|max|min) of)[:： ]/iu

/** Whether a line is of pairs alone, as they stand above and below a table; days may stand beside them. */
export function arePairs(cells: Cells): boolean {
  const texts = cells.filter(isFilled).map((cell) => cell.trim())
  const isPair = (text: string) => pair.test(text) && !pivotName.test(text)
  return texts.some(isPair) && texts.every((text) => isPair(text) || isDay(text))
}

const identifier = /^[A-Za-z][A-Za-z\d_.]{0,40}$/
const typeWord =
  /^(?:u?int(?:8|16|32|64)?|bigint|long|short|float|double|number|decimal|bool(?:ean)?|string|text|varchar|date|datetime|time|timestamp)(?:\(\d{1,3}(?:,\d{1,2})?\))?$/i
const chinese = /[\u4e00-\u9fff]/

/**
 * Whether the first of these rows has the names that programs know the columns by, or their types: below a header
 * of Chinese names, all cells are such words, and values stand below.
 */
export function areFieldNames(names: Cells, [first = [], ...rows]: readonly Cells[]): boolean {
  const words = first.map((cell) => cell?.trim() ?? '')
  const below = rows.slice(0, judged)
  if (words.length < 2 || words.length !== names.length || !names.some((name) => chinese.test(name ?? '')))
    return false
  const areTypes = words.every((word) => typeWord.test(word))
  const areNames = words.every((word) => identifier.test(word)) && new Set(words).size === words.length
  return (
    (areTypes || areNames) &&
    words.some((_, at) => below.length > 0 && below.every((row) => isValue(row[at])))
  )
}

/** Whether one of the last lines is a remark: a single long text at the beginning, or pairs. */
export const isRemark = (cells: Cells, width: number): boolean =>
  (filledOf(cells) === 1 &&
    isFilled(cells[0]) &&
    cells[0].trim().length > 6 &&
    (width >= 3 || ownNote.test(cells[0]))) ||
  (filledOf(cells) < width && arePairs(cells))

const countWord = /total|count|rows|合计|总|共|笔数|行数|条数|记录/i
const bare = (cell: string | null): string | null => cell?.trim().replace(/^[`']/, '') ?? null

/**
 * How many of the last lines are a summary below the table, narrower than it: names over values, as payment
 * channels write it, or a word and a number in each line.
 */
export function summaryBelow(last: readonly Cells[], width: number): number {
  const isNarrow = (cells: Cells) => cells.length < width && filledOf(cells) === cells.length
  const from = last.findLastIndex((cells) => !isNarrow(cells)) + 1
  const lines = last.slice(from).map((cells) => cells.map(bare))
  const [head = [], ...rows] = lines
  if (lines.length === 0) return 0
  const isCount = ([word, value]: Cells, length: number) =>
    length === 2 && countWord.test(word ?? '') && isValue(value)
  if (lines.every((cells) => isCount(cells, cells.length))) return lines.length
  const areUnder = rows.length > 0 && rows.every((row) => row.length === head.length && row.every(isValue))
  return head.length > 1 && areNames(head) && areUnder ? lines.length : 0
}

/** Under the tables that the product exports, of any width. */
const ownNote = /^(?:[改疑]：|修订按当天|另有 \d{1,9} (?:处修订|项没有通过))/
