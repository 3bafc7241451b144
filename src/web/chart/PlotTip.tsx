// The tip at a place of a plot: its title, notes, and a line per series with the compared value.
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import type { Plot } from '#shared/plot/plot.ts'
import type { PlotBox } from '#shared/plot/plotScale.ts'
import { expectedText } from './plotWords.ts'
import { seriesColour } from './seriesColour.ts'

const mostLines = 10

interface Props {
  plot: Plot
  at: number
  x: number
  top: number
  box: PlotBox
}

export function PlotTip({ plot, at, x, top, box }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(170)
  useLayoutEffect(() => setWidth(element.current?.offsetWidth ?? 170))
  const place = plot.places[at]
  const shown = plot.series.filter(({ values }) => values[at] != null).slice(0, mostLines)
  const left = x + 10 + width > box.width - 8 ? Math.max(4, x - 10 - width) : x + 10
  const style: CSSProperties = { left, top }
  const notes = plot.notes.find((note) => note.at === at)?.titles ?? []
  const one = plot.series.length === 1
  const unfinished = plot.unfinishedFrom !== null && at >= plot.unfinishedFrom
  return (
    <div className="plot-tip" style={style} ref={element} aria-hidden="true">
      <div className="plot-tip-title">
        {place?.title}
        {unfinished ? <span> 未结束</span> : place?.cut && <span> 只含这几天</span>}
      </div>
      {notes.map((note) => (
        <div key={note} className="plot-tip-note">
          {note}
        </div>
      ))}
      {(plot.marks ?? [])
        .filter((mark) => mark.at === at)
        .map(({ title, tone }) => (
          <div key={title} className="plot-tip-mark">
            <i className={`plot-mark plot-mark-${tone}`} />
            {title}
          </div>
        ))}
      {shown.length === 0 && <div className="plot-tip-note">没有数据</div>}
      {(one ? shown : [...shown].sort((a, b) => (b.values[at] ?? 0) - (a.values[at] ?? 0))).map((series) => (
        <div key={series.name}>
          <div className="plot-tip-line">
            <span>
              {!one && plot.kind !== 'heatmap' && (
                <i className="chart-mark" style={{ background: seriesColour(series.hue) }} />
              )}
              {one && series.previous ? '本期' : series.name}
              {series.ahead?.[at] && ' 预测'}
            </span>
            <b>{plot.text(series.values[at] ?? null)}</b>
          </div>
          {series.expected?.low[at] != null && (
            <div className="plot-tip-line plot-tip-before">
              <span>{series.expected.name}</span>
              <span>{expectedText(plot, series.expected, at)}</span>
            </div>
          )}
          {series.previous && (
            <div className="plot-tip-line plot-tip-before">
              <span>
                {plot.previousName} {place?.previousLabel ?? ''}
              </span>
              <span>{plot.text(series.previous[at] ?? null)}</span>
            </div>
          )}
        </div>
      ))}
    </div>
  )
}
