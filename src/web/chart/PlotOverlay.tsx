// The layer over a plot: the unit, names of holidays, marks, a funnel's steps, and the tip at the place under
// the mouse or chosen by arrow keys.
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import { isWalked, type Plot } from '#shared/plot/plot.ts'
import {
  type PlotBox,
  placeNear,
  placeX,
  textWidth,
  type ValueScale,
  valueY,
} from '#shared/plot/plotScale.ts'
import { PlotTip } from './PlotTip.tsx'
import { markUnder, type PlotPick } from './picking.ts'
import { plotWords } from './plotWords.ts'
import { seriesColour } from './seriesColour.ts'

interface Props {
  plot: Plot
  box: PlotBox
  scale: ValueScale
  label: string
  at: number | null
  onAt: (at: number | null) => void
  onPick?: ((pick: PlotPick) => void) | undefined
}

export function PlotOverlay({ plot, box, scale, label, at, onAt, onPick }: Props) {
  if (plot.kind === 'funnel') return <Steps plot={plot} box={box} />
  if (!isWalked(plot.kind) && plot.kind !== 'heatmap') return null
  const count = plot.places.length
  const shown = at !== null && at < count ? at : null
  const follow = (event: PointerEvent<HTMLElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left
    const near = placeNear(box, count, event.clientX - left)
    if (near !== at) onAt(near)
  }
  const pick = ({ nativeEvent, clientX: x, clientY: y, currentTarget }: MouseEvent<HTMLElement>) => {
    // A tap shows the tip.
    if ((nativeEvent as Partial<globalThis.PointerEvent>).pointerType === 'touch') return
    const { left, top } = currentTarget.getBoundingClientRect()
    const mark = markUnder({ plot, box, scale, x: x - left, y: y - top })
    if (mark) onPick?.({ ...mark, x, y })
  }
  const step = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && onPick && count > 0) {
      event.preventDefault()
      const { left, top } = event.currentTarget.getBoundingClientRect()
      const place = shown ?? count - 1
      onPick({ at: place, series: 0, x: left + placeX(box, count, place), y: top + box.height / 2 })
      return
    }
    const to = stepOf(event.key, shown, count)
    if (to === undefined) return
    event.preventDefault()
    onAt(to)
  }
  return (
    <div
      className={onPick ? 'plot-overlay plot-picked' : 'plot-overlay'}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={(shown ?? count - 1) + 1}
      aria-valuetext={plotWords(plot, shown ?? count - 1)}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => onAt(null)}
      onBlur={() => onAt(null)}
      onKeyDown={step}
      onClick={pick}
    >
      {plot.kind !== 'heatmap' && <Frame plot={plot} box={box} scale={scale} />}
      {shown !== null && <Pointed plot={plot} box={box} scale={scale} at={shown} />}
    </div>
  )
}

/** Left and right move, starting from the last place; Escape clears. */
export function stepOf(key: string, at: number | null, count: number): number | null | undefined {
  const last = count - 1
  if (key === 'ArrowLeft') return at === null ? last : Math.max(0, at - 1)
  if (key === 'ArrowRight') return at === null ? 0 : Math.min(last, at + 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return key === 'Escape' && at !== null ? null : undefined
}

function Frame({ plot, box, scale }: { plot: Plot; box: PlotBox; scale: ValueScale }) {
  const count = plot.places.length
  const room = (box.width - box.left - box.right) / Math.max(1, count)
  return (
    <>
      <span className="plot-unit" style={{ right: box.width - box.left + 8, top: box.top - 23 }}>
        {scale.unit}
      </span>
      {plot.bands.map(({ from, to, name }) => {
        const width = (to - from + 1) * room
        return name !== '' && textWidth(name) + 4 <= Math.max(width, room * 3) ? (
          <span
            key={from}
            className="plot-band"
            style={{ left: (placeX(box, count, from) + placeX(box, count, to)) / 2 }}
          >
            {name}
          </span>
        ) : null
      })}
      {plot.marks?.map(({ at, title, tone }) => (
        <i
          key={`${at} ${title}`}
          className={`plot-mark plot-mark-${tone}`}
          style={{
            left: placeX(box, count, at),
            top: valueY(box, scale, plot.series[0]?.values[at] ?? scale.min),
          }}
        />
      ))}
    </>
  )
}

function Pointed({ plot, box, scale, at }: { plot: Plot; box: PlotBox; scale: ValueScale; at: number }) {
  const count = plot.places.length
  const x = placeX(box, count, at)
  const isHeat = plot.kind === 'heatmap'
  const dots = plot.kind === 'line' || plot.kind === 'area'
  return (
    <>
      <i className="plot-pointer" style={{ left: x, top: box.top, bottom: box.bottom }} />
      {dots &&
        plot.series.map(({ name, values, hue }) => {
          const value = values[at] ?? null
          return value === null ? null : (
            <i
              key={name}
              className="plot-dot"
              style={{ left: x, top: valueY(box, scale, value), background: seriesColour(hue) }}
            />
          )
        })}
      <PlotTip plot={plot} at={at} x={x} box={box} top={isHeat ? 8 : tipTop(plot, box, scale, at)} />
    </>
  )
}

/** Below the line where there is room, so that the line stays visible. */
function tipTop(plot: Plot, box: PlotBox, scale: ValueScale, at: number): number {
  const values = plot.series.flatMap(({ values }) => values[at] ?? [])
  const lowest = values.length > 0 ? valueY(box, scale, Math.min(...values)) : box.top
  return Math.min(lowest + 10, box.height / 2)
}

function Steps({ plot, box }: { plot: Plot; box: PlotBox }) {
  const width = (box.width - 32) / Math.max(1, plot.places.length)
  const values = plot.series[0]?.values ?? []
  return (
    <ol className="plot-steps">
      {plot.places.map(({ label }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are known by their place.
        <li key={at} style={{ width }}>
          <span>{label}</span>
          <b>{plot.text(values[at] ?? null)}</b>
          <span>{plot.stepTexts?.[at]}</span>
        </li>
      ))}
    </ol>
  )
}
