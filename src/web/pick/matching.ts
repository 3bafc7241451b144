// Matches by name, pinyin or initials, like the palette.
import { type PreparedQuery, prepareQuery, scoreOf, tier } from '#shared/matching/match.ts'
import { createIndexBuilder, type SearchIndex } from '#shared/matching/searchIndex.ts'
import { betweenNames, typedQueryOf } from '#shared/matching/units.ts'
import type { PickItem } from './pickItem.ts'

const indexes = new WeakMap<readonly PickItem[], SearchIndex>()

function indexOf(items: readonly PickItem[]): SearchIndex {
  let index = indexes.get(items)
  if (!index) {
    const builder = createIndexBuilder()
    for (const { title, pinyin, also, key } of items)
      builder.add({
        title,
        pinyin,
        en: [key.replace(/^=/, ''), also?.text].filter(Boolean).join(betweenNames),
        ...(also && { enPinyin: also.pinyin }),
      })
    index = builder.finish()
    indexes.set(items, index)
  }
  return index
}

/** Items that match the query. Groups keep their order; an ungrouped list has its best matches first. */
function narrowed(query: string, items: PickItem[]): PickItem[] {
  const typed = typedQueryOf(query)
  if (typed.joined.length === 0) return items
  const index = indexOf(items)
  const prepared: PreparedQuery = prepareQuery(typed, index)
  const scored = items
    .map((item, at) => ({ item, score: scoreOf(at, prepared, index) }))
    .filter(({ score }) => score > 0)
  // Weak matches are only kept where there is no much better one.
  const top = Math.max(0, ...scored.map(({ score }) => Math.floor(score)))
  const floor = top >= tier.wordStart ? tier.wordStart : top >= tier.initials ? tier.initials : tier.scattered
  const best = scored.filter(({ score }) => score >= floor)
  if (!items.some(({ group }) => group)) best.sort((one, other) => other.score - one.score)
  return best.map(({ item }) => item)
}

const single = new Map<string, SearchIndex>()

/** Whether a name matches; prepared once per query, used for many names. */
export function matcherOf(query: string): (name: string, pinyin: string) => boolean {
  const typed = typedQueryOf(query)
  if (typed.joined.length === 0) return () => true
  return (name, pinyin) => {
    const key = `${name}\n${pinyin}`
    let index = single.get(key)
    if (!index) {
      const builder = createIndexBuilder()
      builder.add({ title: name, pinyin })
      index = builder.finish()
      single.set(key, index)
    }
    return scoreOf(0, prepareQuery(typed, index), index) >= tier.initials
  }
}

export const foldKey = '~refused'

/**
 * Choosable items first; the others are one line until unfolded or searched for, then listed by reason, each
 * stated once.
 */
export const arranged =
  (unfolded: boolean) =>
  (query: string, items: PickItem[]): PickItem[] => {
    const found = narrowed(query, items)
    const refused = found.filter((item) => item.refused)
    if (refused.length === 0) return found
    const free = found.filter((item) => !item.refused)
    const byReason = Map.groupBy(refused, ({ refused: reason }) => reason as string)
    const reasoned = [...byReason].flatMap(([reason, list]) =>
      list.map((item) => ({ ...item, group: reason })),
    )
    // All are refused: there is nothing before them to keep visible.
    if (query.trim() !== '' || free.length === 0) return [...free, ...reasoned]
    const fold: PickItem = {
      key: foldKey,
      title: `${unfolded ? '收起' : '显示'} ${refused.length} 个不能选的`,
      pinyin: '',
    }
    return [...free, fold, ...(unfolded ? reasoned : [])]
  }
