// Line differences of two texts, as rows side by side.

export interface DiffSide {
  /** Counted from 1. */
  number: number
  text: string
}

export interface DiffRow {
  kind: 'same' | 'changed' | 'removed' | 'added'
  left: DiffSide | null
  right: DiffSide | null
}

/** Limit of the comparison table's cells; larger differences are shown as one block against the other. */
const mostCells = 4_000_000

export function lineDiff(before: string, after: string): DiffRow[] {
  const left = before.split(/\r?\n/)
  const right = after.split(/\r?\n/)
  const shorter = Math.min(left.length, right.length)
  let head = 0
  while (head < shorter && left[head] === right[head]) head += 1
  let tail = 0
  while (tail < shorter - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1
  const pairs = [
    ...left.slice(0, head).map((_, at) => [at, at] as const),
    ...samePairs(left.slice(head, left.length - tail), right.slice(head, right.length - tail)).map(
      ([one, other]) => [one + head, other + head] as const,
    ),
    ...Array.from({ length: tail }, (_, at) => [left.length - tail + at, right.length - tail + at] as const),
  ]
  return rowsOf(left, right, pairs)
}

/** Index pairs of the longest common subsequence of lines. */
function samePairs(left: string[], right: string[]): [number, number][] {
  if (left.length * right.length > mostCells) return []
  const width = right.length + 1
  const longest = new Uint32Array((left.length + 1) * width)
  for (let one = left.length - 1; one >= 0; one--) {
    for (let other = right.length - 1; other >= 0; other--) {
      longest[one * width + other] =
        left[one] === right[other]
          ? at(longest, (one + 1) * width + other + 1) + 1
          : Math.max(at(longest, (one + 1) * width + other), at(longest, one * width + other + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let one = 0, other = 0; one < left.length && other < right.length; ) {
    if (left[one] === right[other]) pairs.push([one++, other++])
    else if (at(longest, (one + 1) * width + other) >= at(longest, one * width + other + 1)) one += 1
    else other += 1
  }
  return pairs
}

const at = (numbers: Uint32Array, place: number): number => numbers[place] ?? 0

function rowsOf(left: string[], right: string[], pairs: (readonly [number, number])[]): DiffRow[] {
  const rows: DiffRow[] = []
  let [one, other] = [0, 0]
  const sideOf = (lines: string[], place: number, end: number): DiffSide | null =>
    place < end ? { number: place + 1, text: lines[place] ?? '' } : null
  for (const [oneEnd, otherEnd] of [...pairs, [left.length, right.length] as const]) {
    const height = Math.max(oneEnd - one, otherEnd - other)
    for (let row = 0; row < height; row++) {
      const [before, after] = [sideOf(left, one + row, oneEnd), sideOf(right, other + row, otherEnd)]
      rows.push({
        kind: before && after ? 'changed' : before ? 'removed' : 'added',
        left: before,
        right: after,
      })
    }
    ;[one, other] = [oneEnd, otherEnd]
    if (oneEnd === left.length && otherEnd === right.length) break
    rows.push({
      kind: 'same',
      left: { number: one + 1, text: left[one] ?? '' },
      right: { number: other + 1, text: right[other] ?? '' },
    })
    ;[one, other] = [one + 1, other + 1]
  }
  return rows
}
