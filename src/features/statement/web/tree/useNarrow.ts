// Whether the window is too narrow for a side beside the content.
import { useSyncExternalStore } from 'react'

const query = () => window.matchMedia('(max-width: 900px)')

const subscribe = (notify: () => void) => {
  const list = query()
  list.addEventListener('change', notify)
  return () => list.removeEventListener('change', notify)
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query().matches)
