// Keeps old links to the list of saved queries working, from before its order was a single parameter.
import { navigate } from 'wouter/use-browser-location'
import { queryOf } from '#web/shell/longAddress.ts'

/** `sort=name&reversed=1` is now `sort=-name`; `reversed=1` alone meant the oldest first. */
export function followOldAddress(): void {
  const { pathname, search } = window.location
  const params = queryOf(search)
  const reversed = params.get('reversed')
  if (reversed === null) return
  params.delete('reversed')
  if (reversed === '1') params.set('sort', params.get('sort') === 'name' ? '-name' : 'modified')
  navigate(params.size === 0 ? pathname : `${pathname}?${params}`, { replace: true })
}
