// Light or dark as the page shows it now: its class changes after what is in it was rendered.
import { useEffect, useState } from 'react'

export function useDark(): boolean {
  const [isDark, setDark] = useState(() => document.body.classList.contains('bp6-dark'))
  useEffect(() => {
    const read = () => setDark(document.body.classList.contains('bp6-dark'))
    const watching = new MutationObserver(read)
    watching.observe(document.body, { attributeFilter: ['class'] })
    read()
    return () => watching.disconnect()
  }, [])
  return isDark
}
