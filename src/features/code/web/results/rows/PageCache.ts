// Loaded rows of one result (or of one view of it), as an LRU cache of pages around the visible ones, so that
// a million rows take no more memory than a screen.
import type { CellValue, RowPiece } from '#web/table/types.ts'

/** Rows from the server, which may begin earlier than requested and be more or fewer. */
export interface FetchedRows {
  from: number
  /** Column-wise. */
  data: readonly (readonly CellValue[])[]
}

export type FetchRows = (from: number, count: number, signal: AbortSignal) => Promise<FetchedRows>

interface PageCacheOptions {
  columnCount: number
  fetchRows: FetchRows
  /** Called when visible rows can't be loaded, and with null when they can again. */
  onProblem?: (problem: unknown) => void
}

interface Page {
  /** Loaded rows, from the page's first on. */
  count: number
  columns: CellValue[][]
}

const mostCells = 240_000
const cellsOfPage = 5_000
const largestPage = 512
const smallestPage = 16
/** Cells that a copy requests at once. */
const cellsOfPiece = 60_000
const retryMs = 2_000
/**
 * Scrolling faster than this many pages per frame is passing by: rows are fetched only where the reader
 * stops.
 */
const settleMs = 70

/** A power of two, so that the server's chunks hold whole pages. */
export function pageSizeFor(columnCount: number): number {
  let size = largestPage
  while (size > smallestPage && size * columnCount > cellsOfPage) size /= 2
  return size
}

export class PageCache {
  readonly pageSize: number
  private rows = 0
  private readonly pages = new Map<number, Page>()
  private readonly options: PageCacheOptions
  private readonly listeners = new Set<() => void>()
  private readonly asked = new Map<number, AbortController>()
  private wanted = { first: 0, end: 0 }
  private direction: 1 | -1 = 1
  private timer: ReturnType<typeof setTimeout> | undefined
  private retry: ReturnType<typeof setTimeout> | undefined
  private failed = false
  private ended = false

  constructor(options: PageCacheOptions) {
    this.options = options
    this.pageSize = pageSizeFor(options.columnCount)
  }

  get rowCount(): number {
    return this.rows
  }

  /** Number of cells in the cache. */
  get cellCount(): number {
    let cells = 0
    for (const page of this.pages.values()) cells += page.count * this.options.columnCount
    return cells
  }

  /** Grows while the run continues. */
  setRowCount(rowCount: number): void {
    this.rows = Math.max(this.rows, rowCount)
  }

  cellAt = (row: number, column: number): CellValue => {
    const page = this.pages.get(Math.floor(row / this.pageSize))
    return page?.columns[column]?.[row % this.pageSize] ?? null
  }

  isLoaded = (row: number): boolean => {
    const page = this.pages.get(Math.floor(row / this.pageSize))
    return page !== undefined && row % this.pageSize < page.count
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Stores rows that came with an answer. */
  put({ from, data }: FetchedRows): void {
    const length = data[0]?.length ?? 0
    this.rows = Math.max(this.rows, from + length)
    const last = Math.floor((from + length - 1) / this.pageSize)
    for (let index = Math.floor(from / this.pageSize); index <= last; index++) this.fill(index, from, data)
    this.evict()
    for (const listener of this.listeners) listener()
  }

  want = (firstRow: number, endRow: number): void => {
    if (this.ended) return
    const { first } = this.wanted
    const moved = Math.abs(firstRow - first)
    if (firstRow !== first) this.direction = firstRow > first ? 1 : -1
    this.wanted = { first: firstRow, end: Math.min(endRow, this.rows) }
    this.touch()
    if (!this.isMissing()) return
    if (moved > this.pageSize) {
      clearTimeout(this.timer)
      this.timer = setTimeout(this.fetchWanted, settleMs)
    } else {
      this.timer ??= setTimeout(this.fetchWanted, 0)
    }
  }

  /**
   * All rows in order, cached ones as they are, others fetched but not cached: a copy must not evict the
   * visible pages.
   */
  async *pieces(firstRow: number, endRow: number, signal: AbortSignal): AsyncGenerator<RowPiece> {
    const most = Math.max(this.pageSize, Math.floor(cellsOfPiece / Math.max(1, this.options.columnCount)))
    let row = firstRow
    while (row < endRow) {
      signal.throwIfAborted()
      const kept = this.keptPiece(row, endRow)
      if (kept) {
        yield kept
        row = kept.endRow
        continue
      }
      const { from, data } = await this.options.fetchRows(row, Math.min(most, endRow - row), signal)
      const end = Math.min(endRow, from + (data[0]?.length ?? 0))
      if (end <= row) throw new Error('部分行读取失败，请重试')
      yield { firstRow: row, endRow: end, cellAt: (at, column) => data[column]?.[at - from] ?? null }
      row = end
    }
  }

  /** Rows of one page; keeps a reference, because the page may be evicted during the copy. */
  private keptPiece(row: number, endRow: number): RowPiece | null {
    const index = Math.floor(row / this.pageSize)
    const page = this.pages.get(index)
    const start = index * this.pageSize
    if (!page || row >= start + page.count) return null
    const { columns } = page
    return {
      firstRow: row,
      endRow: Math.min(endRow, start + page.count),
      cellAt: (at, column) => columns[column]?.[at - start] ?? null,
    }
  }

  /** Retries failed requests at once. */
  retryNow = (): void => {
    clearTimeout(this.retry)
    this.failed = false
    this.fetchWanted()
  }

  dispose(): void {
    this.ended = true
    clearTimeout(this.timer)
    clearTimeout(this.retry)
    for (const asking of this.asked.values()) asking.abort()
    this.asked.clear()
    this.pages.clear()
    this.listeners.clear()
  }

  private fill(index: number, from: number, data: FetchedRows['data']): void {
    const start = index * this.pageSize
    const page = this.pages.get(index) ?? { count: 0, columns: data.map(() => []) }
    const first = start + page.count
    const end = Math.min(start + this.pageSize, from + (data[0]?.length ?? 0))
    // Rows before it are missing: a page has no gaps.
    if (from > first || end <= first) return
    for (const [column, cells] of data.entries()) {
      const fresh = cells.slice(first - from, end - from)
      page.columns[column] = page.count === 0 ? fresh : [...(page.columns[column] ?? []), ...fresh]
    }
    page.count = end - start
    this.pages.set(index, page)
  }

  /** The visible pages, and one more in the scroll direction. */
  private wantedPages(): number[] {
    const { first, end } = this.wanted
    if (end <= first) return []
    const firstPage = Math.floor(first / this.pageSize)
    const lastPage = Math.floor((end - 1) / this.pageSize)
    const pages = Array.from({ length: lastPage - firstPage + 1 }, (_, at) => firstPage + at)
    const next = this.direction > 0 ? lastPage + 1 : firstPage - 1
    return next >= 0 && next * this.pageSize < this.rows ? [...pages, next] : pages
  }

  private isWhole(index: number): boolean {
    const wanted = Math.min(this.pageSize, this.rows - index * this.pageSize)
    return (this.pages.get(index)?.count ?? 0) >= wanted
  }

  private isMissing(): boolean {
    return this.wantedPages().some((index) => !this.isWhole(index))
  }

  /** Marks the visible pages as most recently used. */
  private touch(): void {
    for (const index of this.wantedPages()) {
      const page = this.pages.get(index)
      if (!page) continue
      this.pages.delete(index)
      this.pages.set(index, page)
    }
  }

  private evict(): void {
    const perRow = Math.max(1, this.options.columnCount)
    let cells = this.cellCount
    const inView = new Set(this.wantedPages())
    for (const [index, page] of this.pages) {
      if (cells <= mostCells) return
      if (inView.has(index)) continue
      this.pages.delete(index)
      cells -= page.count * perRow
    }
  }

  private fetchWanted = (): void => {
    this.timer = undefined
    if (this.ended || this.failed) return
    const wanted = this.wantedPages()
    for (const [index, asking] of this.asked) {
      if (!wanted.includes(index)) asking.abort()
    }
    for (const index of wanted) {
      if (!this.asked.has(index) && !this.isWhole(index)) void this.fetchPage(index)
    }
  }

  private async fetchPage(index: number): Promise<void> {
    const asking = new AbortController()
    this.asked.set(index, asking)
    try {
      const start = index * this.pageSize + (this.pages.get(index)?.count ?? 0)
      const count = Math.min((index + 1) * this.pageSize, this.rows) - start
      const rows = await this.options.fetchRows(start, count, asking.signal)
      if (asking.signal.aborted) return
      const isNew = rows.from + (rows.data[0]?.length ?? 0) > start
      if (!isNew) throw new Error('部分行读取失败')
      this.put(rows)
      this.options.onProblem?.(null)
    } catch (problem) {
      if (!asking.signal.aborted) this.fail(problem)
    } finally {
      if (this.asked.get(index) === asking) this.asked.delete(index)
      // Fewer rows than requested may have arrived, and the reader may have scrolled on.
      if (!this.ended && !this.failed && this.isMissing()) this.timer ??= setTimeout(this.fetchWanted, 0)
    }
  }

  private fail(problem: unknown): void {
    this.failed = true
    this.options.onProblem?.(problem)
    clearTimeout(this.retry)
    this.retry = setTimeout(this.retryNow, retryMs)
  }
}
