// Searches one index as the user types: only what answered the text before is looked at again, and only the best
// are kept in order.
import {
  isAnswer,
  longestMatched,
  mostScoreOf,
  prepareQuery,
  scoreOf,
} from '../../../shared/matching/match.ts'
import type { SearchIndex } from '../../../shared/matching/searchIndex.ts'
import { type TypedQuery, typedQueryOf } from '../../../shared/matching/units.ts'

export interface Found {
  entry: number
  /** Tier, then how often and lately it was used, then shortness. */
  rank: number
}

export interface SearchResult {
  /** All that answer, of which `best` are the first. */
  total: number
  best: Found[]
}

export interface Searcher {
  index: SearchIndex
  /** `weights`: how much each entry was used, 0 to 999. */
  find: (text: string, limit: number, weights?: ArrayLike<number>) => SearchResult
}

/** What answered an earlier state of the text that the present one begins with. */
interface Step {
  typed: string
  entries: Uint32Array
}

const mostSteps = longestMatched

export function createSearcher(index: SearchIndex): Searcher {
  let steps: Step[] = []
  const everything = Uint32Array.from({ length: index.size }, (_, entry) => entry)

  const find: Searcher['find'] = (text, limit, weights) => {
    const query = typedQueryOf(text)
    const typed = textOf(query)
    steps = steps.filter((step) => typed.startsWith(step.typed))
    const candidates = steps.at(-1)?.entries ?? everything
    const prepared = prepareQuery(query, index)
    const answering = new Uint32Array(candidates.length)
    const best: Found[] = []
    let total = 0
    let lowest = Number.NEGATIVE_INFINITY
    for (let at = 0; at < candidates.length; at++) {
      const entry = candidates[at] as number
      const most = mostScoreOf(entry, prepared, index)
      if (most === 0) continue
      const weight = weights?.[entry] ?? 0
      // What can't come among the best counts only.
      if (rankOf(most, weight) <= lowest) {
        if (isAnswer(entry, prepared, index)) answering[total++] = entry
        continue
      }
      const score = scoreOf(entry, prepared, index)
      if (score === 0) continue
      answering[total++] = entry
      lowest = keepBest(best, { entry, rank: rankOf(score, weight) }, limit)
    }
    const entries = answering.subarray(0, total)
    if (typed !== '' && steps.at(-1)?.typed !== typed && steps.length < mostSteps) {
      steps.push({ typed, entries: entries.slice() })
    }
    return { total, best }
  }
  return { index, find }
}

function textOf({ joined, words }: TypedQuery): string {
  return (words.length > 0 ? words : [joined]).map((word) => String.fromCodePoint(...word)).join(' ')
}

function rankOf(score: number, weight: number): number {
  const tier = Math.floor(score)
  return tier * 1e6 + weight * 1e3 + (score - tier) * 999
}

/** Puts one in its place, after its equals; answers the rank that another must exceed to come among them. */
function keepBest(best: Found[], found: Found, limit: number): number {
  const last = best[limit - 1]
  if (last === undefined || found.rank > last.rank) {
    if (last !== undefined) best.pop()
    let place = best.length
    while (place > 0 && (best[place - 1] as Found).rank < found.rank) place--
    best.splice(place, 0, found)
  }
  return best[limit - 1]?.rank ?? Number.NEGATIVE_INFINITY
}
