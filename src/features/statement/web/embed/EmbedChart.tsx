// The chart of an embedded report; its code is loaded when there is something to draw.
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { type ChartFigure, chartFigures, shownFigures } from '#semantic/model/shown/chartFigures.ts'
import { kindOf, kindTitles, shapeOf } from '#semantic/model/shown/chartKinds.ts'
import { plotOf } from '#semantic/model/shown/plotOf.ts'
import type { PlotSurroundings } from '#semantic/model/shown/plotRows.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Plot } from '#shared/plot/plot.ts'
import { seriesColour } from '#web/chart/seriesColour.ts'
import type { ReportTable } from '#features/statement/contract.ts'

interface PlotProps {
  plot: Plot
  label: string
  edge: number
  at: number | null
  onAt: (at: number | null) => void
}

interface Props {
  table: ReportTable
  info: ReportInfo
  around: PlotSurroundings
}

export function EmbedChart({ table, info, around }: Props) {
  const figures = useMemo(() => chartFigures(table), [table])
  const [chosen, setChosen] = useState<string | null>(null)
  const [at, setAt] = useState<number | null>(null)
  const chart = chosen === null ? info.chart : { ...info.chart, keys: [chosen] }
  const shown = shownFigures(figures, chart)
  const shape = shapeOf(table, info)
  const kind = info.chart?.off ? null : kindOf(chart, shape, shown[0], table.rowCount)
  const key = shown.map((figure) => figure.key).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown figures are named by their keys.
  const drawn = useMemo(
    () => kind && plotOf(table, info, shape, kind, shown, around),
    [table, info, shape, kind, key, around],
  )
  const View = usePlotView(drawn !== null)
  if (!kind || !drawn) return null
  const { plot, left } = drawn
  return (
    <div className="embed-chart">
      {figures.length > 1 && kind !== 'heatmap' && kind !== 'funnel' && kind !== 'flow' && (
        <Figures figures={figures} shown={shown} onChoose={setChosen} />
      )}
      <div className="embed-plot">
        {View && (
          <View
            plot={plot}
            label={`${shown[0]?.title ?? ''}的${kindTitles[kind]}图`}
            edge={12}
            at={at}
            onAt={setAt}
          />
        )}
      </div>
      {plot.series.length > 1 && kind !== 'heatmap' && (
        <ul className="embed-legend" aria-label="图例">
          {plot.series.map(({ name, hue }) => (
            <li key={name}>
              <i style={{ background: seriesColour(hue) }} />
              {name}
            </li>
          ))}
        </ul>
      )}
      {left > 0 && <p className="embed-left">另有 {left} 项未画出</p>}
    </div>
  )
}

function Figures({
  figures,
  shown,
  onChoose,
}: {
  figures: readonly ChartFigure[]
  shown: readonly ChartFigure[]
  onChoose: (key: string) => void
}) {
  const [first] = shown
  return (
    <label className="embed-figure">
      <span>指标</span>
      <select value={first?.key ?? ''} onChange={(event) => onChoose(event.currentTarget.value)}>
        {figures.map(({ key, title, column }) => (
          <option key={key} value={key}>
            {title}
            {column.unit ? ` ${column.unit}` : ''}
          </option>
        ))}
      </select>
    </label>
  )
}

function usePlotView(wanted: boolean): ComponentType<PlotProps> | null {
  const [View, setView] = useState<ComponentType<PlotProps> | null>(null)
  useEffect(() => {
    if (!wanted) return
    let left = false
    import('#web/chart/PlotView.tsx').then(
      ({ PlotView }) => left || setView(() => PlotView),
      // The numbers are in the table.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [wanted])
  return View
}
