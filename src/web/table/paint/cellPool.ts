// Paints the cells near the view into reused elements: row r and column c share an element with row r + R and column c
// + C, so that scrolling by a row rewrites one row of texts and creates or removes nothing. React is not involved:
// reconciling a thousand cells would delay the frame.

export interface PaintRange {
  firstRow: number
  /** Exclusive. */
  endRow: number
  firstColumn: number
  /** Exclusive. */
  endColumn: number
}

/** The visible range in pixels, in the coordinates of the rows. */
export interface SeenHeight {
  top: number
  bottom: number
}

/** What a pool needs to know of the table. Columns are displayed positions. */
export interface CellPainter {
  rowTop: (row: number) => number
  rowHeight: (row: number) => number
  rowClass: (row: number) => string
  /** Whether a row is ticked; undefined when rows can't be ticked. */
  rowTicked?: (row: number) => boolean | undefined
  /** Row number for screen readers, where the header is row 1. */
  rowNumber: (row: number) => number
  columnLeft: (column: number) => number
  columnWidth: (column: number) => number
  /** Class of the line at a column's right edge. */
  ruleClass: (column: number) => string
  /** Writes the text and class of one cell. */
  paint: (element: HTMLElement, row: number, column: number) => void
}

interface CellSlot {
  element: HTMLElement
  row: number
  column: number
  hidden: boolean
}

/** The line at a column's right edge: one element for all rows, since a border per cell would cost in every frame. */
interface RuleSlot {
  element: HTMLElement
  column: number
}

interface RowSlot {
  element: HTMLElement
  /** Attributes last written to the element. */
  told: { name: string; number: number; ticked: boolean | undefined }
  row: number
  hidden: boolean
  top: number
  height: number
  cells: CellSlot[]
}

/** A number that no row or column has. */
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

  /** Invalidates all cells: contents changed. */
  forgetCells(): void {
    for (const row of this.rows) {
      row.row = none
      for (const cell of row.cells) cell.row = none
    }
  }

  /** Invalidates column positions: widths or order changed. */
  forgetColumns(): void {
    for (const row of this.rows) for (const cell of row.cells) cell.column = none
    for (const rule of this.rules) rule.column = none
  }

  /** Invalidates the rows' tops. */
  forgetRows(): void {
    for (const row of this.rows) row.top = none
  }

  /**
   * With `seen`, invalidated rows outside it stay until they are repainted: hiding and showing them again would cost
   * time.
   */
  paint(wanted: PaintRange, seen?: SeenHeight): void {
    const columnCount = Math.max(0, wanted.endColumn - wanted.firstColumn)
    // For screen readers a row needs cells: next to frozen columns alone nothing is painted.
    const range = columnCount > 0 ? wanted : { ...wanted, endRow: wanted.firstRow }
    const rowCount = Math.max(0, range.endRow - range.firstRow)
    this.grow(rowCount, columnCount)
    for (let row = range.firstRow; row < range.endRow; row++) this.paintRow(row, range)
    for (const slot of this.rows) {
      if (slot.row >= range.firstRow && slot.row < range.endRow) continue
      if (!seen || slot.row !== none || isSeen(slot, seen)) this.hideRow(slot)
    }
    for (let column = range.firstColumn; column < range.endColumn; column++) this.placeRule(column)
    // Lines of columns that are no longer in this quadrant: another column may now stand at their place.
    for (const { column, element } of this.rules) {
      if (column === none && element.className !== '') element.className = ''
    }
  }

  /** The element that shows a cell at present, if it is painted. */
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

  /** Writes only attributes that changed: new contents in the same row change few. */
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
    // No more rows than needed: a spare row would cause one to be hidden and another shown in every frame.
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
