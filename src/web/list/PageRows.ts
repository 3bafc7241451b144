// Rows loaded from the server by pages, on scrolling: each page is requested once; after a failure the caller
// may retry.
import { type CallError, failureOf } from '../api/callError.ts'
import type { CellValue, RemoteRows, RowPiece } from '../table/types.ts'
import type { ListQuestion, ListSource, RowsInOrder } from './types.ts'

type PageSource<Row> = Extract<ListSource<Row>, { kind: 'pages' }>

export class PageRows<Row> {
  private readonly source: PageSource<Row>
  private readonly idOf: (row: Row) => string
  private readonly onChange: () => void
  private question: ListQuestion = { text: '', filters: {}, sort: '', desc: false }
  private asking: AbortController = new AbortController()
  private readonly asked = new Set<number>()
  private readonly listeners = new Set<() => void>()
  /** Loaded pages by page number, from 0. */
  private pages = new Map<number, readonly Row[]>()
  /** Failures by page number. */
  private failures = new Map<number, CallError>()
  total = 0

  constructor(source: PageSource<Row>, idOf: (row: Row) => string, onChange: () => void) {
    this.source = source
    this.idOf = idOf
    this.onChange = onChange
  }

  /**
   * Loads a page of a question, counted from 1, or the last page if there are fewer; resolves to the loaded page's
   * number. Former rows stay meanwhile.
   */
  async restart(question: ListQuestion, wanted: number, signal: AbortSignal): Promise<number> {
    this.asking.abort()
    const asking = new AbortController()
    this.asking = asking
    const either = AbortSignal.any([signal, asking.signal])
    const { page, total, rows } = await this.askWithin(question, wanted - 1, either)
    if (asking.signal.aborted) return wanted
    this.question = question
    this.total = total
    this.pages = new Map([[page, rows]])
    this.failures.clear()
    this.asked.clear()
    this.asked.add(page)
    this.tell()
    return page + 1
  }

  private async askWithin(question: ListQuestion, page: number, signal: AbortSignal) {
    const answer = await this.ask(question, page, signal)
    const last = Math.max(0, Math.ceil(answer.total / this.source.size) - 1)
    if (page <= last) return { ...answer, page }
    return { ...(await this.ask(question, last, signal)), page: last }
  }

  /** Whether the rows belong to this question, not to the former one. */
  answers(question: ListQuestion): boolean {
    return keyOf(question) === keyOf(this.question)
  }

  /** The first failed page, counted from 1. */
  get failure(): { page: number; error: CallError } | null {
    const [first] = [...this.failures].sort(([one], [other]) => one - other)
    return first ? { page: first[0] + 1, error: first[1] } : null
  }

  /** Retries the failed pages. */
  retry(): void {
    const failed = [...this.failures.keys()]
    this.failures.clear()
    for (const page of failed) {
      this.asked.delete(page)
      void this.bring(page)
    }
    this.tell()
  }

  /** The page of a row index, counted from 1. */
  pageOf(index: number): number {
    return Math.floor(index / this.source.size) + 1
  }

  startOf(page: number): number {
    return (page - 1) * this.source.size
  }

  /** Reloads the first page; others stay unless the number of rows changed, which shifts them. */
  async renewFirst(): Promise<void> {
    const { signal } = this.asking
    const { total, rows } = await this.ask(this.question, 0, signal)
    if (signal.aborted) return
    if (total !== this.total) {
      this.asked.clear()
      this.failures.clear()
    }
    this.pages = new Map(total === this.total ? this.pages : []).set(0, rows)
    this.asked.add(0)
    this.total = total
    this.tell()
  }

  get first(): readonly Row[] {
    return this.pages.get(0) ?? []
  }

  rowAt(index: number): Row | undefined {
    const { size } = this.source
    return this.pages.get(Math.floor(index / size))?.[index % size]
  }

  inOrder(): RowsInOrder<Row> {
    return { count: this.total, at: (index) => this.rowAt(index), placeOf: (id) => this.placeOf(id) }
  }

  /**
   * If rows were removed, later rows shift, and their pages are loaded again. An added row is shown first until the
   * server places or excludes it.
   */
  change(put: readonly Row[], drop: readonly string[], came: readonly Row[] = []): void {
    const fresh = new Map(put.map((row) => [this.idOf(row), row]))
    for (const [page, rows] of this.pages)
      this.pages.set(
        page,
        rows.map((row) => fresh.get(this.idOf(row)) ?? row),
      )
    const places = drop.map((id) => this.placeOf(id)).filter((at) => at >= 0)
    if (places.length > 0) this.forgetFrom(Math.floor(Math.min(...places) / this.source.size))
    this.total -= places.length
    const unknown = came.filter((row) => this.placeOf(this.idOf(row)) < 0)
    if (unknown.length > 0) this.lead(unknown)
    this.tell()
  }

  private lead(came: readonly Row[]): void {
    this.pages = new Map([[0, [...came, ...this.first]]])
    this.total += came.length
    this.failures.clear()
    this.asked.clear()
    this.asked.add(0)
    // On failure the added rows stay first, until the next load.
    this.renewFirst().catch(() => undefined)
  }

  private forgetFrom(page: number): void {
    this.pages = new Map([...this.pages].filter(([number]) => number < page))
    for (const number of this.asked) if (number >= page) this.asked.delete(number)
    for (const number of this.failures.keys()) if (number >= page) this.failures.delete(number)
    void this.bring(page)
  }

  /** The table's remote source, with the columns' values. */
  remote(cellOf: (row: Row, column: number) => CellValue): RemoteRows {
    const { size } = this.source
    const cellAt = (index: number, column: number) => {
      const row = this.rowAt(index)
      return row === undefined ? null : cellOf(row, column)
    }
    return {
      isLoaded: (index) => this.rowAt(index) !== undefined,
      want: (first, end) => {
        for (let page = Math.floor(first / size); page * size < Math.min(end, this.total); page++)
          void this.bring(page)
      },
      subscribe: (listener) => {
        this.listeners.add(listener)
        return () => this.listeners.delete(listener)
      },
      pieces: (first, end, signal) => this.pieces(first, end, signal, cellAt),
      // Lists have no sums; the number of selected cells is enough.
      count: async ({ firstRow, lastRow, columns }) => ({
        count: (lastRow - firstRow + 1) * columns.length,
        sum: null,
        average: null,
      }),
    }
  }

  /** All rows in the range, loaded where missing. */
  async *read(first: number, end: number, signal: AbortSignal): AsyncGenerator<Row> {
    const { size } = this.source
    for (let index = first; index < Math.min(end, this.total); index++) {
      if (this.rowAt(index) === undefined) {
        const page = Math.floor(index / size)
        const { rows } = await this.ask(this.question, page, signal)
        this.pages.set(page, rows)
        this.asked.add(page)
        this.failures.delete(page)
      }
      const row = this.rowAt(index)
      if (row === undefined) return
      yield row
    }
  }

  private async *pieces(
    first: number,
    end: number,
    signal: AbortSignal,
    cellAt: RowPiece['cellAt'],
  ): AsyncGenerator<RowPiece> {
    let index = first
    for await (const _ of this.read(first, end, signal)) {
      yield { firstRow: index, endRow: index + 1, cellAt }
      index += 1
    }
  }

  private placeOf(id: string): number {
    for (const [page, rows] of this.pages) {
      const at = rows.findIndex((row) => this.idOf(row) === id)
      if (at >= 0) return page * this.source.size + at
    }
    return -1
  }

  private async bring(page: number): Promise<void> {
    if (this.asked.has(page)) return
    this.asked.add(page)
    const { signal } = this.asking
    try {
      const { total, rows } = await this.ask(this.question, page, signal)
      if (signal.aborted) return
      this.pages.set(page, rows)
      this.total = total
      this.tell()
    } catch (error) {
      if (signal.aborted) return
      this.failures.set(page, failureOf(error))
      this.tell()
    }
  }

  private ask(question: ListQuestion, page: number, signal: AbortSignal) {
    const { text, filters, sort, desc } = question
    const { size } = this.source
    return this.source.read({ text, filters, sort, desc, page: page + 1, size }, signal)
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
    this.onChange()
  }
}

const keyOf = ({ text, filters, sort, desc }: ListQuestion): string =>
  JSON.stringify([text, Object.entries(filters).sort(), sort, desc])
