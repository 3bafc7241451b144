// The handle between editor and results: dragged or moved by arrow keys; a double click halves.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { setSplit, useView, usualSplit } from '../view.ts'

export function SplitHandle() {
  const split = useView((state) => state.split)
  const dragging = useRef(false)
  const drag = (event: PointerEvent) => {
    const panes = event.currentTarget.parentElement
    if (!dragging.current || !panes) return
    const { top, height } = panes.getBoundingClientRect()
    setSplit(((event.clientY - top) / height) * 100)
  }
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    setSplit(split + (event.key === 'ArrowUp' ? -4 : 4))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is this role; an <hr> cannot be dragged.
    <div
      className="split-handle"
      role="separator"
      tabIndex={0}
      aria-label="编辑器高度"
      aria-orientation="horizontal"
      aria-valuenow={split}
      aria-valuemin={15}
      aria-valuemax={85}
      onKeyDown={step}
      onDoubleClick={() => setSplit(usualSplit)}
      onPointerDown={(event) => {
        dragging.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      // Otherwise the browser selects text below, and drags that.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={drag}
      onLostPointerCapture={() => {
        dragging.current = false
      }}
    />
  )
}
