// The chart of a shared query's result.

import { Chart } from '#web/chart/Chart.tsx'
import { chartTypes } from '#web/chart/options.ts'
import { seriesColour } from '#web/chart/seriesColour.ts'
import { named } from '../results/chart/named.ts'
import type { DrawnResult as Drawn } from './view.ts'

interface Props {
  chart: Drawn
  /** Labels by code of the column with this title, if any. */
  namesUnder: (title: string | null) => ReadonlyMap<string, string> | undefined
}

const nothingOff: ReadonlySet<number> = new Set()

export function DrawnResult({ chart, namesUnder }: Props) {
  const { xName, seriesName, valueName } = chart
  const data = named(chart.data, namesUnder(xName), namesUnder(seriesName))
  const type = chartTypes.find((one) => one === chart.type) ?? 'line'
  return (
    <section className="code-view-chart" aria-label="图表">
      {data.series.length > 1 && (
        <ul className="code-view-legend">
          {data.series.map(({ name }, index) => (
            <li key={name}>
              <span className="result-legend-mark" style={{ background: seriesColour(index) }} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <Chart
        data={{ type, xName, valueName, x: data.x, series: data.series, off: nothingOff }}
        label={`${valueName || '数值'}按${xName}的图；数字在下面的表里`}
      />
    </section>
  )
}
