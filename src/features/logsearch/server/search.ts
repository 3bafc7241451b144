// One search: scans blocks in the order of their times, so that the first page is ready early, and counts
// until everything is scanned. Lines are ordered by time, file and offset, whatever is written meanwhile.
import { barOf, comparePlaces } from './engine/order.ts'
import {
  type Asking,
  type Bars,
  blockBytes,
  type FoundLine,
  type LinePlace,
  type Scanned,
} from './engine/orders.ts'
import { type LogFile, listFiles } from './files.ts'
import type { Block } from './measures.ts'
import type { Place } from './places.ts'
import { LogFileGone, type LogReaders } from './readers.ts'

export interface SearchSettings {
  place: Place
  asking: Asking
  bars: Bars | null
  /** Whether all matches are counted; otherwise it ends with its page. */
  counting: boolean
  limit: number
  after: LinePlace | null
  newest: boolean
  /** The user's line in the readers' queue. */
  line: string | number
}

export interface FoundPlace extends FoundLine {
  file: LogFile
}

interface FoundPage {
  places: FoundPlace[]
  next: LinePlace | null
  whole: boolean
}

const mostAtOnce = 16

export class Search {
  readonly #readers: LogReaders
  readonly #settings: SearchSettings
  readonly #blocks: Block[]
  readonly #ended: boolean[]
  readonly #control = new AbortController()
  readonly #begun = performance.now()
  readonly #notes: Set<string>
  readonly #moved = new Map<string, LogFile | null>()
  /** Every block before this index was started. */
  #taken = 0
  /** Every block before this index has ended. */
  #frontier = 0
  #found: FoundPlace[] = []
  #wholePage: FoundPage | null = null
  #count = 0
  #untimed = 0
  readonly #bars: number[]
  #bytes = 0
  readonly #allBytes: number
  #step = 1
  #tookMs: number | null = null
  readonly finished: Promise<void>
  readonly pageFound: Promise<void>
  #tellPage: () => void

  constructor(readers: LogReaders, settings: SearchSettings, blocks: Block[], notes: readonly string[]) {
    this.#readers = readers
    this.#settings = settings
    this.#notes = new Set(notes)
    this.#bars = new Array(settings.bars?.count ?? 0).fill(0)
    this.#blocks = blocks.filter((block) => mayHold(block, settings)).sort(inOrder(settings.newest))
    this.#ended = this.#blocks.map(() => false)
    this.#allBytes = this.#blocks.reduce((sum, block) => sum + bytesOf(block), 0)
    const page = Promise.withResolvers<void>()
    this.pageFound = page.promise
    this.#tellPage = page.resolve
    this.finished = this.#run()
    this.finished.catch(() => undefined)
  }

  get state(): 'running' | 'done' | 'stopped' {
    if (this.#control.signal.aborted) return 'stopped'
    return this.#tookMs === null ? 'running' : 'done'
  }

  get counts() {
    const { bars } = this.#settings
    return {
      count: this.#count,
      untimed: this.#untimed,
      bars: bars && { from: bars.from, step: bars.step, counts: this.#bars },
      done: this.#allBytes === 0 || this.state === 'done' ? 1 : Math.min(0.999, this.#bytes / this.#allBytes),
      bytes: this.#bytes,
      elapsedMs: Math.round(this.#tookMs ?? performance.now() - this.#begun),
      notes: [...this.#notes],
    }
  }

  /** The part of the page that is certain by now. */
  get page(): FoundPage {
    return this.#wholePage ?? this.#certain()
  }

  get masks(): SearchSettings['asking']['masks'] {
    return this.#settings.asking.masks
  }

  /** The file's present path; null where it is gone. */
  pathNow(file: LogFile): LogFile | null {
    return this.#moved.get(file.key) ?? file
  }

  stop(reason: unknown = new Error('stopped')): void {
    if (this.state === 'running') this.#control.abort(reason)
  }

  async #run(): Promise<void> {
    this.#lookAtPage()
    const lanes = Array.from({ length: this.#readers.atOnce }, () => this.#lane())
    try {
      await Promise.all(lanes)
    } finally {
      this.#tookMs = performance.now() - this.#begun
      this.#tellPage()
    }
  }

  async #lane(): Promise<void> {
    for (;;) {
      this.#control.signal.throwIfAborted()
      const batch = this.#nextBatch()
      if (batch.length === 0) return
      await this.#scan(batch)
      this.#lookAtPage()
    }
  }

  get #isOver(): boolean {
    return this.#wholePage !== null && !this.#settings.counting
  }

  /** The next blocks of one file; blocks that only need counting are added without reading. */
  #nextBatch(): number[] {
    const batch: number[] = []
    const most = this.#wholePage ? mostAtOnce : this.#step
    while (!this.#isOver && this.#taken < this.#blocks.length && batch.length < most) {
      const block = this.#blocks[this.#taken] as Block
      const first = this.#blocks[batch[0] ?? this.#taken] as Block
      if (first.file !== block.file) break
      const bar = this.#wholePage && this.#isAll() ? this.#barOf(block) : null
      if (bar === null) batch.push(this.#taken)
      else {
        this.#add({ count: block.lines, untimed: 0, bars: [bar, block.lines], lines: [] }, block.file)
        this.#end(this.#taken)
      }
      this.#taken += 1
    }
    this.#step = Math.min(mostAtOnce, this.#step * 2)
    return batch
  }

  #isAll(): boolean {
    const { condition, scope } = this.#settings.asking
    return condition.kind === 'all' && scope === null
  }

  /** The bar that contains all of its lines, where all are within the queried time. */
  #barOf({ low, high, exact }: Block): number | null {
    const { bars, asking } = this.#settings
    if (!exact) return null
    if ((asking.from !== null && low < asking.from) || (asking.to !== null && high >= asking.to)) return null
    if (!bars) return 0
    const bar = barOf(bars, low)
    return bar === barOf(bars, high) ? bar : null
  }

  async #scan(batch: readonly number[]): Promise<void> {
    const blocks = batch.map((at) => this.#blocks[at] as Block)
    const file = (blocks[0] as Block).file
    try {
      this.#add(await this.#read(file, blocks), file)
    } catch (error) {
      this.#control.signal.throwIfAborted()
      if (!(error instanceof LogFileGone)) throw error
      this.#notes.add(`${file.name} 在查询时被移走或清空，结果不含它余下的部分`)
    }
    for (const at of batch) this.#end(at)
  }

  async #read(file: LogFile, blocks: readonly Block[]): Promise<Scanned> {
    const { asking, bars, newest, after } = this.#settings
    // One more line tells whether there is another page.
    const limit = this.#wholePage ? 0 : this.#settings.limit + 1
    const ordered = blocks.map((block) => ({
      block: block.block,
      carry: block.carry,
      bar: this.#barOf(block),
    }))
    const ask = (now: LogFile) =>
      this.#readers.ask(
        { kind: 'scan', file: now, key: file.key, blocks: ordered, asking, bars, limit, after, newest },
        this.#control.signal,
        this.#settings.line,
      )
    try {
      return await ask(this.pathNow(file) ?? file)
    } catch (error) {
      if (this.#control.signal.aborted) throw error
      // A file renamed meanwhile is found under its new name; a dead reader is replaced.
      const now = error instanceof LogFileGone ? await this.#find(file) : file
      if (!now) throw error
      return await ask(now)
    }
  }

  async #find(file: LogFile): Promise<LogFile | null> {
    const { files } = await listFiles(this.#settings.place)
    const now = files.find(({ key, size }) => key === file.key && size >= file.size)
    const found = now ? { ...file, path: now.path, name: now.name } : null
    this.#moved.set(file.key, found)
    return found
  }

  #add({ count, untimed, bars, lines }: Scanned, file: LogFile): void {
    this.#count += count
    this.#untimed += untimed
    for (let at = 0; at < bars.length; at += 2) {
      const bar = bars[at] ?? 0
      this.#bars[bar] = (this.#bars[bar] ?? 0) + (bars[at + 1] ?? 0)
    }
    for (const line of lines) this.#found.push({ ...line, file })
  }

  #end(at: number): void {
    this.#ended[at] = true
    this.#bytes += bytesOf(this.#blocks[at] as Block)
    while (this.#ended[this.#frontier]) this.#frontier += 1
  }

  #lookAtPage(): void {
    if (this.#wholePage) return
    const page = this.#certain()
    if (!page.whole) return
    this.#wholePage = page
    this.#found = []
    this.#tellPage()
  }

  #certain(): FoundPage {
    const { limit, newest } = this.#settings
    const sign = newest ? -1 : 1
    this.#found.sort((one, other) => sign * comparePlaces(placeOf(one), placeOf(other)))
    const left = this.#blocks[this.#frontier]
    if (!left) {
      const places = this.#found.slice(0, limit)
      const last = places.at(-1)
      return { places, next: this.#found.length > limit && last ? placeOf(last) : null, whole: true }
    }
    const bound = newest ? highOf(left) : lowOf(left)
    const certain = this.#found.filter(({ time }) => (newest ? time > bound : time < bound))
    const places = certain.slice(0, limit)
    const last = places.at(-1)
    if (places.length === limit && last) return { places, next: placeOf(last), whole: true }
    const next = newest ? { time: bound, file: '~', offset: 0 } : { time: bound, file: '', offset: -1 }
    return { places, next, whole: false }
  }
}

const placeOf = ({ time, offset, file: { key } }: FoundPlace): LinePlace => ({ time, offset, file: key })

const bytesOf = ({ file, block }: Block): number => Math.min(blockBytes, file.size - block * blockBytes)

/** Without any time, lines have their file's creation time. */
const lowOf = ({ low, file, exact }: Block): number =>
  Number.isNaN(low) ? file.born : exact ? low : Math.min(low, file.born)
const highOf = ({ high, file }: Block): number => (Number.isNaN(high) ? file.born : high)

/** By time, then in file order. */
const inOrder =
  (newest: boolean) =>
  (one: Block, other: Block): number => {
    const sign = newest ? -1 : 1
    const times = newest ? highOf(one) - highOf(other) : lowOf(one) - lowOf(other)
    return (
      sign *
      (times ||
        (one.file.key < other.file.key ? -1 : one.file.key > other.file.key ? 1 : one.block - other.block))
    )
  }

/** Unmeasured blocks must be read. */
function mayHold(block: Block, { asking: { from, to }, after, newest, counting }: SearchSettings): boolean {
  if (!block.exact) return true
  if (from !== null && block.high < from) return false
  if (to !== null && block.low >= to) return false
  if (counting || !after) return true
  return newest ? block.low <= after.time : block.high >= after.time
}
