// The table in the DOM: scrolls, re-bases the window of rows, paints what is near the view. Everything happens in the
// frame in which the scroll position changes, so no frame shows a blank or a frozen column that lags behind.
import { flushSync } from 'react-dom'
import { textWidthOf } from './columnLayout.ts'
import { paintCell, rowClass, summaryRow } from './paintCell.ts'
import { type QuadrantName, Quadrants, type VisibleCells } from './quadrants.ts'
import { lineCounterIn, measureRows } from './rowMeasure.ts'
import { ScrollTrack } from './ScrollTrack.ts'
import type { GridPosition } from './selection.ts'
import { headerHeight } from './sizes.ts'
import type { TableModel } from './TableModel.ts'
import { measureIn } from './textWidth.ts'

/** Rows painted beyond the view: what a compositor may scroll before the next frame is painted. */
const bleedRows = 12
const touchBleedRows = 60
const container = '.bp6-table-quadrant-scroll-container'
const activeCellId = 'active'

interface Anchor {
  row: number
  /** Pixels of that row that are scrolled away. */
  offset: number
}

export class GridView {
  readonly model: TableModel
  private readonly quadrants: Quadrants
  private root: HTMLElement | null = null
  private main: HTMLElement | null = null
  private left: HTMLElement | null = null
  private top: HTMLElement | null = null
  private tracks: { vertical: ScrollTrack; horizontal: ScrollTrack } | null = null
  private ending = new AbortController()
  private resize: ResizeObserver | null = null
  private anchor: Anchor = { row: 0, offset: 0 }
  private stamps = { content: -1, layout: -1, restart: 0 }
  private activeElement: HTMLElement | null = null
  private viewWidth = 0
  private viewHeight = 0
  private readonly idPrefix: string
  private bleed = bleedRows

  constructor(model: TableModel, idPrefix: string) {
    this.model = model
    this.idPrefix = idPrefix
    this.quadrants = new Quadrants({
      rowTop: (row) => (row === summaryRow ? 0 : model.summaryHeight + model.rows.topOf(row)),
      rowHeight: (row) => (row === summaryRow ? model.summaryHeight : model.rows.heightOf(row)),
      rowClass: (row) => rowClass(model, row),
      rowNumber: (row) => row + (model.hasSummary ? 3 : 2),
      columnLeft: (column) => model.layout.lefts[column] ?? 0,
      columnWidth: (column) => model.layout.widths[column] ?? 0,
      paint: (element, row, column) => paintCell(model, element, row, column),
    })
  }

  /** Mounts on the wrapper of Blueprint's table. */
  mount(root: HTMLElement): void {
    this.root = root
    this.ending = new AbortController()
    this.bleed = matchMedia?.('(pointer: coarse)').matches ? touchBleedRows : bleedRows
    this.findContainers()
    const { signal } = this.ending
    root.addEventListener('wheel', this.onWheel, { capture: true, passive: false, signal })
    root.addEventListener('scroll', this.onScroll, { capture: true, passive: true, signal })
    const track = (name: 'vertical' | 'horizontal') =>
      root.querySelector<HTMLElement>(`.data-table-track-${name}`)
    const [vertical, horizontal] = [track('vertical'), track('horizontal')]
    if (vertical && horizontal) {
      this.tracks = {
        vertical: new ScrollTrack(vertical, 'vertical', this.moveTo, (way) =>
          this.scrollBy(0, way * this.bodyHeight),
        ),
        horizontal: new ScrollTrack(
          horizontal,
          'horizontal',
          (position) => this.scrollTo(position * this.widestScroll, this.main?.scrollTop ?? 0),
          (way) => this.scrollBy(way * this.bodyWidth, 0),
        ),
      }
    }
    this.resize = new ResizeObserver(() => this.measureView())
    // The area, not the wrapper: scroll bars that come and go take their room from it.
    this.resize.observe(root.querySelector('.data-table-area') ?? root)
    this.measureView()
  }

  unmount(): void {
    this.ending.abort()
    this.resize?.disconnect()
    this.tracks?.vertical.dispose()
    this.tracks?.horizontal.dispose()
    this.tracks = null
    this.root = null
    this.main = null
  }

  attachHost(name: QuadrantName, host: HTMLElement | null): void {
    this.quadrants.attach(name, host)
    // Blueprint mounts its bodies after ours was painted; they must not stay blank until the next scroll.
    if (host) queueMicrotask(() => this.afterTableUpdate())
  }

  /** Blueprint has rendered: containers and headers may be other elements. */
  afterTableUpdate(): void {
    if (!this.root) return
    this.findContainers()
    this.nameHeaders()
    this.refresh(false)
  }

  /** The model changed and React has committed it. */
  refresh(mayFlush: boolean): void {
    const { model } = this
    if (!this.main) return
    if (this.stamps.restart !== model.restartStamp) {
      this.stamps.restart = model.restartStamp
      this.anchor = { row: 0, offset: 0 }
      model.rows.rebaseAround(0)
    }
    if (this.stamps.content !== model.contentStamp) this.quadrants.forgetCells()
    if (this.stamps.layout !== model.layoutStamp) this.quadrants.forgetColumns()
    this.stamps.content = model.contentStamp
    this.stamps.layout = model.layoutStamp
    this.restoreAnchor()
    this.update(mayFlush)
  }

  fittingWidth(place: number): number {
    return this.model.fittingWidth(place)
  }

  get bodyHeight(): number {
    return Math.max(0, this.viewHeight - headerHeight - this.model.summaryHeight)
  }

  get frozenWidth(): number {
    const { lefts, frozen } = this.model.layout
    return lefts[frozen] ?? 0
  }

  get bodyWidth(): number {
    return Math.max(0, this.viewWidth - this.frozenWidth)
  }

  /** Rows that a page key goes. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.bodyHeight / this.model.rowHeight) - 1)
  }

  get firstVisibleRow(): number {
    return this.model.rows.rowAt(this.main?.scrollTop ?? 0)
  }

  get scrollElement(): HTMLElement | null {
    return this.main
  }

  scrollBy(x: number, y: number): void {
    if (this.main) this.scrollTo(this.main.scrollLeft + x, this.main.scrollTop + y)
  }

  /** Brings a cell into view, wherever it is. */
  reveal({ row, column }: GridPosition): void {
    if (!this.main) return
    const { rows, layout } = this.model
    this.revealRow(row)
    if (rows.wraps) this.revealRow(row)
    const left = layout.lefts[column] ?? 0
    const right = layout.lefts[column + 1] ?? left
    let scrollLeft = this.main.scrollLeft
    if (column >= layout.frozen) {
      if (right > scrollLeft + this.viewWidth) scrollLeft = right - this.viewWidth
      if (left < scrollLeft + this.frozenWidth) scrollLeft = left - this.frozenWidth
    }
    this.scrollTo(scrollLeft, this.main.scrollTop)
  }

  /** The cell at a point of the window; null beside the data. `clamps` answers the nearest one instead. */
  cellAt(clientX: number, clientY: number, clamps = false): GridPosition | null {
    const { model, main } = this
    if (!main || model.size.rows === 0 || model.size.columns === 0) return null
    const box = main.getBoundingClientRect()
    const y = clientY - box.top - headerHeight - model.summaryHeight
    const top = clamps ? Math.max(0, Math.min(y, this.bodyHeight - 1)) : y
    if (top < 0 || top >= this.bodyHeight || (top + main.scrollTop >= model.rows.height && !clamps))
      return null
    const column = this.columnAt(clientX, clamps)
    return column === null ? null : { row: model.rows.rowAt(top + main.scrollTop), column }
  }

  columnAt(clientX: number, clamps = false): number | null {
    const { main } = this
    if (!main) return null
    const { lefts, widths } = this.model.layout
    const from = main.getBoundingClientRect().left
    const inView = clamps ? Math.max(0, Math.min(clientX - from, this.viewWidth - 1)) : clientX - from
    if (inView < 0 || inView >= this.viewWidth) return null
    const x = inView < this.frozenWidth ? inView : inView + main.scrollLeft
    if (x >= (lefts.at(-1) ?? 0)) return clamps ? widths.length - 1 : null
    return lastAtOrBefore(lefts, x, widths.length)
  }

  elementOf({ row, column }: GridPosition): HTMLElement | undefined {
    return this.quadrants.elementOf(row, column, this.model.layout.frozen)
  }

  private onWheel = (event: WheelEvent): void => {
    if (!this.main || event.ctrlKey || (event.target as Element).closest('.data-table-track')) return
    const unit =
      event.deltaMode === 1 ? this.model.rowHeight * 1.5 : event.deltaMode === 2 ? this.bodyHeight : 1
    const swapped = event.shiftKey && event.deltaX === 0
    const x = (swapped ? event.deltaY : event.deltaX) * unit
    const y = (swapped ? 0 : event.deltaY) * unit
    // Blueprint would scroll once more by its own count.
    event.stopPropagation()
    const { scrollTop, scrollLeft } = this.main
    const moves =
      (y < 0 && (scrollTop > 0 || this.model.rows.base > 0)) ||
      (y > 0 && (scrollTop < this.highestScroll || this.model.rows.end < this.model.rows.rowCount)) ||
      (x < 0 && scrollLeft > 0) ||
      (x > 0 && scrollLeft < this.widestScroll)
    if (!moves) return
    event.preventDefault()
    this.main.scrollTop = scrollTop + y
    this.main.scrollLeft = scrollLeft + x
  }

  private onScroll = (event: Event): void => {
    if (event.target !== this.main) return
    this.keepAnchor()
    this.update(true)
  }

  private get highestScroll(): number {
    return Math.max(0, this.model.rows.height - this.bodyHeight)
  }

  private get widestScroll(): number {
    return Math.max(0, (this.model.layout.lefts.at(-1) ?? 0) - this.viewWidth)
  }

  private scrollTo(left: number, top: number): void {
    const { main } = this
    if (!main) return
    main.scrollTop = top
    main.scrollLeft = left
    this.keepAnchor()
    this.update(true)
  }

  /** By the scroll bar: a part of all rows. */
  private moveTo = (position: number): void => {
    const { rows } = this.model
    if (position >= 1) this.revealRow(rows.rowCount - 1)
    else if (rows.holdsAll && !rows.wraps) {
      this.scrollTo(this.main?.scrollLeft ?? 0, position * this.highestScroll)
    } else {
      const exact = Math.max(0, position * (rows.rowCount - this.bodyHeight / rows.rowHeight))
      const row = Math.floor(exact)
      this.goTo({ row, offset: (exact - row) * rows.heightOf(row) })
    }
  }

  private goTo(anchor: Anchor): void {
    this.anchor = anchor
    this.rebase()
    this.restoreAnchor()
    this.update(true)
  }

  private revealRow(row: number): void {
    const { rows } = this.model
    if (row < rows.base || row >= rows.end) {
      rows.rebaseAround(row)
      this.anchor = { row, offset: 0 }
      this.announceRows(true)
      this.restoreAnchor()
      this.update(true)
    }
    const scrollTop = this.main?.scrollTop ?? 0
    const top = rows.topOf(row)
    const bottom = top + rows.heightOf(row)
    let wanted = scrollTop
    if (bottom > scrollTop + this.bodyHeight) wanted = bottom - this.bodyHeight
    if (top < wanted) wanted = top
    if (wanted !== scrollTop) this.scrollTo(this.main?.scrollLeft ?? 0, wanted)
  }

  private keepAnchor(): void {
    const top = this.main?.scrollTop ?? 0
    const row = this.model.rows.rowAt(top)
    this.anchor = { row, offset: top - this.model.rows.topOf(row) }
  }

  private restoreAnchor(): void {
    const { rows } = this.model
    const row = Math.min(this.anchor.row, Math.max(0, rows.rowCount - 1))
    if (row < rows.base || row >= rows.end) rows.rebaseAround(row)
    const top = rows.topOf(row) + this.anchor.offset
    if (this.main && Math.abs(this.main.scrollTop - top) >= 1) this.main.scrollTop = top
  }

  /** Moves the window so that the view is in its middle. */
  private rebase(): void {
    if (this.model.rows.rebaseAround(this.anchor.row)) this.announceRows(true)
  }

  private announceRows(mayFlush: boolean): void {
    // The selection's frame counts from the window's start, so it must move in the same frame.
    if (mayFlush) flushSync(() => this.model.rowsMoved())
    else this.model.rowsMoved()
  }

  private update(mayFlush: boolean): void {
    const { main, model } = this
    if (!main) return
    if (mayFlush && model.rows.isNearEnd(this.anchor.row, this.anchor.row + this.pageRows)) {
      this.rebase()
      this.restoreAnchor()
    }
    let cells = this.visibleCells()
    if (model.wraps && this.measureNear(cells, mayFlush)) cells = this.visibleCells()
    this.syncContainers()
    this.quadrants.paint(cells)
    this.markActive()
    this.showTracks()
  }

  /** Answers whether rows have other heights now. */
  private measureNear(cells: VisibleCells, mayFlush: boolean): boolean {
    const { model, root } = this
    if (!root) return false
    const rows: number[] = []
    for (let row = cells.firstRow; row < cells.endRow; row++) if (!model.rows.isMeasured(row)) rows.push(row)
    if (rows.length === 0) return false
    const columns = model.columns.flatMap((column, place) => (column.align === 'left' ? [place] : []))
    const { source } = model
    const measured = measureRows(
      {
        rows,
        columns,
        textOf: (row, place) => {
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
    if (!model.rows.setHeights(measured)) return false
    this.announceRows(mayFlush)
    this.restoreAnchor()
    return true
  }

  private visibleCells(): VisibleCells {
    const { rows, layout, hasSummary } = this.model
    const top = this.main?.scrollTop ?? 0
    const left = (this.main?.scrollLeft ?? 0) + this.frozenWidth
    const right = (this.main?.scrollLeft ?? 0) + this.viewWidth
    const first = rows.rowAt(top)
    const last = rows.rowAt(top + this.bodyHeight)
    const count = layout.widths.length
    const firstColumn = Math.max(layout.frozen, lastAtOrBefore(layout.lefts, left, count) - 1)
    const hasRows = rows.length > 0 && this.viewHeight > 0
    return {
      firstRow: Math.max(rows.base, first - this.bleed),
      endRow: hasRows ? Math.min(rows.end, last + 1 + this.bleed) : rows.base,
      firstColumn,
      endColumn: Math.max(firstColumn, Math.min(count, lastAtOrBefore(layout.lefts, right, count) + 2)),
      frozen: layout.frozen,
      hasSummary,
    }
  }

  private syncContainers(): void {
    const { main } = this
    if (!main) return
    if (this.left && this.left.scrollTop !== main.scrollTop) this.left.scrollTop = main.scrollTop
    if (this.top && this.top.scrollLeft !== main.scrollLeft) this.top.scrollLeft = main.scrollLeft
  }

  /** Screen readers follow the active cell by its id. */
  private markActive(): void {
    const { selection } = this.model
    const element = (selection && this.elementOf(selection.active)) ?? null
    const id = `${this.idPrefix}-${activeCellId}`
    if (this.activeElement !== element) {
      this.activeElement?.removeAttribute('id')
      this.activeElement?.removeAttribute('aria-selected')
      element?.setAttribute('id', id)
      element?.setAttribute('aria-selected', 'true')
      this.activeElement = element
    }
    const grid = this.root?.querySelector('.bp6-table-container')
    if (element) grid?.setAttribute('aria-activedescendant', id)
    else grid?.removeAttribute('aria-activedescendant')
  }

  private showTracks(): void {
    const { tracks, main } = this
    if (!tracks || !main) return
    const width = this.model.layout.lefts.at(-1) ?? 0
    tracks.horizontal.show(
      {
        position: this.widestScroll > 0 ? Math.min(1, main.scrollLeft / this.widestScroll) : 0,
        visible: width > this.viewWidth ? this.viewWidth / width : 1,
      },
      this.viewWidth,
    )
    tracks.vertical.show(
      { position: this.rowPosition(), visible: this.visiblePart() },
      Math.max(0, this.bodyHeight),
    )
  }

  private visiblePart(): number {
    const { rows } = this.model
    if (rows.holdsAll) return rows.height > this.bodyHeight ? this.bodyHeight / rows.height : 1
    return this.bodyHeight / rows.rowHeight / rows.rowCount
  }

  private rowPosition(): number {
    const { rows } = this.model
    const top = this.main?.scrollTop ?? 0
    if (rows.end === rows.rowCount && top >= this.highestScroll - 1) return 1
    if (rows.holdsAll && !rows.wraps) return this.highestScroll > 0 ? top / this.highestScroll : 0
    const exact = this.anchor.row + this.anchor.offset / rows.heightOf(this.anchor.row)
    return Math.min(1, exact / Math.max(1, rows.rowCount - this.bodyHeight / rows.rowHeight))
  }

  private measureView(): void {
    const { main, root } = this
    if (!main || !root) return
    this.viewWidth = main.clientWidth
    this.viewHeight = main.clientHeight
    const measure = this.viewWidth > 0 && !this.measured ? measureIn(root) : this.model.measure
    this.measured ||= this.viewWidth > 0
    this.model.setAvailable(this.viewWidth, measure)
    this.restoreAnchor()
    this.update(false)
  }
  private measured = false

  private findContainers(): void {
    const find = (name: QuadrantName) =>
      this.root?.querySelector<HTMLElement>(`.bp6-table-quadrant-${name} > ${container}`) ?? null
    for (const scroller of this.root?.querySelectorAll(container) ?? []) {
      // Browsers let Tab stop at what scrolls; the grid is one stop.
      if (!scroller.hasAttribute('tabindex')) scroller.setAttribute('tabindex', '-1')
    }
    this.main = find('main')
    this.left = find('left')
    this.top = find('top')
  }

  /** Blueprint's headers carry no roles, and each is there up to four times; the visible one is named. */
  private nameHeaders(): void {
    const { root, model } = this
    for (const title of root?.querySelectorAll<HTMLElement>('[data-place]') ?? []) {
      const header = title.closest('.bp6-table-header')
      const row = title.closest('.bp6-table-thead')
      if (!header || !row) continue
      const place = Number(title.dataset.place)
      const shownIn = place < model.layout.frozen ? '.bp6-table-quadrant-top-left' : '.bp6-table-quadrant-top'
      const isShown = header.closest(shownIn) !== null
      if (isShown) {
        setAttribute(row, 'role', 'row')
        setAttribute(row, 'aria-rowindex', '1')
      }
      setAttribute(header, 'role', isShown ? 'columnheader' : null)
      setAttribute(header, 'aria-hidden', isShown ? null : 'true')
      setAttribute(header, 'aria-colindex', isShown ? String(place + 1) : null)
      setAttribute(header, 'aria-sort', isShown ? ariaSort(model.columns[place]?.sorted) : null)
    }
  }
}

function ariaSort(sorted: 'asc' | 'desc' | undefined): string | null {
  return sorted === undefined ? null : sorted === 'asc' ? 'ascending' : 'descending'
}

function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/** The last place whose left edge is at or before `x`. */
function lastAtOrBefore(lefts: readonly number[], x: number, count: number): number {
  let low = 0
  let high = Math.max(0, count - 1)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lefts[middle] ?? 0) <= x) low = middle
    else high = middle - 1
  }
  return low
}
