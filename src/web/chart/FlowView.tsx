// Flows between states or steps: nodes in layers, links as wide as their value. Arrow keys walk the links as they walk
// the places of other plots; Enter or a click picks one.
import { type KeyboardEvent, useMemo } from 'react'
import { type FlowLayout, type FlowLink, flowLayout, linkCurve, nodeWidth } from '#shared/plot/flowLayout.ts'
import type { Plot, PlotFlow } from '#shared/plot/plot.ts'
import { textWidth } from '#shared/plot/plotScale.ts'
import { stepOf } from './PlotOverlay.tsx'
import type { PlotPick } from './picking.ts'
import { plotWords } from './plotWords.ts'
import { seriesColour } from './seriesColour.ts'
import type { Size } from './useDrawing.ts'

interface Props {
  plot: Plot
  flow: PlotFlow
  size: Size
  label: string
  edge: number
  at: number | null
  onAt: (at: number | null) => void
  onPick: ((pick: PlotPick) => void) | undefined
}

const captionHeight = 26

export function FlowView({ plot, flow, size, label, edge, at, onAt, onPick }: Props) {
  const values = plot.series[0]?.values ?? []
  const layout = useMemo(() => {
    const right = Math.min(size.width / 3, widestName(plot, flow) + 10)
    return flowLayout(flow, values, {
      left: edge,
      top: captionHeight,
      width: Math.max(40, size.width - 2 * edge - right),
      height: Math.max(40, size.height - captionHeight - 10),
    })
  }, [plot, flow, values, size, edge])
  const count = flow.links.length
  const pick = (link: number, x: number, y: number) => onPick?.({ at: link, series: 0, x, y })
  const onKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && count > 0) {
      event.preventDefault()
      const { left, top } = event.currentTarget.getBoundingClientRect()
      const { from, to, height } = layout.links[at ?? 0] as FlowLink
      pick(at ?? 0, left + (from.x + to.x) / 2, top + (from.y + to.y + height) / 2)
      return
    }
    const to = stepOf(event.key, at, count)
    if (to === undefined) return
    event.preventDefault()
    onAt(to)
  }
  return (
    <div
      className="plot-overlay plot-flow"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={(at ?? 0) + 1}
      aria-valuetext={plotWords(plot, at ?? 0)}
      onPointerLeave={() => onAt(null)}
      onBlur={() => onAt(null)}
      onKeyDown={onKeys}
    >
      <svg width={size.width} height={size.height} aria-hidden="true">
        <text className="plot-flow-caption" x={edge} y={16}>
          {flow.caption}
        </text>
        {layout.links.map((link, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the slider around it is walked by keys
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: links are known by their place.
            key={index}
            d={pathOf(link)}
            className={at === index ? 'plot-flow-link plot-flow-lit' : 'plot-flow-link'}
            style={{ fill: seriesColour(flow.nodes[flow.links[index]?.from ?? 0]?.hue ?? 0) }}
            onPointerMove={() => at !== index && onAt(index)}
            onClick={(event) => pick(index, event.clientX, event.clientY)}
          />
        ))}
        <Nodes {...{ plot, flow, layout }} />
      </svg>
      {at !== null && at < count && (
        <p className="plot-flow-tip" aria-hidden="true">
          {plot.places[at]?.title} <b>{plot.text(values[at] ?? null)}</b>
        </p>
      )}
    </div>
  )
}

function Nodes({ plot, flow, layout }: { plot: Plot; flow: PlotFlow; layout: FlowLayout }) {
  return flow.nodes.map(({ name, layer, hue }, index) => {
    const node = layout.nodes[index]
    return node === undefined ? null : (
      <g key={`${layer} ${name}`}>
        <rect
          x={node.x}
          y={node.y}
          width={nodeWidth}
          height={node.height}
          style={{ fill: seriesColour(hue) }}
        />
        {node.height >= 9 && (
          <text className="plot-flow-name" x={node.x + nodeWidth + 5} y={node.y + node.height / 2}>
            {name} <tspan className="plot-flow-figure">{plot.text(node.value)}</tspan>
          </text>
        )}
      </g>
    )
  })
}

const widestName = ({ series, text }: Plot, { nodes }: PlotFlow): number => {
  const most = (series[0]?.values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return Math.max(0, ...nodes.map(({ name }) => textWidth(`${name} ${text(most)}`)))
}

function pathOf(link: FlowLink): string {
  const { start, upper, corner, lower } = linkCurve(link)
  return `M${start.join(' ')}C${upper.join(' ')}L${corner.join(' ')}C${lower.join(' ')}Z`
}
