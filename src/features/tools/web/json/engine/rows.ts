// The visible rows of the tree in display order, stored as numbers so that millions fit.
import { SeenKeys } from './keys.ts'
import { type Children, childrenOf, countAt, isContainer, type JsonDocument, valueEnd } from './walk.ts'

const member = 1
const open = 2
const duplicate = 4

/** How many keys of an object are checked for duplicates before its rows are shown. */
const mostAtOnce = 100_000

/** Limit of rows at once. */
const mostRows = 20_000_000

interface Row {
  value: number
  /** Position of the key's quote, or the index in an array. */
  label: number
  depth: number
  isMember: boolean
  isOpen: boolean
  isDuplicate: boolean
}

/** Whether the rows of a contained container are wanted too. */
type Descends = (value: number, depth: number) => boolean

class Columns {
  values = new Uint32Array(64)
  labels = new Uint32Array(64)
  depths = new Uint32Array(64)
  flags = new Uint8Array(64)
  size = 0

  push(value: number, label: number, depth: number, flag: number): void {
    if (this.size === this.values.length) this.reserve(this.size * 2)
    this.values[this.size] = value
    this.labels[this.size] = label
    this.depths[this.size] = depth
    this.flags[this.size++] = flag
  }

  reserve(room: number): void {
    if (room <= this.values.length) return
    this.values = widened(this.values, room)
    this.labels = widened(this.labels, room)
    this.depths = widened(this.depths, room)
    const flags = new Uint8Array(room)
    flags.set(this.flags)
    this.flags = flags
  }

  insert(at: number, other: Columns): void {
    if (this.size + other.size > this.values.length) this.reserve(Math.ceil((this.size + other.size) * 1.25))
    for (const name of ['values', 'labels', 'depths', 'flags'] as const) {
      this[name].copyWithin(at + other.size, at, this.size)
      this[name].set(other[name].subarray(0, other.size), at)
    }
    this.size += other.size
  }

  remove(from: number, to: number): void {
    for (const name of ['values', 'labels', 'depths', 'flags'] as const)
      this[name].copyWithin(from, to, this.size)
    this.size -= to - from
  }
}

function widened(numbers: Uint32Array, room: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(room)
  more.set(numbers)
  return more
}

interface Frame {
  children: Children
  depth: number
  seen: SeenKeys | null
}

export class TooManyRows extends Error {}

export class JsonRows {
  readonly document: JsonDocument
  #rows = new Columns()

  /** `roots`: the top-level values. */
  constructor(document: JsonDocument, roots: ArrayLike<number> = document.roots) {
    this.document = document
    this.#rows.reserve(roots.length)
    for (let at = 0; at < roots.length; at++) this.#rows.push(roots[at] as number, at, 0, 0)
  }

  get size(): number {
    return this.#rows.size
  }

  row(at: number): Row {
    const { values, labels, depths, flags } = this.#rows
    const flag = flags[at] as number
    return {
      value: values[at] as number,
      label: labels[at] as number,
      depth: depths[at] as number,
      isMember: (flag & member) !== 0,
      isOpen: (flag & open) !== 0,
      isDuplicate: (flag & duplicate) !== 0,
    }
  }

  /** Expands a container; returns how many rows were added. */
  expand(at: number, descends: Descends = () => false): number {
    const { value, depth, isOpen } = this.row(at)
    if (isOpen || !isContainer(this.document.bytes, value)) return 0
    const before = this.size
    // Appending moves no rows.
    const isLast = at + 1 === before
    const found = isLast ? this.#rows : new Columns()
    try {
      this.#below(value, depth, descends, found, isLast ? 0 : before)
    } catch (error) {
      this.#rows.size = before
      throw error
    }
    this.#rows.flags[at] = (this.#rows.flags[at] as number) | open
    if (!isLast) this.#rows.insert(at + 1, found)
    return this.size - before
  }

  #below(container: number, depth: number, descends: Descends, found: Columns, others: number): void {
    const { bytes } = this.document
    const count = countAt(this.document, container)
    if (found.size + others + count > mostRows) throw new TooManyRows()
    if (count > 1_000) found.reserve(found.size + count)
    const frames: Frame[] = [this.#frame(container, depth + 1)]
    for (let frame = frames[0]; frame; frame = frames.at(-1)) {
      const { children, seen } = frame
      if (!children.next()) {
        frames.pop()
        continue
      }
      const { key, value, place } = children
      let flag = key < 0 ? 0 : member
      if (seen !== null && seen.add(key) !== 0) flag |= duplicate
      const goesOn = isContainer(bytes, value) && descends(value, frame.depth)
      found.push(value, key < 0 ? place : key, frame.depth, goesOn ? flag | open : flag)
      if (found.size + others > mostRows) throw new TooManyRows()
      if (goesOn) frames.push(this.#frame(value, frame.depth + 1))
    }
  }

  #frame(container: number, depth: number): Frame {
    const { document } = this
    const isObject = document.bytes[container] === 123
    const count = isObject ? countAt(document, container) : 0
    if (count > mostAtOnce) this.#unmarked.push(container)
    return {
      children: childrenOf(document, container),
      depth,
      seen: count > 1 && count <= mostAtOnce ? new SeenKeys(document.bytes, count) : null,
    }
  }

  /** Large containers whose duplicate keys are looked for later, with the progress. */
  readonly #unmarked: number[] = []
  #marking: { children: Children; seen: SeenKeys } | null = null

  /**
   * Continues looking for duplicate keys for a moment; returns whether any were marked, and whether work is
   * left.
   */
  markMore(): { marked: boolean; more: boolean } {
    const container = this.#unmarked[0]
    if (container === undefined) return { marked: false, more: false }
    this.#marking ??= {
      children: childrenOf(this.document, container),
      seen: new SeenKeys(this.document.bytes, countAt(this.document, container)),
    }
    const { children, seen } = this.#marking
    let marked = false
    for (let left = mostAtOnce; left > 0; left--) {
      if (!children.next()) {
        this.#unmarked.shift()
        this.#marking = null
        break
      }
      if (seen.add(children.key) === 0) continue
      const row = this.#lastUpTo(children.value)
      if (this.row(row).value !== children.value) continue
      this.#rows.flags[row] = (this.#rows.flags[row] as number) | duplicate
      marked = true
    }
    return { marked, more: this.#unmarked.length > 0 }
  }

  collapse(at: number): number {
    if (!this.row(at).isOpen) return 0
    const end = this.endOf(at)
    this.#rows.remove(at + 1, end)
    this.#rows.flags[at] = (this.#rows.flags[at] as number) & ~open
    return end - at - 1
  }

  /** The first row after a row's descendants. */
  endOf(at: number): number {
    const { depths, size } = this.#rows
    const depth = depths[at] as number
    let end = at + 1
    while (end < size && (depths[end] as number) > depth) end++
    return end
  }

  parentOf(at: number): number {
    const { depths } = this.#rows
    const depth = depths[at] as number
    let parent = at - 1
    while (parent >= 0 && (depths[parent] as number) >= depth) parent--
    return parent
  }

  /** Expands to a depth below the top-level rows, which have depth 0. */
  openTo(depth: number): void {
    const roots: number[] = []
    const { values, depths } = this.#rows
    for (let at = 0; at < this.size; at++) if (depths[at] === 0) roots.push(values[at] as number)
    const anew = new Columns()
    const { bytes } = this.document
    for (const [place, value] of roots.entries()) {
      const goesOn = depth > 0 && isContainer(bytes, value)
      anew.push(value, place, 0, goesOn ? open : 0)
      if (!goesOn) continue
      this.#below(value, 0, (_, at) => at < depth, anew, 0)
    }
    this.#rows = anew
  }

  /** Expands the ancestors of a value and returns its row; -1 when no row leads to it. */
  reveal(target: number): number {
    const at = this.#lastUpTo(target)
    if (at < 0) return -1
    const { value, isOpen } = this.row(at)
    if (value === target) return at
    if (isOpen || !isContainer(this.document.bytes, value) || valueEnd(this.document, value) <= target)
      return -1
    const { bytes } = this.document
    this.expand(
      at,
      (inner) => inner < target && isContainer(bytes, inner) && valueEnd(this.document, inner) > target,
    )
    const found = this.#lastUpTo(target)
    return this.row(found).value === target ? found : -1
  }

  /** Rows are in the order of their values, so this is a binary search. */
  #lastUpTo(target: number): number {
    const { values } = this.#rows
    let low = 0
    let high = this.size
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[middle] as number) <= target) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
