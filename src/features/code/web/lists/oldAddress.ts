// Links to the saved queries that were kept before their list's order stood in one word.
import { navigate } from 'wouter/use-browser-location'

/** `sort=name&reversed=1` is `sort=-name` now; `reversed=1` alone put the oldest first. */
export function followOldAddress(): void {
  const { pathname, search } = window.location
  const params = new URLSearchParams(search)
  const reversed = params.get('reversed')
  if (reversed === null) return
  params.delete('reversed')
  if (reversed === '1') params.set('sort', params.get('sort') === 'name' ? '-name' : 'modified')
  navigate(params.size === 0 ? pathname : `${pathname}?${params}`, { replace: true })
}
