// The palette's results for a text: the best of each source, merged, under the sources' headings.
import type { PaletteEntry } from './entries.ts'
import { type PaletteHistory, weightOf } from './history.ts'
import type { Prefix } from './providers.ts'
import { arranged } from './ranking.ts'
import type { Source } from './sources.ts'

/** The most rows drawn, however many entries match. */
export const mostRows = 50

export interface PaletteRow {
  entry: PaletteEntry
  /** Heading above the row when the row is the first of its group. */
  heading: string
  /** The typed text, by which the row marks its matches when it is drawn. */
  typed: string
}

export interface PaletteResults {
  rows: readonly PaletteRow[]
  /** Number of all matches, drawn or not. The first call may take longer than finding the rows did. */
  count: () => number
}

export const noResults: PaletteResults = { rows: [], count: () => 0 }

/** Adds rows before or after those that were found. */
export function joined(
  found: PaletteResults,
  more: readonly PaletteRow[],
  where: 'before' | 'after',
): PaletteResults {
  if (more.length === 0) return found
  const rows =
    where === 'before'
      ? [...more, ...found.rows].slice(0, mostRows)
      : [...found.rows.slice(0, mostRows - more.length), ...more]
  return { rows, count: () => found.count() + more.length }
}

const prefixes: readonly Prefix[] = ['>', '@', '#', '$', '%', '?']
/** Full-width characters that Chinese input methods type for the prefixes. */
const wide: Readonly<Record<string, Prefix>> = {
  '＞': '>',
  '》': '>',
  '＠': '@',
  '＃': '#',
  '￥': '$',
  '＄': '$',
  '％': '%',
  '？': '?',
}

/** The prefix at the start of the text, if it is one of `known`, and the remaining text. */
export function splitPrefix(
  text: string,
  known: ReadonlySet<Prefix>,
): { prefix: Prefix | null; rest: string } {
  const first = text.charAt(0)
  const prefix = wide[first] ?? prefixes.find((one) => one === first)
  return prefix !== undefined && known.has(prefix)
    ? { prefix, rest: text.slice(1) }
    : { prefix: null, rest: text }
}

/** Searches sources, in the order in which equally good matches shall stand. */
export function searchSources(
  sources: readonly Source[],
  typed: string,
  history: PaletteHistory,
  now: number,
): PaletteResults {
  const counts: (() => number)[] = []
  const groups = sources.map((source) => {
    const found = source.searcher.find(typed, mostRows, weightsOf(source, history, now))
    counts.push(found.count)
    const best = found.best.map(({ entry, rank }) => ({ entry: source.entries[entry] as PaletteEntry, rank }))
    return { heading: source.group, best, explains: source.explains === true }
  })
  const count = () => counts.reduce((sum, one) => sum + one(), 0)
  const rows = arranged(groups, typed, mostRows).map(({ heading, entry }) => rowOf(entry, heading, typed))
  return { rows, count }
}

export function rowOf(entry: PaletteEntry, heading: string, typed = ''): PaletteRow {
  return { entry, heading, typed }
}

const weightsByEntries = new WeakMap<
  readonly PaletteEntry[],
  { history: PaletteHistory; weights: Uint16Array }
>()

/** How much each entry was used; computed once for each state of the history. */
function weightsOf({ entries }: Source, history: PaletteHistory, now: number): Uint16Array {
  const known = weightsByEntries.get(entries)
  if (known?.history === history) return known.weights
  const weights = Uint16Array.from(entries, ({ id }) => weightOf(history.uses[id], now))
  weightsByEntries.set(entries, { history, weights })
  return weights
}
