// The side's edge: dragged, or moved by the arrow keys.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { narrowestSide, setWidth, useView, usualSide, widestSide } from '../view.ts'

export function SideHandle() {
  const width = useView((state) => state.width)
  const grip = useRef<{ x: number; width: number } | null>(null)
  const drag = (event: PointerEvent) => {
    if (grip.current) setWidth(grip.current.width + event.clientX - grip.current.x)
  }
  const step = (event: KeyboardEvent) => {
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
      aria-label="侧栏宽度"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={narrowestSide}
      aria-valuemax={widestSide}
      onKeyDown={step}
      onDoubleClick={() => setWidth(usualSide)}
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
