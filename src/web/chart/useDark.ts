// Whether the page is dark now: its class changes after its content was rendered.
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
