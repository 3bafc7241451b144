// How many conditions fit into the filter bar's one line. The rest stand in a popup; what they took is remembered, so
// that they come back when there is room.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Of the button that opens the popup. */
const moreWidth = 76
/** To this a condition that is set is cut, rather than being out of sight. */
const narrowestCondition = 112
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

const widthUpTo = ({ fixed, gap, conditions }: Widths, count: number): number =>
  conditions.slice(0, count).reduce((sum, width) => sum + width + gap, fixed)

/** All of them, or as many as leave room for the button. */
export function fitting(widths: Widths): number {
  const { room, gap, conditions } = widths
  const upTo = (count: number) => widthUpTo(widths, count)
  if (upTo(conditions.length) <= room) return conditions.length
  let count = conditions.length - 1
  while (count > 0 && upTo(count) + moreWidth + gap > room) count -= 1
  return count
}

/** What is left behind so many for the next one; null where that is too little to read it. */
export function roomFor(widths: Widths, count: number): number | null {
  const { room, gap, conditions } = widths
  if (count >= conditions.length) return null
  const button = count + 1 < conditions.length ? moreWidth + gap : 0
  const left = room - widthUpTo(widths, count) - gap - button
  return left >= narrowestCondition ? left : null
}

/** A part may be no box of its own: then what it holds is. */
const widthOf = (part: HTMLElement): number =>
  part.offsetWidth || Math.max(0, ...[...part.children].map((inner) => widthOf(inner as HTMLElement)))

export interface Entry {
  key: string
  /** What it shows: with another text it has another width. */
  text: string
  isSet: boolean
}

/** Keys in their order. */
export interface Line {
  shown: readonly string[]
  rest: readonly string[]
  /** The one that is cut, and how wide it may be. */
  cut: { key: string; width: number } | null
}

/** What is not set is the first to be beyond the line's end. */
const inOrder = (entries: readonly Entry[]): Entry[] =>
  entries.toSorted((one, other) => Number(other.isSet) - Number(one.isSet))

const keysOf = (entries: readonly Entry[]): string[] => entries.map(({ key }) => key)

/** What is there by now; one that was never seen stands in the bar, to be measured. */
function present({ shown, rest, cut }: Line, entries: readonly Entry[]): Line {
  const keys = keysOf(entries)
  const isThere = (key: string) => keys.includes(key)
  const isNew = (key: string) => !shown.includes(key) && !rest.includes(key)
  return { shown: [...shown.filter(isThere), ...keys.filter(isNew)], rest: rest.filter(isThere), cut }
}

const sameLine = (one: Line, other: Line): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Nothing changes its place while it is being edited; `onSettled` is told when nothing is. */
export function useFitting(
  bar: RefObject<HTMLElement | null>,
  entries: readonly Entry[],
  onSettled: () => void,
): Line {
  const [line, setLine] = useState<Line>(() => ({ shown: keysOf(inOrder(entries)), rest: [], cut: null }))
  const known = useRef(new Map<string, { text: string; width: number }>())
  // Every draw may change what stands beside the conditions; nothing is set where the line is the same.
  useLayoutEffect(() => {
    const box = bar.current
    if (!box) return
    const ordered = inOrder(entries)
    const put = (count: number, cut: Line['cut'] = null) => {
      const keys = keysOf(ordered)
      const next = { shown: keys.slice(0, count), rest: keys.slice(count), cut }
      setLine((before) => (sameLine(before, next) ? before : next))
    }
    const keepWidth = ({ key, text }: Entry, part: HTMLElement) => {
      // Cut, it tells nothing of how wide it would be.
      if (part.style.maxWidth === '') known.current.set(key, { text, width: part.offsetWidth })
    }
    const measure = () => {
      if (box.querySelector(':is(.filter-condition, .filter-more) [aria-expanded="true"]')) return
      onSettled()
      if (window.innerWidth <= narrowest) return put(ordered.length)
      const gap = Number.parseFloat(getComputedStyle(box).columnGap) || 0
      let fixed = -gap
      for (const part of box.querySelectorAll<HTMLElement>(
        ':scope > .date-filter, :scope > .filter-controls > *',
      )) {
        const own = ordered.find(({ key }) => key === part.dataset.condition)
        if (own) keepWidth(own, part)
        else if (!part.matches('.filter-more, .compared-conditions')) fixed += widthOf(part) + gap
      }
      const conditions = ordered.map(({ key, text }) => {
        const found = known.current.get(key)
        return found?.text === text ? found.width : null
      })
      // What reads otherwise by now is measured in the bar.
      if (!conditions.every((width) => width !== null)) return put(ordered.length)
      const widths = { room: box.clientWidth, fixed, gap, conditions }
      const count = fitting(widths)
      const next = ordered[count]
      const width = next?.isSet ? roomFor(widths, count) : null
      if (next && width !== null) put(count + 1, { key: next.key, width })
      else put(count)
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
  return present(line, entries)
}
