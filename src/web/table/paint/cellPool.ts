// Paints the cells near the view into elements that are used again and again: row r and column c share one element
// with row r + R and column c + C, so scrolling by one row rewrites one row of texts and nothing is made or dropped.
// React has no part in it; a frame that had to reconcile a thousand cells would be a frame late.

export interface PaintRange {
  firstRow: number
  /** Not included. */
  endRow: number
  firstColumn: number
  /** Not included. */
  endColumn: number
}

/** In pixels, as rows stand. */
export interface SeenHeight {
  top: number
  bottom: number
}

/** What a pool asks about the table. Columns count as they are shown. */
export interface CellPainter {
  rowTop: (row: number) => number
  rowHeight: (row: number) => number
  rowClass: (row: number) => string
  /** Whether a row is ticked; undefined where rows can't be. */
  rowTicked?: (row: number) => boolean | undefined
  /** As screen readers count: the header is the first. */
  rowNumber: (row: number) => number
  columnLeft: (column: number) => number
  columnWidth: (column: number) => number
  /** Of the line at a column's right edge. */
  ruleClass: (column: number) => string
  /** Writes text and class of one cell. */
  paint: (element: HTMLElement, row: number, column: number) => void
}

interface CellSlot {
  element: HTMLElement
  row: number
  column: number
  hidden: boolean
}

/** The line at a column's right edge: one for all rows, as a border of each cell would cost in every frame. */
interface RuleSlot {
  element: HTMLElement
  column: number
}

interface RowSlot {
  element: HTMLElement
  /** What its element says of the row. */
  told: { name: string; number: number; ticked: boolean | undefined }
  row: number
  hidden: boolean
  top: number
  height: number
  cells: CellSlot[]
}

/** No row or column has this number. */
const none = -2

export class CellPool {
  private readonly host: HTMLElement
  private readonly painter: CellPainter
  private rows: RowSlot[] = []
  private rules: RuleSlot[] = []
  private columns = 0

  constructor(host: HTMLElement, painter: CellPainter) {
    this.host = host
    this.painter = painter
  }

  /** Forgets what is painted: contents changed. */
  forgetCells(): void {
    for (const row of this.rows) {
      row.row = none
      for (const cell of row.cells) cell.row = none
    }
  }

  /** Forgets where columns stand: widths or their order changed. */
  forgetColumns(): void {
    for (const row of this.rows) for (const cell of row.cells) cell.column = none
    for (const rule of this.rules) rule.column = none
  }

  /** Forgets heights and tops of rows. */
  forgetRows(): void {
    for (const row of this.rows) row.top = none
  }

  /** Given what is seen, forgotten rows beyond it stay until they are painted: to hide and show them again costs. */
  paint(wanted: PaintRange, seen?: SeenHeight): void {
    const columnCount = Math.max(0, wanted.endColumn - wanted.firstColumn)
    // A row without cells is none for screen readers: beside frozen columns alone nothing is painted.
    const range = columnCount > 0 ? wanted : { ...wanted, endRow: wanted.firstRow }
    const rowCount = Math.max(0, range.endRow - range.firstRow)
    this.grow(rowCount, columnCount)
    for (let row = range.firstRow; row < range.endRow; row++) this.paintRow(row, range)
    for (const slot of this.rows) {
      if (slot.row >= range.firstRow && slot.row < range.endRow) continue
      if (!seen || slot.row !== none || isSeen(slot, seen)) this.hideRow(slot)
    }
    for (let column = range.firstColumn; column < range.endColumn; column++) this.placeRule(column)
    // Of a column that stands no more in this part: where it stood another may stand now.
    for (const { column, element } of this.rules) {
      if (column === none && element.className !== '') element.className = ''
    }
  }

  /** The element that shows a cell now, if it is painted. */
  elementOf(row: number, column: number): HTMLElement | undefined {
    const slot = this.rows[this.rowIndex(row)]
    const cell = slot?.row === row && !slot.hidden ? slot.cells[column % this.columns] : undefined
    return cell?.column === column && !cell.hidden ? cell.element : undefined
  }

  dispose(): void {
    this.host.replaceChildren()
    this.rows = []
    this.rules = []
    this.columns = 0
  }

  /** The totals are row -1, in a pool of their own. */
  private rowIndex(row: number): number {
    return (row + this.rows.length) % this.rows.length
  }

  private paintRow(row: number, range: PaintRange): void {
    const slot = this.rows[this.rowIndex(row)] as RowSlot
    if (slot.row !== row) {
      slot.row = row
      this.tellRow(slot)
      slot.top = none
    }
    if (slot.hidden) {
      slot.hidden = false
      slot.element.style.display = ''
    }
    this.placeRow(slot)
    for (let column = range.firstColumn; column < range.endColumn; column++) {
      const cell = slot.cells[column % this.columns] as CellSlot
      if (cell.column !== column) this.placeCell(cell, column)
      else if (cell.row === row && !cell.hidden) continue
      cell.row = row
      if (cell.hidden) {
        cell.hidden = false
        cell.element.style.display = ''
      }
      this.painter.paint(cell.element, row, column)
    }
    for (const cell of slot.cells) {
      if (cell.column < range.firstColumn || cell.column >= range.endColumn) hideCell(cell)
    }
  }

  /** Most of this is as it was when other contents come to the same rows. */
  private tellRow(slot: RowSlot): void {
    const { element, row, told } = slot
    const name = this.painter.rowClass(row)
    const number = this.painter.rowNumber(row)
    const ticked = this.painter.rowTicked?.(row)
    if (told.name !== name) element.className = name
    if (told.number !== number) element.setAttribute('aria-rowindex', String(number))
    if (told.ticked !== ticked) tellTicked(element, ticked)
    Object.assign(told, { name, number, ticked })
  }

  private placeRow(slot: RowSlot): void {
    const top = this.painter.rowTop(slot.row)
    const height = this.painter.rowHeight(slot.row)
    if (slot.top !== top) {
      slot.top = top
      slot.element.style.top = `${top}px`
    }
    if (slot.height !== height) {
      slot.height = height
      slot.element.style.height = `${height}px`
    }
  }

  private placeCell(cell: CellSlot, column: number): void {
    cell.column = column
    cell.row = none
    cell.element.style.marginLeft = `${this.painter.columnLeft(column)}px`
    cell.element.style.width = `${this.painter.columnWidth(column)}px`
    cell.element.setAttribute('aria-colindex', String(column + 1))
  }

  private placeRule(column: number): void {
    const rule = this.rules[column % this.columns]
    if (!rule || rule.column === column) return
    rule.column = column
    rule.element.className = this.painter.ruleClass(column)
    const right = this.painter.columnLeft(column) + this.painter.columnWidth(column)
    rule.element.style.left = `${right - 1}px`
  }

  private hideRow(slot: RowSlot): void {
    if (slot.hidden) return
    slot.hidden = true
    slot.row = none
    for (const cell of slot.cells) cell.row = none
    slot.element.style.display = 'none'
  }

  private grow(rowCount: number, columnCount: number): void {
    const grows = rowCount > this.rows.length || columnCount > this.columns
    if (!grows) return
    this.columns = Math.max(this.columns, columnCount)
    // No more than asked for: a spare one would be hidden, and another shown in its place, in each frame.
    while (this.rows.length < rowCount) this.rows.push(this.newRow())
    while (this.rules.length < this.columns) {
      const element = document.createElement('div')
      this.host.append(element)
      this.rules.push({ element, column: none })
    }
    for (const row of this.rows) {
      while (row.cells.length < this.columns) row.cells.push(newCell(row.element))
    }
    this.forgetCells()
    this.forgetColumns()
  }

  private newRow(): RowSlot {
    const element = document.createElement('div')
    element.setAttribute('role', 'row')
    this.host.append(element)
    const told = { name: '', number: none, ticked: undefined }
    return { element, told, row: none, hidden: false, top: none, height: none, cells: [] }
  }
}

function newCell(row: HTMLElement): CellSlot {
  const element = document.createElement('div')
  element.setAttribute('role', 'gridcell')
  row.append(element)
  return { element, row: none, column: none, hidden: false }
}

const isSeen = ({ top, height }: RowSlot, seen: SeenHeight): boolean =>
  top + height > seen.top && top < seen.bottom

function tellTicked(element: HTMLElement, ticked: boolean | undefined): void {
  if (ticked === undefined) element.removeAttribute('aria-selected')
  else element.setAttribute('aria-selected', String(ticked))
}

function hideCell(cell: CellSlot): void {
  if (cell.hidden) return
  cell.hidden = true
  cell.row = none
  cell.column = none
  cell.element.style.display = 'none'
}
