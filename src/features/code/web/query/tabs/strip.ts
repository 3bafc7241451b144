// A strip of tabs that may be wider than its place: the one in front is in view, the wheel reaches the others.
import { type RefObject, useEffect, useRef, type WheelEvent } from 'react'

/** `told`: what the tab shows, and so how wide it is. */
export function useInView(isInFront: boolean, told: string): RefObject<HTMLDivElement | null> {
  const tab = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab that has grown may reach out of view
  useEffect(() => {
    if (isInFront) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isInFront, told])
  return tab
}

/** A wheel turns up and down alone; a touchpad goes sideways by itself. */
export function turn(event: WheelEvent<HTMLElement>): void {
  if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY
}
