// Rows that come from the server by pages, as one scrolls: each page is asked for once, and again by whoever is told
// that it failed.
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
  /** By the page's number, from 0. */
  private pages = new Map<number, readonly Row[]>()
  /** Why pages did not come, by their numbers. */
  private failures = new Map<number, CallError>()
  total = 0

  constructor(source: PageSource<Row>, idOf: (row: Row) => string, onChange: () => void) {
    this.source = source
    this.idOf = idOf
    this.onChange = onChange
  }

  /**
   * Asks for a page of a question, counted from 1, or the last one where there are not so many; answers which it was.
   * What was read before stays until it is there.
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

  /** Whether its rows are those of the question, and not of the one before it. */
  answers(question: ListQuestion): boolean {
    return keyOf(question) === keyOf(this.question)
  }

  /** The first page that did not come, counted from 1. */
  get failure(): { page: number; error: CallError } | null {
    const [first] = [...this.failures].sort(([one], [other]) => one - other)
    return first ? { page: first[0] + 1, error: first[1] } : null
  }

  /** Asks again for the pages that did not come. */
  retry(): void {
    const failed = [...this.failures.keys()]
    this.failures.clear()
    for (const page of failed) {
      this.asked.delete(page)
      void this.bring(page)
    }
    this.tell()
  }

  /** The page of a place in the list, counted from 1. */
  pageOf(index: number): number {
    return Math.floor(index / this.source.size) + 1
  }

  startOf(page: number): number {
    return (page - 1) * this.source.size
  }

  /** Asks for the first page again; others stay unless rows came or went, which moves all. */
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
   * Where rows went, those after them stand elsewhere: their pages are asked for anew. One that came stands first until
   * the server says where it belongs, or that it does not answer the question.
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
    // Where it fails they stay first, and the next reading tells.
    this.renewFirst().catch(() => undefined)
  }

  private forgetFrom(page: number): void {
    this.pages = new Map([...this.pages].filter(([number]) => number < page))
    for (const number of this.asked) if (number >= page) this.asked.delete(number)
    for (const number of this.failures.keys()) if (number >= page) this.failures.delete(number)
    void this.bring(page)
  }

  /** As the table takes them, by the columns' values. */
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
      // Lists count no sums; how many cells are chosen is known by their number.
      count: async ({ firstRow, lastRow, columns }) => ({
        count: (lastRow - firstRow + 1) * columns.length,
        sum: null,
        average: null,
      }),
    }
  }

  /** All rows from the first to before the end, read where they are missing. */
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
