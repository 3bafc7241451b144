// Searches one index as the user types: only entries that matched the former text are tested again, and only the best
// are sorted.
import {
  isAnswer,
  longestMatched,
  mostScoreOf,
  type PreparedQuery,
  prepareQuery,
  type ReadingOrder,
  scoreOf,
  tier,
} from '#shared/matching/match.ts'
import type { SearchIndex } from '#shared/matching/searchIndex.ts'
import { type TypedQuery, typedQueryOf } from '#shared/matching/units.ts'

interface Found {
  entry: number
  /** Sorted by tier, then by frequent and recent use, then by shortness. */
  rank: number
}

interface SearchResult {
  best: Found[]
  /** Number of all matching entries, of which `best` are the first. Takes several times as long as finding `best`. */
  count: () => number
}

export interface Searcher {
  index: SearchIndex
  /** `weights`: use of each entry, 0 to 999. */
  find: (text: string, limit: number, weights?: ArrayLike<number>) => SearchResult
}

/** Entries in two parts. `likely`: title or alias may begin with the typed text; these can outrank all of `rest`. */
interface Candidates {
  likely: Uint32Array
  rest: Uint32Array
}

/** The entries that matched a shorter text, of which the present text is a continuation. */
interface Step extends Candidates {
  typed: string
}

const mostSteps = longestMatched

export function createSearcher(index: SearchIndex, order: ReadingOrder = 'alike'): Searcher {
  let steps: Step[] = []
  let latest = ''
  const everything = Uint32Array.from({ length: index.size }, (_, entry) => entry)
  const byLetter = entriesByFirstLetter(index)

  /** For the first search. `rest` also contains the likely entries: it is rarely scanned, and the scan skips them. */
  const allFor = ({ first }: PreparedQuery): Candidates =>
    first === 0
      ? { likely: everything, rest: nothing }
      : { likely: byLetter[31 - Math.clz32(first)] ?? nothing, rest: everything }

  const find: Searcher['find'] = (text, limit, weights) => {
    const query = typedQueryOf(text)
    const typed = textOf(query)
    latest = typed
    steps = steps.filter((step) => typed.startsWith(step.typed))
    const prepared = prepareQuery(query, index, order)
    const candidates = steps.at(-1) ?? allFor(prepared)
    let total: number | undefined
    const count = () => {
      if (total !== undefined) return total
      const answering = answersAmong(candidates, prepared, index)
      total = answering.likely.length + answering.rest.length
      // Steps belong to the text searched last; each continues the text of the step before.
      if (typed !== '' && typed === latest && steps.at(-1)?.typed !== typed && steps.length < mostSteps)
        steps.push({ typed, ...answering })
      return total
    }
    return { best: bestAmong(candidates, prepared, index, limit, weights), count }
  }
  return { index, find }
}

const nothing = new Uint32Array(0)
const letters = 26

/** For each letter, the entries whose title or alias may begin with it. */
function entriesByFirstLetter({ size, single }: SearchIndex): Uint32Array[] {
  const lists: number[][] = Array.from({ length: letters }, () => [])
  for (let entry = 0; entry < size; entry++) {
    for (let bits = firstLetters(entry, single.any.prefix); bits !== 0; bits &= bits - 1)
      lists[31 - Math.clz32(bits & -bits)]?.push(entry)
  }
  return lists.map((list) => Uint32Array.from(list))
}

/** Letters with which a name of the title or the alias may begin, as a bit set. */
const firstLetters = (entry: number, prefix: Uint32Array): number =>
  (prefix[2 * entry] as number) | (prefix[2 * entry + 1] as number)

const isLikely = (entry: number, { first }: PreparedQuery, { single }: SearchIndex): boolean =>
  first === 0 || (firstLetters(entry, single.any.prefix) & first) !== 0

function answersAmong({ likely, rest }: Candidates, query: PreparedQuery, index: SearchIndex): Candidates {
  const among = (candidates: Uint32Array, likelyOnes: boolean): Uint32Array => {
    const answering = new Uint32Array(candidates.length)
    let total = 0
    for (let at = 0; at < candidates.length; at++) {
      const entry = candidates[at] as number
      if (isLikely(entry, query, index) === likelyOnes && isAnswer(entry, query, index))
        answering[total++] = entry
    }
    return answering.slice(0, total)
  }
  return { likely: among(likely, true), rest: among(rest, false) }
}

/** Upper bound for the rank of entries in `rest`. */
const bestOfRest = rankOf(tier.wordStart + 0.999, 999)

/** Scores only entries that can still be among the best: an upper bound costs a fraction of the score. */
function bestAmong(
  { likely, rest }: Candidates,
  query: PreparedQuery,
  index: SearchIndex,
  limit: number,
  weights?: ArrayLike<number>,
): Found[] {
  const best: Found[] = []
  const lookAt = (candidates: Uint32Array, likelyOnes: boolean) => {
    let lowest = best[limit - 1]
    for (let at = 0; at < candidates.length; at++) {
      const entry = candidates[at] as number
      if (isLikely(entry, query, index) !== likelyOnes) continue
      const most = mostScoreOf(entry, query, index)
      if (most === 0) continue
      const weight = weights?.[entry] ?? 0
      if (lowest !== undefined && !isBefore(entry, rankOf(most, weight), lowest)) continue
      const score = scoreOf(entry, query, index, lowest === undefined ? tier.none : tierOf(lowest))
      if (score > 0) lowest = keepBest(best, { entry, rank: rankOf(score, weight) }, limit)
    }
  }
  lookAt(likely, true)
  const lowest = best[limit - 1]
  if (lowest === undefined || lowest.rank <= bestOfRest) lookAt(rest, false)
  return best
}

function textOf({ joined, words }: TypedQuery): string {
  return (words.length > 0 ? words : [joined]).map((word) => String.fromCodePoint(...word)).join(' ')
}

function rankOf(score: number, weight: number): number {
  const tier = Math.floor(score)
  return tier * 1e6 + weight * 1e3 + (score - tier) * 999
}

export const tierOf = ({ rank }: Pick<Found, 'rank'>): number => Math.floor(rank / 1e6)

/** Entries of equal rank keep their order. */
const isBefore = (entry: number, rank: number, other: Found): boolean =>
  rank > other.rank || (rank === other.rank && entry < other.entry)

/** Inserts the entry in order; returns the last of a full list, which a further entry must outrank. */
function keepBest(best: Found[], found: Found, limit: number): Found | undefined {
  const last = best[limit - 1]
  if (last !== undefined && !isBefore(found.entry, found.rank, last)) return last
  if (last !== undefined) best.pop()
  let place = best.length
  while (place > 0 && isBefore(found.entry, found.rank, best[place - 1] as Found)) place--
  best.splice(place, 0, found)
  return best[limit - 1]
}
