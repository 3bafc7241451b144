// One thing of a list to choose from.
import type { ReactNode } from 'react'

export interface PickItem {
  key: string
  title: string
  /** Readings of the title, from the server. */
  pinyin: string
  detail?: ReactNode
  group?: string
  /** Under the title, muted. */
  note?: string | undefined
  /** Why it cannot be chosen: greyed, the reason under it. */
  refused?: string
  checked?: boolean
}

interface Choice {
  id: number
  name: string
  pinyin: string
  categoryId: number | null
}

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
