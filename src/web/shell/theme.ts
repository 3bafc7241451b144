// Theme, row density and the colours of rises and falls, as classes on the body.
import { useEffect, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { type Settings, useSettings } from './settings.ts'

const darkQuery = '(prefers-color-scheme: dark)'

/** Dark for as long as a page needs it, whatever the setting: a wall. */
const useForcedDark = create<{ isForced: boolean }>(() => ({ isForced: false }))
export const forceDark = (isForced: boolean): void => useForcedDark.setState({ isForced })

/**
 * Whether the dark theme shows: the setting decides, or the system's preference. public/theme.js does the same before
 * the first paint.
 */
export function useIsDark(): boolean {
  const theme = useSettings((settings) => settings.theme)
  const systemIsDark = useSyncExternalStore(
    watchSystem,
    () => window.matchMedia?.(darkQuery).matches ?? false,
  )
  const isForced = useForcedDark((state) => state.isForced)
  if (isForced) return true
  return theme === 'system' ? systemIsDark : theme === 'dark'
}

function watchSystem(changed: () => void): () => void {
  const query = window.matchMedia?.(darkQuery)
  query?.addEventListener('change', changed)
  return () => query?.removeEventListener('change', changed)
}

export function useThemeClasses(): void {
  const isDark = useIsDark()
  const upColor = useSettings((settings: Settings) => settings.upColor)
  const rowDensity = useSettings((settings: Settings) => settings.rowDensity)
  useEffect(() => {
    const { classList } = document.body
    classList.toggle('bp6-dark', isDark)
    classList.toggle('up-green', upColor === 'green')
    classList.toggle('rows-comfortable', rowDensity === 'comfortable')
  }, [isDark, upColor, rowDensity])
}
