// What the one table of the product is given. Cells come by columns, as they travel.

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
}

export interface CellPosition {
  row: number
  column: number
}

export interface CellRange {
  /** Both ends included. */
  rows: [number, number]
  columns: [number, number]
}

export interface SelectionStatus {
  rows: number
  columns: number
  /** Cells that are not empty. */
  count: number
  /** Over numeric cells; null where none is. */
  sum: number | null
  average: number | null
}

export interface DataTableProps {
  columns: TableColumn[]
  rowCount: number
  /** Reads one cell; must be O(1). */
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
  /** Width in pixels by column key, and order of keys, when the reader changed them. */
  onOrder?: (keys: string[]) => void
  onSelection?: (status: SelectionStatus | null) => void
  onSort?: (key: string, desc: boolean) => void
  onFilter?: (position: CellPosition) => void
  onOpen?: (position: CellPosition) => void
  /** Name for screen readers. */
  label: string
  rowHeight?: number
}
