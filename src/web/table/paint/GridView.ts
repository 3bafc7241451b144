// The table in the DOM: scrolls, moves the window of rows, paints the cells near the view. Everything happens in the
// frame in which the scroll position changes, so no frame shows blank cells or a frozen column that lags behind.
import { Rect } from '@blueprintjs/table'
import { flushSync } from 'react-dom'
import { keepViewSize, readViewSize, type ViewSize } from '../memory.ts'
import type { GridPosition } from '../selection/selection.ts'
import type { TableModel } from '../TableModel.ts'
import { ActiveMark } from './activeMark.ts'
import { afterPaint } from './afterPaint.ts'
import { nameHeaders } from './headerNames.ts'
import { columnAtView, columnsInView } from './hitTest.ts'
import { measureNearRows } from './nearRows.ts'
import { paintCell, rowClass, ruleClass, summaryRow } from './paintCell.ts'
import { type QuadrantName, Quadrants, type VisibleCells } from './quadrants.ts'
import { RowGutter } from './RowGutter.ts'
import { ScrollTracks } from './ScrollTracks.ts'
import { measureIn } from './textWidth.ts'

/** Rows painted beyond the view: the compositor may scroll this far before the next frame is painted. */
const bleedRows = 6
const touchBleedRows = 60
const container = '.bp6-table-quadrant-scroll-container'
const stretched = '.bp6-table-bottom-container, .bp6-table-body-virtual-client'

interface Anchor {
  row: number
  /** Pixels of the row that are scrolled out. */
  offset: number
}

/**
 * View size of the table measured last: most likely the next one has the same. A table drawn for this size is measured,
 * and corrected, before its first frame.
 */
let lastSize: ViewSize | null = readViewSize()

export class GridView {
  readonly model: TableModel
  private readonly quadrants: Quadrants
  private root: HTMLElement | null = null
  private main: HTMLElement | null = null
  private left: HTMLElement | null = null
  private top: HTMLElement | null = null
  private tracks: ScrollTracks | null = null
  private ending = new AbortController()
  private resize: ResizeObserver | null = null
  private anchor: Anchor = { row: 0, offset: 0 }
  private stamps = { content: -1, layout: -1, restart: 0 }
  private viewWidth = 0
  private viewHeight = 0
  private readonly activeMark: ActiveMark
  private hasMeasured = false
  private gutter: RowGutter | null = null
  private arrival = 0
  private bleed = bleedRows
  /** After a change of contents the rows in view are painted first, and the rows beyond in the frame after. */
  private inViewFirst = false
  private endWait = () => {}
  private sized = () => {}
  /** Just mounted and not yet scrolled: reading the scroll position would force a layout. */
  private isUnscrolled = false
  /** Blueprint has mounted a body into which nothing was painted yet. */
  private isBlank = false
  /** Already painted for the present React commit. */
  private isFresh = false
  /** A postponed render of Blueprint's table, when only its rows changed. */
  private owed: (() => void) | null = null
  private endOwing = () => {}

  constructor(model: TableModel, idPrefix: string) {
    this.model = model
    this.activeMark = new ActiveMark(idPrefix)
    this.quadrants = new Quadrants({
      rowTop: (row) => (row === summaryRow ? 0 : model.summaryHeight + model.rows.topOf(row)),
      rowHeight: (row) => (row === summaryRow ? model.summaryHeight : model.rows.heightOf(row)),
      rowClass: (row) => rowClass(model, row),
      rowTicked: (row) => (row === summaryRow ? undefined : model.props.ticks?.isTicked(row)),
      rowNumber: (row) => row + (model.hasSummary ? 3 : 2),
      columnLeft: (column) => model.layout.lefts[column] ?? 0,
      columnWidth: (column) => model.layout.widths[column] ?? 0,
      ruleClass: (column) => ruleClass(model, column),
      paint: (element, row, column) => paintCell(model, element, row, column),
    })
  }

  /** Mounts on the wrapper of Blueprint's table. */
  mount(root: HTMLElement): void {
    this.root = root
    this.ending = new AbortController()
    this.bleed = globalThis.matchMedia?.('(pointer: coarse)').matches ? touchBleedRows : bleedRows
    this.findContainers()
    const { signal } = this.ending
    root.addEventListener('wheel', this.onWheel, { capture: true, passive: false, signal })
    root.addEventListener('scroll', this.onScroll, { capture: true, passive: true, signal })
    this.tracks = new ScrollTracks(root, this.model, {
      rows: this.moveTo,
      columns: (position) => this.scrollTo(position * this.widestScroll, this.main?.scrollTop ?? 0),
      page: (columns, rows) => this.scrollBy(columns * this.bodyWidth, rows * this.bodyHeight),
    })
    const gutter = root.querySelector<HTMLElement>('.data-table-gutter')
    this.gutter = gutter && new RowGutter(gutter, this.model)
    this.resize =
      typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => this.measureView(true))
    // The area, not the wrapper: scroll bars that appear or disappear change the area's size.
    this.resize?.observe(root.querySelector('.data-table-area') ?? root)
    this.isUnscrolled = true
    if (this.resize && lastSize && this.main) this.takeSize(lastSize)
    else this.measureView()
    nameHeaders(root, this.model)
    this.drawn()
  }

  unmount(): void {
    this.ending.abort()
    this.resize?.disconnect()
    this.tracks?.dispose()
    this.tracks = null
    cancelAnimationFrame(this.arrival)
    this.arrival = 0
    this.endWait()
    this.endOwing()
    this.gutter?.dispose()
    this.gutter = null
    this.sized = () => {}
    this.root = null
    this.main = null
  }

  attachHost(name: QuadrantName, host: HTMLElement | null): void {
    this.quadrants.attach(name, host)
    if (!host) return
    this.isBlank = true
    // Blueprint mounts its bodies after ours was painted; they must not stay blank until the next scroll.
    queueMicrotask(() => {
      if (this.isBlank) this.afterTableUpdate()
    })
  }

  /** Called after Blueprint has rendered: containers and headers may be new elements. */
  afterTableUpdate(): void {
    if (!this.root) return
    this.findContainers()
    nameHeaders(this.root, this.model)
    this.refresh(false)
    this.drawn()
  }

  private drawn(): void {
    this.isBlank = false
    this.isFresh = true
    queueMicrotask(() => {
      this.isFresh = false
    })
  }

  /** Called after React's commit; if Blueprint's table rendered in it, everything is done already. */
  afterCommit(): void {
    if (this.isFresh) return
    const { owed } = this
    if (owed) {
      this.stretch()
      this.endOwing()
      this.endOwing = afterPaint(owed)
    }
    this.refresh(false)
  }

  get isOwing(): boolean {
    return this.owed !== null
  }

  /** Postpones Blueprint's render, which `draw` performs after the rows show. */
  owe(draw: () => void): void {
    this.owed = draw
  }

  /** Called when Blueprint renders: nothing is postponed any more. */
  paid(): void {
    this.owed = null
    this.endOwing()
  }

  /** Sets the scroll area's height and the number of rows to the values that Blueprint's render will write. */
  private stretch(): void {
    const { rows } = this.model.size
    const told = String(rows + (this.model.hasSummary ? 2 : 1))
    this.root?.querySelector('.bp6-table-container')?.setAttribute('aria-rowcount', told)
    const height = `${this.model.summaryHeight + this.model.rows.height}px`
    for (const quadrant of [this.main, this.left]) {
      for (const element of quadrant?.querySelectorAll<HTMLElement>(stretched) ?? []) {
        if (element.style.height !== height) element.style.height = height
      }
    }
  }

  /** Called when the model has changed and React has committed the change. */
  refresh(mayFlush: boolean): void {
    const { model } = this
    if (!this.main) return
    if (this.stamps.restart !== model.restartStamp) {
      this.stamps.restart = model.restartStamp
      this.anchor = { row: 0, offset: 0 }
      model.rows.rebaseAround(0)
    }
    if (this.stamps.content !== model.contentStamp) {
      this.quadrants.forgetCells()
      this.gutter?.forget()
      this.paintRestLater()
    }
    if (this.stamps.layout !== model.layoutStamp) this.quadrants.forgetColumns()
    this.stamps.content = model.contentStamp
    this.stamps.layout = model.layoutStamp
    this.restoreAnchor()
    this.update(mayFlush)
  }

  private paintRestLater(): void {
    this.endWait()
    this.endWait = afterPaint(() => {
      if (this.inViewFirst) this.paintAll(false)
    })
    this.inViewFirst = true
  }

  private paintAll(mayFlush: boolean): void {
    this.inViewFirst = false
    this.update(mayFlush)
  }

  /** Missing rows have arrived: they are painted with the next frame, however many arrive before it. */
  rowsArrived(): void {
    if (this.arrival !== 0 || !this.main) return
    this.arrival = requestAnimationFrame(() => {
      this.arrival = 0
      this.model.rowsArrived()
      this.quadrants.forgetCells()
      this.update(false)
    })
  }

  /** Registers a function called whenever the view was measured. */
  followSize(sized: () => void): void {
    this.sized = sized
  }

  /** The view's size before anything is measured. */
  get expectedViewport(): Rect | null {
    return lastSize && new Rect(0, 0, lastSize.width, lastSize.height)
  }

  get viewport(): Rect {
    return new Rect(this.scrolledLeft, this.scrolledTop, this.viewWidth, this.viewHeight)
  }

  private get scrolledTop(): number {
    return this.isUnscrolled ? 0 : (this.main?.scrollTop ?? 0)
  }

  private get scrolledLeft(): number {
    return this.isUnscrolled ? 0 : (this.main?.scrollLeft ?? 0)
  }

  fittingWidth(place: number): number {
    return this.model.fittingWidth(place)
  }

  get bodyHeight(): number {
    return Math.max(0, this.viewHeight - this.model.headerHeight - this.model.summaryHeight)
  }

  get frozenWidth(): number {
    const { lefts, frozen } = this.model.layout
    return lefts[frozen] ?? 0
  }

  get bodyWidth(): number {
    return Math.max(0, this.viewWidth - this.frozenWidth)
  }

  /** Number of rows that a page key moves. */
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

  /** Scrolls a cell into view, wherever it is. */
  reveal({ row, column }: GridPosition): void {
    if (!this.main) return
    const { rows, layout } = this.model
    // The totals are always in view.
    if (row !== summaryRow) this.revealRow(row)
    if (row !== summaryRow && rows.wraps) this.revealRow(row)
    const left = layout.lefts[column] ?? 0
    const right = layout.lefts[column + 1] ?? left
    let scrollLeft = this.main.scrollLeft
    if (column >= layout.frozen) {
      if (right > scrollLeft + this.viewWidth) scrollLeft = right - this.viewWidth
      if (left < scrollLeft + this.frozenWidth) scrollLeft = left - this.frozenWidth
    }
    this.scrollTo(scrollLeft, this.main.scrollTop)
  }

  /** The totals cell at a point of the window, if totals can be selected. */
  totalAt(clientX: number, clientY: number): GridPosition | null {
    const { model, main } = this
    if (!main || !model.size.hasTotals) return null
    const y = clientY - main.getBoundingClientRect().top - model.headerHeight
    const column = y >= 0 && y < model.summaryHeight ? this.columnAt(clientX) : null
    return column === null ? null : { row: summaryRow, column }
  }

  /** The cell at a point of the window; null beside the data. With `clamps`, the nearest cell below the totals. */
  cellAt(clientX: number, clientY: number, clamps = false): GridPosition | null {
    const { model, main } = this
    if (!main || model.size.rows === 0 || model.size.columns === 0) return null
    const total = clamps ? null : this.totalAt(clientX, clientY)
    if (total) return total
    const box = main.getBoundingClientRect()
    const y = clientY - box.top - model.headerHeight - model.summaryHeight
    const top = clamps ? Math.max(0, Math.min(y, this.bodyHeight - 1)) : y
    if (top < 0 || top >= this.bodyHeight || (top + main.scrollTop >= model.rows.height && !clamps))
      return null
    const column = this.columnAt(clientX, clamps)
    return column === null ? null : { row: model.rows.rowAt(top + main.scrollTop), column }
  }

  /** The row at a height of the window; beyond the view, the nearest row. */
  rowAtHeight(clientY: number): number | null {
    const left = this.main?.getBoundingClientRect().left ?? 0
    return this.cellAt(left + 1, clientY, true)?.row ?? null
  }

  columnAt(clientX: number, clamps = false): number | null {
    const { main } = this
    if (!main) return null
    const x = clientX - main.getBoundingClientRect().left
    if (!clamps && (x < 0 || x >= this.viewWidth)) return null
    const inView = Math.max(0, Math.min(x, this.viewWidth - 1))
    return columnAtView(this.model.layout, inView, main.scrollLeft, clamps)
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
    // Blueprint would scroll a second time by its own calculation.
    event.stopPropagation()
    const { scrollTop, scrollLeft } = this.main
    const moves =
      (y < 0 && (scrollTop > 0 || this.model.rows.base > 0)) ||
      (y > 0 && (scrollTop < this.highestScroll || this.model.rows.end < this.model.rows.rowCount)) ||
      (x < 0 && scrollLeft > 0) ||
      (x > 0 && scrollLeft < this.widestScroll)
    if (!moves) return
    event.preventDefault()
    this.isUnscrolled = false
    this.main.scrollTop = scrollTop + y
    this.main.scrollLeft = scrollLeft + x
  }

  private onScroll = (event: Event): void => {
    const { main, left, top } = this
    if (!main) return
    this.isUnscrolled = false
    // Touch on a frozen column or on the header scrolls only that quadrant.
    if (left && event.target === left) main.scrollTop = left.scrollTop
    else if (top && event.target === top) main.scrollLeft = top.scrollLeft
    else if (event.target !== main) return
    this.keepAnchor()
    this.paintAll(true)
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
    this.isUnscrolled = false
    main.scrollTop = top
    main.scrollLeft = left
    this.keepAnchor()
    this.update(true)
  }

  /** Scrolls by the scroll bar, to a share of all rows. */
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
    if (!this.main || Math.abs(this.scrolledTop - top) < 1) return
    this.isUnscrolled = false
    this.main.scrollTop = top
  }

  /** Moves the window of rows so that the view is in its middle. */
  private rebase(): void {
    if (this.model.rows.rebaseAround(this.anchor.row)) this.announceRows(true)
  }

  private announceRows(mayFlush: boolean): void {
    // The selection's frame counts rows from the window's start, so it must move in the same frame.
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
    // Read before anything is written: reading later would force a second layout in the frame.
    const [scrollTop, scrollLeft] = [this.scrolledTop, this.scrolledLeft]
    const seen = this.inViewFirst ? { top: scrollTop, bottom: scrollTop + this.viewHeight } : undefined
    this.quadrants.paint(cells, seen)
    this.gutter?.paint(cells, scrollTop, seen)
    model.viewed = { first: cells.firstRow, end: cells.endRow }
    model.props.remote?.want(cells.firstRow, cells.endRow)
    const { selection } = model
    const active = (selection && this.elementOf(selection.active)) ?? null
    this.activeMark.put(this.root?.querySelector('.bp6-table-container') ?? null, active)
    this.showTracks(scrollTop, scrollLeft)
  }

  /** Measures rows near the view; returns whether any height changed. */
  private measureNear(cells: VisibleCells, mayFlush: boolean): boolean {
    if (!this.root || !measureNearRows(this.model, this.root, cells.firstRow, cells.endRow)) return false
    this.announceRows(mayFlush)
    this.restoreAnchor()
    return true
  }

  private visibleCells(): VisibleCells {
    const { rows, layout, hasSummary } = this.model
    const top = this.scrolledTop
    const [firstColumn, endColumn] = columnsInView(layout, this.scrolledLeft, this.viewWidth)
    const hasRows = rows.length > 0 && this.viewHeight > 0
    const bleed = this.inViewFirst ? 0 : this.bleed
    const first = rows.rowAt(top)
    // The number of rows does not depend on where the view cuts them: a row that came and went would be created anew in
    // each frame.
    const evenEnd = first + Math.ceil(this.bodyHeight / this.model.rowHeight) + 1
    const end = rows.wraps ? rows.rowAt(top + this.bodyHeight) + 1 : evenEnd
    return {
      firstRow: Math.max(rows.base, first - bleed),
      endRow: hasRows ? Math.min(rows.end, end + bleed) : rows.base,
      firstColumn,
      endColumn,
      frozen: layout.frozen,
      hasSummary,
    }
  }

  private syncContainers(): void {
    const { main } = this
    if (!main || this.isUnscrolled) return
    if (this.left && this.left.scrollTop !== main.scrollTop) this.left.scrollTop = main.scrollTop
    if (this.top && this.top.scrollLeft !== main.scrollLeft) this.top.scrollLeft = main.scrollLeft
  }

  private showTracks(top: number, left: number): void {
    const { anchor } = this
    this.tracks?.show({
      top,
      left,
      bodyHeight: this.bodyHeight,
      viewWidth: this.viewWidth,
      row: anchor.row,
      offset: anchor.offset,
    })
  }

  private measureView(mayFlush = false): void {
    const { main } = this
    if (!main) return
    this.isUnscrolled = false
    const size = { width: main.clientWidth, height: main.clientHeight }
    if (size.width > 0) {
      lastSize = size
      keepViewSize(size)
    }
    this.takeSize(size)
    // Headers that come into view must show in the same frame.
    if (mayFlush) flushSync(this.sized)
    else this.sized()
  }

  private takeSize({ width, height }: { width: number; height: number }): void {
    const { root } = this
    if (!root) return
    this.viewWidth = width
    this.viewHeight = height
    const measure = this.viewWidth > 0 && !this.hasMeasured ? measureIn(root) : this.model.measure
    this.hasMeasured ||= this.viewWidth > 0
    this.model.setAvailable(this.viewWidth, measure)
    this.restoreAnchor()
    this.update(false)
  }

  private findContainers(): void {
    const find = (name: QuadrantName) =>
      this.root?.querySelector<HTMLElement>(`.bp6-table-quadrant-${name} > ${container}`) ?? null
    for (const scroller of this.root?.querySelectorAll(container) ?? []) {
      if (scroller.hasAttribute('tabindex')) continue
      // Browsers make scrolling elements tab stops, but the grid is a single stop. A focusable element in the grid
      // needs a role.
      scroller.setAttribute('tabindex', '-1')
      scroller.setAttribute('role', 'rowgroup')
    }
    this.main = find('main')
    this.left = find('left')
    this.top = find('top')
  }
}
