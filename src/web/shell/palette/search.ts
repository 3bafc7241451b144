// Searches one index as the user types: only what answered the text before is looked at again, and only the best
// are kept in order.
import { longestMatched, prepareQuery, scoreOf } from '../../../shared/matching/match.ts'
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
  const rankOfEntry = new Float64Array(index.size)

  const find: Searcher['find'] = (text, limit, weights) => {
    const query = typedQueryOf(text)
    const typed = textOf(query)
    steps = steps.filter((step) => typed.startsWith(step.typed))
    const candidates = steps.at(-1)?.entries ?? everything
    const prepared = prepareQuery(query, index)
    const answering = new Uint32Array(candidates.length)
    let total = 0
    for (let at = 0; at < candidates.length; at++) {
      const entry = candidates[at] as number
      const score = scoreOf(entry, prepared, index)
      if (score === 0) continue
      answering[total++] = entry
      const tier = Math.floor(score)
      rankOfEntry[entry] = tier * 1e6 + (weights?.[entry] ?? 0) * 1e3 + (score - tier) * 999
    }
    const entries = answering.subarray(0, total)
    if (typed !== '' && steps.at(-1)?.typed !== typed && steps.length < mostSteps) {
      steps.push({ typed, entries: entries.slice() })
    }
    return { total, best: bestOf(entries, rankOfEntry, limit) }
  }
  return { index, find }
}

function textOf({ joined, words }: TypedQuery): string {
  return (words.length > 0 ? words : [joined]).map((word) => String.fromCodePoint(...word)).join(' ')
}

/** The entries of the highest ranks in order; of equals the first stand first. */
function bestOf(entries: Uint32Array, rankOf: Float64Array, limit: number): Found[] {
  const best: Found[] = []
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as number
    const rank = rankOf[entry] as number
    if (best.length === limit && rank <= (best[limit - 1] as Found).rank) continue
    if (best.length === limit) best.pop()
    let place = best.length
    while (place > 0 && (best[place - 1] as Found).rank < rank) place--
    best.splice(place, 0, { entry, rank })
  }
  return best
}
