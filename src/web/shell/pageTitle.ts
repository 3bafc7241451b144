// The window's title. A page sets its own; a report's comes a second after it opens.
import { useEffect } from 'react'
import { installation } from './installation.ts'

/** Sets the title after the delay, and gives the installation's back when the page is left. */
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
