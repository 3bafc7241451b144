// What the one table of the product is given. Cells come by columns, as they travel.
import type { ReactNode } from 'react'

export type CellValue = string | number | boolean | null

export interface TableColumn {
  key: string
  title: string
  /** Muted after the title: 元, %. */
  unit: string
  align: 'left' | 'right'
  /** The text of a cell as it is painted and copied. Called for cells in view and for copies: keep it cheap. */
  format: (value: CellValue) => string
  /** Whether its numbers count in the status line's sum and average. */
  numeric: boolean
  /** 2 to 5 characters after the title's row: a type badge; absent in reports. */
  badge?: string
  sorted?: 'asc' | 'desc'
  /** Frozen columns stand at the left; they come first in `columns`. */
  frozen?: boolean
  /** The next column belongs to it (a figure and its change), so no line stands between them. */
  paired?: boolean
}

export interface TableRowMark {
  /** Weekend or holiday: tinted. */
  tint?: boolean
  /** A day that is not over: hatched. */
  unfinished?: boolean
  /** After the first cell's text, muted: 周六. */
  weekday?: string
  /** 休 or 班. */
  holiday?: '休' | '班'
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
}

export interface DataTableProps {
  columns: TableColumn[]
  rowCount: number
  /** Reads one cell; must be O(1). A new function means new data: keep it stable between renders. */
  cellAt: (row: number, column: number) => CellValue
  /** The totals, frozen under the header; a text for each column, '' for none. */
  summary?: string[]
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
  /** Name for screen readers. */
  label: string
  /** Of a row of one line; 24 unless told. */
  rowHeight?: number
  /** Names the result. When it changes, selection and scroll start anew; rows that are only appended keep both. */
  dataKey?: string | number
  /** Stands where rows would be when there are none. */
  empty?: ReactNode
}
