// A list of rows of one height, of which only those in sight are drawn. It has the focus; its rows are its options.
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface Props {
  /** Named in the ids of rows. */
  name: string
  label: string
  count: number
  rowHeight: number
  /** Row that is chosen; -1 without one. */
  chosen: number
  onChoose: (row: number) => void
  onOpen: (row: number) => void
  drawRow: (row: number) => ReactNode
  /** Told which rows are in sight. */
  onRange?: (from: number, to: number) => void
}

/** Rows drawn beyond the edges, so that scrolling shows no gap. */
const beyond = 8
/** Until it is measured. */
const usualHeight = 800

export function VirtualList(props: Props) {
  const { name, label, count, rowHeight, chosen, onChoose, onOpen, drawRow, onRange } = props
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const height = useHeight(box)
  const from = Math.max(0, Math.floor(top / rowHeight) - beyond)
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + beyond)
  useEffect(() => onRange?.(from, to), [onRange, from, to])
  useLayoutEffect(() => {
    if (chosen >= 0) showRow(box.current, chosen * rowHeight, rowHeight)
  }, [chosen, rowHeight])
  const handleKey = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1)
    const next = { Home: 0, End: count - 1, PageUp: chosen - page, PageDown: chosen + page }[event.key]
    if (next === undefined || count === 0 || event.nativeEvent.isComposing) return
    event.preventDefault()
    onChoose(Math.min(count - 1, Math.max(0, next)))
  }
  return (
    <div
      ref={box}
      className="virtual-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={chosen < 0 ? undefined : `${name}-${chosen}`}
      // Its arrows, letters and Enter are the page's commands.
      data-command-keys=""
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={handleKey}
    >
      <div className="virtual-list-whole" style={{ height: count * rowHeight }}>
        {Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at).map((row) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the page's commands answer the keys.
          <div
            key={row}
            id={`${name}-${row}`}
            role="option"
            aria-selected={row === chosen}
            aria-setsize={count}
            aria-posinset={row + 1}
            className="virtual-list-row"
            style={{ top: row * rowHeight, height: rowHeight }}
            onClick={() => onChoose(row)}
            onDoubleClick={() => onOpen(row)}
          >
            {drawRow(row)}
          </div>
        ))}
      </div>
    </div>
  )
}

function useHeight(box: { current: HTMLDivElement | null }): number {
  const [height, setHeight] = useState(usualHeight)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight || usualHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return height
}

function showRow(box: HTMLDivElement | null, top: number, height: number): void {
  if (!box || box.clientHeight === 0) return
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight
}
