// The state of one table: its data, the columns' layout, the rows in the scroll area, and the selection. It does not
// touch the DOM; GridView paints from it and DataTable renders its snapshots.
import { movedBefore } from './columnGroups.ts'
import { type ColumnLayout, layoutColumns, naturalWidth, sampleRows } from './columnLayout.ts'
import { orderColumns, readMemory, type TableMemory, writeMemory } from './memory.ts'
import { RowWindow } from './paint/rowWindow.ts'
import { estimatedMeasure, type TextMeasure, WidthBound } from './paint/textWidth.ts'
import {
  fitSelection,
  type GridRange,
  type GridSize,
  type Selection,
  totalsRow,
} from './selection/selection.ts'
import type { CellSource } from './selection/statistics.ts'
import type { CopyPieces } from './selection/tsv.ts'
import { headerHeight, overHeight, usualRowHeight } from './sizes.ts'
import type { CellPosition, DataTableProps, TableColumn } from './types.ts'

/** The state that React renders; a new object for each change. */
export interface TableSnapshot {
  layout: ColumnLayout
  /** Columns in display order. */
  columns: readonly TableColumn[]
  /** Row heights in pixels: the totals row first, if any, then each row of the window. */
  heights: number[]
  base: number
  selection: Selection | null
}

export class TableModel {
  props: DataTableProps
  layout: ColumnLayout
  rows: RowWindow
  /** Columns in display order. */
  columns: readonly TableColumn[] = []
  selection: Selection | null = null
  measure: TextMeasure = estimatedMeasure
  /** Upper bounds of text widths, in the font of `measure`. */
  widthBound = new WidthBound(estimatedMeasure)
  /** Incremented when painted texts may change. */
  contentStamp = 0
  /** Incremented when columns move or change width. */
  layoutStamp = 0
  /** Incremented when the rows are replaced: scrolling starts at the top. */
  restartStamp = 0
  private memory: TableMemory
  private natural: number[] = []
  /** Number of rows when the widths were measured. */
  private measuredRows = 0
  /** The rows painted last: the view and a few rows beyond. */
  viewed = { first: 0, end: 0 }
  private available = 0
  /** Whether row texts were measured; with remote rows none may be loaded at first. */
  private knowsTexts = false
  private snapshot: TableSnapshot | null = null
  private header: { columns: readonly TableColumn[]; height: number } | undefined
  private readonly listeners = new Set<() => void>()

  constructor(props: DataTableProps) {
    this.props = props
    this.memory = memoryFor(props)
    this.rows = this.newWindow()
    this.natural = this.naturalWidths()
    this.layout = this.newLayout()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getSnapshot = (): TableSnapshot => {
    this.snapshot ??= {
      layout: this.layout,
      columns: this.columns,
      heights: this.rows.heights(this.summaryHeight),
      base: this.rows.base,
      selection: this.selection,
    }
    return this.snapshot
  }

  get rowHeight(): number {
    return this.props.rowHeight ?? usualRowHeight
  }

  get hasSummary(): boolean {
    return this.props.summary !== undefined && this.props.columns.length > 0
  }

  get headerHeight(): number {
    const { columns } = this.props
    if (this.header?.columns !== columns) {
      const lines = columns.reduce((most, { over }) => Math.max(most, over?.length ?? 0), 0)
      this.header = { columns, height: headerHeight + lines * overHeight }
    }
    return this.header.height
  }

  get summaryHeight(): number {
    return this.hasSummary ? this.rowHeight : 0
  }

  get size(): GridSize {
    return {
      rows: this.props.rowCount,
      columns: this.columns.length,
      ...(this.hasSummary && this.props.summaryValues && { hasTotals: true }),
    }
  }

  get wraps(): boolean {
    return this.props.maxCellRows !== 1
  }

  /** Whether a row's cells are loaded. */
  isLoaded(row: number): boolean {
    return row === totalsRow || (this.props.remote?.isLoaded(row) ?? true)
  }

  /** Whether all rows from the first to the last, inclusive, are loaded. */
  areLoaded(firstRow: number, lastRow: number): boolean {
    const { remote } = this.props
    if (!remote) return true
    for (let row = firstRow; row <= lastRow; row++) if (!remote.isLoaded(row)) return false
    return true
  }

  /** Reads cells by displayed column position, as statistics and copies do. */
  get source(): CellSource {
    const { cellAt, textAt, summary, summaryValues } = this.props
    const { order } = this.layout
    const totalAt = (index: number) => summaryValues?.[index] ?? null
    // Text of totals without a figure: 合计.
    const totalText = (index: number) => (totalAt(index) === null ? summary?.[index] : undefined)
    const textOf = (row: number, index: number) =>
      row === totalsRow ? totalText(index) : textAt?.(row, index)
    return {
      columns: this.columns,
      read: (row, place) => (row === totalsRow ? totalAt(order[place] ?? 0) : cellAt(row, order[place] ?? 0)),
      countsEmptyTexts: this.props.countsEmptyTexts,
      depthOf: this.props.tree?.depthOf,
      textAt: (textAt || summaryValues) && ((row, place) => textOf(row, order[place] ?? 0)),
    }
  }

  /** Reads a range piece by piece, loading missing rows; undefined when all rows are loaded. */
  piecesOf({ firstRow, lastRow }: GridRange): CopyPieces | undefined {
    const { remote } = this.props
    if (!remote || this.areLoaded(firstRow, lastRow)) return undefined
    const { order } = this.layout
    return async function* (first, end, signal) {
      for await (const piece of remote.pieces(first, end, signal)) {
        yield { ...piece, read: (row, place) => piece.cellAt(row, order[place] ?? 0) }
      }
    }
  }

  /** Converts a displayed column position into an index of the page's `columns`. */
  positionOf(row: number, place: number): CellPosition {
    return { row, column: this.layout.order[place] ?? 0 }
  }

  /** Takes the props of a render. Called while rendering: it may change only this model, and must be idempotent. */
  receive(props: DataTableProps): void {
    const before = this.props
    if (before === props) return
    this.props = props
    const changes = changesBetween(before, props)
    if (props.memory !== before.memory) this.memory = memoryFor(props)
    // A page that keeps the column order in its address takes precedence: going back must undo a move.
    if (changes.reordered && this.memory.order.length > 0) {
      this.memory.order = props.columns.map((column) => column.key)
      writeMemory(props.memory, this.memory)
    }
    if (changes.restarted) {
      this.restartStamp++
      this.selection = null
    }
    if (changes.contents) this.contentStamp++
    const measures = changes.columns || (changes.measures && !this.isNarrowed(before))
    if (measures) this.natural = this.naturalWidths()
    if (measures || changes.layout) this.layOut()
    if (changes.rows) this.renewWindow()
    this.selection = fitSelection(this.selection, this.size)
    if (Object.values(changes).some(Boolean)) this.snapshot = null
  }

  /** Sets the table's available width, and the fonts of its texts. */
  setAvailable(width: number, measure: TextMeasure): void {
    const measured = measure !== this.measure
    if (!measured && width === this.available) return
    if (measured) this.widthBound = new WidthBound(measure)
    this.measure = measure
    this.available = width
    if (measured) this.natural = this.naturalWidths()
    this.layOut()
    this.notify()
  }

  select(selection: Selection | null): void {
    const fitting = fitSelection(selection, this.size)
    if (sameSelection(fitting, this.selection)) return
    this.selection = fitting
    this.notify()
  }

  setWidth(place: number, width: number): void {
    const key = this.columns[place]?.key
    if (key === undefined) return
    this.memory.widths[key] = Math.round(width)
    this.keepMemory()
  }

  /** The width that a column's title and texts need. */
  fittingWidth(place: number): number {
    const index = this.layout.order[place] ?? 0
    const { widths } = layoutColumns({
      columns: this.props.columns,
      order: this.layout.order,
      natural: this.props.remote ? this.natural.with(index, this.widthNearView(index)) : this.natural,
      dragged: {},
      maxColumnWords: this.props.maxColumnWords,
      available: 0,
    })
    return widths[place] ?? this.natural[index] ?? 0
  }

  /** Moves a column with its group before the position `before`; frozen columns are only moved among themselves. */
  moveColumn(place: number, before: number): void {
    const order = movedBefore(this.columns, place, before)
    if (!order) return
    this.memory.order = order.map(({ key }) => key)
    this.keepMemory()
    this.props.onOrder?.(this.columns.map((column) => column.key))
  }

  get isRearranged(): boolean {
    return this.memory.order.length > 0 || Object.keys(this.memory.widths).length > 0
  }

  resetColumns(): void {
    this.memory = { widths: Object.create(null), order: [] }
    this.keepMemory()
    this.props.onOrder?.(this.columns.map((column) => column.key))
  }

  /** Missing rows have arrived: the first ones determine the column widths. */
  rowsArrived(): void {
    if (this.knowsTexts) return
    this.natural = this.naturalWidths()
    if (!this.knowsTexts) return
    this.layOut()
    this.notify()
  }

  /** The window of rows moved, or row heights changed. */
  rowsMoved(): void {
    this.notify()
  }

  private keepMemory(): void {
    writeMemory(this.props.memory, this.memory)
    this.layOut()
    this.notify()
  }

  private layOut(): void {
    const before = this.layout
    const next = this.newLayout()
    this.contentStamp++
    // Blueprint renders everything again for a new object, so an equal layout keeps the old one.
    if (isSameLayout(before, next)) {
      this.snapshot = null
      return
    }
    this.layout = next
    this.layoutStamp++
    // New column widths wrap texts differently.
    if (this.wraps) this.renewWindow()
    this.snapshot = null
  }

  private newLayout(): ColumnLayout {
    const { columns, maxColumnWords } = this.props
    const order = orderColumns(columns, this.memory.order)
    const shown = order.map((index) => columns[index] as TableColumn)
    if (!sameItems(this.columns, shown, (a, b) => a === b)) this.columns = shown
    const dragged = this.memory.widths
    return layoutColumns({
      columns,
      order,
      natural: this.natural,
      dragged,
      maxColumnWords,
      available: this.available,
    })
  }

  private newWindow(): RowWindow {
    return new RowWindow(this.props.rowCount, this.rowHeight, this.wraps)
  }

  private renewWindow(): void {
    const middle = this.rows.base + Math.floor(this.rows.length / 2)
    this.rows = this.newWindow()
    this.rows.rebaseAround(middle)
  }

  /** Whether the rows are a subset of the rows that were measured. */
  private isNarrowed(before: DataTableProps): boolean {
    const { narrowedFrom, rowCount } = this.props
    return narrowedFrom !== undefined && narrowedFrom === before.narrowedFrom && rowCount <= this.measuredRows
  }

  private naturalWidths(): number[] {
    this.measuredRows = this.props.rowCount
    // With remote rows, only loaded rows can be measured; later rows do not change the widths.
    const rows = this.measurableRows()
    this.knowsTexts = rows.length > 0
    return this.props.columns.map((_, index) => naturalWidth(this.props, index, rows, this.measure))
  }

  /** With remote rows, rows in view count too: the first rows may have shorter texts. */
  private widthNearView(index: number): number {
    const { first, end } = this.viewed
    const inView = Array.from({ length: end - first }, (_, at) => first + at).filter((row) =>
      this.isLoaded(row),
    )
    return naturalWidth(this.props, index, [...this.measurableRows(), ...inView], this.measure)
  }

  private measurableRows(): number[] {
    return sampleRows(this.props.rowCount).filter((row) => this.isLoaded(row))
  }

  private notify(): void {
    this.snapshot = null
    for (const listener of this.listeners) listener()
  }
}

/** An order given by the page takes precedence over the remembered one. */
function memoryFor(props: DataTableProps): TableMemory {
  const memory = readMemory(props.memory)
  return props.orderGiven ? { ...memory, order: props.columns.map((column) => column.key) } : memory
}

interface Changes {
  restarted: boolean
  /** The same columns in another order. */
  reordered: boolean
  contents: boolean
  columns: boolean
  /** Texts may need other widths. */
  measures: boolean
  layout: boolean
  rows: boolean
}

function changesBetween(before: DataTableProps, after: DataTableProps): Changes {
  const sameOrder = sameItems(before.columns, after.columns, (a, b) => a.key === b.key)
  const sameKeys = sameOrder || sameItems(sortedKeys(before), sortedKeys(after), (a, b) => a === b)
  const columns = before.columns !== after.columns && !sameItems(before.columns, after.columns, sameColumn)
  const data = before.cellAt !== after.cellAt || before.dataKey !== after.dataKey
  const grown = after.rowCount > before.rowCount && before.rowCount > 0
  const wrapping = before.maxCellRows !== after.maxCellRows
  const folded = isFolding(before, after)
  return {
    reordered: sameKeys && !sameOrder,
    restarted:
      !sameKeys ||
      before.dataKey !== after.dataKey ||
      (after.rowCount < before.rowCount && !folded && !after.keepsPlace),
    contents:
      data ||
      before.columns !== after.columns ||
      before.rowMark !== after.rowMark ||
      before.cellClass !== after.cellClass ||
      before.tree !== after.tree ||
      before.ticks !== after.ticks ||
      before.textAt !== after.textAt ||
      before.summary !== after.summary ||
      before.rowCount !== after.rowCount ||
      wrapping,
    columns,
    // Appended rows keep the widths: columns that jump while rows stream in can't be read. So do remote rows when they
    // are sorted or filtered.
    measures: (data && !grown && !after.remote && !folded) || (before.rowCount === 0 && after.rowCount > 0),
    layout: before.maxColumnWords !== after.maxColumnWords || before.memory !== after.memory,
    rows:
      before.rowCount !== after.rowCount ||
      before.rowHeight !== after.rowHeight ||
      (before.summary === undefined) !== (after.summary === undefined) ||
      wrapping ||
      (data && after.maxCellRows !== 1),
  }
}

/** The same rows, with some folded or unfolded. */
function isFolding(before: DataTableProps, after: DataTableProps): boolean {
  const turns = after.tree?.turns ?? 0
  return turns > 0 && turns !== before.tree?.turns
}

const isSameLayout = (one: ColumnLayout, other: ColumnLayout): boolean =>
  one.frozen === other.frozen &&
  sameItems(one.order, other.order, Object.is) &&
  sameItems(one.widths, other.widths, Object.is) &&
  sameItems(one.lefts, other.lefts, Object.is)

const sortedKeys = ({ columns }: DataTableProps) => columns.map((column) => column.key).sort()

function sameItems<Item>(
  a: readonly Item[],
  b: readonly Item[],
  same: (a: Item, b: Item) => boolean,
): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => same(item, b[index] as Item)))
}

function sameColumn(a: TableColumn, b: TableColumn): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof TableColumn)[]
  return names.every((name) => a[name] === b[name])
}

function sameSelection(a: Selection | null, b: Selection | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.active.row === b.active.row &&
    a.active.column === b.active.column &&
    a.head.row === b.head.row &&
    a.head.column === b.head.column
  )
}
