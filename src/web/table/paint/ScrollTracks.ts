// Both scroll bars of a table: converts between their positions and rows and columns.

import type { TableModel } from '../TableModel.ts'
import { ScrollTrack } from './ScrollTrack.ts'

/** The scroll state that the bars show. */
interface Scrolled {
  top: number
  left: number
  /** Height of the visible rows and width of the visible columns, in pixels. */
  bodyHeight: number
  viewWidth: number
  /** The first row in view, and how many of its pixels are scrolled out. */
  row: number
  offset: number
}

interface ScrollBy {
  /** To a share of all rows, 0 to 1. */
  rows: (position: number) => void
  /** To a share of the width, 0 to 1. */
  columns: (position: number) => void
  /** By pages. */
  page: (columns: number, rows: number) => void
}

export class ScrollTracks {
  private readonly vertical: ScrollTrack
  private readonly horizontal: ScrollTrack
  private readonly model: TableModel

  constructor(root: HTMLElement, model: TableModel, by: ScrollBy) {
    const find = (name: string) => root.querySelector(`.data-table-track-${name}`) as HTMLElement
    this.model = model
    this.vertical = new ScrollTrack(find('vertical'), 'vertical', by.rows, (way) => by.page(0, way))
    this.horizontal = new ScrollTrack(find('horizontal'), 'horizontal', by.columns, (way) => by.page(way, 0))
  }

  dispose(): void {
    this.vertical.dispose()
    this.horizontal.dispose()
  }

  show(scrolled: Scrolled): void {
    const { left, viewWidth, bodyHeight } = scrolled
    const width = this.model.layout.lefts.at(-1) ?? 0
    const visible = width > viewWidth ? viewWidth / width : 1
    this.horizontal.show(
      { position: visible < 1 ? Math.min(1, left / (width - viewWidth)) : 0, visible },
      viewWidth,
    )
    this.vertical.show(
      { position: this.rowPosition(scrolled), visible: this.visibleRows(bodyHeight) },
      bodyHeight,
    )
  }

  private visibleRows(bodyHeight: number): number {
    const { rows } = this.model
    if (rows.holdsAll) return rows.height > bodyHeight ? bodyHeight / rows.height : 1
    return bodyHeight / rows.rowHeight / rows.rowCount
  }

  private rowPosition({ top, bodyHeight, row, offset }: Scrolled): number {
    const { rows } = this.model
    const highest = Math.max(0, rows.height - bodyHeight)
    if (rows.end === rows.rowCount && top >= highest - 1) return 1
    // Not all heights of wrapped rows are known yet, so their bar counts rows.
    if (rows.holdsAll && !rows.wraps) return top / highest
    const exact = row + offset / rows.heightOf(row)
    return Math.min(1, exact / Math.max(1, rows.rowCount - bodyHeight / rows.rowHeight))
  }
}
