// In which order the palette lists what its sources found. A source's own order is its search's (search.ts); here the
// sources are merged: a whole name first, whatever its group; what only sounds remotely alike after everything else.
import { tier } from '#shared/matching/match.ts'
import type { PaletteEntry } from './entries.ts'
import { tierOf } from './search.ts'

interface Ranked {
  entry: PaletteEntry
  rank: number
}

interface FoundGroup {
  heading: string
  /** Best first. */
  best: readonly Ranked[]
  /** Its entries only explain: they stand after those that open or do something. */
  explains: boolean
}

/** Each group with matches gets up to this many rows before the best of all groups share the rest. */
const mostGuaranteed = 4
/** Heading of the weak matches of all groups, below the good ones. */
const weakHeading = '其他匹配'

/** The rows of all groups, at most `most`, each with its heading. */
export function arranged(
  groups: readonly FoundGroup[],
  typed: string,
  most: number,
): { heading: string; entry: PaletteEntry }[] {
  const fitting = shared(groups, most)
  const acting = sorted(fitting.filter(({ explains }) => !explains))
  const explaining = sorted(fitting.filter(({ explains }) => explains))
  return [...withWeakLast(acting, leastGood(typed)), ...explaining]
    .flatMap(({ heading, best }) => best.map(({ entry }) => ({ heading, entry })))
    .slice(0, most)
}

/** Cuts the groups so that all fit together. */
function shared(groups: readonly FoundGroup[], most: number): FoundGroup[] {
  const answering = groups.filter(({ best }) => best.length > 0)
  const guaranteed = answering.reduce((sum, { best }) => sum + Math.min(mostGuaranteed, best.length), 0)
  const others = answering
    .flatMap(({ best }) => best.slice(mostGuaranteed).map(({ rank }) => rank))
    .sort((a, b) => b - a)
  const left = Math.max(0, most - guaranteed)
  const lowest =
    others.length > left ? (others[left - 1] ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY
  let room = left
  return answering.map(({ heading, best, explains }) => {
    const more = best.slice(mostGuaranteed).filter(({ rank }) => rank >= lowest && room-- > 0)
    return { heading, best: [...best.slice(0, mostGuaranteed), ...more], explains }
  })
}

const bestOf = ({ best }: FoundGroup): number => best[0]?.rank ?? 0
/** The group with the best match comes first. */
const sorted = (groups: readonly FoundGroup[]): FoundGroup[] =>
  groups.toSorted((one, other) => bestOf(other) - bestOf(one))

/** One or two letters within a name are rarely meant: cz finds 首充转化, too. */
const fewLetters = /^[a-z]{1,2}$/i
const leastGood = (typed: string): number => (fewLetters.test(typed.trim()) ? tier.prefix : tier.wordStart)

/** Where something matches well, the weak matches of all groups follow under a heading of their own. */
function withWeakLast(groups: readonly FoundGroup[], least: number): FoundGroup[] {
  const isGood = ({ rank }: Ranked) => tierOf({ rank }) >= least
  const weak = groups.flatMap(({ best }) => best.filter((found) => !isGood(found)))
  if (weak.length === 0 || !groups.some(({ best }) => best.some(isGood))) return [...groups]
  return [
    ...groups.map((group) => ({ ...group, best: group.best.filter(isGood) })),
    { heading: weakHeading, best: weak.toSorted((one, other) => other.rank - one.rank), explains: false },
  ]
}
