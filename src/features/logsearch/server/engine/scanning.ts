// Scans blocks for matching lines: counts them, also over time, and collects the first ones in order.
import { type Decide, decider } from './asking/evaluate.ts'
import { textOfLine } from './asking/masking.ts'
import { chosen, type MaskedLines, maskedLines, type Plan, planOf } from './asking/plan.ts'
import type { Lines } from './kernel/kernel.ts'
import { endOf, isUnsure } from './kernel/sets.ts'
import { barOf, comparePlaces } from './order.ts'
import type { Asking, Bars, CountedValues, FoundLine, Order, OrderedFile, Scanned } from './orders.ts'
import { LineClock } from './reading/clock.ts'
import { fieldOf } from './reading/formats.ts'
import { readBlock, type Stretch, theKernel } from './stretch.ts'

/** Longest value that is counted. */
const longestValue = 1_000
const mostDistinct = 100_000

/** A line's text without its line end. */
export function textAt(start: number, end: number, most = Number.POSITIVE_INFINITY): string {
  const { bytes } = theKernel()
  const last = end > start && bytes[end - 1] === 13 ? end - 1 : end
  const read = Buffer.from(bytes.buffer, start, Math.min(last - start, most)).toString('utf8')
  return read.charCodeAt(0) === 0xfeff ? read.slice(1) : read
}

class Question {
  readonly plan: Plan
  readonly decide: Decide

  /** Each masked line is decided by itself; null where the file can hold none. */
  readonly #masked: MaskedLines | null

  constructor({ condition, scope, masks }: Asking, { format }: OrderedFile) {
    this.plan = planOf(condition, scope, format)
    this.decide = decider(condition, { scope, masks }, format)
    this.#masked = masks && maskedLines(format, masks)
  }

  /** Whether counting the lines is enough. */
  get isPlain(): boolean {
    if (this.#masked) return false
    return this.plan.kind === 'needles' && this.plan.sure && this.plan.needles.length === 1
  }

  count({ from, end }: Stretch): number {
    const [needle] = this.plan.kind === 'needles' ? this.plan.needles : []
    return needle ? theKernel().count(needle, from, end) : 0
  }

  /** Calls back for each matching line, in file order. */
  each({ from, end }: Stretch, take: (start: number, end: number) => void): void {
    const found: Lines = chosen(theKernel(), this.plan, from, end)
    const lines = this.#masked ? this.#masked(theKernel(), found, from, end) : found
    for (let at = 0; at < lines.length; at += 2) {
      const start = lines[at] ?? 0
      const flagged = lines[at + 1] ?? 0
      const stop = endOf(flagged)
      if (!isUnsure(flagged) || this.decide(textAt(start, stop))) take(start, stop)
    }
  }
}

/** Times of a stretch's lines, requested in order: a line without a time has that of the line before. */
class Times {
  readonly #clock: LineClock
  readonly #from: number
  #seen: number
  #time: number

  constructor(clock: LineClock, { from }: Stretch, carry: number) {
    this.#clock = clock
    this.#from = from
    this.#seen = from
    this.#time = carry
  }

  at(start: number, end: number): number {
    const { bytes } = theKernel()
    let time = this.#clock.timeOf(bytes, start, end)
    for (let before = start; Number.isNaN(time) && before > this.#seen; ) {
      const feed = before - 1
      before = Math.max(bytes.lastIndexOf(10, feed - 1) + 1, this.#from)
      time = this.#clock.timeOf(bytes, before, feed)
    }
    if (!Number.isNaN(time)) this.#time = time
    this.#seen = end + 1
    return this.#time
  }
}

export const clockOf = ({ format, timeField, zone, changed }: OrderedFile): LineClock =>
  new LineClock({ format, timeField, zone, newest: changed })

type ScanOrder = Extract<Order, { kind: 'scan' }>

export function scan(order: ScanOrder): Scanned {
  const { file, asking } = order
  const question = new Question(asking, file)
  const clock = clockOf(file)
  const counted = new Counted(order.bars)
  const best = new Best(order)
  for (const { block, carry, bar } of order.blocks) {
    const stretch = readBlock(file, block)
    const isWhole = bar !== null && order.limit === 0
    if (isWhole && question.isPlain) counted.add(question.count(stretch), bar)
    else if (isWhole) question.each(stretch, () => counted.add(1, bar))
    else {
      const times = new Times(clock, stretch, carry)
      question.each(stretch, (start, end) => {
        const told = times.at(start, end)
        const isUntimed = Number.isNaN(told)
        const time = isUntimed ? file.born : told
        if (!(isUntimed ? mayBeOf(file, asking) : isWithin(told, asking))) return
        if (isUntimed) counted.addUntimed()
        else counted.addAt(told)
        best.offer({ time, offset: start + stretch.shift })
      })
    }
  }
  return { ...counted.told(), lines: best.lines() }
}

const isWithin = (time: number, { from, to }: Asking): boolean =>
  (from === null || time >= from) && (to === null || time < to)

/** A file without times was written between its creation and its last change. */
const mayBeOf = ({ born, changed }: OrderedFile, { from, to }: Asking): boolean =>
  (from === null || changed >= from) && (to === null || born < to)

class Counted {
  readonly #bars: Bars | null
  readonly #counts = new Map<number, number>()
  #count = 0
  #untimed = 0

  constructor(bars: Bars | null) {
    this.#bars = bars
  }

  add(count: number, bar: number): void {
    this.#count += count
    if (count > 0 && this.#bars) this.#counts.set(bar, (this.#counts.get(bar) ?? 0) + count)
  }

  addAt(time: number): void {
    const bar = this.#bars ? barOf(this.#bars, time) : 0
    this.add(1, bar)
  }

  addUntimed(): void {
    this.#count += 1
    this.#untimed += 1
  }

  told(): Omit<Scanned, 'lines'> {
    return { count: this.#count, untimed: this.#untimed, bars: [...this.#counts].flat() }
  }
}

/** The first of the offered lines, in order. */
class Best {
  readonly #order: ScanOrder
  #lines: FoundLine[] = []

  constructor(order: ScanOrder) {
    this.#order = order
  }

  offer(line: FoundLine): void {
    const { limit, after, key, newest } = this.#order
    if (limit === 0) return
    if (after) {
      const beyond = comparePlaces({ ...line, file: key }, after)
      if (newest ? beyond >= 0 : beyond <= 0) return
    }
    this.#lines.push(line)
    if (this.#lines.length >= limit * 2 + 1000) this.#lines = this.lines()
  }

  lines(): FoundLine[] {
    const { limit, newest } = this.#order
    const sign = newest ? -1 : 1
    return this.#lines
      .sort((one, other) => sign * (one.time - other.time || one.offset - other.offset))
      .slice(0, limit)
  }
}

export function countValues(order: Extract<Order, { kind: 'values' }>): CountedValues {
  const { file, asking, field } = order
  const question = new Question(asking, file)
  const clock = clockOf(file)
  const name = field.toLowerCase()
  const counts = new Map<string, number>()
  let lines = 0
  let having = 0
  let exact = true
  for (const { block, carry, bar } of order.blocks) {
    const stretch = readBlock(file, block)
    const times = bar === null ? new Times(clock, stretch, carry) : null
    question.each(stretch, (start, end) => {
      const time = times?.at(start, end)
      if (time !== undefined && !(Number.isNaN(time) ? mayBeOf(file, asking) : isWithin(time, asking))) return
      lines += 1
      const text = textAt(start, end)
      const { masks } = asking
      const value = fieldOf(file.format, masks ? textOfLine(file.format, masks, text) : text, name)
      if (value === null) return
      having += 1
      const key = value.slice(0, longestValue)
      const known = counts.get(key)
      if (known === undefined && counts.size >= mostDistinct) exact = false
      else counts.set(key, (known ?? 0) + 1)
    })
  }
  return { lines, having, values: [...counts], exact }
}
