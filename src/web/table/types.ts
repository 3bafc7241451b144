// What the one table of the product is given. Cells come by columns, as they travel.
import type { ReactNode } from 'react'
import type { GridPosition, Selection, Step } from './selection/selection.ts'

export type CellValue = string | number | boolean | null

export interface TableColumn {
  key: string
  title: string
  /** Muted after the title: 元, %. */
  unit: string
  /** Lines above the title, outermost first: what a pivot's column belongs to. */
  over?: readonly string[]
  align: 'left' | 'right'
  /** The text of a cell as it is painted and copied. Called for cells in view and for copies: keep it cheap. */
  format: (value: CellValue) => string
  /** The text that is copied, where what is painted is not exact (thousands separators). */
  copy?: (value: CellValue) => string
  /** Whether its numbers count in the status line's sum and average. */
  numeric: boolean
  /** A type badge of 2 to 5 characters before the title; absent in reports. */
  badge?: string
  sorted?: 'asc' | 'desc'
  /** Frozen columns stand at the left; they come first in `columns`. */
  frozen?: boolean
  /** The next column belongs to it (a figure and its change), so no line stands between them. */
  paired?: boolean
  /** Neighbours of one group (a figure with its change) move together. */
  group?: string
  /** Stands back behind the figure that it belongs to: its title is muted. */
  minor?: boolean
  /** The title by itself, for copies and screen readers, where the one shown leans on its neighbour. */
  fullTitle?: string
  /** Pixels that its cells need beside their text. */
  extraWidth?: number
  /** Pixels wanted, whatever its texts need; dragging and the setting have the last word. */
  width?: number
}

/** Rows that belong to others, as a tree's do: a row's own rows follow it and are deeper. */
export interface RowTree {
  /** 0 for the outermost. */
  depthOf: (row: number) => number
  /** Whether its rows are shown; undefined where it has none. */
  isOpen: (row: number) => boolean | undefined
  /** Folds or unfolds a row, or the one that it belongs to; answers which it was, null where there is none. */
  toggle: (row: number) => number | null
  toggleAll: () => void
  /** How often rows were folded or unfolded since they came: place, selection and widths stay when it rises. */
  turns: number
}

export interface TableRowMark {
  /** Weekend or holiday: tinted. */
  tint?: boolean
  /** A day that is not over: hatched. */
  unfinished?: boolean
  /** A week, a month … of which only some days were asked for: hatched too. */
  cut?: boolean
  /** Adds up rows below it. */
  subtotal?: boolean
  /** The column, as given, whose cell carries weekday, holiday and note; the first unless told. */
  markedColumn?: number
  /** After the day's text, muted: 周六. */
  weekday?: string
  /** 休 or 班. */
  holiday?: '休' | '班'
  /** Something is noted on the day: a dot, the hint says what. */
  noted?: boolean
  /** Keys of columns whose figure is not final on this day though the day is over: hatched. */
  unfinishedKeys?: readonly string[]
}

/** `column` counts in `columns` as given, whatever the reader's order is. */
export interface CellPosition {
  row: number
  column: number
}

export interface SelectionStatus {
  rows: number
  columns: number
  /** Cells that are not empty. */
  count: number
  /** Over numeric cells; null where none is. */
  sum: number | null
  average: number | null
  /** The same, exact to the last decimal: 0.1 and 0.2 make 0.3. */
  sumText: string | null
  averageText: string | null
  /** Still counting: figures are those of the part that is done. */
  pending: boolean
  /** So many cells that they are not counted. */
  tooMany: boolean
  /** Why there are no figures, where the server could not give them. */
  problem?: string
  /** Rows that are not counted, as their own rows are selected too: a subtotal counts once. */
  leftOut?: number
}

/** Rows that are in the browser together. */
export interface RowPiece {
  firstRow: number
  /** Not included. */
  endRow: number
  /** By row and column as the page counts them. */
  cellAt: (row: number, column: number) => CellValue
}

/** How far a copy is that fetches rows. */
interface CopyProgress {
  rows: number
  ofRows: number
  cancel: () => void
}

/** Rows of which only those near the view are in the browser. `cellAt` answers null for the others. */
export interface RemoteRows {
  isLoaded: (row: number) => boolean
  /** Told with each painting which rows are near the view: what is missing is fetched. Must not render anything. */
  want: (firstRow: number, endRow: number) => void
  /** Calls when rows have come that were missing. */
  subscribe: (listener: () => void) => () => void
  /** Rows from the first to before the end, in order, fetched where they are missing. Rejects when one can't be had. */
  pieces: (firstRow: number, endRow: number, signal: AbortSignal) => AsyncIterable<RowPiece>
  /** Count, sum and average by the server; columns as the page counts them. */
  count: (
    range: { firstRow: number; lastRow: number; columns: number[] },
    signal: AbortSignal,
  ) => Promise<{ count: number; sum: string | null; average: string | null }>
  /** Told while a copy fetches rows; null when it is over. */
  onCopying?: (progress: CopyProgress | null) => void
}

/** What a page may do with a table that it shows. */
export interface TableHandle {
  readonly selection: Selection | null
  readonly firstVisibleRow: number
  /** Told when the selection, or anything else that shows, is another. */
  subscribe: (listener: () => void) => () => void
  /** Leaves the view where it is. */
  select: (selection: Selection | null) => void
  /** Brings the cell into view. */
  selectCell: (position: GridPosition) => void
  /** The same, the selection staying where it is. */
  reveal: (position: GridPosition) => void
  /** The column, as the page counts them, that stands at a place. */
  columnAt: (place: number) => number
  move: (step: Step) => void
  focus: () => void
  /** Puts the selection on the clipboard and says so. */
  copy: (withHeaders: boolean) => Promise<void>
  /** Where a cell is painted, in the window's pixels; null while it is not. */
  boxOf: (position: GridPosition) => DOMRect | null
}

/** Boxes by which rows are ticked, so that several can be acted on. A new object means other ticks. */
export interface RowTicks {
  isTicked: (row: number) => boolean
  /** `through`: all from the row that was ticked last. */
  toggle: (row: number, through: boolean) => void
  state: 'all' | 'some' | 'none'
  toggleAll: () => void
}

/** Wraps an entry's work: the menu closes first. */
export type MenuRun = (act: () => void) => () => void

/** Lines, the first being the name; undefined says nothing. What is asked for first may come later. */
export type HintLines = readonly string[] | undefined | Promise<readonly string[] | undefined>

export interface DataTableProps {
  columns: TableColumn[]
  rowCount: number
  /** Reads one cell; must be O(1). A new function means new data: keep it stable between renders. */
  cellAt: (row: number, column: number) => CellValue
  /** Where not all rows are in the browser. Keep it stable between renders. */
  remote?: RemoteRows | undefined
  /** A column of row numbers at the left, outside selection and copies. */
  rowNumbers?: boolean
  /** Empty texts count as cells that are not empty, as SQL sees them. */
  countsEmptyTexts?: boolean
  /** A column of boxes and of menus at the left, outside selection and copies; it takes the place of row numbers. */
  ticks?: RowTicks | undefined
  /** Told what can be done with the table, once it stands. Keep it stable between renders. */
  onReady?: (table: TableHandle) => void
  /** Entries that stand first in the menu of selected cells: what can be done with their rows. */
  rowItems?: (run: MenuRun) => ReactNode
  /** More entries of a column's menu; `column` counts in `columns` as given. */
  columnItems?: (column: number, run: MenuRun) => ReactNode
  /** More entries of the menu of selected cells. */
  cellItems?: (run: MenuRun) => ReactNode
  /**
   * The text of a cell that is more than its value says (小计 in an empty dimension), painted and copied; undefined
   * leaves it to the column. Keep it stable between renders.
   */
  textAt?: ((row: number, column: number) => string | undefined) | undefined
  /** Where rows belong to others. Keep it stable between renders. */
  tree?: RowTree | undefined
  /**
   * A class of a cell by what it means (old, new …), or none; `column` counts in `columns` as given, the totals are row
   * -1.
   */
  cellClass?: ((row: number, column: number) => string | undefined) | undefined
  /** The totals, frozen under the header; a text for each column, '' for none. */
  summary?: string[]
  /** What the totals' texts are of: given, they can be selected, copied and explained as row -1. */
  summaryValues?: readonly CellValue[] | undefined
  rowMark?: (row: number) => TableRowMark | undefined
  /** Maximal width of a column in pixels, 0 unlimited (the setting maxColumnWords). */
  maxColumnWords: number
  /** Lines that a cell's text may wrap to, 0 unlimited (the setting maxCellRows). */
  maxCellRows: number
  /** Remembers widths and order under this name in this browser. */
  memory?: string
  /** `columns` come as the reader wants them (an address says so): the remembered order is not applied. */
  orderGiven?: boolean
  /** Keys in their new order, when the reader moved a column. */
  onOrder?: (keys: string[]) => void
  onSelection?: (status: SelectionStatus | null) => void
  onSort?: (key: string, desc: boolean) => void
  onFilter?: (position: CellPosition) => void
  onOpen?: (position: CellPosition) => void
  /** Tells why a figure is what it is. */
  onExplain?: (position: CellPosition) => void
  /** Tells what a column means; its head gets a `?`. `column` counts in `columns` as given. */
  onDescribe?: (column: number) => void
  /** Name for screen readers. */
  label: string
  /**
   * What a head, a total or a cell says to a pointer that rests on it; `row` is null for the head and -1 for the totals.
   */
  hintAt?: (row: number | null, column: number) => HintLines
  /** Of a row of one line; 24 unless told. */
  rowHeight?: number
  /** Names the result. When it changes, selection and scroll start anew; rows that are only appended keep both. */
  dataKey?: string | number
  /** Fewer rows leave scroll and selection where they are: one of them was deleted. */
  keepsPlace?: boolean
  /**
   * What the rows are taken from: while it stays the same, fewer of them keep the columns as wide as more made them, so
   * that a search does not move the columns at each letter.
   */
  narrowedFrom?: unknown
  /** Stands where rows would be when there are none. */
  empty?: ReactNode
}
