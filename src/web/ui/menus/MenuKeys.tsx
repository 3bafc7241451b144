// Keyboard navigation of a menu: the first item is focused; arrows, Home and End move the focus.
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'

export function MenuKeys({ children }: { children: ReactNode }) {
  const [list, setList] = useState<HTMLElement | null>(null)
  useFirstFocus(list)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the items take the focus; their keys arrive here.
    <div ref={setList} role="presentation" onKeyDown={(event) => list && walk(event, list)}>
      {children}
    </div>
  )
}

/** Number of frames to wait for the items: they may still be loading, and can't be focused before they are placed. */
const mostFrames = 120

function useFirstFocus(list: HTMLElement | null): void {
  useEffect(() => {
    if (!list) return
    let frame = 0
    const focusFirst = (waited: number) => {
      const first = itemsOf(list)[0]
      first?.focus({ preventScroll: true })
      const done = first !== undefined && document.activeElement === first
      if (!done && waited < mostFrames) frame = requestAnimationFrame(() => focusFirst(waited + 1))
    }
    focusFirst(0)
    return () => cancelAnimationFrame(frame)
  }, [list])
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role="menuitem"]:not(.bp6-disabled)')]
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function walk(event: KeyboardEvent, list: HTMLElement): void {
  const step = steps[event.key]
  const items = itemsOf(list)
  if (!step || items.length === 0) return
  event.preventDefault()
  const at = items.indexOf(document.activeElement as HTMLElement)
  items[step(at, items.length)]?.focus()
}
