// The palette's results for a text: the best of each source, merged, under the sources' headings.

import { highlight, type Range } from '#shared/matching/highlight.ts'
import type { PaletteEntry } from './entries.ts'
import { type PaletteHistory, weightOf } from './history.ts'
import type { Prefix } from './providers.ts'
import type { Source } from './sources.ts'

/** The most rows drawn, however many entries match. */
export const mostRows = 50
/** Each source with matches gets up to this many rows before the best of all sources share the rest. */
const mostGuaranteed = 4

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

interface Ranked {
  entry: PaletteEntry
  rank: number
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
  return { rows: rowsOf(shared(groups), typed), count }
}

interface Group {
  heading: string
  best: readonly Ranked[]
  explains: boolean
}

/** Cuts the groups so that all fit together; the group with the best match comes first, explanations last. */
function shared(groups: readonly Group[]): Group[] {
  const answering = groups.filter(({ best }) => best.length > 0)
  const guaranteed = answering.reduce((sum, { best }) => sum + Math.min(mostGuaranteed, best.length), 0)
  const others = answering
    .flatMap(({ best }) => best.slice(mostGuaranteed).map(({ rank }) => rank))
    .sort((a, b) => b - a)
  const left = Math.max(0, mostRows - guaranteed)
  const lowest =
    others.length > left ? (others[left - 1] ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY
  let room = left
  return answering
    .map(({ heading, best, explains }) => {
      const more = best.slice(mostGuaranteed).filter(({ rank }) => rank >= lowest && room-- > 0)
      return { heading, best: [...best.slice(0, mostGuaranteed), ...more], explains }
    })
    .sort(
      (a, b) => Number(a.explains) - Number(b.explains) || (b.best[0]?.rank ?? 0) - (a.best[0]?.rank ?? 0),
    )
}

function rowsOf(groups: readonly Group[], typed: string): PaletteRow[] {
  return groups
    .flatMap(({ heading, best }) => best.map(({ entry }) => rowOf(entry, heading, typed)))
    .slice(0, mostRows)
}

export function rowOf(entry: PaletteEntry, heading: string, typed = ''): PaletteRow {
  return { entry, heading, typed }
}

interface Marks {
  title: readonly Range[]
  /** Matched ranges of the alias; the alias shows only when the title did not match. */
  alias: readonly Range[] | null
}

export function marksOf({ entry, typed: whole }: PaletteRow): Marks {
  const typed = entry.answers ?? whole
  const title = highlight(entry.title, entry.pinyin, typed)
  const alias = title === null && entry.en ? highlight(entry.en, entry.enPinyin ?? '', typed) : null
  return { title: title ?? [], alias }
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

/** For an empty text: the latest entries, then the commands under their own headings. */
export function startResults(
  commands: readonly { heading: string; entry: PaletteEntry }[],
  sources: readonly Source[],
  history: PaletteHistory,
): PaletteResults {
  const lists = [...sources.map(({ entries }) => entries), commands.map(({ entry }) => entry)]
  const recents = history.recents
    .flatMap((id) => lists.map((entries) => entries.find((entry) => entry.id === id)).find(Boolean) ?? [])
    .slice(0, mostRecents)
  const rows = [
    ...recents.map((entry) => rowOf(entry, '最近')),
    ...commands
      .filter(({ entry }) => !recents.includes(entry))
      .map(({ entry, heading }) => rowOf(entry, heading)),
  ].slice(0, mostRows)
  return { rows, count: () => rows.length }
}
const mostRecents = 6
