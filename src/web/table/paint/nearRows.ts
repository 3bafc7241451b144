// Heights of the rows near the view, when texts wrap.
import { textWidthOf } from '../columnLayout.ts'
import type { TableModel } from '../TableModel.ts'
import { lineCounterIn, measureRows } from './rowMeasure.ts'

/** Measures the unmeasured rows from `first` up to but excluding `end`; returns whether any height changed. */
export function measureNearRows(model: TableModel, root: HTMLElement, first: number, end: number): boolean {
  const rows: number[] = []
  for (let row = first; row < end; row++) {
    if (!model.rows.isMeasured(row) && model.isLoaded(row)) rows.push(row)
  }
  if (rows.length === 0) return false
  const { source } = model
  const measured = measureRows(
    {
      rows,
      // Figures do not wrap.
      columns: model.columns.flatMap((column, place) => (column.align === 'left' ? [place] : [])),
      textOf: (row, place) => {
        const given = source.textAt?.(row, place)
        if (given !== undefined) return given
        const value = source.read(row, place)
        return value === null ? '' : (model.columns[place]?.format(value) ?? '')
      },
      widthOf: (place) => textWidthOf(model.layout, place),
      measure: model.measure.cell,
      rowHeight: model.rowHeight,
      maxLines: model.props.maxCellRows,
    },
    lineCounterIn(root),
  )
  return model.rows.setHeights(measured)
}
