// The side's edge: dragged, or moved by the arrow keys.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { narrowestSide, widestSide } from './places.ts'
import { setWidth, useTree } from './store.ts'

export function SideHandle() {
  const width = useTree((state) => state.width)
  const grip = useRef<{ x: number; width: number } | null>(null)
  const drag = (event: PointerEvent) => {
    if (grip.current) setWidth(grip.current.width + event.clientX - grip.current.x)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    setWidth(width + (event.key === 'ArrowLeft' ? -16 : 16))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is this role; an <hr> cannot be dragged.
    <div
      className="side-handle"
      role="separator"
      tabIndex={0}
      aria-label="目录宽度"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={narrowestSide}
      aria-valuemax={widestSide}
      onKeyDown={handleKey}
      onDoubleClick={() => setWidth(240)}
      onPointerDown={(event) => {
        grip.current = { x: event.clientX, width }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        grip.current = null
      }}
    />
  )
}
