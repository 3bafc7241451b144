// The edge of a page's side panel: dragged, or moved by the arrow keys.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { narrowestSide, usualSide, widestSide } from './sideWidth.ts'

interface Props {
  label: string
  /** In pixels; `onWidth` may receive a width beyond the panel's limits. */
  width: number
  onWidth: (width: number) => void
}

/** In pixels per press of an arrow key. */
const step = 16

export function SideHandle({ label, width, onWidth }: Props) {
  const grip = useRef<{ x: number; width: number } | null>(null)
  const drag = (event: PointerEvent) => {
    if (grip.current) onWidth(grip.current.width + event.clientX - grip.current.x)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    onWidth(width + (event.key === 'ArrowLeft' ? -step : step))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves has this role; an <hr> can't be dragged.
    <div
      className="side-handle"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={narrowestSide}
      aria-valuemax={widestSide}
      onKeyDown={handleKey}
      onDoubleClick={() => onWidth(usualSide)}
      onPointerDown={(event) => {
        grip.current = { x: event.clientX, width }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      // Otherwise the browser selects text below, and drags that.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={drag}
      onLostPointerCapture={() => {
        grip.current = null
      }}
    />
  )
}
