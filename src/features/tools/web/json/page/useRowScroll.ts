// Computes the first visible row of a scrollable box with any number of rows.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export const rowHeight = 24
/** Chromium limits heights to 33,554,432 pixels. */
const mostHeight = 16_000_000

export function useRowScroll(box: RefObject<HTMLDivElement | null>, total: number) {
  const [height, setHeight] = useState(600)
  const [first, setFirst] = useState(0)
  const place = useRef({ first: 0, scrollTop: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setHeight(element.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  /** The first row, possibly fractional, when scrolled to the end. */
  const last = Math.max(0, total - height / rowHeight)
  const length = Math.min(mostHeight, Math.max(0, total * rowHeight - height))
  const goTo = useCallback(
    (row: number) => {
      const next = Math.max(0, Math.min(last, row))
      if (box.current) box.current.scrollTop = last === 0 ? 0 : (next / last) * length
      place.current = { first: next, scrollTop: box.current?.scrollTop ?? 0 }
      setFirst(next)
    },
    [box, last, length],
  )
  const isScaled = total * rowHeight > mostHeight
  useEffect(() => {
    const element = box.current
    if (!element || !isScaled) return
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey) return
      event.preventDefault()
      goTo(place.current.first + event.deltaY / rowHeight)
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [box, isScaled, goTo])
  return {
    first: Math.min(first, last),
    height,
    /** The scrollable length below the viewport. */
    length,
    onScroll: () => {
      const scrollTop = box.current?.scrollTop ?? 0
      // A scroll position set by this code comes back as an event, rounded.
      if (Math.abs(scrollTop - place.current.scrollTop) < 1) return
      const next = length === 0 ? 0 : (scrollTop / length) * last
      place.current = { first: next, scrollTop }
      setFirst(next)
    },
    show: (row: number) => {
      const now = place.current.first
      const fits = Math.max(1, Math.floor(height / rowHeight))
      // A distant row is shown with its preceding rows.
      if (row < now - fits || row > now + fits * 2) goTo(row - Math.floor(fits / 3))
      else if (row < now) goTo(row)
      else if (row > now + fits - 1) goTo(row - fits + 1)
      else if (now > last) goTo(last)
    },
  }
}
