// A page that was drawn before it was opened. Until then it is laid out behind the page in front, unseen; none of its
// effects run, so that it takes no keys, titles or focus. Opened, it stays as it is.
import { Activity, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Router } from 'wouter'
import type { ForeseenPlace } from './foreseen.ts'
import { ForeseenContext, useHere } from './here.ts'

interface Props {
  place: ForeseenPlace
  isAhead: boolean
  children: ReactNode
}

export function ForeseenPage({ place, isAhead, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (isAhead && box.current ? layOut(box.current) : undefined), [isAhead])
  return (
    <div
      ref={box}
      className={isAhead ? 'page-foreseen page-ahead' : 'page-foreseen'}
      aria-hidden={isAhead || undefined}
    >
      <Activity mode={isAhead ? 'hidden' : 'visible'}>
        <ForeseenContext value={place}>
          <Router hook={useHere}>{children}</Router>
        </ForeseenContext>
      </Activity>
    </div>
  )
}

/**
 * React hides what it draws ahead by `display: none`, which leaves styles and layout for later: a third of what opening
 * the page takes. The box hides it as well, and is laid out. React sets the style back itself when the page is opened.
 */
function layOut(box: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    for (const part of box.children) {
      if (part instanceof HTMLElement && part.style.display === 'none') part.style.removeProperty('display')
    }
  })
  observer.observe(box, { attributeFilter: ['style'], childList: true, subtree: true })
  return () => observer.disconnect()
}
