// One thing of a list to choose from.
import type { ReactNode } from 'react'

export interface PickItem {
  key: string
  title: string
  /** Readings of the title, from the server. */
  pinyin: string
  /** Other names that it is found by, with their readings. */
  also?: { text: string; pinyin: string } | undefined
  detail?: ReactNode
  group?: string
  /** Under the title, muted. */
  note?: string | undefined
  /** Why it cannot be chosen: such items stand last, folded, under their reason. */
  refused?: string
  /** Absent in lists that tick nothing: they keep no room for a tick. */
  checked?: boolean
}

interface Choice {
  id: number
  name: string
  pinyin: string
  /** Other names, and their readings joined by blanks; points have them. */
  synonyms?: readonly string[]
  synonymsPinyin?: string
  categoryId: number | null
}

/** Other names as lists and finders take them. */
export const alsoOf = ({
  synonyms = [],
  synonymsPinyin = '',
}: Pick<Choice, 'synonyms' | 'synonymsPinyin'>): PickItem['also'] =>
  synonyms.length > 0 ? { text: synonyms.join(' '), pinyin: synonymsPinyin } : undefined

/** Dimensions or points as a list by their categories; `stateOf` gives what is not the same in each list. */
export const pickItems = <Item extends Choice>(
  choices: readonly Item[],
  categories: readonly Category[],
  stateOf: (item: Item) => Partial<PickItem>,
): PickItem[] =>
  byCategory(choices, categories).map(({ item, group }) => ({
    key: String(item.id),
    title: item.name,
    pinyin: item.pinyin,
    also: alsoOf(item),
    group,
    ...stateOf(item),
  }))

interface Category {
  id: number
  name: string
  order: number
}

/** In the categories' own order; what has none comes last. */
export function byCategory<Item extends { categoryId: number | null }>(
  items: readonly Item[],
  categories: readonly Category[],
): { item: Item; group: string }[] {
  const order = new Map(
    [...categories].sort((one, other) => one.order - other.order).map(({ id }, index) => [id, index]),
  )
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const place = (id: number | null) => (id === null ? order.size : (order.get(id) ?? order.size))
  return [...items]
    .sort((one, other) => place(one.categoryId) - place(other.categoryId))
    .map((item) => ({ item, group: names.get(item.categoryId ?? -1) ?? '其他' }))
}
