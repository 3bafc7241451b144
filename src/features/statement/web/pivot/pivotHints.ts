// What a pivot's cells say: how a change is computed (the figure, or that of the compared days only, and the compared
// figure), and what is told of their days.
import { baseRowText } from '#semantic/model/calculation/texts.ts'
import type { Axes } from '#semantic/model/pivot/axes.ts'
import { type FigureColumn, nodesTo } from '#semantic/model/pivot/layout.ts'
import type { AxisNode, PivotMatrix } from '#semantic/model/pivot/matrix.ts'
import type { NodeTexts } from '#semantic/model/pivot/nodeText.ts'
import type { DataMarks } from '#semantic/model/shown/dataMarks.ts'
import { periodEnd } from '#semantic/model/shown/periods.ts'
import type { ReportColumn, ReportInfo } from '#semantic/model/types.ts'
import { figureText } from '../formats.ts'
import { comparedTexts, fixedRowText } from '../report/table/comparedTexts.ts'
import { doubtLines } from '../report/table/doubts.ts'
import { restatedLines } from '../report/table/restated.ts'

export function pivotLines(matrix: PivotMatrix, row: AxisNode, { node, value }: FigureColumn): string[] {
  const source = matrix.values[value]
  const at = matrix.values.findIndex(({ key }) => key === source?.of)
  const owner = matrix.values[at]
  if (!source || !owner || !matrix.has(row, node)) return []
  const format = (cell: ReturnType<PivotMatrix['cell']>) => figureText(cell, owner.format, owner.unit)
  if (source.calculation) {
    const name = baseRowText(source.calculation, source.baseName)
    return fixedRowText(name, source.noBase, matrix.base(row, node, source.key), format)
  }
  if (source.role !== 'change') return []
  const beside = matrix.values.findIndex(({ of, role }) => of === owner.key && role === 'previous')
  const shown = matrix.cell(row, node, at)
  const base = matrix.base(row, node, owner.key)
  return comparedTexts({ shown, base, previous: matrix.cell(row, node, beside) }, format)
}

interface Marked {
  texts: NodeTexts
  marks: DataMarks
  info: ReportInfo
  axes: Axes
}

interface MarkedPlace {
  /** Undefined above and below the rows. */
  row: AxisNode | undefined
  /** Undefined for the columns of row dimensions. */
  column: AxisNode | undefined
  /** Place of the table's column. */
  lead: number
  source: ReportColumn | undefined
}

/**
 * What is told of the days of a cell: of a date in its own column or head everything, of a figure what changed of it on
 * the dates of its row and of its column.
 */
export function markedLines(marked: Marked, { row, column, lead, source }: MarkedPlace): string[] {
  const { axes } = marked
  if (!column) return dateLines(marked, axes.rows[lead], row && nodesTo(row)[lead])
  const own = source && source.kind !== 'dimension' ? pointOf(source) : undefined
  const across = nodesTo(column).flatMap((node, at) =>
    row ? figureLines(marked, axes.columns[at], node, own) : dateLines(marked, axes.columns[at], node),
  )
  if (!row || own === undefined) return across
  return [...nodesTo(row).flatMap((node, at) => figureLines(marked, axes.rows[at], node, own)), ...across]
}

const pointOf = ({ key, role = 'value' }: ReportColumn): number | undefined =>
  role === 'value' ? Number(key.slice(1)) : undefined

function daysOf({ texts }: Marked, dimension: number | undefined, node: AxisNode | undefined) {
  if (dimension === undefined || !node || !texts.isDate(dimension) || typeof node.value !== 'string')
    return null
  const from = node.value.slice(0, 10)
  return { from, to: periodEnd(from, texts.grainOf(dimension)) }
}

function dateLines(marked: Marked, dimension: number | undefined, node: AxisNode | undefined): string[] {
  const days = daysOf(marked, dimension, node)
  if (!days) return []
  const { marks, info } = marked
  return [...doubtLines(marks.doubts, days), ...restatedLines(marks.restated, info, days)]
}

function figureLines(
  marked: Marked,
  dimension: number | undefined,
  node: AxisNode | undefined,
  point: number | undefined,
): string[] {
  const days = point === undefined ? null : daysOf(marked, dimension, node)
  return days ? restatedLines(marked.marks.restated, marked.info, days, point) : []
}
