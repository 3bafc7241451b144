// The column at the left of a table: row numbers, or checkboxes with a menu for each row. It stands beside Blueprint's
// table, so that columns, selections and copies ignore it, and is painted in the same frame as the rows.

import type { TableModel } from '../TableModel.ts'
import { type CellPainter, CellPool, type SeenHeight } from './cellPool.ts'
import { setClass } from './paintCell.ts'
import type { VisibleCells } from './quadrants.ts'

const usualWidth = 44
const digitWidth = 7.5
const padding = 18
/** Room for a checkbox and the mark of the row's menu. */
const ticksWidth = 56

export class RowGutter {
  private readonly gutter: HTMLElement
  private readonly host: HTMLElement
  private readonly pool: CellPool
  private readonly model: TableModel
  private readonly head: HTMLElement
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
    this.head = document.createElement('div')
    gutter.replaceChildren(this.head, body)
    this.pool = new CellPool(this.host, this.painter())
  }

  dispose(): void {
    this.pool.dispose()
    this.gutter.replaceChildren()
  }

  /** Invalidates everything painted. */
  forget(): void {
    this.pool.forgetCells()
  }

  paint(cells: VisibleCells, scrollTop: number, seen?: SeenHeight): void {
    this.fit()
    const { ticks } = this.model.props
    setClass(this.head, ticks ? `data-table-box data-table-box-head data-table-box-${ticks.state}` : '')
    this.host.style.transform = `translateY(${-scrollTop}px)`
    const { firstRow, endRow } = cells
    this.pool.paint({ firstRow, endRow, firstColumn: 0, endColumn: 1 }, seen)
  }

  private fit(): void {
    const width = this.model.props.ticks ? ticksWidth : this.numbersWidth
    if (width === this.width) return
    this.width = width
    this.gutter.style.width = `${width}px`
    this.pool.forgetColumns()
  }

  /** As wide as the last number needs. */
  private get numbersWidth(): number {
    const digits = this.model.props.rowCount.toLocaleString('en-US').length
    return Math.max(usualWidth, Math.ceil(digits * digitWidth) + padding)
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
      paint: (element, row) => (model.props.ticks ? this.paintTick(element, row) : paintNumber(element, row)),
    }
  }

  private paintTick(element: HTMLElement, row: number): void {
    const ticked = this.model.props.ticks?.isTicked(row)
    setClass(element, `data-table-box data-table-box-${ticked ? 'all' : 'none'}`)
    if (element.firstElementChild) return
    const more = document.createElement('span')
    more.className = 'data-table-row-more'
    more.textContent = '⋯'
    more.title = '操作'
    element.replaceChildren(more)
  }
}

function paintNumber(element: HTMLElement, row: number): void {
  setClass(element, 'data-table-number')
  const text = (row + 1).toLocaleString('en-US')
  if (element.textContent !== text) element.textContent = text
}
