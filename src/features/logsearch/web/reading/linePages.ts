// The matches of a search, of which only those near the view are loaded. Pages are linked by cursors; a
// distant row is located through the counts over time.
import type { CellValue, RemoteRows, RowPiece } from '#web/table/types.ts'
import { placeOfRow } from './farRows.ts'
import { inStore, pageSize, type Question, readPage, type ShownLine } from './question.ts'

interface Page {
  first: number
  lines: readonly ShownLine[]
  /** For the next page; null at the end of the question. */
  cursor: string | null
  /** The question, which may be part of the whole. */
  question: Question
}

/** Pages in memory; the least recently seen are dropped. */
const mostPages = 60
/** Up to this distance, rows are loaded page by page. */
const nearPages = 6

export class LinePages {
  readonly question: Question
  /** The row count for the table: rows known to exist. */
  rowCount = 0
  /** Whether the end is known. */
  complete = false
  failure: unknown = null
  /** By the row that each begins with. */
  private readonly pages = new Map<number, Page>()
  private readonly listeners = new Set<() => void>()
  private readonly ending = new AbortController()
  private wanted: { first: number; end: number } | null = null
  private reading = false
  private counted = 0
  private growing = false

  constructor(question: Question) {
    this.question = question
  }

  close(): void {
    this.ending.abort()
    this.listeners.clear()
  }

  /** The search's first page; it may grow until complete. */
  begin(lines: readonly ShownLine[], cursor: string | null, whole = true): void {
    this.growing = !whole
    // Later pages already contain what was added since.
    if (this.pages.size > 1) return
    this.put({ first: 0, lines, cursor, question: this.question })
  }

  /** It will not grow further: missing rows are loaded as pages. */
  settleFirst(): void {
    if (!this.growing) return
    this.growing = false
    if (this.wanted) this.want(this.wanted.first, this.wanted.end)
  }

  /** Sets the number of matches, counted so far or finally. */
  expect(count: number): void {
    this.counted = count
    this.settle()
  }

  lineAt(row: number): ShownLine | undefined {
    const page = this.pageOf(row)
    return page?.lines[row - page.first]
  }

  rowOf(id: string): number | null {
    for (const { first, lines } of this.pages.values()) {
      const at = lines.findIndex((line) => line.id === id)
      if (at >= 0) return first + at
    }
    return null
  }

  isLoaded = (row: number): boolean => this.lineAt(row) !== undefined

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  want = (first: number, end: number): void => {
    this.wanted = { first, end: Math.min(end, this.rowCount) }
    if (!this.reading && !this.growing) queueMicrotask(() => void this.readOn())
  }

  /** Loads a missing row; undefined where that fails. */
  async lineFor(row: number, signal: AbortSignal): Promise<ShownLine | undefined> {
    while (!this.isLoaded(row) && row < this.rowCount) {
      signal.throwIfAborted()
      if (!(await this.readTowards(row, AbortSignal.any([signal, this.ending.signal])))) break
    }
    return this.lineAt(row)
  }

  private pageOf(row: number): Page | undefined {
    for (const page of this.pages.values()) {
      if (row < page.first || row >= page.first + page.lines.length) continue
      // Marks the page as most recently used.
      this.pages.delete(page.first)
      this.pages.set(page.first, page)
      return page
    }
    return undefined
  }

  private put(page: Page): void {
    this.pages.set(page.first, page)
    for (const first of this.pages.keys()) {
      if (this.pages.size <= mostPages) break
      // All other pages can be found again from the first.
      if (first !== 0) this.pages.delete(first)
    }
    this.settle()
    for (const listener of this.listeners) listener()
  }

  /** Rows that are loaded or counted; with the last page loaded, exactly its end. */
  private settle(): void {
    let here = 0
    let ended = false
    for (const { first, lines, cursor, question } of this.pages.values()) {
      here = Math.max(here, first + lines.length)
      if (cursor === null && question === this.question) ended = true
    }
    this.complete = ended
    this.rowCount = ended ? here : Math.max(here, this.counted)
  }

  private async readOn(): Promise<void> {
    if (this.reading) return
    this.reading = true
    try {
      for (let row = this.missing(); row !== null; row = this.missing()) {
        if (!(await this.readTowards(row, this.ending.signal))) break
      }
      this.failure = null
    } catch (error) {
      if (!this.ending.signal.aborted) {
        this.failure = error
        for (const listener of this.listeners) listener()
      }
    } finally {
      this.reading = false
    }
  }

  private missing(): number | null {
    if (!this.wanted) return null
    for (let row = this.wanted.first; row < Math.min(this.wanted.end, this.rowCount); row += 1)
      if (!this.isLoaded(row)) return row
    return null
  }

  /** Loads one page nearer to a row; false where there is no way on. */
  private async readTowards(row: number, signal: AbortSignal): Promise<boolean> {
    const before = this.pageBefore(row)
    if (before && row - before.first - before.lines.length < nearPages * pageSize)
      return this.readAfter(before, signal)
    const place = await placeOfRow(this.question, row, signal)
    if (place === null) return before ? this.readAfter(before, signal) : false
    const page = await readPage(place.question, { limit: pageSize }, signal)
    this.put({
      first: place.first,
      lines: inStore(page.lines, this.question.store),
      cursor: page.cursor,
      question: place.question,
    })
    return page.lines.length > 0
  }

  /** The nearest page before a row with a cursor. */
  private pageBefore(row: number): Page | undefined {
    let nearest: Page | undefined
    for (const page of this.pages.values()) {
      const end = page.first + page.lines.length
      if (end <= row && page.cursor !== null && end > (nearest ? nearest.first + nearest.lines.length : -1))
        nearest = page
    }
    return nearest
  }

  private async readAfter(before: Page, signal: AbortSignal): Promise<boolean> {
    if (before.cursor === null) return false
    const page = await readPage(before.question, { cursor: before.cursor, limit: pageSize }, signal)
    const first = before.first + before.lines.length
    if (page.lines.length === 0) {
      // Nothing found within the time limit, or the end.
      this.put({ ...before, cursor: page.cursor })
      return page.cursor !== null
    }
    this.put({
      first,
      lines: inStore(page.lines, this.question.store),
      cursor: page.cursor,
      question: before.question,
    })
    return true
  }
}

/** The book as the table's row source. */
export function remoteRows(book: LinePages, cellAt: (row: number, column: number) => CellValue): RemoteRows {
  return {
    isLoaded: book.isLoaded,
    want: book.want,
    subscribe: book.subscribe,
    pieces: (firstRow, endRow, signal) => piecesOf(book, firstRow, endRow, signal, cellAt),
    count: ({ firstRow, lastRow, columns }) =>
      Promise.resolve({ count: (lastRow - firstRow + 1) * columns.length, sum: null, average: null }),
  }
}

async function* piecesOf(
  book: LinePages,
  firstRow: number,
  endRow: number,
  signal: AbortSignal,
  cellAt: RowPiece['cellAt'],
): AsyncIterable<RowPiece> {
  for (let row = firstRow; row < endRow; ) {
    if ((await book.lineFor(row, signal)) === undefined) throw new Error('lines are no longer to be had')
    let end = row + 1
    while (end < endRow && book.isLoaded(end)) end += 1
    yield { firstRow: row, endRow: end, cellAt }
    row = end
  }
}
