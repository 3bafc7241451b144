// Props and types of the product's table. Cells are read by row and column.
import type { ReactNode } from 'react'
import type { GridPosition, Selection, Step } from './selection/selection.ts'

export type CellValue = string | number | boolean | null

export interface TableColumn {
  key: string
  title: string
  /** Muted text after the title: 元, %. */
  unit: string
  /** Lines above the title, outermost first: the pivot values that the column belongs to. */
  over?: readonly string[]
  /** Marks of the lines above the title and of the title itself, where these are days. */
  marks?: readonly (Pick<TableRowMark, 'weekday' | 'holiday' | 'restated' | 'doubted'> | undefined)[]
  align: 'left' | 'right'
  /** The text of a cell, painted and copied. Called for each cell in view and for copies: keep it cheap. */
  format: (value: CellValue) => string
  /** The copied text, when the painted text is not exact (thousands separators). */
  copy?: (value: CellValue) => string
  /** Whether the column counts in the status line's sum and average. */
  numeric: boolean
  /** A type badge of 2 to 5 characters before the title; reports have none. */
  badge?: string
  sorted?: 'asc' | 'desc'
  /** Frozen columns stay at the left; they come first in `columns`. */
  frozen?: boolean
  /** The next column belongs to this one (a figure and its change), so no line separates them. */
  paired?: boolean
  /** Adjacent columns with the same group (a figure with its change) move together. */
  group?: string
  /** Mutes the title, because the column only complements another figure. */
  minor?: boolean
  /** The full title for copies and screen readers, when the displayed title depends on its neighbour. */
  fullTitle?: string
  /** Pixels that cells need besides their text. */
  extraWidth?: number
  /** Wanted width in pixels, whatever the texts need; dragging and the limit in the settings take precedence. */
  width?: number
}

/** Hierarchical rows: a row's children follow it and are one level deeper. */
export interface RowTree {
  /** 0 for the outermost level. */
  depthOf: (row: number) => number
  /** Whether the row's children are shown; undefined without children. */
  isOpen: (row: number) => boolean | undefined
  /** Folds or unfolds the row or, without children, its parent; returns the row concerned, or null if there is none. */
  toggle: (row: number) => number | null
  toggleAll: () => void
  /** Counts foldings since the rows were loaded: when it rises, scroll position, selection and widths are kept. */
  turns: number
}

export interface TableRowMark {
  /** Weekend or holiday: tinted. */
  tint?: boolean
  /** A day that is not over: hatched. */
  unfinished?: boolean
  /** A week, month … of which only some days are in the range: hatched too. */
  cut?: boolean
  /** A subtotal of the rows below it. */
  subtotal?: boolean
  /** Index into the given `columns` of the cell with weekday, holiday and note; 0 by default. */
  markedColumn?: number
  /** Marks of further columns of days, each with its `markedColumn`; the row's tint is its own. */
  others?: readonly TableRowMark[]
  /** Muted text after the day: 周六. */
  weekday?: string
  /** 休 or 班 after the day. */
  holiday?: '休' | '班'
  /** The day has a note: a dot marks it, and the hint shows the note. */
  noted?: boolean
  /** Figures of the day changed after it was whole: 改 after the day, and the hint says what changed. */
  restated?: boolean
  /** The day's data does not meet a check: 疑 after the day, and the hint says which. */
  doubted?: boolean
  /** Keys of columns whose figures are not final on this day, though the day is over: hatched. */
  unfinishedKeys?: readonly string[]
}

/** `column` is an index into the given `columns`, whatever the user's order is. */
export interface CellPosition {
  row: number
  column: number
}

export interface SelectionStatus {
  rows: number
  columns: number
  /** Number of non-empty cells. */
  count: number
  /** Over numeric cells; null when there are none. */
  sum: number | null
  average: number | null
  /** Sum and average as exact decimals: 0.1 and 0.2 make 0.3. */
  sumText: string | null
  averageText: string | null
  /** Still counting: the figures cover the part done so far. */
  pending: boolean
  /** Too many cells to count. */
  tooMany: boolean
  /** Why there are no figures, when the server failed to count. */
  problem?: string
  /** Number of rows left out because their children are selected too: a subtotal must not count twice. */
  leftOut?: number
}

/** A range of loaded rows. */
export interface RowPiece {
  firstRow: number
  /** Exclusive. */
  endRow: number
  /** `column` is an index into the given `columns`. */
  cellAt: (row: number, column: number) => CellValue
}

/** Progress of a copy that loads rows. */
interface CopyProgress {
  rows: number
  ofRows: number
  cancel: () => void
}

/** Rows of which only those near the view are loaded. `cellAt` returns null for the others. */
export interface RemoteRows {
  isLoaded: (row: number) => boolean
  /** Called at each paint with the rows near the view; missing rows are to be loaded. Must not render anything. */
  want: (firstRow: number, endRow: number) => void
  /** Calls the listener when missing rows have arrived. */
  subscribe: (listener: () => void) => () => void
  /**
   * Rows from `firstRow` up to but excluding `endRow`, in order, loading missing rows. Rejects when a row can't be
   * loaded.
   */
  pieces: (firstRow: number, endRow: number, signal: AbortSignal) => AsyncIterable<RowPiece>
  /** Count, sum and average by the server; `columns` are indices into the given `columns`. */
  count: (
    range: { firstRow: number; lastRow: number; columns: number[] },
    signal: AbortSignal,
  ) => Promise<{ count: number; sum: string | null; average: string | null }>
  /** Called while a copy loads rows; with null when it is over. */
  onCopying?: (progress: CopyProgress | null) => void
}

/** What a page may do with its table. */
export interface TableHandle {
  readonly selection: Selection | null
  readonly firstVisibleRow: number
  /** Calls the listener when the selection or anything else visible changes. */
  subscribe: (listener: () => void) => () => void
  /** Selects without scrolling. */
  select: (selection: Selection | null) => void
  /** Selects a cell and scrolls it into view. */
  selectCell: (position: GridPosition) => void
  /** Scrolls a cell into view without changing the selection. */
  reveal: (position: GridPosition) => void
  /** The index into the given `columns` of the column at a displayed position. */
  columnAt: (place: number) => number
  move: (step: Step) => void
  focus: () => void
  /** Copies the selection to the clipboard and shows a message. */
  copy: (withHeaders: boolean) => Promise<void>
  /** The painted cell's rectangle in the window, in pixels; null while it is not painted. */
  boxOf: (position: GridPosition) => DOMRect | null
}

/** Checkboxes for acting on several rows. A new object means that ticks changed. */
export interface RowTicks {
  isTicked: (row: number) => boolean
  /** `through`: toggles all rows since the row ticked last. */
  toggle: (row: number, through: boolean) => void
  state: 'all' | 'some' | 'none'
  toggleAll: () => void
}

/** Wraps a menu item's action: the menu closes first. */
export type MenuRun = (act: () => void) => () => void

/** Lines of a hint, the first being the name; undefined shows none. May be loaded asynchronously. */
export type HintLines = readonly string[] | undefined | Promise<readonly string[] | undefined>

export interface ColumnRemoval {
  /** 移除此列 */
  text: string
  remove: () => void
}

export interface DataTableProps {
  columns: TableColumn[]
  rowCount: number
  /** Returns one cell in O(1). A new function means new data: keep it stable between renders. */
  cellAt: (row: number, column: number) => CellValue
  /** Given when not all rows are loaded. Keep it stable between renders. */
  remote?: RemoteRows | undefined
  /** Shows row numbers at the left, outside selection and copies. */
  rowNumbers?: boolean
  /** Counts empty texts as non-empty cells, as SQL does. */
  countsEmptyTexts?: boolean
  /** Shows checkboxes and row menus at the left, outside selection and copies, instead of row numbers. */
  ticks?: RowTicks | undefined
  /** Called with the table's handle once the table is mounted. Keep it stable between renders. */
  onReady?: (table: TableHandle) => void
  /** First items of the menu of selected cells: actions on their rows. */
  rowItems?: (run: MenuRun) => ReactNode
  /** Further items of a column's menu; `column` is an index into the given `columns`. */
  columnItems?: (column: number, run: MenuRun) => ReactNode
  /** Further items of the menu of selected cells. */
  cellItems?: (run: MenuRun) => ReactNode
  /** Formats to copy them in, on a page of their own. */
  copyItems?: (run: MenuRun) => ReactNode
  /**
   * Overrides a cell's text where its value does not say enough (小计 in an empty dimension), painted and copied;
   * undefined uses the column's format. Keep it stable between renders.
   */
  textAt?: ((row: number, column: number) => string | undefined) | undefined
  /** Given when rows are hierarchical. Keep it stable between renders. */
  tree?: RowTree | undefined
  /**
   * A cell's class by its meaning (old, new …), if any; `column` is an index into the given `columns`, row -1 is the
   * totals.
   */
  cellClass?: ((row: number, column: number) => string | undefined) | undefined
  /** Totals, frozen under the header: a text per column, '' for none. */
  summary?: string[]
  /** Values behind the totals' texts: if given, totals can be selected, copied and explained as row -1. */
  summaryValues?: readonly CellValue[] | undefined
  rowMark?: (row: number) => TableRowMark | undefined
  /** Maximum column width in pixels, 0 for unlimited (the setting maxColumnWords). */
  maxColumnWords: number
  /** Maximum lines of a cell, 0 for unlimited (the setting maxCellRows). */
  maxCellRows: number
  /** Name under which widths and order are stored in this browser. */
  memory?: string
  /** `columns` are already in the user's order (from an address): the stored order is not applied. */
  orderGiven?: boolean
  /** Called with the keys in their new order when the user moves a column. */
  onOrder?: (keys: string[]) => void
  onSelection?: (status: SelectionStatus | null) => void
  onSort?: (key: string, desc: boolean) => void
  onFilter?: (position: CellPosition) => void
  /** Enter and double click; absent where cells are figures: then their menu opens. */
  onOpen?: (position: CellPosition) => void
  /** How a column is taken out of the table; null where it can't be. `column` is an index into the given `columns`. */
  removalOf?: (column: number) => ColumnRemoval | null
  /** The row under the pointer, an index into the given rows; null beside the rows. */
  onHover?: (row: number | null) => void
  /** Explains how a figure came about. */
  onExplain?: (position: CellPosition) => void
  /** Explains a column; its header gets a `?`. `column` is an index into the given `columns`. */
  onDescribe?: (column: number) => void
  /** Accessible name. */
  label: string
  /** The hint of a header, total or cell for a pointer at rest; `row` is null for the header and -1 for totals. */
  hintAt?: (row: number | null, column: number) => HintLines
  /** Height in pixels of a row of one line; 24 by default. */
  rowHeight?: number
  /** Identifies the result. A new key resets selection and scroll position; appended rows keep both. */
  dataKey?: string | number
  /** Keeps scroll position and selection when rows become fewer: one was deleted. */
  keepsPlace?: boolean
  /**
   * The full set of rows, if the rows are filtered: while it stays the same, filtering keeps the column widths, so that
   * columns do not move at each letter of a search.
   */
  narrowedFrom?: unknown
  /** Shown instead of rows when there are none. */
  empty?: ReactNode
}
