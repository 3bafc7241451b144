// How a change in a pivot is computed: the figure, or that of the compared days only, and the compared
// figure.
import { baseRowText } from '#semantic/model/calculation/texts.ts'
import type { FigureColumn } from '#semantic/model/pivot/layout.ts'
import type { AxisNode, PivotMatrix } from '#semantic/model/pivot/matrix.ts'
import { figureText } from '../formats.ts'
import { comparedTexts, fixedRowText } from '../report/table/comparedTexts.ts'

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
