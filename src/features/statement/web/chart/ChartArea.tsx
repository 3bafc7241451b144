// The chart's area above the table, reserved from the first figures on, so that nothing jumps.
import { useEffect, useState } from 'react'
import { afterPaint } from '#web/table/paint/afterPaint.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { type Result, useReport } from '../report/store.ts'
import './chartArea.css'
import { useChosenChart } from './useChart.ts'

const ReportChart = onDemand(async () => (await import('./ReportChart.tsx')).ReportChart)

export const warmChart = (): void => ReportChart.preload()

export function ChartArea({ result }: { result: Result }) {
  const off = useReport((state) => state.present?.info.chart?.off ?? false)
  const chosen = useChosenChart(result)
  // The table is painted before the chart is drawn.
  const [isLater, setLater] = useState(false)
  useEffect(() => afterPaint(() => setLater(true)), [])
  if (off || !chosen?.kind) return null
  return (
    <section className="report-chart" aria-label="图表">
      {isLater && <ReportChart result={result} chosen={chosen} />}
    </section>
  )
}
