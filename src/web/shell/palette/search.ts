// Searches one index as the user types: only what answered the text before is looked at again, and only the best
// are kept in order.
import {
  isAnswer,
  longestMatched,
  mostScoreOf,
  type PreparedQuery,
  prepareQuery,
  scoreOf,
  tier,
} from '#shared/matching/match.ts'
import type { SearchIndex } from '#shared/matching/searchIndex.ts'
import { type TypedQuery, typedQueryOf } from '#shared/matching/units.ts'

interface Found {
  entry: number
  /** Tier, then how often and lately it was used, then shortness. */
  rank: number
}

interface SearchResult {
  best: Found[]
  /** All that answer, of which `best` are the first. Costs several times as much as finding these. */
  count: () => number
}

export interface Searcher {
  index: SearchIndex
  /** `weights`: how much each entry was used, 0 to 999. */
  find: (text: string, limit: number, weights?: ArrayLike<number>) => SearchResult
}

/** Entries in two parts: those that may begin with what is typed can be better answers than all others. */
interface Candidates {
  likely: Uint32Array
  rest: Uint32Array
}

/** What answered an earlier state of the text that the present one begins with. */
interface Step extends Candidates {
  typed: string
}

const mostSteps = longestMatched

export function createSearcher(index: SearchIndex): Searcher {
  let steps: Step[] = []
  let latest = ''
  const everything = Uint32Array.from({ length: index.size }, (_, entry) => entry)
  const byLetter = entriesByFirstLetter(index)

  /** Where nothing was searched before. The rest has the likely ones, too: it is seldom looked at. */
  const allFor = ({ first }: PreparedQuery): Candidates =>
    first === 0
      ? { likely: everything, rest: nothing }
      : { likely: byLetter[31 - Math.clz32(first)] ?? nothing, rest: everything }

  const find: Searcher['find'] = (text, limit, weights) => {
    const query = typedQueryOf(text)
    const typed = textOf(query)
    latest = typed
    steps = steps.filter((step) => typed.startsWith(step.typed))
    const prepared = prepareQuery(query, index)
    const candidates = steps.at(-1) ?? allFor(prepared)
    let total: number | undefined
    const count = () => {
      if (total !== undefined) return total
      const answering = answersAmong(candidates, prepared, index)
      total = answering.likely.length + answering.rest.length
      // Steps are those of the text that was searched last, each beginning with the one before.
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

/** For each letter the entries of which the title or the alias may begin with it. */
function entriesByFirstLetter({ size, single: { prefix } }: SearchIndex): Uint32Array[] {
  const lists: number[][] = Array.from({ length: letters }, () => [])
  for (let entry = 0; entry < size; entry++) {
    for (let bits = firstLetters(entry, prefix); bits !== 0; bits &= bits - 1)
      lists[31 - Math.clz32(bits & -bits)]?.push(entry)
  }
  return lists.map((list) => Uint32Array.from(list))
}

/** Letters that answer the beginning of the title or of the alias, as bits. */
const firstLetters = (entry: number, prefix: Uint32Array): number =>
  (prefix[2 * entry] as number) | (prefix[2 * entry + 1] as number)

const isLikely = (entry: number, { first }: PreparedQuery, { single }: SearchIndex): boolean =>
  first === 0 || (firstLetters(entry, single.prefix) & first) !== 0

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

/** What one of the rest can't be better than. */
const bestOfRest = rankOf(tier.wordStart + 0.999, 999)

/** Looks closely only at what may come among the best: an upper bound tells for a fraction of the cost. */
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

const tierOf = ({ rank }: Found): number => Math.floor(rank / 1e6)

/** Equals stand in their order. */
const isBefore = (entry: number, rank: number, other: Found): boolean =>
  rank > other.rank || (rank === other.rank && entry < other.entry)

/** Puts one in its place; answers the last, before which another must stand to come among them. */
function keepBest(best: Found[], found: Found, limit: number): Found | undefined {
  const last = best[limit - 1]
  if (last !== undefined && !isBefore(found.entry, found.rank, last)) return last
  if (last !== undefined) best.pop()
  let place = best.length
  while (place > 0 && isBefore(found.entry, found.rank, best[place - 1] as Found)) place--
  best.splice(place, 0, found)
  return best[limit - 1]
}
