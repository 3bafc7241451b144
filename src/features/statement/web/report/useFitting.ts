// How many conditions fit into the filter bar's one line. The rest stand in a popup; what they took is remembered, so
// that they come back when there is room.
import { type RefObject, useLayoutEffect, useReducer, useRef, useState } from 'react'

/** Of the button that opens the popup. */
const moreWidth = 76
/** Below this the bar is behind its funnel, line by line. */
const narrowest = 640

interface Widths {
  room: number
  /** What always stands in the bar, with its gaps. */
  fixed: number
  gap: number
  /** Of each condition, in their order. */
  conditions: readonly number[]
}

/** All of them, or as many as leave room for the button. */
export function fitting({ room, fixed, gap, conditions }: Widths): number {
  const upTo = (count: number) => conditions.slice(0, count).reduce((sum, width) => sum + width + gap, fixed)
  if (upTo(conditions.length) <= room) return conditions.length
  let count = conditions.length - 1
  while (count > 0 && upTo(count) + moreWidth + gap > room) count -= 1
  return count
}

/** A part may be no box of its own: then what it holds is. */
const widthOf = (part: HTMLElement): number =>
  part.offsetWidth || Math.max(0, ...[...part.children].map((inner) => widthOf(inner as HTMLElement)))

/** `keys` name the conditions, whatever they show. */
export function useFitting(bar: RefObject<HTMLElement | null>, keys: readonly string[]): number {
  const [shown, setShown] = useState(keys.length)
  const known = useRef(new Map<string, number>())
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  // Every draw may change what stands beside the conditions; nothing is set where the count is the same.
  useLayoutEffect(() => {
    const box = bar.current
    if (!box) return
    const measure = () => {
      // What is being edited stays where it is.
      if (box.querySelector('.filter-condition [aria-expanded="true"]')) return
      if (window.innerWidth <= narrowest) return setShown(keys.length)
      const gap = Number.parseFloat(getComputedStyle(box).columnGap) || 0
      let fixed = -gap
      const before = known.current.size
      for (const part of box.querySelectorAll<HTMLElement>(
        ':scope > .date-filter, :scope > .filter-controls > *',
      )) {
        const key = part.dataset.condition
        if (key !== undefined) known.current.set(key, part.offsetWidth)
        else if (!part.matches('.filter-more, .compared-conditions')) fixed += widthOf(part) + gap
      }
      const conditions = keys.map((key) => known.current.get(key) ?? 0)
      setShown(fitting({ room: box.clientWidth, fixed, gap, conditions }))
      // A first one may leave the count as it was, and had been shown beyond it.
      if (known.current.size > before) drawAgain()
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    // What was being edited is done.
    const closing = new MutationObserver(measure)
    closing.observe(box, { subtree: true, attributeFilter: ['aria-expanded'] })
    return () => {
      sizes.disconnect()
      closing.disconnect()
    }
  })
  // One that was never seen stands in the bar first, to be measured.
  return keys.some((key) => !known.current.has(key)) ? keys.length : Math.min(shown, keys.length)
}
