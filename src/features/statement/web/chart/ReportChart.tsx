// The chart with its legend, whose numbers are those of the table's totals.
import { useEffect, useState } from 'react'
import { PlotView } from '../../../../web/chart/PlotView.tsx'
import { useNarrow } from '../../../../web/ui/useNarrow.ts'
import type { Result } from '../report/store.ts'
import './chart.css'
import { ChartLegend } from './ChartLegend.tsx'
import { kindTitles } from './kinds.ts'
import { type ChosenChart, useDrawnChart } from './useChart.ts'

const narrowChart = 640

export function ReportChart({ result, chosen }: { result: Result; chosen: ChosenChart }) {
  const drawn = useDrawnChart(result, chosen)
  const narrow = useNarrow(narrowChart)
  const [at, setAt] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other figures have other places
  useEffect(() => setAt(null), [result])
  if (!drawn || !chosen.kind) return null
  const { plot, left } = drawn
  const names = plot.series.slice(0, 5).map(({ name }) => name)
  const label = `${names.join('、')}${plot.series.length > 5 ? '等' : ''}的${kindTitles[chosen.kind]}图`
  return (
    <>
      <ChartLegend result={result} chosen={chosen} plot={plot} at={at} />
      <div className="report-chart-plot">
        <PlotView plot={plot} label={label} edge={narrow ? 12 : 16} at={at} onAt={setAt} />
        {left > 0 && <span className="report-chart-left">另有 {left} 项没有画出</span>}
      </div>
    </>
  )
}
