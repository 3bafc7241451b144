// Whether the window is too narrow for a side panel beside the content, or narrower than a given width.
import { useCallback, useSyncExternalStore } from 'react'

/** In pixels; in narrower windows the side panel is a drawer. */
const narrowPage = 900

export const isNarrow = (width = narrowPage): boolean => window.matchMedia(`(max-width: ${width}px)`).matches

export function useNarrow(width = narrowPage): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = window.matchMedia(`(max-width: ${width}px)`)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [width],
  )
  return useSyncExternalStore(subscribe, () => isNarrow(width))
}
