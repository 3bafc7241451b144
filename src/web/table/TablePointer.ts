// The mouse in a table: click and drag select cells, a click on a header sorts, dragging a header moves it. Touch
// scrolls natively and selects by a tap, which arrives here as a click.
import type { GridView } from './paint/GridView.ts'
import { extendTo, type GridPosition, selectRows, totalsRow } from './selection/selection.ts'
import { foldWidth, indentStep } from './sizes.ts'
import type { TableActions } from './TableActions.ts'

const dragAfter = 5
const scrollMargin = 24
/** Width in pixels of the mark that opens a cell's menu. */
const moreWidth = 20

const sameCell = (one: GridPosition, other: GridPosition) =>
  one.row === other.row && one.column === other.column

export class TablePointer {
  private readonly actions: TableActions
  private readonly view: GridView
  private readonly root: HTMLElement
  private readonly guide: HTMLElement
  private readonly ending = new AbortController()

  constructor(root: HTMLElement, actions: TableActions) {
    this.actions = actions
    this.view = actions.view
    this.root = root
    this.guide = root.querySelector('.data-table-guide') as HTMLElement
    const { signal } = this.ending
    root.addEventListener('mousedown', (event) => this.press(event), { capture: true, signal })
    root.addEventListener('dblclick', (event) => this.open(event), { signal })
    root.addEventListener('mousemove', (event) => this.hint(event), { passive: true, signal })
    root.addEventListener('mousemove', (event) => this.hover(event), { passive: true, signal })
    root.addEventListener('mouseleave', () => this.tellHovered(null), { passive: true, signal })
  }

  dispose(): void {
    this.ending.abort()
  }

  private press(event: MouseEvent): void {
    const target = event.target as Element
    if (target.closest('.data-table-gutter') && event.button === 0) {
      if (this.actions.model.props.ticks) this.pressTick(event, target)
      else this.pressNumber(event)
    }
    if (!target.closest('.bp6-table-container') || target.closest('.bp6-table-resize-handle-target')) return
    this.focus()
    // Otherwise the browser would focus the scrolling element.
    if (event.button !== 0) event.preventDefault()
    else if (target.closest('.data-table-menu-button')) this.openMenu(event)
    else if (target.closest('.data-table-help')) this.describe(event)
    else if (target.closest('.bp6-table-column-headers')) this.pressHeader(event)
    else this.pressCell(event)
  }

  /**
   * The checkbox in the header ticks all rows; a row's menu mark opens its menu, the rest of its cell ticks the row.
   */
  private pressTick(event: MouseEvent, target: Element): void {
    event.preventDefault()
    this.focus()
    const { model } = this.actions
    const row = this.view.rowAtHeight(event.clientY)
    if (target.closest('.data-table-box-head')) model.props.ticks?.toggleAll()
    else if (row !== null) this.pressRow(event, target, row)
  }

  private pressRow(event: MouseEvent, target: Element, row: number): void {
    this.actions.selectCell({ row, column: 0 })
    if (target.closest('.data-table-row-more')) this.openCellMenu()
    else this.actions.model.props.ticks?.toggle(row, event.shiftKey)
  }

  /** Opens the menu at the active cell, as by key, once the mouse button is released. */
  private openCellMenu(): void {
    this.whileDragging(
      () => {},
      () => this.actions.openMenu(),
    )
  }

  /** A click on a row number selects the row; dragging or Shift selects all rows in between. */
  private pressNumber(event: MouseEvent): void {
    event.preventDefault()
    this.focus()
    const row = this.view.rowAtHeight(event.clientY)
    if (row === null) return
    const { model } = this.actions
    const first = event.shiftKey ? (model.selection?.active.row ?? row) : row
    const select = (to: number) =>
      model.select(
        selectRows({ active: { row: first, column: 0 }, head: { row: to, column: 0 } }, model.size),
      )
    select(row)
    this.whileDragging(
      (moved) => {
        const to = this.view.rowAtHeight(moved.clientY)
        if (to !== null) select(to)
      },
      () => {},
    )
  }

  /** Opens the menu as a right click would. */
  private openMenu(event: MouseEvent): void {
    event.preventDefault()
    const { clientX, clientY, target } = event
    target?.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY }),
    )
  }

  /** On release, since the dialog that opens then takes the focus. */
  private describe(event: MouseEvent): void {
    event.preventDefault()
    const place = this.view.columnAt(event.clientX)
    if (place === null) return
    this.whileDragging(
      () => {},
      (released) => released && this.actions.describe(place),
    )
  }

  private pressCell(event: MouseEvent): void {
    const position = this.view.cellAt(event.clientX, event.clientY)
    if (!position) return
    event.preventDefault()
    if (this.isOnMore(event, position)) {
      this.openCellMenu()
      return
    }
    if (event.shiftKey) this.actions.extendTo(position)
    else this.actions.selectCell(position)
    const { ticks } = this.actions.model.props
    if (ticks && (event.ctrlKey || event.metaKey)) ticks.toggle(position.row, false)
    else if (this.isOnFold(event, position)) this.actions.fold()
    else this.dragSelection(event)
  }

  /** Whether the pointer is on the fold mark before a first cell's text, or the room around it. */
  private isOnFold(event: MouseEvent, { row, column }: GridPosition): boolean {
    const { tree } = this.actions.model.props
    if (column !== 0 || event.shiftKey || tree?.isOpen(row) === undefined) return false
    const x = event.clientX - this.edgeOf(0)
    return x < foldWidth + tree.depthOf(row) * indentStep
  }

  /** Whether the pointer is on the menu mark of the single selected cell. */
  private isOnMore({ clientX, shiftKey }: MouseEvent, { row, column }: GridPosition): boolean {
    const { model } = this.actions
    const { selection } = model
    if (!selection || !model.props.onExplain || shiftKey) return false
    const isOne = sameCell(selection.active, selection.head)
    if (!isOne || !sameCell(selection.active, { row, column })) return false
    const x = clientX - this.edgeOf(column)
    const width = model.layout.widths[column] ?? 0
    return model.columns[column]?.align === 'right' ? x < moreWidth : x > width - moreWidth
  }

  private focus(): void {
    this.root.querySelector<HTMLElement>('.bp6-table-container')?.focus({ preventScroll: true })
  }

  private dragSelection(event: MouseEvent): void {
    const at = { x: event.clientX, y: event.clientY }
    let frame = 0
    const extend = () => {
      const { selection } = this.actions.model
      // A drag that began on the totals stays there as long as the pointer does.
      const total = selection?.active.row === totalsRow ? this.view.totalAt(at.x, at.y) : null
      const position = total ?? this.view.cellAt(at.x, at.y, true)
      if (position && selection) this.actions.model.select(extendTo(selection, position))
    }
    // Beyond the edge the table keeps scrolling, faster with the distance.
    const scroll = () => {
      const { x, y } = this.overshoot(at.x, at.y)
      if (x !== 0 || y !== 0) {
        this.view.scrollBy(x, y)
        extend()
      }
      frame = requestAnimationFrame(scroll)
    }
    frame = requestAnimationFrame(scroll)
    this.whileDragging(
      (moved) => {
        at.x = moved.clientX
        at.y = moved.clientY
        extend()
      },
      () => cancelAnimationFrame(frame),
    )
  }

  private overshoot(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.view.scrollElement?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    const top = box.bottom - this.view.bodyHeight
    const left = box.left + this.view.frozenWidth
    const y = clientY > box.bottom ? clientY - box.bottom : clientY < top ? clientY - top : 0
    const x =
      clientX > box.right - scrollMargin / 2
        ? clientX - box.right + scrollMargin / 2
        : clientX < box.left
          ? clientX - left
          : 0
    return { x: x / 2, y: y / 2 }
  }

  private pressHeader(event: MouseEvent): void {
    const place = this.view.columnAt(event.clientX)
    if (place === null) return
    event.preventDefault()
    if (event.shiftKey || event.ctrlKey || event.metaKey) this.actions.selectColumn(place, event.shiftKey)
    else this.dragHeader(event, place)
  }

  private dragHeader(event: MouseEvent, place: number): void {
    const from = event.clientX
    let before: number | null = null
    this.whileDragging(
      (moved) => {
        if (before === null && Math.abs(moved.clientX - from) < dragAfter) return
        before = this.dropPlace(place, moved.clientX)
        this.showGuide(before)
      },
      (dropped) => {
        this.guide.hidden = true
        this.root.classList.remove('data-table-moving')
        if (before === null) this.clickHeader(place)
        else if (dropped && before !== place && before !== place + 1) {
          this.actions.model.moveColumn(place, before)
        }
      },
    )
  }

  private clickHeader(place: number): void {
    if (this.actions.model.props.onSort) this.actions.sort(place)
    else this.actions.selectColumn(place)
  }

  /** The position before which a header would be dropped; frozen columns are only moved among themselves. */
  private dropPlace(place: number, clientX: number): number {
    const { columns, layout } = this.actions.model
    const over = this.view.columnAt(clientX, true) ?? place
    const isFrozen = columns[place]?.frozen ?? false
    const frozen = columns.filter((column) => column.frozen).length
    const edge = this.edgeOf(over)
    const after = clientX - edge > (layout.widths[over] ?? 0) / 2
    const before = after ? over + 1 : over
    return isFrozen ? Math.min(before, frozen) : Math.max(before, frozen)
  }

  /** The left edge of a column on the screen. */
  private edgeOf(place: number): number {
    const { layout } = this.actions.model
    const main = this.view.scrollElement
    const box = main?.getBoundingClientRect()
    const scrolled = place < layout.frozen ? 0 : (main?.scrollLeft ?? 0)
    return (box?.left ?? 0) + (layout.lefts[place] ?? 0) - scrolled
  }

  private showGuide(before: number): void {
    const box = this.root.getBoundingClientRect()
    this.guide.hidden = false
    this.guide.style.transform = `translateX(${Math.max(0, this.edgeOf(before) - box.left - 1)}px)`
    this.root.classList.add('data-table-moving')
  }

  /** Escape cancels a drag. */
  private whileDragging(onMove: (event: MouseEvent) => void, onEnd: (dropped: boolean) => void): void {
    const released = new AbortController()
    const signal = AbortSignal.any([released.signal, this.ending.signal])
    const end = (dropped: boolean) => {
      released.abort()
      onEnd(dropped)
    }
    document.addEventListener('mousemove', onMove, { signal })
    document.addEventListener('mouseup', () => end(true), { signal })
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') end(false)
      },
      { signal, capture: true },
    )
  }

  private open(event: MouseEvent): void {
    if (this.view.cellAt(event.clientX, event.clientY)) this.actions.open()
  }

  private hovered: number | null = null

  private hover({ target, clientX, clientY }: MouseEvent): void {
    if (!this.actions.model.props.onHover) return
    const isBody = (target as Element).closest('.bp6-table-body-virtual-client') !== null
    const position = isBody ? this.view.cellAt(clientX, clientY) : null
    this.tellHovered(position && position.row !== totalsRow ? position.row : null)
  }

  private tellHovered(row: number | null): void {
    if (row === this.hovered) return
    this.hovered = row
    this.actions.model.props.onHover?.(row)
  }

  /** The whole text of a truncated cell under the pointer shows as its tooltip. */
  private hint(event: MouseEvent): void {
    if (event.buttons !== 0) return
    const target = event.target as HTMLElement
    const body = target.closest<HTMLElement>('.bp6-table-body-virtual-client')
    if (!body) return
    const position = this.view.cellAt(event.clientX, event.clientY)
    const cursor = position && this.isOnMore(event, position) ? 'pointer' : ''
    if (body.style.cursor !== cursor) body.style.cursor = cursor
    const element = position && this.view.elementOf(position)
    const isCut =
      element &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
    const title = isCut && position ? this.fullText(position.row, position.column) : ''
    if (body.title !== title) body.title = title
  }

  private fullText(row: number, place: number): string {
    const { model } = this.actions
    const { read, textAt } = model.source
    const value = read(row, place)
    const text = textAt?.(row, place) ?? (value === null ? '' : (model.columns[place]?.format(value) ?? ''))
    return text.length > 2_000 ? `${text.slice(0, 2_000)}…` : text
  }
}
