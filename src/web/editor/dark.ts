// Whether the page is dark, kept up to date.
import { useEffect, useState } from 'react'

const isDark = () => document.body.classList.contains('bp6-dark')

export function useDark(): boolean {
  const [dark, setDark] = useState(isDark)
  useEffect(() => {
    const observer = new MutationObserver(() => setDark(isDark()))
    observer.observe(document.body, { attributes: true, attributeFilter: ['class'] })
    return () => observer.disconnect()
  }, [])
  return dark
}
