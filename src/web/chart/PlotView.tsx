// A plot on screen: drawn by ECharts, with holiday names and the tip on top, notes and limits behind. Loaded
// on demand.
import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import './plot.css'
import { isWalked, type Plot, type PlotFlow } from '#shared/plot/plot.ts'
import {
  boxOf,
  type PlotBox,
  scaleOf,
  textWidth,
  type ValueScale,
  withNoteRow,
} from '#shared/plot/plotScale.ts'
import { FlowView } from './FlowView.tsx'
import { PlotOverlay } from './PlotOverlay.tsx'
import { PlotSigns } from './PlotSigns.tsx'
import { barUnder, type PlotPick, sectorUnder, stepUnder } from './picking.ts'
import {
  barHeight,
  barsOption,
  type ChartOption,
  funnelOption,
  heatmapOption,
  pieOption,
  walkedOption,
} from './plotOption.ts'
import { chartTokens, type PlotTokens } from './tokens.ts'
import { useDark } from './useDark.ts'
import { type Size, useDrawing, useSize } from './useDrawing.ts'

interface Props {
  plot: Plot
  /** Description for screen readers. */
  label: string
  /** Horizontal padding of the drawing, the same everywhere on the page. */
  edge: number
  /** The place with the tip; chosen by mouse and arrow keys. */
  at: number | null
  onAt: (at: number | null) => void
  /** A click on a mark, or Enter on the chosen place. */
  onPick?: (pick: PlotPick) => void
}

export function PlotView(props: Props) {
  return props.plot.flow ? <Flow {...props} flow={props.plot.flow} /> : <DrawnPlot {...props} />
}

function Flow({ flow, ...props }: Props & { flow: PlotFlow }) {
  const host = useRef<HTMLDivElement>(null)
  const size = useSize(host)
  return (
    <div className={props.onPick ? 'plot plot-flow plot-picked' : 'plot plot-flow'} ref={host}>
      {size && <FlowView {...props} flow={flow} size={size} onPick={props.onPick} />}
    </div>
  )
}

function DrawnPlot({ plot, label, edge, at, onAt, onPick }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const { drawing, size } = useDrawing(host)
  const isDark = useDark()
  const scale = useMemo(() => scaleOf(plot), [plot])
  const box = useMemo(() => size && frameOf(plot, size, scale, edge), [plot, size, scale, edge])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other tokens
  useEffect(() => {
    if (!drawing || !box || !host.current || drawing.isDisposed()) return
    drawing.setOption(optionOf(plot, box, scale, chartTokens(host.current), edge), { notMerge: true })
  }, [drawing, plot, box, scale, edge, isDark])
  const rows = plot.kind === 'bar' ? plot.places.length * Math.max(1, plot.series.length) : 0
  const style: CSSProperties = rows > 0 ? { height: rows * barHeight + 8, minHeight: '100%' } : {}
  // What scrolls must be reachable by keys.
  const isLong = host.current !== null && rows > 0 && host.current.offsetHeight > heightAround(host.current)
  return (
    <div
      className={`plot plot-${plot.kind}`}
      {...(isLong && { tabIndex: 0, role: 'group', 'aria-label': label })}
    >
      {box && isWalked(plot.kind) && <PlotSigns plot={plot} box={box} scale={scale} />}
      {!isWalked(plot.kind) && <p className="plot-words">{label}</p>}
      <div
        className={`plot-drawing${onPick && !isWalked(plot.kind) ? ' plot-picked' : ''}`}
        ref={host}
        style={style}
        aria-hidden="true"
        onClick={(event) => {
          const { clientX: x, clientY: y } = event
          const mark = markIn(plot, event.currentTarget.getBoundingClientRect(), x, y, edge)
          if (mark) onPick?.({ ...mark, x, y })
        }}
      />
      {box && <PlotOverlay {...{ plot, box, scale, label, at, onAt, onPick }} />}
    </div>
  )
}

const heightAround = (drawn: HTMLElement): number => drawn.parentElement?.clientHeight ?? 0

/** The mark of a plot without places along an axis. */
function markIn(plot: Plot, drawn: DOMRect, x: number, y: number, edge: number) {
  const { left, top, width, height } = drawn
  if (plot.kind === 'bar') return barUnder(plot, height, y - top)
  if (plot.kind === 'pie') return sectorUnder(plot, drawn, x - left, y - top)
  return plot.kind === 'funnel' ? stepUnder(plot, width, x - left, edge) : null
}

function frameOf(plot: Plot, { width, height }: Size, scale: ValueScale, edge: number): PlotBox {
  if (plot.kind !== 'heatmap') {
    const box = boxOf(width, height, scale, edge)
    return isWalked(plot.kind) && plot.notes.length > 0 ? withNoteRow(box) : box
  }
  const names = Math.max(...plot.series.map(({ name }) => textWidth(name)))
  return { width, height, left: Math.ceil(edge + names + 8), right: edge, top: 8, bottom: 24 }
}

function optionOf(
  plot: Plot,
  box: PlotBox,
  scale: ValueScale,
  tokens: PlotTokens,
  edge: number,
): ChartOption {
  if (isWalked(plot.kind)) return walkedOption(plot, box, scale, tokens)
  if (plot.kind === 'bar') return barsOption(plot, box.width, tokens, edge)
  if (plot.kind === 'pie') return pieOption(plot, tokens)
  if (plot.kind === 'funnel') return funnelOption(plot, tokens, edge)
  return heatmapOption(plot, box, tokens)
}
