// The number of lines over time: one bar per equal time span, stacked by level or status. A drag narrows the
// time to its range, a click to one bar; arrow keys move, Shift selects, Enter narrows.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Counts } from '../reading/counts.ts'
import { boundsText } from '../time/range.ts'
import { barWords, type Covered, nearestBar, spanOf } from './bars.ts'
import { ticksOf } from './ticks.ts'

interface Props {
  counts: Counts
  /** The bar described in the line above. */
  at: number | null
  onAt: (at: number | null) => void
  onZoom: (bounds: { from: number; to: number }) => void
}

/** In pixels: a shorter drag is a click. */
const leastDrag = 4

export function Histogram({ counts, at, onAt, onZoom }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [covered, setCovered] = useState<Covered | null>(null)
  const grip = useRef<{ x: number; bar: number } | null>(null)
  const bars = counts.bars.length
  const barAt = ({ clientX }: PointerEvent) => {
    const place = box.current?.getBoundingClientRect()
    return place ? nearestBar(bars, (clientX - place.left) / place.width) : 0
  }
  const zoomTo = (one: Covered) => {
    setCovered(null)
    onZoom(spanOf(counts, one))
  }
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || bars === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, bar: barAt(event) }
  }
  const handleMove = (event: PointerEvent) => {
    const bar = barAt(event)
    if (bar !== at) onAt(bar)
    if (grip.current && Math.abs(event.clientX - grip.current.x) >= leastDrag)
      setCovered({ from: grip.current.bar, to: bar })
  }
  const handleUp = (event: PointerEvent) => {
    const held = grip.current
    grip.current = null
    if (held === null) return
    const isDrag = Math.abs(event.clientX - held.x) >= leastDrag
    zoomTo({ from: held.bar, to: isDrag ? barAt(event) : held.bar })
  }
  const handleKey = (event: KeyboardEvent) => {
    const walked = stepOf(event.key, at, bars)
    if (walked !== undefined) {
      setCovered(event.shiftKey && at !== null ? { from: covered?.from ?? at, to: walked } : null)
      onAt(walked)
    } else if (event.key === 'Enter' && at !== null) zoomTo(covered ?? { from: at, to: at })
    else if (event.key === 'Escape' && (covered || at !== null)) {
      setCovered(null)
      onAt(null)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const shown = at !== null && at < bars ? at : null
  return (
    <div className="log-histogram">
      <div
        ref={box}
        className="log-bars"
        role="slider"
        tabIndex={0}
        data-kept-keys="enter escape"
        aria-label="各时段的日志条数，Shift 加方向键选时段，回车放大"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, bars)}
        aria-valuenow={(shown ?? bars - 1) + 1}
        aria-valuetext={covered ? coveredWords(counts, covered) : barWords(counts, shown ?? bars - 1)}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={() => {
          grip.current = null
          setCovered(null)
        }}
        onPointerLeave={() => grip.current === null && onAt(null)}
        onBlur={() => {
          setCovered(null)
          onAt(null)
        }}
        onKeyDown={handleKey}
      >
        <Bars counts={counts} />
        {shown !== null && <i className="log-bar-pointed" style={placeOf(bars, shown, shown)} />}
        {covered && (
          <i
            className="log-bars-covered"
            style={placeOf(bars, Math.min(covered.from, covered.to), Math.max(covered.from, covered.to))}
          />
        )}
      </div>
      <div className="log-ticks" aria-hidden="true">
        {ticksOf(counts).map(({ at: place, text }) => (
          <span key={place} style={{ left: `${place * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}

const coveredWords = (counts: Counts, covered: Covered): string =>
  `选中 ${boundsText(spanOf(counts, covered))}`

const placeOf = (bars: number, from: number, to: number) => ({
  left: `${(from / bars) * 100}%`,
  width: `${((to - from + 1) / bars) * 100}%`,
})

/** Left and right move, starting from the last bar. */
function stepOf(key: string, at: number | null, bars: number): number | undefined {
  const last = bars - 1
  if (bars === 0) return undefined
  if (key === 'ArrowLeft') return at === null ? last : Math.max(0, at - 1)
  if (key === 'ArrowRight') return at === null ? last : Math.min(last, at + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

/** In percent of the box, so that its size need not be known. */
function Bars({ counts: { bars, series, highest } }: { counts: Counts }) {
  const room = 100 / Math.max(1, bars.length)
  return (
    <svg className="log-bars-drawn" preserveAspectRatio="none" viewBox="0 0 100 100" aria-hidden="true">
      {bars.map(({ from, counts }, at) => {
        let top = 100
        return series.map(({ key, tone }, place) => {
          const count = counts[place] ?? 0
          if (count === 0) return null
          // The least height keeps every non-empty bar visible.
          const height = Math.max(1.2, (count / highest) * 96)
          top -= height
          return (
            <rect
              key={`${from} ${key}`}
              className={`log-fill-${tone}`}
              x={at * room + room * 0.08}
              width={room * 0.84}
              y={top}
              height={height}
            />
          )
        })
      })}
    </svg>
  )
}
