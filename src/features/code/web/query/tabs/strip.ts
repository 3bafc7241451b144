// A tab strip that may be wider than its place: the active tab is scrolled into view, the wheel scrolls the
// rest.
import { type RefObject, useEffect, useRef, type WheelEvent } from 'react'

/** `told`: the tab's content, which determines its width. */
export function useInView(isInFront: boolean, told: string): RefObject<HTMLDivElement | null> {
  const tab = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab that has grown may reach out of view
  useEffect(() => {
    const strip = tab.current?.parentElement
    if (!isInFront || !strip) return
    const show = () => tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    // In another window or panel, or beside another button, it has another width.
    if (typeof ResizeObserver === 'undefined') return
    const watching = new ResizeObserver(show)
    watching.observe(strip)
    return () => watching.disconnect()
  }, [isInFront, told])
  return tab
}

/** A wheel only moves vertically; a touchpad scrolls sideways by itself. */
export function turn(event: WheelEvent<HTMLElement>): void {
  if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY
}
