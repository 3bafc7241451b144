// The names in sentences: views, points, dimensions and their values, found by title, pinyin or initials.

import type { FestivalDays } from '#shared/days/readDays.ts'
import { tier } from '#shared/matching/match.ts'
import { buildIndex, type Searchable } from '#shared/matching/searchIndex.ts'
import { hasSyllable } from '#shared/pinyin.ts'
import { call } from '#web/api/client.ts'
import { loadFestivals } from '#web/calendar/loadFestivals.ts'
import { createSearcher, type Searcher } from '#web/shell/palette/search.ts'
import {
  getVocabulary,
  type QueryDimension,
  type QueryPoint,
  type ViewMeta,
} from '#features/statement/contract.ts'
import { pathOf, readOffers, readTree } from '../paletteSources.ts'
import { offeredPoints } from '../pickers/retired.ts'
import { dateOf } from '../pointFigures.ts'

export interface NamedView extends Pick<ViewMeta, 'id' | 'name' | 'pinyin'> {
  folder: string
}
export interface NamedValue {
  dim: number
  dimName: string
  value: string
  label: string
  pinyin: string
}

export interface Found<Thing> {
  thing: Thing
  /** Match quality: a tier of the palette's matching, plus a bonus for intent. */
  rank: number
}

/** The best matches of a word, best first; only those from the start of a word. */
type Finder<Thing> = (word: string, most: number) => Found<Thing>[]

export interface Vocabulary {
  views: Finder<NamedView>
  points: Finder<QueryPoint>
  dimensions: Finder<QueryDimension>
  values: Finder<NamedValue>
  dimension: (id: number) => QueryDimension | undefined
  /** The business's date, by which figures are shown. */
  date: QueryDimension | undefined
  festivalDays: FestivalDays
}

/** At least the start of a word: scattered matches are no words of a sentence. */
const leastTier = tier.initials
const tierSize = 1e6

function finderOf<Thing>(things: readonly Thing[], textOf: (thing: Thing) => Searchable): Finder<Thing> {
  const searcher: Searcher = createSearcher(buildIndex(things.map(textOf)))
  return (word, most) =>
    searcher
      .find(word, most)
      .best.filter(({ rank }) => rank >= leastTier * tierSize)
      .map(({ entry, rank }) => ({ thing: things[entry] as Thing, rank: rank / tierSize }))
}

/** A point under each of its names, so that a complete one counts as such. */
function namedFinder(points: readonly QueryPoint[]): Finder<QueryPoint> {
  const names = points.flatMap((point) => [
    { point, title: point.name, pinyin: point.pinyin },
    ...eachSynonym(point).map((synonym) => ({ point, ...synonym })),
  ])
  const find = finderOf(names, ({ title, pinyin }) => ({ title, pinyin }))
  return (word, most) => {
    const best = new Map<number, Found<QueryPoint>>()
    for (const { thing, rank } of find(word, most * 3))
      if (!best.has(thing.point.id)) best.set(thing.point.id, { thing: thing.point, rank })
    return [...best.values()].slice(0, most)
  }
}

/** Readings cover only Chinese characters, in sequence over all names. */
function eachSynonym({ synonyms, synonymsPinyin }: QueryPoint): { title: string; pinyin: string }[] {
  const readings = synonymsPinyin.split(' ')
  let at = 0
  return synonyms.map((title) => {
    const count = [...title].filter(hasSyllable).length
    at += count
    return { title, pinyin: readings.slice(at - count, at).join(' ') }
  })
}

interface Words {
  views: readonly NamedView[]
  points: readonly QueryPoint[]
  dimensions: readonly QueryDimension[]
  values: readonly { dim: number; values: readonly { value: string; label: string; pinyin: string }[] }[]
  festivalDays?: FestivalDays
}

const noFestivals: FestivalDays = () => null

export function vocabularyOf({
  views,
  points,
  dimensions,
  values,
  festivalDays = noFestivals,
}: Words): Vocabulary {
  const byId = new Map(dimensions.map((dimension) => [dimension.id, dimension]))
  const named = values.flatMap(({ dim, values: listed }) => {
    const dimName = byId.get(dim)?.name
    return dimName === undefined ? [] : listed.map((value) => ({ ...value, dim, dimName }))
  })
  return {
    views: finderOf(views, ({ name, pinyin }) => ({ title: name, pinyin })),
    points: namedFinder(points),
    dimensions: finderOf(dimensions, ({ name, pinyin }) => ({ title: name, pinyin })),
    values: finderOf(named, ({ label, value, pinyin }) => ({ title: label, en: value, pinyin })),
    dimension: (id) => byId.get(id),
    date: dateOf(dimensions),
    festivalDays,
  }
}

export async function loadVocabulary(signal: AbortSignal): Promise<Vocabulary> {
  const quietly = { signal, quiet: true, loading: null } as const
  const [tree, offers, values, festivalDays] = await Promise.all([
    readTree(signal),
    readOffers(signal),
    call(getVocabulary, {}, quietly),
    // Everything else is understood without the calendar.
    loadFestivals().catch(() => noFestivals),
  ])
  const views = tree.flatMap((folder) =>
    folder.metas.map(({ id, name, pinyin }) => ({ id, name, pinyin, folder: pathOf(folder, tree) })),
  )
  const points = offeredPoints(offers.points, [])
  return vocabularyOf({ views, ...offers, points, values, festivalDays })
}
