// Ranks the candidates that match the typed text. A name matches by its text and by the pinyin of its Chinese
// characters, and so does its comment; matching is the palette's.
import { prepareQuery, scoreOf, tier } from '#shared/matching/match.ts'
import { buildIndex, type SearchIndex } from '#shared/matching/searchIndex.ts'
import { typedQueryOf } from '#shared/matching/units.ts'

export interface Matchable {
  name: string
  /** Readings of the name, where it is Chinese. */
  namePinyin?: string
  comment?: string
  /** Readings of the comment. */
  pinyin?: string
  /** Among equally good matches, lower groups come first. */
  group: number
}

export interface Matcher {
  names: SearchIndex
  comments: SearchIndex
}

export function matcherOf(candidates: readonly Matchable[]): Matcher {
  return {
    names: buildIndex(candidates.map(({ name, namePinyin = '' }) => ({ title: name, pinyin: namePinyin }))),
    comments: buildIndex(candidates.map(({ comment = '', pinyin = '' }) => ({ title: comment, pinyin }))),
  }
}

/** Groups weigh less than match quality, so that an exact name is first wherever it comes from. */
const tierWeight = 100
/** A name that begins with the typed text is as good as one that sounds like all of it. */
const writtenWeight = (tier.exact - tier.prefix) * tierWeight
const groupWeight = 8
const commentLoss = 60
const scatteredFrom = 3

/** Indexes of matching candidates, best first, at most `most`. */
export function rank(
  candidates: readonly Matchable[],
  typed: string,
  most: number,
  prepared?: Matcher,
): { index: number; score: number }[] {
  const query = typedQueryOf(typed)
  if (query.joined.length === 0) return byGroup(candidates, most)
  const { names, comments } = prepared ?? matcherOf(candidates)
  const inNames = prepareQuery(query, names)
  const inComments = prepareQuery(query, comments)
  const lower = typed.toLowerCase()
  const least = query.joined.length < scatteredFrom ? tier.initials : tier.scattered
  const found: { index: number; score: number }[] = []
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates[index] as Matchable
    const name = scoreOf(index, inNames, names)
    const comment = candidate.comment ? scoreOf(index, inComments, comments) : 0
    if (name < least && comment < least) continue
    // Names that contain the typed text come before those that only sound alike.
    const written = candidate.name.toLowerCase().startsWith(lower) ? writtenWeight : 0
    const byName = name >= least ? name * tierWeight + written : 0
    const byComment = comment >= least ? comment * tierWeight - commentLoss : 0
    const score = Math.max(byName, byComment)
    found.push({ index, score: score - candidate.group * groupWeight })
  }
  found.sort((one, other) => other.score - one.score || one.index - other.index)
  return found.length > most ? found.slice(0, most) : found
}

function byGroup(candidates: readonly Matchable[], most: number): { index: number; score: number }[] {
  return candidates
    .map(({ group }, index) => ({ index, score: -group * groupWeight }))
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, most)
}
