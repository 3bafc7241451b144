// One thing of a list to choose from.
import type { ReactNode } from 'react'
import type { Category } from '../../../../semantic/model/types.ts'
import { byCategory } from './categories.ts'

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
