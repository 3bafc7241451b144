// One item of a list of choices.
import type { ReactNode } from 'react'
import { betweenNames } from '#shared/matching/units.ts'

export interface PickItem {
  key: string
  title: string
  /** Readings of the title, from the server. */
  pinyin: string
  /** Synonyms, with their readings. */
  also?: { text: string; pinyin: string } | undefined
  detail?: ReactNode
  group?: string
  /** Muted, below the title. */
  note?: string | undefined
  /** Why it can't be chosen: such items come last, folded, under their reason. */
  refused?: string
  /** Absent in lists without ticks, which reserve no room for them. */
  checked?: boolean
}

interface Choice {
  id: number
  name: string
  pinyin: string
  /** Synonyms, and their readings joined by blanks; for points. */
  synonyms?: readonly string[]
  synonymsPinyin?: string
  categoryId: number | null
}

/** Synonyms in the form of lists and finders. */
export const alsoOf = ({
  synonyms = [],
  synonymsPinyin = '',
}: Pick<Choice, 'synonyms' | 'synonymsPinyin'>): PickItem['also'] =>
  synonyms.length > 0 ? { text: synonyms.join(betweenNames), pinyin: synonymsPinyin } : undefined

/** Dimensions or points as a list by category; `stateOf` gives the list-specific part. */
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

/** Sorted by the categories' order; items without a category come last. */
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
