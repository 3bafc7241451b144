// Computes how many conditions fit into the filter bar's single line. The others go to a popup; their widths
// are remembered, so that they return when there is room.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Width of the button that opens the popup. */
const moreWidth = 76
/** In place of a condition's key: what is edited is in the popup of the others. */
export const inRest = 'rest'
/** An active condition is shortened to this width rather than hidden. */
const narrowestCondition = 112
/** Below this width the bar is replaced by a funnel button and shows one control per line. */
const narrowest = 640

interface Widths {
  room: number
  /** Width of the bar's permanent parts, with their gaps. */
  fixed: number
  gap: number
  /** Width of each condition, in order. */
  conditions: readonly number[]
}

const widthUpTo = ({ fixed, gap, conditions }: Widths, count: number): number =>
  conditions.slice(0, count).reduce((sum, width) => sum + width + gap, fixed)

/** All conditions, or as many as leave room for the button. */
export function fitting(widths: Widths): number {
  const { room, gap, conditions } = widths
  const upTo = (count: number) => widthUpTo(widths, count)
  if (upTo(conditions.length) <= room) return conditions.length
  let count = conditions.length - 1
  while (count > 0 && upTo(count) + moreWidth + gap > room) count -= 1
  return count
}

/** The room left for the next condition after so many; null when too small to be readable. */
export function roomFor(widths: Widths, count: number): number | null {
  const { room, gap, conditions } = widths
  if (count >= conditions.length) return null
  const button = count + 1 < conditions.length ? moreWidth + gap : 0
  const left = room - widthUpTo(widths, count) - gap - button
  return left >= narrowestCondition ? left : null
}

/** A part may have no box of its own; then its content is measured. */
const widthOf = (part: HTMLElement): number =>
  part.offsetWidth || Math.max(0, ...[...part.children].map((inner) => widthOf(inner as HTMLElement)))

export interface Entry {
  key: string
  /** The shown text; another text has another width. */
  text: string
  isSet: boolean
}

/** Keys in order. */
interface Line {
  shown: readonly string[]
  rest: readonly string[]
  /** The shortened condition and its width. */
  cut: { key: string; width: number } | null
}

/** Unset conditions are the first to leave the line, the one that is being edited the last. */
const byNeed = (entries: readonly Entry[], edited: string | undefined): Entry[] =>
  entries.toSorted(
    (one, other) =>
      Number(other.key === edited) - Number(one.key === edited) || Number(other.isSet) - Number(one.isSet),
  )

const keysOf = (entries: readonly Entry[]): string[] => entries.map(({ key }) => key)

/** The current conditions, always in their own order; a new one starts in the bar, to be measured. */
function present({ rest, cut }: Line, entries: readonly Entry[]): Line {
  const keys = keysOf(entries)
  return {
    shown: keys.filter((key) => !rest.includes(key)),
    rest: keys.filter((key) => rest.includes(key)),
    cut,
  }
}

/** `keys`: the conditions in the order of the widths. */
function fitsAsItIs({ shown, rest, cut }: Line, widths: Widths, keys: readonly string[]): boolean {
  const own = shown.map((key) => (cut?.key === key ? cut.width : (widths.conditions[keys.indexOf(key)] ?? 0)))
  const button = rest.length > 0 ? moreWidth + widths.gap : 0
  return widthUpTo({ ...widths, conditions: own }, own.length) + button <= widths.room
}

const sameLine = (one: Line, other: Line): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * The bar stays one line, also while a condition is edited, and nothing moves under the pointer: what only would stand
 * better waits until the pointer has left. `onEdited` is told the key of the condition that is edited, `inRest` for the
 * popup of the others, or null.
 */
export function useFitting(
  bar: RefObject<HTMLElement | null>,
  entries: readonly Entry[],
  onEdited: (edited: string | null) => void,
): Line {
  const [line, setLine] = useState<Line>(() => ({ shown: keysOf(entries), rest: [], cut: null }))
  const known = useRef(new Map<string, { text: string; width: number }>())
  // Every render may change the rest of the bar; the state is only set when the line changes.
  useLayoutEffect(() => {
    const box = bar.current
    if (!box) return
    const put = (ordered: readonly Entry[], count: number, cut: Line['cut'] = null) => {
      const rest = new Set(keysOf(ordered.slice(count)))
      const keys = keysOf(entries)
      const next = {
        shown: keys.filter((key) => !rest.has(key)),
        rest: keys.filter((key) => rest.has(key)),
        cut,
      }
      setLine((before) => (sameLine(before, next) ? before : next))
    }
    const keepWidth = ({ key, text }: Entry, part: HTMLElement) => {
      // A shortened condition can't be measured.
      if (part.style.maxWidth === '') known.current.set(key, { text, width: part.offsetWidth })
    }
    const measure = () => {
      // What is edited in the popup of the others stays there.
      if (box.querySelector('.filter-more [aria-expanded="true"]')) return onEdited(inRest)
      const open = box.querySelector('.filter-condition [aria-expanded="true"]')
      const edited = open?.closest<HTMLElement>('.filter-condition')?.dataset.condition
      const ordered = byNeed(entries, edited)
      onEdited(edited ?? null)
      if (window.innerWidth <= narrowest) return put(ordered, ordered.length)
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
      // A condition whose text has changed is measured in the bar.
      if (!conditions.every((width) => width !== null)) return put(ordered, ordered.length)
      const widths = { room: box.clientWidth, fixed, gap, conditions }
      if (box.matches(':hover') && fitsAsItIs(present(line, entries), widths, keysOf(ordered))) return
      const count = fitting(widths)
      const next = ordered[count]
      const width = next?.isSet ? roomFor(widths, count) : null
      if (next && width !== null) put(ordered, count + 1, { key: next.key, width })
      else put(ordered, count)
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    // The editing has ended.
    const closing = new MutationObserver(measure)
    closing.observe(box, { subtree: true, attributeFilter: ['aria-expanded'] })
    box.addEventListener('pointerleave', measure)
    return () => {
      box.removeEventListener('pointerleave', measure)
      sizes.disconnect()
      closing.disconnect()
    }
  })
  return present(line, entries)
}
