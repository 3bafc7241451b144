// Order and widths of columns. A column is as wide as the texts of sampled rows need, up to the limit in the settings,
// or as wide as the user dragged it; spare room stretches columns a little.
import { narrowestWidth, widestWidth } from './memory.ts'
import { asOneLine, cutForPainting, emptyMark } from './paint/paintedText.ts'
import { roughWidth, type TextMeasure } from './paint/textWidth.ts'
import { cellPadding, edgePadding } from './sizes.ts'
import type { CellValue, TableColumn, TableRowMark } from './types.ts'

const edgeExtra = edgePadding - cellPadding
const sortMarkWidth = 16
const unitGap = 4
const badgeGap = 6
/** Stretching stops at this factor: too much blank space between figures makes rows hard to follow. */
const mostStretch = 2
const sampledRows = 240
const measuredTexts = 6

interface SampledData {
  columns: readonly TableColumn[]
  rowCount: number
  cellAt: (row: number, column: number) => CellValue
  textAt?: ((row: number, column: number) => string | undefined) | undefined
  rowMark?: ((row: number) => TableRowMark | undefined) | undefined
  summary?: readonly string[] | undefined
}

/** The first rows, and rows spread over the rest, so that a later, longer text is unlikely. */
export function sampleRows(rowCount: number): number[] {
  if (rowCount <= sampledRows) return Array.from({ length: rowCount }, (_, row) => row)
  const head = sampledRows / 2
  const spread = Array.from({ length: sampledRows - head }, (_, index) =>
    Math.floor(head + (index + 1) * ((rowCount - head - 1) / (sampledRows - head))),
  )
  return [...Array.from({ length: head }, (_, row) => row), ...spread]
}

/** A title may be a name of sixty characters; beyond this only the cells widen a column, and a hint has the title. */
const widestTitle = 320

/** The width that a column's title and sampled texts need, without a limit. */
export function naturalWidth(
  data: SampledData,
  index: number,
  rows: readonly number[],
  measure: TextMeasure,
): number {
  const column = data.columns[index]
  if (!column) return narrowestWidth
  if (column.width !== undefined) return column.width
  let widest = 0
  for (const text of longest(data, index, rows)) widest = Math.max(widest, measure.cell(text))
  const total = data.summary?.[index]
  // Totals are bold, which adds about a twelfth.
  if (total) widest = Math.max(widest, measure.cell(total) * 1.08)
  const content = widest + (column.extraWidth ?? 0) + markWidth(data, index, rows, measure)
  const unit = column.unit ? measure.unit(column.unit) + unitGap : 0
  const badge = column.badge ? measure.unit(column.badge) + badgeGap + 8 : 0
  const titleWidth = (line: string, at: number) =>
    Math.min(measure.title(line), widestTitle) + widthOfMark(column.marks?.[at], measure)
  const { over: lines = [] } = column
  const over = Math.max(0, ...lines.map(titleWidth))
  const title = titleWidth(column.title, lines.length)
  const header = Math.max(title + unit + badge + sortMarkWidth, over)
  // One pixel for the column's line, and one because some fonts measure slightly short.
  return Math.ceil(Math.max(content, header)) + 2 * cellPadding + 2
}

/** The texts longest by a rough count; only these are measured. */
function longest(data: SampledData, index: number, rows: readonly number[]): string[] {
  const column = data.columns[index] as TableColumn
  const found: { text: string; rough: number }[] = []
  for (const row of rows) {
    const value = data.cellAt(row, index)
    const given = data.textAt?.(row, index)
    const text = given ?? (value === null ? emptyMark : asOneLine(cutForPainting(column.format(value))))
    const rough = roughWidth(text)
    const last = found[measuredTexts - 1]
    if (last && rough <= last.rough) continue
    if (found.some((other) => other.text === text)) continue
    found.push({ text, rough })
    found.sort((a, b) => b.rough - a.rough)
    found.length = Math.min(found.length, measuredTexts)
  }
  return found.map(({ text }) => text)
}

/** The mark of a column's cell; undefined where the column holds no days. */
export const markAt = (mark: TableRowMark | undefined, column: number): TableRowMark | undefined =>
  (mark?.markedColumn ?? 0) === column
    ? mark
    : mark?.others?.find(({ markedColumn }) => markedColumn === column)

/** Room for the weekday, the 休, 班 or 改 and the dot of a note after a date. */
function widthOfMark(mark: TableRowMark | undefined, measure: TextMeasure): number {
  if (!mark) return 0
  const weekday = mark.weekday ? measure.cell(mark.weekday) + 6 : 0
  return (
    weekday +
    (mark.holiday ? 24 : 0) +
    (mark.restated ? 24 : 0) +
    (mark.doubted ? 24 : 0) +
    (mark.noted ? 14 : 0)
  )
}

/** The widest marks of a column's sampled rows. */
function markWidth(data: SampledData, index: number, rows: readonly number[], measure: TextMeasure): number {
  let widest = 0
  if (!data.rowMark) return 0
  for (const row of rows) {
    const mark = markAt(data.rowMark(row), index)
    if (!mark) continue
    widest = Math.max(widest, widthOfMark(mark, measure))
  }
  return widest
}

export interface ColumnLayout {
  /** Index into `columns`, by displayed position. */
  order: readonly number[]
  widths: readonly number[]
  /** Left edge by displayed position, plus a last entry with the total width. */
  lefts: readonly number[]
  /** Number of frozen columns, which stay while the others scroll. */
  frozen: number
}

/** Room for a cell's text: without padding and the line at the right. */
export function textWidthOf({ widths }: ColumnLayout, place: number): number {
  const edge = (place === 0 ? edgeExtra : 0) + (place === widths.length - 1 ? edgeExtra : 0)
  return (widths[place] ?? 0) - 2 * cellPadding - edge - 1
}

interface LayoutInput {
  columns: readonly TableColumn[]
  order: readonly number[]
  /** Natural widths, by index into `columns`. */
  natural: readonly number[]
  /** Widths that the user dragged, by column key. */
  dragged: Readonly<Record<string, number>>
  maxColumnWords: number
  /** Available width in pixels; 0 while unknown. */
  available: number
}

export function layoutColumns(input: LayoutInput): ColumnLayout {
  const { columns, order, available } = input
  const limit = input.maxColumnWords > 0 ? input.maxColumnWords : widestWidth
  const isDragged = (index: number) => input.dragged[columns[index]?.key ?? ''] !== undefined
  const widths = order.map((index, place) => {
    const edge = (place === 0 ? edgeExtra : 0) + (place === order.length - 1 ? edgeExtra : 0)
    const wanted = input.dragged[columns[index]?.key ?? ''] ?? (input.natural[index] ?? 0) + edge
    return Math.round(Math.max(narrowestWidth, Math.min(wanted, limit)))
  })
  stretch(widths, order.map(isDragged), available, limit)
  const lefts = [0]
  for (const width of widths) lefts.push((lefts.at(-1) ?? 0) + width)
  return { order, widths, lefts, frozen: frozenCount(columns, order, lefts, available) }
}

/** Distributes spare room among the columns that the user did not resize, in proportion to their widths. */
function stretch(widths: number[], fixed: readonly boolean[], available: number, limit: number): void {
  const total = widths.reduce((sum, width) => sum + width, 0)
  const free = widths.reduce((sum, width, place) => sum + (fixed[place] ? 0 : width), 0)
  const spare = available - total
  if (spare <= 0 || free === 0) return
  const factor = Math.min(1 + spare / free, mostStretch)
  let left = Math.floor(spare)
  widths.forEach((width, place) => {
    if (fixed[place]) return
    const added = Math.min(Math.floor(width * (factor - 1)), Math.max(0, limit - width), left)
    widths[place] = width + added
    left -= added
  })
  // The last flexible column takes the pixels left by rounding, so that the right edges meet.
  const last = fixed.lastIndexOf(false)
  if (factor < mostStretch && left < widths.length && (widths[last] ?? 0) + left <= limit) {
    widths[last] = (widths[last] ?? 0) + left
  }
}

/** Frozen columns must leave most of a narrow window to the others. */
function frozenCount(
  columns: readonly TableColumn[],
  order: readonly number[],
  lefts: readonly number[],
  available: number,
): number {
  let count = 0
  while (count < order.length && columns[order[count] ?? -1]?.frozen) count++
  if (available <= 0) return count
  while (count > 0 && (lefts[count] ?? 0) > available * 0.6) count--
  return count
}
