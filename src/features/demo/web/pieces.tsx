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

/** Where the button that was pressed has gone, the next one takes its place. */
export function Actions({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isNowhere = document.activeElement?.matches('body, main') ?? true
    if (useDemo.getState().acted && isNowhere) place.current?.querySelector('button')?.focus()
  }, [])
  return (
    <div className="demo-actions" ref={place}>
      {children}
    </div>
  )
}
