// The column of row numbers at the left of SQL results: beside Blueprint's table, so that columns, selections and
// copies know nothing of it. Painted in the frame in which the rows are.
import { type CellPainter, CellPool } from './cellPool.ts'
import type { VisibleCells } from './quadrants.ts'
import type { TableModel } from './TableModel.ts'

const usualWidth = 44
const digitWidth = 7.5
const padding = 18

export class RowNumbers {
  private readonly gutter: HTMLElement
  private readonly host: HTMLElement
  private readonly pool: CellPool
  private readonly model: TableModel
  private width = 0

  constructor(gutter: HTMLElement, model: TableModel) {
    this.gutter = gutter
    this.model = model
    this.host = document.createElement('div')
    this.host.className = 'data-table-numbers'
    const body = document.createElement('div')
    body.className = 'data-table-numbers-body'
    body.style.top = `${model.headerHeight + model.summaryHeight}px`
    body.append(this.host)
    gutter.replaceChildren(body)
    this.pool = new CellPool(this.host, this.painter())
  }

  dispose(): void {
    this.pool.dispose()
    this.gutter.replaceChildren()
  }

  paint(cells: VisibleCells, scrollTop: number): void {
    this.fit()
    this.host.style.transform = `translateY(${-scrollTop}px)`
    this.pool.paint({ firstRow: cells.firstRow, endRow: cells.endRow, firstColumn: 0, endColumn: 1 })
  }

  /** As wide as the last number needs. */
  private fit(): void {
    const digits = this.model.props.rowCount.toLocaleString('en-US').length
    const width = Math.max(usualWidth, Math.ceil(digits * digitWidth) + padding)
    if (width === this.width) return
    this.width = width
    this.gutter.style.width = `${width}px`
    this.pool.forgetColumns()
  }

  private painter(): CellPainter {
    const { model } = this
    return {
      rowTop: (row) => model.rows.topOf(row),
      rowHeight: (row) => model.rows.heightOf(row),
      rowClass: () => 'data-table-row',
      rowNumber: (row) => row + 2,
      columnLeft: () => 0,
      columnWidth: () => this.width,
      ruleClass: () => 'data-table-rule data-table-edge',
      paint: (element, row) => {
        element.className = 'data-table-number'
        const text = (row + 1).toLocaleString('en-US')
        if (element.textContent !== text) element.textContent = text
      },
    }
  }
}
