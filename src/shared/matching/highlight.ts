// Which characters of a displayed text match the typed one. Only run for the few visible rows, so it may try
// every alignment and choose the most readable: few pieces, at word starts, early.
import { longestMatched } from './match.ts'
import { lengthsOf, lettersOf, typedQueryOf, type Unit, unitsOf } from './units.ts'

/** Offsets in UTF-16 units, end exclusive; sorted, never adjacent. */
export type Range = readonly [start: number, end: number]

const pieceCost = 20
const insideWordCost = 30

/** The ranges of a text that match `typed`; null where it doesn't match. */
export function highlight(text: string, pinyin: string, typed: string): Range[] | null {
  const query = typedQueryOf(typed)
  if (query.joined.length === 0) return []
  const units = unitsOf(text, pinyin)
  const joined = bestWay(units, query.joined.slice(0, longestMatched))
  if (joined !== null) return rangesOf(units, joined)
  if (query.words.length === 0) return null
  const marked = new Set<number>()
  for (const word of query.words)
    for (const at of bestWay(units, word.slice(0, longestMatched)) ?? []) marked.add(at)
  return marked.size === 0
    ? null
    : rangesOf(
        units,
        [...marked].sort((a, b) => a - b),
      )
}

interface Table {
  costs: Float64Array
  taken: Int16Array
}

const tableOf = (size: number): Table => ({ costs: new Float64Array(size), taken: new Int16Array(size) })

const keptSize = 8_192
/** One table for all texts of common length, because each key press needs a dozen. */
const kept = tableOf(keptSize)

function emptyTable(size: number): Table {
  const { costs, taken } = size > keptSize ? tableOf(size) : kept
  costs.fill(Number.POSITIVE_INFINITY, 0, size)
  taken.fill(0, 0, size)
  return { costs, taken }
}

/** The units that match all of `typed` at the lowest cost. */
function bestWay(units: readonly Unit[], typed: readonly number[]): number[] | null {
  const letters = lettersOf(typed)
  const width = typed.length + 1
  const size = (units.length + 1) * width * 2
  const { costs, taken } = emptyTable(size)
  const cell = (unit: number, at: number, adjacent: number): number => (unit * width + at) * 2 + adjacent
  for (let unit = units.length; unit >= 0; unit--) {
    for (let at = typed.length; at >= 0; at--) {
      for (const adjacent of [0, 1]) {
        const here = cell(unit, at, adjacent)
        if (at === typed.length) {
          costs[here] = 0
          continue
        }
        const { [unit]: read } = units
        if (read === undefined) continue
        costs[here] = costs[cell(unit + 1, at, 0)] as number
        const begin = adjacent ? 0 : pieceCost + (read.wordStart ? 0 : insideWordCost) + unit * 0.01
        const lengths = lengthsOf(read, typed, letters, at)
        for (let length = 1; lengths >> length !== 0; length++) {
          if (((lengths >> length) & 1) === 0) continue
          const cost = begin + (costs[cell(unit + 1, at + length, 1)] as number)
          if (cost < (costs[here] as number)) {
            costs[here] = cost
            taken[here] = length
          }
        }
      }
    }
  }
  if (!Number.isFinite(costs[cell(0, 0, 0)])) return null
  const marked: number[] = []
  for (let unit = 0, at = 0, adjacent = 0; at < typed.length; unit++) {
    const length = taken[cell(unit, at, adjacent)] as number
    if (length > 0) marked.push(unit)
    at += length
    adjacent = length > 0 ? 1 : 0
  }
  return marked
}

function rangesOf(units: readonly Unit[], marked: readonly number[]): Range[] {
  const ranges: [number, number][] = []
  let before = -2
  for (const at of marked) {
    const { start, end } = units[at] as Unit
    const last = ranges.at(-1)
    // A skipped character between two matches (a space, a dash) is highlighted, too.
    if (last && before === at - 1) last[1] = end
    else ranges.push([start, end])
    before = at
  }
  return ranges
}
