// A page drawn before it is opened. Until then it is laid out invisibly behind the page in front, and none of its
// effects run, so that it takes no keys, title or focus. Opening it changes nothing in its elements.
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
 * React hides elements drawn ahead by `display: none`, which defers styles and layout: a third of the time that opening
 * the page takes. The box hides them as well, so the style is removed here and they are laid out. React restores the
 * style itself when the page is opened.
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
