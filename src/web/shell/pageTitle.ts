// The window's title. Each page sets its own; a report sets its title a second after it opens.
import { useEffect } from 'react'
import { installation } from './installation.ts'

/** Sets the title after the delay, and restores the installation's title when the page is left. */
export function usePageTitle(title: string | null | undefined, delayMs = 0): void {
  useEffect(() => {
    if (!title) return
    const timer = setTimeout(() => setTitle(title), delayMs)
    return () => {
      clearTimeout(timer)
      setTitle(installation().title)
    }
  }, [title, delayMs])
}

function setTitle(title: string): void {
  document.title = title
}
