// Parts that the page and its question share.
import { type ReactNode, useEffect, useRef } from 'react'
import type { Demo } from '../contract.ts'
import { useDemo } from './store.ts'

export function Parts({ demo }: { demo: Demo }) {
  return (
    <p className="demo-parts">
      {demo.parts
        .filter(({ kind }) => kind !== '文件夹')
        .map(({ kind, count }) => `${kind} ${count}`)
        .join('，')}
    </p>
  )
}

/** Moves the focus to the next step where the pressed button has disappeared. */
export function Actions({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isNowhere = document.activeElement?.matches('body, main') ?? true
    const { acted } = useDemo.getState()
    if (!acted || !isNowhere) return
    // After a question the focus returns to the button that opened it, never to a link.
    place.current?.querySelector<HTMLElement>(acted === 'asked' ? 'button' : 'a, button')?.focus()
  }, [])
  return (
    <div className="demo-actions" ref={place}>
      {children}
    </div>
  )
}
