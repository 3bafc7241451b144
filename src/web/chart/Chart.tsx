// One chart, drawn by ECharts with the look's tokens; loaded on demand.
import { useEffect, useRef, useState } from 'react'
import { type Drawing, startChart } from './echarts.ts'
import { type ChartData, chartOption } from './options.ts'
import { chartTokens } from './tokens.ts'
import { useDark } from './useDark.ts'

export function Chart({ data, label }: { data: ChartData; label: string }) {
  const host = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const theme = useDark()
  useEffect(() => {
    const element = host.current
    if (!element) return
    const started = startChart(element)
    setDrawing(started)
    const resize = new ResizeObserver(() => started.resize())
    resize.observe(element)
    return () => {
      resize.disconnect()
      started.dispose()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `theme` has other tokens
  useEffect(() => {
    if (drawing && host.current && !drawing.isDisposed())
      drawing.setOption(chartOption(data, chartTokens(host.current)), { notMerge: true })
  }, [drawing, data, theme])
  return <div className="chart" ref={host} role="img" aria-label={label} />
}
