// Differences between two JSON texts, by path. The order of keys and the notation of numbers and characters
// do not count. Array elements are matched by an identifying key if there is one, otherwise by content.
import { textOf } from './bytes.ts'
import { formatValue } from './format.ts'
import { sameNumber } from './hints.ts'
import { stringAt } from './keys.ts'
import { stepsOf } from './path.ts'
import { jsonPath, type Step } from './pathText.ts'
import { headOf, stringShown } from './shown.ts'
import { childrenOf, countAt, isContainer, type JsonDocument, kindAt, valueEnd } from './walk.ts'

export type ChangeKind = 'added' | 'removed' | 'changed' | 'type' | 'moved'

export interface Change {
  kind: ChangeKind
  path: string
  /** Where the value begins in each text; null where it is missing. */
  left: number | null
  right: number | null
  before: string
  after: string
}

export interface Compared {
  /** The first changes. */
  changes: Change[]
  counts: Record<ChangeKind, number>
  total: number
}

const mostChanges = 10_000
const mostCells = 4_000_000
/** Keys that may identify array elements, the likeliest first. */
const identities = ['id', '_id', 'ID', 'Id', 'key', 'uid', 'uuid', 'code', 'name']

interface Chain {
  step: Step
  before: Chain | null
}
interface Pair {
  left: number | null
  right: number | null
  step: Step
  isMoved?: boolean
}

export function compareJson(left: JsonDocument, right: JsonDocument): Compared {
  return new Comparison(left, right).run()
}

class Comparison {
  readonly left: JsonDocument
  readonly right: JsonDocument
  readonly changes: Change[] = []
  readonly counts: Record<ChangeKind, number> = { added: 0, removed: 0, changed: 0, type: 0, moved: 0 }

  constructor(left: JsonDocument, right: JsonDocument) {
    this.left = left
    this.right = right
  }

  run(): Compared {
    const count = Math.max(this.left.roots.length, this.right.roots.length)
    const isSingle = count === 1
    const roots = Array.from({ length: count }, (_, at) => ({
      left: this.left.roots[at] ?? null,
      right: this.right.roots[at] ?? null,
      step: at,
    }))
    const open: { pairs: Pair[]; at: number; chain: Chain | null }[] = [{ pairs: roots, at: 0, chain: null }]
    for (let frame = open[0]; frame; frame = open.at(-1)) {
      const pair = frame.pairs[frame.at++]
      if (!pair) {
        open.pop()
        continue
      }
      const isRoot = open.length === 1
      const chain = isRoot && isSingle ? null : { step: pair.step, before: frame.chain }
      const pairs = this.#meet(pair, chain)
      if (pairs) open.push({ pairs, at: 0, chain })
    }
    const total = Object.values(this.counts).reduce((sum, one) => sum + one, 0)
    return { changes: this.changes, counts: this.counts, total }
  }

  #note(kind: ChangeKind, { left, right }: Pair, chain: Chain | null): void {
    this.counts[kind]++
    if (this.changes.length >= mostChanges) return
    this.changes.push({
      kind,
      path: jsonPath(stepsOf(chain)),
      left,
      right,
      before: left === null ? '' : shown(this.left, left),
      after: right === null ? '' : shown(this.right, right),
    })
  }

  /** Records a difference, and returns the children to compare when both are containers. */
  #meet(pair: Pair, chain: Chain | null): Pair[] | null {
    const { left, right } = pair
    if (left === null || right === null) {
      this.#note(left === null ? 'added' : 'removed', pair, chain)
      return null
    }
    if (pair.isMoved) this.#note('moved', pair, chain)
    const kinds = [kindAt(this.left.bytes, left), kindAt(this.right.bytes, right)]
    const isSwitch = kinds.every((kind) => kind === 'true' || kind === 'false')
    if (kinds[0] !== kinds[1] && !isSwitch) {
      this.#note('type', pair, chain)
      return null
    }
    if (this.#isSameText(left, right)) return null
    if (kinds[0] === 'object') return this.#members(left, right)
    if (kinds[0] === 'array') return this.#elements(left, right)
    if (!this.#isSameScalar(left, right)) this.#note('changed', pair, chain)
    return null
  }

  #isSameText(left: number, right: number): boolean {
    const length = valueEnd(this.left, left) - left
    if (valueEnd(this.right, right) - right !== length) return false
    const [one, other] = [this.left.bytes, this.right.bytes]
    for (let at = 0; at < length; at++) if (one[left + at] !== other[right + at]) return false
    return true
  }

  #isSameScalar(left: number, right: number): boolean {
    const kind = kindAt(this.left.bytes, left)
    if (kind === 'string') return stringAt(this.left.bytes, left) === stringAt(this.right.bytes, right)
    if (kind !== 'number') return false
    return sameNumber(
      textOf(this.left.bytes, left, valueEnd(this.left, left)),
      textOf(this.right.bytes, right, valueEnd(this.right, right)),
    )
  }

  #members(left: number, right: number): Pair[] {
    const others = new Map<string, number>()
    for (const child = childrenOf(this.right, right); child.next(); )
      others.set(stringAt(this.right.bytes, child.key), child.value)
    const mine = new Map<string, number>()
    for (const child = childrenOf(this.left, left); child.next(); )
      mine.set(stringAt(this.left.bytes, child.key), child.value)
    const pairs: Pair[] = [...mine].map(([step, value]) => ({
      step,
      left: value,
      right: others.get(step) ?? null,
    }))
    for (const [step, value] of others) if (!mine.has(step)) pairs.push({ step, left: null, right: value })
    return pairs
  }

  #elements(left: number, right: number): Pair[] {
    const one = elementsOf(this.left, left)
    const other = elementsOf(this.right, right)
    return this.#byIdentity(one, other) ?? this.#byContent(one, other)
  }

  #byIdentity(one: number[], other: number[]): Pair[] | null {
    for (const name of identities) {
      const mine = identitiesOf(this.left, one, name)
      const theirs = mine && identitiesOf(this.right, other, name)
      if (!theirs) continue
      const places = [...mine].map(([id]) => theirs.get(id) ?? -1)
      const kept = stayers(places)
      const pairs: Pair[] = [...mine].map(([, at], place) => {
        const there = places[place] as number
        const isMoved = there >= 0 && !kept.has(place)
        return {
          left: one[at] as number,
          right: there < 0 ? null : (other[there] as number),
          step: at,
          ...(isMoved && { isMoved }),
        }
      })
      for (const [id, at] of theirs)
        if (!mine.has(id)) pairs.push({ left: null, right: other[at] as number, step: at })
      return pairs
    }
    return null
  }

  #byContent(one: number[], other: number[]): Pair[] {
    const same = (at: number, there: number) => this.#isSameText(one[at] as number, other[there] as number)
    const shorter = Math.min(one.length, other.length)
    let head = 0
    while (head < shorter && same(head, head)) head++
    let tail = 0
    while (tail < shorter - head && same(one.length - 1 - tail, other.length - 1 - tail)) tail++
    const [ends, otherEnds] = [one.length - tail, other.length - tail]
    const pairs: Pair[] = []
    let [at, there] = [head, head]
    const upTo = (end: number, otherEnd: number) => {
      for (; at < end || there < otherEnd; at++, there++)
        pairs.push({
          left: at < end ? (one[at] as number) : null,
          right: there < otherEnd ? (other[there] as number) : null,
          step: at < end ? at : there,
        })
      ;[at, there] = [end, otherEnd]
    }
    for (const [mine, theirs] of this.#common(one.slice(head, ends), other.slice(head, otherEnds))) {
      upTo(head + mine, head + theirs)
      ;[at, there] = [at + 1, there + 1]
    }
    upTo(ends, otherEnds)
    return pairs
  }

  /** Indexes of the longest common subsequence of elements. */
  #common(one: number[], other: number[]): [number, number][] {
    if (one.length * other.length > mostCells || one.length === 0 || other.length === 0) return []
    const numbers = new Map<string, number>()
    const numbered = (document: JsonDocument, values: number[]) =>
      values.map((value) => {
        const text = canonical(document, value)
        const known = numbers.get(text) ?? numbers.size
        numbers.set(text, known)
        return known
      })
    const [mine, theirs] = [numbered(this.left, one), numbered(this.right, other)]
    const width = theirs.length + 1
    const longest = new Uint16Array((mine.length + 1) * width)
    for (let at = mine.length - 1; at >= 0; at--)
      for (let there = theirs.length - 1; there >= 0; there--)
        longest[at * width + there] =
          mine[at] === theirs[there]
            ? (longest[(at + 1) * width + there + 1] as number) + 1
            : Math.max(longest[(at + 1) * width + there] as number, longest[at * width + there + 1] as number)
    const pairs: [number, number][] = []
    for (let at = 0, there = 0; at < mine.length && there < theirs.length; ) {
      if (mine[at] === theirs[there]) pairs.push([at++, there++])
      else if ((longest[(at + 1) * width + there] as number) >= (longest[at * width + there + 1] as number))
        at++
      else there++
    }
    return pairs
  }
}

const canonical = (document: JsonDocument, value: number): string => {
  const short = formatValue(document, value, { indent: 0, sortKeys: true })
  return textOf(short, 0, short.length)
}

function elementsOf(document: JsonDocument, at: number): number[] {
  const values: number[] = []
  for (const child = childrenOf(document, at); child.next(); ) values.push(child.value)
  return values
}

/** Index by identity; null when an element has none, or two have the same. */
function identitiesOf(
  document: JsonDocument,
  values: readonly number[],
  name: string,
): Map<string, number> | null {
  const places = new Map<string, number>()
  for (const [place, value] of values.entries()) {
    if (document.bytes[value] !== 123) return null
    let id: string | null = null
    for (const child = childrenOf(document, value); child.next(); )
      if (stringAt(document.bytes, child.key) === name && !isContainer(document.bytes, child.value))
        id = textOf(document.bytes, child.value, valueEnd(document, child.value))
    if (id === null || id === 'null' || places.has(id)) return null
    places.set(id, place)
  }
  return places.size === 0 ? null : places
}

/** The largest subset of positions that is in order; all other elements have moved. */
function stayers(places: readonly number[]): Set<number> {
  const ends: number[] = []
  const before: number[] = []
  for (const [at, place] of places.entries()) {
    if (place < 0) continue
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[ends[middle] as number] as number) < place) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? (ends[low - 1] as number) : -1
    ends[low] = at
  }
  const kept = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] as number) kept.add(at)
  return kept
}

function shown(document: JsonDocument, at: number): string {
  const end = valueEnd(document, at)
  if (document.bytes[at] === 34) return stringShown(document.bytes, at, end)
  if (isContainer(document.bytes, at) && end - at > 200)
    return `${headOf(document.bytes, at, end, 160).replace(/\s+/g, ' ')}… ${countAt(document, at)} 项`
  return headOf(document.bytes, at, end, 200).replace(/\s+/g, isContainer(document.bytes, at) ? ' ' : '$&')
}
