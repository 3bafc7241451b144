// Names of the categories of dimensions and points, read once a session.
import { useEffect, useMemo, useState } from 'react'
import type { Category } from '../../../../semantic/model/types.ts'
import { call } from '../../../../web/api/client.ts'
import { getAnaDimOrPointType } from '../../../config/contract.ts'

let asked: Promise<Category[]> | undefined

export function useCategories(of: Category['kind']): Category[] {
  const [categories, setCategories] = useState<Category[]>([])
  useEffect(() => {
    asked ??= call(getAnaDimOrPointType, {}, { quiet: true, loading: null })
    asked.then(setCategories, () => {
      // Without names the pickers show one list; the next opening asks again.
      asked = undefined
    })
  }, [])
  return useMemo(() => categories.filter(({ kind }) => kind === of), [categories, of])
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
