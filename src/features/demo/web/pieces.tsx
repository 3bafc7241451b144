// What the page and its question share.
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

/** Where the button that was pressed has gone, the next step takes its place. */
export function Actions({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isNowhere = document.activeElement?.matches('body, main') ?? true
    const { acted } = useDemo.getState()
    if (!acted || !isNowhere) return
    // From a question back to what asked it, which no link does.
    place.current?.querySelector<HTMLElement>(acted === 'asked' ? 'button' : 'a, button')?.focus()
  }, [])
  return (
    <div className="demo-actions" ref={place}>
      {children}
    </div>
  )
}
