// Sorting a pivot's rows: by a dimension or a total on the server, stored in the report's order; by one of
// the pivot's columns here, on loaded figures, stored in the address.
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { PivotSort } from '#semantic/model/pivot/layout.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { change, takeAlong } from '../report/follow.ts'

const param = 'by'

export function readSort(search: string): PivotSort | null {
  const text = queryOf(search).get(param)
  if (!text) return null
  const desc = text.startsWith('-')
  const key = desc ? text.slice(1) : text
  return key.includes('@') ? { key, desc } : null
}

/** Keeps the sort in addresses of changes. */
export const keepSort = (): (() => void) =>
  takeAlong(() => {
    const text = queryOf(location.search).get(param)
    return text ? [[param, text]] : []
  })

export function usePivotSort(): PivotSort | null {
  const search = useSearch()
  const text = queryOf(search).get(param) ?? ''
  return readSort(`${param}=${encodeURIComponent(text)}`)
}

export function sortPivot(key: string, desc: boolean): void {
  const query = queryOf(location.search)
  if (key.includes('@')) {
    query.set(param, `${desc ? '-' : ''}${key}`)
    navigate(`${location.pathname}?${query}`)
    return
  }
  if (query.has(param)) {
    query.delete(param)
    navigate(`${location.pathname}?${query}`, { replace: true })
  }
  change({ order: [{ key, desc }] }, { atOnce: true })
}
