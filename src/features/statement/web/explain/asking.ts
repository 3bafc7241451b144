// Opens the explanation of a cell or a column of a report's table.
import type { CellPosition } from '#web/table/types.ts'
import type { Result } from '../report/store.ts'
import { type ReportTableModel, totalsRow } from '../report/table/reportTableModel.ts'
import { questionOf } from './question.ts'
import { type Coordinate, showOverlay } from './store.ts'
import { roleText, subjectsOf } from './subjects.ts'

/** A figure opens its cell's explanation; a dimension its column's. */
export function explainCellAt(
  result: Result,
  model: ReportTableModel,
  reportId: number | null,
  { row, column }: CellPosition,
): void {
  const { table, info } = result
  const source = model.sources[column]
  if (!source) return
  if (source.kind === 'dimension') {
    describeColumn(result, model, column)
    return
  }
  const question = questionOf(table, info, reportId, source, row === totalsRow ? null : model.sourceRow(row))
  const coordinates = model.sources.flatMap((one, at): Coordinate[] => {
    if (!(one.key in question.cells)) return []
    return [{ title: one.title, text: model.columns[at]?.format(model.cellAt(row, at)) ?? '' }]
  })
  const rest = question.except && table.columns.find(({ key }) => key === question.except?.key)
  showOverlay({
    kind: 'cell',
    question,
    coordinates: rest ? [...coordinates, { title: rest.title, text: '其他' }] : coordinates,
  })
}

export function describeColumn({ info }: Result, model: ReportTableModel, column: number): void {
  const source = model.sources[column]
  if (!source) return
  showOverlay({
    kind: 'column',
    column: source,
    subjects: subjectsOf(source, info),
    role: roleText(source, info),
  })
}
